import { PlainPage } from '#components/ui/plain-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** An address that leads nowhere: a real 404 that says nothing of what exists. */
export default async function NotFound() {
  const [locale, nonce] = await Promise.all([requestLocale(), requestNonce()]);
  const t = translatorFor(locale);
  return (
    <PlainPage locale={locale} t={t} nonce={nonce} title={t('errors.notFoundTitle')}>
      <p>{t('errors.notFoundBody')}</p>
    </PlainPage>
  );
}
