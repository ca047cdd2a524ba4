import { wearsLookOfCause } from '#lib/clients/service-client.ts';
import { db } from '#lib/db.ts';
import { isStorable } from '#lib/storable.ts';
import type { Cause, Client, Payment } from '#prisma/generated/client.ts';

/** An approved payment with its cause and the client whose look its link wears. */
export type FoundReceipt = { payment: Payment; cause: Cause; client: Client };

/** The receipt at an address; null where there is none. Neither expiry of the link nor a refund takes it away. */
export function findReceipt(token: string): Promise<FoundReceipt | null> {
  return find({ receiptToken: token });
}

/** The receipt of a payment, for showing what everyone may see. */
export function findReceiptOf(paymentId: string): Promise<FoundReceipt | null> {
  return find({ id: paymentId });
}

async function find(which: { receiptToken: string } | { id: string }): Promise<FoundReceipt | null> {
  if (Object.values(which).some((text) => !isStorable(text))) return null;
  const row = await db().payment.findUnique({
    where: which,
    include: { link: { select: { cause: { include: { client: true } }, client: true } } },
  });
  if (row?.state !== 'approved') return null;
  const { link, ...payment } = row;
  const client = wearsLookOfCause(link.client.id) ? link.cause.client : link.client;
  return { payment, cause: link.cause, client };
}
