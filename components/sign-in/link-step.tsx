import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = { page: SignInPage; token: string; holder: { name: string; email: string } };

/**
 * The page of the mailed link. Only its button signs in, because mail scanners open links. It shows the account, for people
 * who were sent somebody else's link.
 */
export function LinkStep({ page, token, holder }: Props) {
  const t = translatorFor(page.locale);
  return (
    <SignInFrame page={page} title={t('signIn.linkTitle', { name: holder.name })}>
      <p>{t('signIn.linkBody', { email: holder.email })}</p>
      <form method="post" action="/sign-in/verify">
        <input type="hidden" name="lang" value={page.locale} />
        <input type="hidden" name="token" value={token} />
        <button type="submit" className="button button-accent button-wide">
          {t('signIn.enter')}
        </button>
      </form>
      <p className="hint">{t('signIn.linkWarning')}</p>
    </SignInFrame>
  );
}
