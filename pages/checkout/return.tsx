import type { GetServerSidePropsContext } from 'next';
import { servePage } from '#components/checkout/serve-page.ts';
import { CheckoutServedPage } from '#components/checkout/served-page.tsx';
import { env } from '#lib/env.ts';
import { lookAtCheckout } from '#lib/payments/load-checkout.ts';

/** Hydrated by a small script of its own: docs/decisions/2026-11-21-the-checkouts-own-script.md. */
export const config = { unstable_runtimeJS: false };

/** Where a bank sends the donor back to. Whatever else its address carries is not read (decisions.md 52). */
export default CheckoutServedPage;

export function getServerSideProps(context: GetServerSidePropsContext) {
  return servePage(context, {
    path: '/checkout/return',
    load: lookAtCheckout,
    qaDeck: env().qaDeck,
    screenOf: (view) => ({ page: 'return', view }),
  });
}
