import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { RemoteDispute } from '#lib/rails/port.ts';
import type { Dispute, Payment } from '#prisma/generated/client.ts';

/**
 * Writes down the disputes of a payment as its gateway tells them, one row each; one that is told no more has ended without
 * effect. Part of the transaction that records the money, under the link's lock.
 * @returns whether anything was new.
 */
export async function recordDisputes(
  tx: Tx,
  { id: paymentId, gateway }: Payment,
  told: readonly RemoteDispute[],
  now: Date,
): Promise<boolean> {
  const known = await tx.dispute.findMany({ where: { paymentId } });
  let changed = false;
  for (const { id: gatewayDisputeId, ...facts } of told) {
    const row = known.find((one) => one.gatewayDisputeId === gatewayDisputeId);
    const endedAt = facts.status === 'open' ? null : (row?.endedAt ?? now);
    if (row && isSame(row, facts)) continue;
    changed = true;
    if (row) await tx.dispute.update({ where: { id: row.id }, data: { ...facts, endedAt } });
    else
      await tx.dispute.create({
        data: {
          ...{ id: newId('dispute'), paymentId, gateway, gatewayDisputeId },
          ...{ ...facts, endedAt, createdAt: now },
        },
      });
  }
  const over = known.filter(
    ({ gatewayDisputeId, status }) =>
      (status === 'open' || status === 'lost') && !told.some(({ id }) => id === gatewayDisputeId),
  );
  for (const { id, endedAt } of over)
    await tx.dispute.update({ where: { id }, data: { status: 'closed', endedAt: endedAt ?? now } });
  return changed || over.length > 0;
}

function isSame(row: Dispute, told: Omit<RemoteDispute, 'id'>): boolean {
  return (
    row.kind === told.kind &&
    row.status === told.status &&
    row.amountMinor === told.amountMinor &&
    row.respondBy?.getTime() === told.respondBy?.getTime()
  );
}

/**
 * What chargebacks hold back of a payment and what they have taken, in its minor units (decisions.md 53). One in another
 * currency than the payment's has no amount that could be compared: it is of all of it.
 */
export function chargebackAmounts(
  told: readonly RemoteDispute[],
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): { disputedMinor: bigint; chargedBackMinor: bigint } {
  const sum = (status: RemoteDispute['status']) =>
    told
      .filter((one) => one.kind === 'chargeback' && one.status === status)
      .reduce((total, one) => total + (one.currency === currency ? one.amountMinor : amountMinor), 0n);
  return { disputedMinor: sum('open'), chargedBackMinor: sum('lost') };
}
