import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = { page: SignInPage; to: string; email: string };

/** Before something about money or access: another code, to the address of whoever is signed in. */
export function ProveStep({ page, to, email }: Props) {
  const t = translatorFor(page.locale);
  return (
    <SignInFrame page={page} title={t('signIn.proveTitle')}>
      <p>{t('signIn.proveBody')}</p>
      <p className="sign-in-soft">{t('signIn.proveMail', { email })}</p>
      <form method="post" action="/sign-in/request">
        <input type="hidden" name="lang" value={page.locale} />
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="email" value={email} />
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.send')}
        </button>
      </form>
      <p>
        <a href={to}>{t('signIn.proveBack')}</a>
      </p>
    </SignInFrame>
  );
}
