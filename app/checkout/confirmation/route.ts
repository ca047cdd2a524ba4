import { z } from 'zod';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { secretOf } from '#lib/payments/donor-browser.ts';
import { confirmCheckout } from '#lib/payments/views/load-checkout.ts';
import { receiptOf } from '#lib/receipts/donor-receipt.ts';

/** The status of a link that a donor waits for, after its live attempts were synced; the payment only for the browser that made it. */
export const POST = pageAction(z.strictObject({ ref: z.string() }), async ({ ref }, now, _address, browser) => {
  const secret = secretOf(browser, ref);
  const confirmed = await confirmCheckout(ref, now, secret);
  if (!confirmed) throw linkNotFound();
  const { view, payments } = confirmed;
  const receipt = receiptOf(
    payments.find(({ id }) => id === view.paymentId),
    secret,
  );
  return { ...view, ...(receipt && { receipt }) };
});
