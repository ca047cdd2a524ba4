import type { Tx } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { RemoteRefund } from '#lib/rails/port.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';
import { mailDonor } from './mail-donor.ts';

/**
 * Follows each refund of a payment by the gateway's own id and status (decisions.md 54): done, failed, or come back after
 * it was done. Part of the transaction that records the money, under the link's lock.
 * @returns whether anything was new.
 */
export async function followRefunds(
  tx: Tx,
  payment: Payment,
  told: readonly RemoteRefund[],
  now: Date,
): Promise<boolean> {
  const rows = await tx.refund.findMany({
    where: { paymentId: payment.id, OR: [{ state: { not: 'failed' } }, { gatewayRefundId: null }] },
  });
  let changed = false;
  for (const row of rows) {
    const remote = told.find(({ id, refundId }) => refundId === row.id || id === row.gatewayRefundId);
    if (remote && (await follow(tx, payment, row, remote, now))) changed = true;
  }
  return changed;
}

async function follow(
  tx: Tx,
  payment: Payment,
  row: Refund,
  remote: RemoteRefund,
  now: Date,
): Promise<boolean> {
  const change = changeOf(row, remote, now);
  if (!change && row.gatewayRefundId) return false;
  await tx.refund.update({ where: { id: row.id }, data: { gatewayRefundId: remote.id, ...change } });
  if (change?.state === 'succeeded') await resolveEarlier(tx, row, now);
  // Of money that does not count the donor is told by what becomes of the payment.
  if (!change || row.requestedBy === null) return true;
  if (change.state === 'succeeded')
    await mailDonor(tx, 'donation_given_back', payment, {
      ...backOf(payment, row),
      isWhole: row.amountMinor === payment.amountMinor,
    });
  else if ('returnedAt' in change) await mailDonor(tx, 'refund_returned', payment, backOf(payment, row));
  return true;
}

function changeOf(row: Refund, { standing }: RemoteRefund, now: Date) {
  if (row.state === 'pending' && standing === 'succeeded')
    return { state: 'succeeded', settledAt: now, lastError: null } as const;
  if (row.state === 'pending' && standing === 'failed')
    return { state: 'failed', settledAt: now, lastError: 'refund_failed' } as const;
  if (row.state === 'succeeded' && standing === 'failed')
    return { state: 'failed', settledAt: now, lastError: 'returned_by_bank', returnedAt: now } as const;
  return undefined;
}

/** What failed and has now arrived needs nobody's attention any more. */
async function resolveEarlier(tx: Tx, { paymentId }: Refund, now: Date): Promise<void> {
  await tx.refund.updateMany({
    where: { paymentId, state: 'failed', resolvedAt: null },
    data: { resolvedAt: now },
  });
}

function backOf({ currency }: Payment, { amountMinor }: Refund): { backMajor: number } {
  return { backMajor: Number(amountMinor) / minorUnitsPerMajor(currency) };
}
