import { z } from 'zod';
import { linkNotFound } from '#lib/checkout-links/find.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { secretCookie } from '#lib/payments/donor-browser.ts';
import { confirmCheckout } from '#lib/payments/load-checkout.ts';
import { claimedReceipt } from '#lib/receipts/claim.ts';

export const POST = pageAction(
  z.strictObject({ ref: z.string() }),
  async ({ ref }, now, _address, browser) => {
    const view = await confirmCheckout(ref, now);
    if (!view) throw linkNotFound();
    const receiptPath = await claimedReceipt(ref, browser.cookie(secretCookie(ref)));
    return receiptPath === undefined ? view : { ...view, receiptPath };
  },
);
