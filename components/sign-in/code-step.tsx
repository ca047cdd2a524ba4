import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = {
  page: SignInPage;
  to: string;
  email: string;
  digits: number;
  minutes: number;
  /** After a wrong code: how often one can try again; null on the first time. */
  triesLeft: number | null;
};

/** The second step: the code from the mail. */
export function CodeStep({ page, to, email, digits, minutes, triesLeft }: Props) {
  const t = translatorFor(page.locale);
  const isWrong = triesLeft !== null;
  const hint = { digits: String(digits), minutes: String(minutes) };
  return (
    <SignInFrame page={page} title={t('signIn.sentTitle')}>
      <p>{t('signIn.sentBody', { email })}</p>
      <form method="post" action="/sign-in/verify" noValidate>
        <input type="hidden" name="lang" value={page.locale} />
        <label htmlFor="code">{t('signIn.code')}</label>
        <input
          id="code"
          name="code"
          className="sign-in-code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={digits * 2}
          // biome-ignore lint/a11y/noAutofocus: the only field of a page that is about nothing else.
          autoFocus
          aria-required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'code-error code-hint' : 'code-hint'}
        />
        {isWrong && (
          <p className="sign-in-error" id="code-error" role="alert">
            {t('signIn.faults.wrong', { left: triesLeft })}
          </p>
        )}
        <p className="sign-in-soft" id="code-hint">
          {t('signIn.codeHint', hint)}
        </p>
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.enter')}
        </button>
      </form>
      <p className="sign-in-soft">{t('signIn.orLink')}</p>
      <div className="sign-in-else">
        <p className="sign-in-soft">{t('signIn.nothing')}</p>
        <form method="post" action="/sign-in/request">
          <input type="hidden" name="lang" value={page.locale} />
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="email" value={email} />
          <button type="submit" className="button-link">
            {t('signIn.again')}
          </button>
        </form>
        <p>
          <a href={`/sign-in?${new URLSearchParams({ to })}`}>{t('signIn.other')}</a>
        </p>
      </div>
    </SignInFrame>
  );
}
