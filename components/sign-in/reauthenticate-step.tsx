import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';
import { RequestCodeForm } from './request-code-form.tsx';

type Props = {
  page: SignInPage;
  to: string;
  /** The page to return to without going on. */
  back: string;
  email: string;
};

/** Requests a new code before an action about money or access, for the signed-in account. */
export function ReauthenticateStep({ page, to, back, email }: Props) {
  const t = translatorFor(page.locale);
  return (
    <SignInFrame page={page} title={t('signIn.proveTitle')}>
      <p>{t('signIn.proveBody')}</p>
      <p className="hint">{t('signIn.proveMail', { email })}</p>
      <RequestCodeForm
        locale={page.locale}
        to={to}
        email={email}
        label={t('signIn.send')}
        className="button button-accent button-wide"
      />
      <p>
        <a href={back}>{t('signIn.proveBack')}</a>
      </p>
    </SignInFrame>
  );
}
