import { InvalidReceipt } from '#components/receipt/invalid-receipt.tsx';
import { VerificationPage } from '#components/receipt/verification-page.tsx';
import { requestNonce, requestReader } from '#components/ui/request.ts';
import { verifyReceipt } from '#lib/receipts/verify.ts';
import { moneyOf, writeInstant, writeReversals } from '#lib/receipts/write-receipt.ts';

type Props = {
  params: Promise<{ paymentId: string; signature: string }>;
  searchParams: Promise<{ lang?: string | string[] }>;
};

/** Says whether a receipt is genuine. A forged one gets a clear answer, not an error page. */
export default async function Page({ params, searchParams }: Props) {
  const [{ paymentId, signature }, { lang }, nonce] = await Promise.all([params, searchParams, requestNonce()]);
  const path = `/verify/${paymentId}/${signature}`;
  const found = await verifyReceipt(paymentId, signature);
  const { locale, place } = await requestReader({ lang, country: found?.country });
  if (!found) return <InvalidReceipt locale={locale} nonce={nonce} path={path} />;
  const view = { ...found, country: place ?? found.country };
  return (
    <VerificationPage
      view={view}
      locale={locale}
      nonce={nonce}
      path={path}
      amount={moneyOf(view, view.amountMajor, locale)}
      date={writeInstant(view, locale, 'UTC')}
      reversals={writeReversals(view, locale)}
    />
  );
}
