import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { PlainPage } from '#components/ui/plain-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { env } from '#lib/env.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { searchParams: Promise<{ lang?: string | string[] }> };

/** Home: explains this service to somebody who came without a link, with a way on for each visitor. */
export default async function HomePage({ searchParams }: Props) {
  const { lang } = await searchParams;
  const [locale, nonce] = await Promise.all([requestLocale({ lang }), requestNonce()]);
  const t = translatorFor(locale);
  return (
    <PlainPage
      locale={locale}
      t={t}
      nonce={nonce}
      Languages={LanguageSwitcher}
      title={t('home.title')}
      path="/"
      testMode={!env().live}
    >
      <p>{t('home.body')}</p>
      <div className="plain-ways">
        <section aria-labelledby="donor">
          <h2 id="donor">{t('home.donorTitle')}</h2>
          <p>{t('home.donorBody')}</p>
        </section>
        <section aria-labelledby="receipt">
          <h2 id="receipt">{t('home.receiptTitle')}</h2>
          <p>{t('home.receiptBody')}</p>
          <a className="button" href={`/verify?${new URLSearchParams({ lang: locale })}`}>
            {t('receipt.verification.submit')}
          </a>
        </section>
        <section aria-labelledby="creator">
          <h2 id="creator">{t('home.creatorTitle')}</h2>
          <p>{t('home.creatorBody')}</p>
          <a className="button" href={`/sign-in?${new URLSearchParams({ lang: locale })}`}>
            {t('ui.signIn')}
          </a>
        </section>
        <section aria-labelledby="partner">
          <h2 id="partner">{t('home.partnerTitle')}</h2>
          <p>{t('home.partnerBody')}</p>
          <a className="button" href="/docs" hrefLang="en">
            {t('home.documentation')}
          </a>
        </section>
        <section aria-labelledby="staff">
          <h2 id="staff">{t('home.staffTitle')}</h2>
          <p>{t('home.staffBody')}</p>
          <a className="button" href={`/sign-in?${new URLSearchParams({ lang: locale })}`}>
            {t('ui.signIn')}
          </a>
        </section>
      </div>
    </PlainPage>
  );
}
