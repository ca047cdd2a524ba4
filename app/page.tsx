import { PlainPage } from '#components/ui/plain-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = { searchParams: Promise<{ lang?: string | string[] }> };

/** Home: says what this address is to someone who came without a link. */
export default async function HomePage({ searchParams }: Props) {
  const { lang } = await searchParams;
  const [locale, nonce] = await Promise.all([requestLocale({ lang }), requestNonce()]);
  const t = translatorFor(locale);
  return (
    <PlainPage locale={locale} t={t} nonce={nonce} title={t('ui.homeTitle')}>
      <p>{t('ui.homeBody')}</p>
      <p>{t('ui.homePartners')}</p>
    </PlainPage>
  );
}
