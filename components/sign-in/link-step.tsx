import { translatorFor } from '#lib/i18n/translate.ts';
import { SignInFrame, type SignInPage } from './frame.tsx';

type Props = { page: SignInPage; token: string; holder: { name: string; email: string } };

/**
 * Where the link of the mail leads. Only the button signs in: machines that look into mail open its links, and whoever was
 * sent somebody else's link sees whose it is.
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
      <p className="sign-in-soft">{t('signIn.linkWarning')}</p>
    </SignInFrame>
  );
}
