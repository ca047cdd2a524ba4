import { notFound } from 'next/navigation';
import { ReceiptPage } from '#components/receipt/receipt-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { isLocale } from '#lib/i18n/locales.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { writeReceipt } from '#lib/receipts/write-receipt.ts';

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ lang?: string | string[] }> };

/** The receipt of a donation, for whoever holds its address; for good. */
export default async function Page({ params, searchParams }: Props) {
  const [{ token }, { lang }] = await Promise.all([params, searchParams]);
  const view = await loadReceipt(token);
  if (!view) notFound();
  // Unless the address asks for another, the language in which the donor gave.
  const asked = typeof lang === 'string' && isLocale(lang) ? lang : (view.donorLocale ?? undefined);
  const [locale, nonce] = await Promise.all([
    requestLocale({ lang: asked, country: view.country }),
    requestNonce(),
  ]);
  return <ReceiptPage {...{ view, locale, nonce }} written={writeReceipt(view, locale)} />;
}
