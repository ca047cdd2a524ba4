import { z } from 'zod';
import { linkNotFound } from '#lib/checkout-links/find.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { confirmCheckout } from '#lib/payments/load-checkout.ts';

export const POST = pageAction(z.strictObject({ ref: z.string() }), async ({ ref }, now) => {
  const view = await confirmCheckout(ref, now);
  if (!view) throw linkNotFound();
  return view;
});
