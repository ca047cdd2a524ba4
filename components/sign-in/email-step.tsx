import { Icon } from '#components/ui/icon.tsx';
import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = {
  page: SignInPage;
  to: string;
  /** What was typed before. */
  email: string;
  /** Why one is here again. */
  fault: 'email' | 'over' | null;
  /** Minutes that a code is valid. */
  minutes: number;
  hasSignedOut: boolean;
  /** That a session has ended by itself; `kept`: with a form on its way. */
  ended: 'idle' | 'kept' | null;
};

/** The first step: the email address. */
export function EmailStep({ page, to, email, fault, minutes, hasSignedOut, ended }: Props) {
  const t = translatorFor(page.locale);
  const isWrong = fault === 'email';
  return (
    <SignInFrame page={page} title={t('signIn.title')}>
      {hasSignedOut && (
        <p className="sign-in-notice" role="status">
          <Icon name="check" />
          <span>{t('signIn.signedOut')}</span>
        </p>
      )}
      {ended !== null && (
        <p className="sign-in-fault" role="status">
          {t(ended === 'kept' ? 'signIn.endedKept' : 'signIn.ended')}
        </p>
      )}
      {fault === 'over' && (
        <p className="sign-in-fault" role="alert">
          {t('signIn.faults.over', { minutes: String(minutes) })}
        </p>
      )}
      <p className="sign-in-soft">{t('signIn.intro')}</p>
      <form method="post" action="/sign-in/request" noValidate>
        <input type="hidden" name="lang" value={page.locale} />
        <input type="hidden" name="to" value={to} />
        <label htmlFor="email">{t('signIn.email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          // biome-ignore lint/a11y/noAutofocus: the only field of a page that is about nothing else.
          autoFocus
          defaultValue={email}
          aria-required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'email-error email-hint' : 'email-hint'}
        />
        {isWrong && (
          <p className="sign-in-error" id="email-error" role="alert">
            {t('signIn.faults.email')}
          </p>
        )}
        <p className="sign-in-soft" id="email-hint">
          {t('signIn.emailHint')}
        </p>
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.send')}
        </button>
      </form>
    </SignInFrame>
  );
}
