import { db } from '#lib/db.ts';
import { isFromBrowser } from '#lib/payments/donor-browser.ts';
import { receiptPath } from '#lib/payments/receipt-url.ts';

/**
 * The path of a link's receipt, for the browser that gave; undefined for everybody else.
 * @param secret what the browser keeps for this link
 */
export async function claimedReceipt(
  linkId: string,
  secret: string | undefined,
): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const payment = await db().payment.findFirst({
    where: { linkId, state: 'approved' },
    select: { receiptToken: true, browserHash: true },
  });
  if (!payment?.receiptToken || !isFromBrowser(payment, secret)) return undefined;
  return receiptPath(payment.receiptToken);
}
