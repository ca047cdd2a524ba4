import { Icon } from '#components/ui/icon.tsx';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = {
  page: SignInPage;
  to: string;
  /** The previously typed email address. */
  email: string;
  /** The error of the previous attempt. */
  error: 'email' | 'over' | null;
  /** How long a code is valid, in minutes. */
  minutes: number;
  hasSignedOut: boolean;
  /** The session has expired. `kept`: while a form was sent, which is stored. */
  ended: 'idle' | 'kept' | null;
};

/** The first step: the email address. */
export function EmailStep({ page, to, email, error, minutes, hasSignedOut, ended }: Props) {
  const t = translatorFor(page.locale);
  const isWrong = error === 'email';
  const fieldError = isWrong ? { field: 'email', text: t('signIn.errors.email') } : null;
  return (
    <SignInFrame page={page} title={t('signIn.title')} error={fieldError}>
      {hasSignedOut && (
        <p className="notice notice-good" role="status">
          <Icon name="check" />
          <span>{t('signIn.signedOut')}</span>
        </p>
      )}
      {ended !== null && (
        <p className="notice" role="status">
          {t(ended === 'kept' ? 'signIn.endedKept' : 'signIn.ended')}
        </p>
      )}
      {error === 'over' && (
        <p className="notice" role="alert">
          {t('signIn.errors.over', { minutes: String(minutes) })}
        </p>
      )}
      <p className="hint">{t('signIn.intro')}</p>
      <form method="post" action="/sign-in/request" noValidate>
        <input type="hidden" name="lang" value={page.locale} />
        <input type="hidden" name="to" value={to} />
        <label htmlFor="email">{t('signIn.email')}</label>
        <input
          id="email"
          name="email"
          className="input"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          // biome-ignore lint/a11y/noAutofocus: the only field of a page with no other purpose.
          autoFocus={!isWrong}
          defaultValue={email}
          aria-required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'email-error email-hint' : 'email-hint'}
        />
        {isWrong && (
          <p className="field-error" id="email-error">
            {t('signIn.errors.email')}
          </p>
        )}
        <p className="hint" id="email-hint">
          {t('signIn.emailHint')}
        </p>
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.send')}
        </button>
      </form>
    </SignInFrame>
  );
}
