import { cookies } from 'next/headers';
import { CheckoutPage } from '#components/checkout/checkout-page.tsx';
import { ErrorPage } from '#components/checkout/error-page.tsx';
import { linkRequest } from '#components/checkout/link-request.ts';
import { NotFoundPage } from '#components/ui/not-found-page.tsx';
import { now as readClock } from '#lib/clock.ts';
import { cookieName } from '#lib/cookies.ts';
import { env } from '#lib/env.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { idAtStart } from '#lib/ids.ts';
import { DONOR_COOKIE, linkSecret } from '#lib/payments/donor-browser.ts';
import { loadCheckout } from '#lib/payments/views/load-checkout.ts';
import { donorReceipt } from '#lib/receipts/donor-receipt.ts';

type Props = {
  searchParams: Promise<Record<'ref' | 'lang' | 'pay' | 'receipt', string | string[] | undefined>>;
};

/** The hosted checkout of a link. Nobody has to sign in, not even a donor who has an account (ruling 51). */
export default async function Page({ searchParams }: Props) {
  const { ref: given, lang, pay, receipt } = await searchParams;
  const ref = idAtStart('checkoutLink', given);
  const now = readClock();
  const jar = await cookies();
  const cookie = jar.get(cookieName(DONOR_COOKIE, '/checkout'))?.value;
  const secret = ref !== undefined ? linkSecret(cookie, ref) : undefined;
  const view = ref !== undefined ? await loadCheckout(ref, now, secret) : null;
  if (ref === undefined || view === null) {
    setErrorStatus('missing');
    return <NotFoundPage />;
  }
  const request = await linkRequest({ linkId: ref, lang, view, qaDeck: env().qaDeck });
  if (typeof view === 'string') {
    setErrorStatus(view);
    return <ErrorPage request={request} path="/checkout" error={view} />;
  }
  const donors =
    view.link.status === 'completed'
      ? await donorReceipt(ref, secret, { ...request, country: request.place ?? view.country })
      : undefined;
  if (donors) view.receipt = donors;
  if (receipt === 'invalid') view.isReceiptEmailInvalid = true;
  const remainingMs = Date.parse(view.link.expires_at) - now.getTime();
  return <CheckoutPage request={request} view={view} remainingMs={remainingMs} pay={[pay].flat()[0]} />;
}
