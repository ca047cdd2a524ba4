import { endOfSecond, inCausalOrder } from '#lib/causal-order.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { type PaymentStep, paymentSteps } from '#lib/ledger/payment-steps.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { readRecord } from './list-records.ts';
import { HISTORY_ORDER, type HistoryEntry, type PaymentRecord } from './record-view.ts';

type Dated = Pick<HistoryEntry, 'kind' | 'effectMinor'> & { when: Date };

/** An approved donation with its history and the account of its cause's owner; null where there is none. */
export async function findRecord(
  id: string,
): Promise<{ ownerId: string; record: PaymentRecord; history: HistoryEntry[] } | null> {
  if (!/^\w+$/.test(id)) return null;
  const payment = await db().payment.findFirst({
    where: { id, state: 'approved' },
    include: {
      link: { select: { createdAt: true, cause: { select: { ownerId: true } } } },
      disputes: { where: { kind: 'chargeback', status: 'lost' } },
    },
  });
  if (!payment) return null;
  const record = await readRecord(payment.causeKey, id);
  if (!record) return null;
  const begun: Dated[] = [
    { when: payment.link.createdAt, kind: 'minted', effectMinor: null },
    { when: await startOf(payment), kind: 'started', effectMinor: null },
  ];
  const steps = (await paymentSteps(db(), id)).flatMap(entriesOf);
  // The amount was held back when the dispute was opened: losing it moves no money.
  const lost = payment.disputes.map(({ endedAt, createdAt }) => ({
    when: endedAt ?? createdAt,
    kind: 'dispute_lost' as const,
    effectMinor: null,
  }));
  return { ownerId: payment.link.cause.ownerId, record, history: inOrder([...begun, ...steps, ...lost]) };
}

/**
 * When the donor began to pay. The second payment of a wallet has a row of its own, made when it was reported: the donor began
 * with the latest attempt before it succeeded.
 */
async function startOf({ linkId, gateway, createdAt, succeededAt }: Payment): Promise<Date> {
  if (!succeededAt || createdAt <= endOfSecond(succeededAt)) return createdAt;
  const attempt = await db().payment.findFirst({
    where: { linkId, gateway, createdAt: { lte: endOfSecond(succeededAt) } },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return attempt?.createdAt ?? createdAt;
}

function inOrder(entries: readonly Dated[]): HistoryEntry[] {
  const happened = entries.map((entry) => ({ ...entry, about: [] }));
  return inCausalOrder(happened, HISTORY_ORDER).map(({ when, kind, effectMinor }) => ({
    at: timestamp(when),
    kind,
    effectMinor,
  }));
}

/** Costs that the service bears are not shown to the creator. */
function entriesOf(step: PaymentStep): Dated[] {
  const { at: when, effectMinor } = step;
  const kind = kindOf(step);
  // What was reserved for a refund left the balance before.
  return kind ? [{ when, kind, effectMinor: effectMinor === 0 ? null : effectMinor }] : [];
}

function kindOf({ kind, effectMinor, receivedMinor }: PaymentStep): HistoryEntry['kind'] | null {
  switch (kind) {
    case 'donation':
      return 'approved';
    case 'settlement':
      return effectMinor === 0 ? null : 'cost';
    case 'refund_reserved':
      // What leaves the gateway's account for it changes no balance.
      if (effectMinor === 0) return null;
      return effectMinor < 0 ? 'refund_reserved' : 'refund_released';
    case 'refund':
      return (receivedMinor || effectMinor) > 0 ? 'refund_undone' : 'refund';
    case 'dispute':
      // Of an amount that had been refunded already: no money of the cause.
      if (effectMinor === 0) return null;
      // The bank neither took nor returned it: of what it claims, less or more was refunded.
      if (Math.sign(receivedMinor) !== Math.sign(effectMinor))
        return effectMinor < 0 ? 'dispute_covers_more' : 'dispute_covers_less';
      return effectMinor < 0 ? 'dispute_opened' : 'dispute_won';
    default:
      return null;
  }
}
