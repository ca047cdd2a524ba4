import { redirect } from 'next/navigation';
import { FindReceiptPage } from '#components/receipt/find-receipt-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { env } from '#lib/env.ts';
import { readVerificationLink } from '#lib/receipts/verify.ts';

type Props = { searchParams: Promise<{ link?: string | string[]; lang?: string | string[] }> };

/** Asks for the link of a receipt, and leads to what is known of it. */
export default async function Page({ searchParams }: Props) {
  const [{ link, lang }, nonce] = await Promise.all([searchParams, requestNonce()]);
  const locale = await requestLocale({ lang });
  const typed = typeof link === 'string' ? link : undefined;
  const path = typed === undefined ? undefined : readVerificationLink(typed);
  if (path !== undefined) redirect(`${path}?${new URLSearchParams({ lang: locale })}`);
  const { publicBaseUrl, live } = env();
  return (
    <FindReceiptPage locale={locale} nonce={nonce} typed={typed} prefix={`${publicBaseUrl}/verify/`} testMode={!live} />
  );
}
