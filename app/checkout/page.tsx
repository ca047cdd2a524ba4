import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { CheckoutPage } from '#components/checkout/checkout-page.tsx';
import { linkRequest } from '#components/checkout/link-request.ts';
import { TroublePage } from '#components/checkout/trouble-page.tsx';
import { now as readClock } from '#lib/clock.ts';
import { env } from '#lib/env.ts';
import { setTroubleReply } from '#lib/http/page-reply.ts';
import { secretCookie } from '#lib/payments/donor-browser.ts';
import { lookAtCheckout } from '#lib/payments/load-checkout.ts';
import { claimedReceipt } from '#lib/receipts/claim.ts';

type Props = { searchParams: Promise<Record<'ref' | 'lang' | 'pay', string | string[] | undefined>> };

/** The hosted checkout of a link. */
export default async function Page({ searchParams }: Props) {
  const { ref, lang, pay } = await searchParams;
  const now = readClock();
  const secret = typeof ref === 'string' ? (await cookies()).get(secretCookie(ref))?.value : undefined;
  const view = typeof ref === 'string' ? await lookAtCheckout(ref, now, secret) : null;
  if (typeof ref !== 'string' || view === null) notFound();
  const request = await linkRequest({ linkId: ref, lang, view, qaDeck: env().qaDeck });
  if (typeof view === 'string') {
    setTroubleReply(view);
    return <TroublePage {...{ request }} path="/checkout" trouble={view} />;
  }
  const receiptPath = await claimedReceipt(ref, secret);
  if (receiptPath !== undefined) view.receiptPath = receiptPath;
  const remainingMs = Date.parse(view.link.expires_at) - now.getTime();
  return <CheckoutPage {...{ request, view, remainingMs }} pay={[pay].flat()[0]} />;
}
