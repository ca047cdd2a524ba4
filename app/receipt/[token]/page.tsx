import { ReceiptPage } from '#components/receipt/receipt-page.tsx';
import { NotFoundPage } from '#components/ui/not-found-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { localeNamed } from '#lib/i18n/locales.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { writeReceipt } from '#lib/receipts/write-receipt.ts';

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ lang?: string | string[] }> };

/** The receipt of a donation, permanently, for everyone who has its address. */
export default async function Page({ params, searchParams }: Props) {
  const [{ token }, { lang }] = await Promise.all([params, searchParams]);
  const view = await loadReceipt(token);
  if (!view) {
    setErrorStatus('missing');
    return <NotFoundPage />;
  }
  // In the language in which the donor paid, unless the address has another.
  const asked = (typeof lang === 'string' ? localeNamed(lang) : undefined) ?? view.donorLocale ?? undefined;
  const [locale, nonce] = await Promise.all([requestLocale({ lang: asked, country: view.country }), requestNonce()]);
  return <ReceiptPage view={view} locale={locale} nonce={nonce} written={writeReceipt(view, locale)} />;
}
