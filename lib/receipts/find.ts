import { db } from '#lib/db.ts';
import { usesBrandingOfCause } from '#lib/service-client.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Cause, Client, Payment } from '#prisma/generated/client.ts';

/**
 * A payment with its cause, the client whose branding its link shows, and the commission of its link: 5 means 5%.
 */
export type FoundReceipt = { payment: Payment; cause: Cause; client: Client; feePercent: number };

/** The receipt with this token; null where there is none. It outlives the link's expiry and any refund. */
export async function findReceipt(token: string): Promise<FoundReceipt | null> {
  const found = await find({ receiptToken: token });
  return found?.payment.state === 'approved' ? found : null;
}

/** The receipt of a payment: for the public verification page, and for the donor's mail. */
export async function findReceiptOf(paymentId: string): Promise<FoundReceipt | null> {
  const found = await findPayment(paymentId);
  return found?.payment.state === 'approved' ? found : null;
}

/** The same of a payment in any state, for mails about it. */
export function findPayment(paymentId: string): Promise<FoundReceipt | null> {
  return find({ id: paymentId });
}

async function find(which: { receiptToken: string } | { id: string }): Promise<FoundReceipt | null> {
  if (Object.values(which).some((text) => !isStorableText(text))) return null;
  const row = await db().payment.findUnique({
    where: which,
    include: { link: { select: { feePercent: true, cause: { include: { client: true } }, client: true } } },
  });
  if (!row) return null;
  const { link, ...payment } = row;
  const client = usesBrandingOfCause(link.client.id) ? link.cause.client : link.client;
  return { payment, cause: link.cause, client, feePercent: link.feePercent.toNumber() };
}
