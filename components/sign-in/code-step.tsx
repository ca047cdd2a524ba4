import { timeOfDay } from '#components/ui/texts.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';
import { RequestCodeForm } from './request-code-form.tsx';

type Props = {
  page: SignInPage & Reader;
  /** The id of the challenge whose code is entered. */
  challenge: string;
  to: string;
  email: string;
  digits: number;
  minutes: number;
  /** When the code was sent, and the time zone to show it in, where the browser requested several; otherwise null. */
  sent: { at: string; timeZone: string } | null;
  /** Attempts left after a wrong code; otherwise null. */
  triesLeft: number | null;
};

/** The second step: the code from the mail. */
export function CodeStep({ page, challenge, to, email, digits, minutes, sent, triesLeft }: Props) {
  const t = translatorFor(page.locale);
  const isWrong = triesLeft !== null;
  const error = isWrong ? { field: 'code', text: t('signIn.errors.wrong', { left: triesLeft }) } : null;
  const described = [isWrong && 'code-error', sent && 'code-sent', 'code-hint'].filter(Boolean).join(' ');
  const hint = { digits: String(digits), minutes: String(minutes) };
  return (
    <SignInFrame page={page} title={t('signIn.sentTitle')} error={error}>
      <p>{t('signIn.sentBody', { email })}</p>
      {sent && (
        <p className="notice" id="code-sent">
          {t('signIn.several', {
            time: timeOfDay(formattingLocale(page.locale, page.place), sent.at, sent.timeZone),
          })}
        </p>
      )}
      <form method="post" action="/sign-in/verify" noValidate>
        <input type="hidden" name="lang" value={page.locale} />
        <input type="hidden" name="challenge" value={challenge} />
        <label htmlFor="code">{t('signIn.code')}</label>
        <input
          id="code"
          name="code"
          className="input sign-in-code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          // A code is pasted with the words around it, and cut it would be wrong.
          maxLength={100}
          // biome-ignore lint/a11y/noAutofocus: the only field of a page with no other purpose.
          autoFocus={!isWrong}
          aria-required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={described}
        />
        {isWrong && (
          <p className="field-error" id="code-error">
            {t('signIn.errors.wrong', { left: triesLeft })}
          </p>
        )}
        <p className="hint" id="code-hint">
          {t('signIn.codeHint', hint)}
        </p>
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.enter')}
        </button>
      </form>
      <p className="hint">{t('signIn.orLink')}</p>
      <div className="sign-in-else">
        <p className="hint">{t('signIn.nothing')}</p>
        <RequestCodeForm locale={page.locale} to={to} email={email} label={t('signIn.again')} className="button-link" />
        <p>
          <a href={`/sign-in?${new URLSearchParams({ to })}`}>{t('signIn.other')}</a>
        </p>
      </div>
    </SignInFrame>
  );
}
