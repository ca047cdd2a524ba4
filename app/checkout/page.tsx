import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { CheckoutPage } from '#components/checkout/checkout-page.tsx';
import { TroublePage } from '#components/checkout/trouble-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { loadCheckout } from '#lib/payments/load-checkout.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { claimCookie, claimedReceipt } from '#lib/receipts/claim.ts';

type Parameter = string | string[];
type Props = { searchParams: Promise<{ ref?: Parameter; lang?: Parameter; pay?: Parameter }> };

/** The hosted checkout of a link. */
export default async function Page({ searchParams }: Props) {
  const { ref, lang, pay } = await searchParams;
  if (typeof ref !== 'string') notFound();
  const now = new Date();
  const [view, nonce] = await Promise.all([loadCheckout(ref, now).catch(asTrouble), requestNonce()]);
  if (view === null) notFound();
  const country = view === 'trouble' ? undefined : view.country;
  const locale = await requestLocale({ lang, country });
  const href = `/checkout?${new URLSearchParams({ ref, lang: locale })}`;
  if (view === 'trouble') return <TroublePage {...{ locale, nonce, href }} />;
  const receiptPath = await claimedReceipt(ref, (await cookies()).get(claimCookie(ref))?.value);
  if (receiptPath !== undefined) view.receiptPath = receiptPath;
  const remainingMs = Date.parse(view.link.expires_at) - now.getTime();
  return <CheckoutPage {...{ view, locale, nonce, remainingMs }} pay={[pay].flat()[0]} />;
}

/** A gateway that is down while the status hangs on it is no error of the page: the donor is told to come back. */
function asTrouble(error: unknown): 'trouble' {
  if (isProblem(error) && error.status === 503) return 'trouble';
  throw error;
}
