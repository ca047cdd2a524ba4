import type { GetServerSidePropsContext } from 'next';
import { servePage } from '#components/checkout/serve-page.ts';
import { CheckoutServedPage } from '#components/checkout/served-page.tsx';
import { env } from '#lib/env.ts';
import { lookAtCheckout } from '#lib/payments/load-checkout.ts';
import { claimCookie, claimedReceipt } from '#lib/receipts/claim.ts';

/** Hydrated by a small script of its own: docs/decisions/2026-11-21-the-checkouts-own-script.md. */
export const config = { unstable_runtimeJS: false };

/** The hosted checkout of a link. */
export default CheckoutServedPage;

export function getServerSideProps(context: GetServerSidePropsContext) {
  const pay = [context.query.pay].flat()[0] ?? null;
  return servePage(context, {
    path: '/checkout',
    load: lookAtCheckout,
    qaDeck: env().qaDeck,
    screenOf: async (view, now) => {
      const receiptPath = await claimedReceipt(view.link.id, context.req.cookies[claimCookie(view.link.id)]);
      if (receiptPath !== undefined) view.receiptPath = receiptPath;
      const remainingMs = Date.parse(view.link.expires_at) - now.getTime();
      return { page: 'checkout', view, remainingMs, pay };
    },
  });
}
