import { LanguageLinks } from '#components/ui/language-links.tsx';
import { PlainPage } from '#components/ui/plain-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/**
 * A page for 404 that reveals nothing of what exists. Next sends it along with every page, and loads its scripts there: it has
 * none. A page that finds nothing renders it and sets the status: `notFound()` of Next sends a document that is empty until
 * its scripts have run.
 */
export async function NotFoundPage() {
  const [locale, nonce] = await Promise.all([requestLocale(), requestNonce()]);
  const t = translatorFor(locale);
  return (
    <PlainPage locale={locale} t={t} nonce={nonce} Languages={LanguageLinks} title={t('pageErrors.notFoundTitle')}>
      <p>{t('pageErrors.notFoundBody')}</p>
      <a className="button" href={`/?${new URLSearchParams({ lang: locale })}`}>
        {t('pageErrors.notFoundHome')}
      </a>
    </PlainPage>
  );
}
