import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { type PaymentStep, paymentSteps } from '#lib/ledger/payment-steps.ts';
import { readRecord } from './list-records.ts';
import type { HistoryEntry, PaymentRecord } from './record-view.ts';

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
  const begun: HistoryEntry[] = [
    { at: timestamp(payment.link.createdAt), kind: 'minted', effectMinor: null },
    { at: timestamp(payment.createdAt), kind: 'started', effectMinor: null },
  ];
  const steps = (await paymentSteps(db(), id))
    .map((step) => notBefore(payment.createdAt, step))
    .flatMap(entriesOf);
  // The amount was held back when the dispute was opened: losing it moves no money.
  const lost = payment.disputes.map(({ endedAt, createdAt }) => ({
    at: timestamp(endedAt ?? createdAt),
    kind: 'dispute_lost' as const,
    effectMinor: null,
  }));
  return {
    ownerId: payment.link.cause.ownerId,
    record,
    history: [...begun, ...steps, ...lost].sort((a, b) => a.at.localeCompare(b.at)),
  };
}

/** Gateways report whole seconds: nothing is shown before the donor started to pay. */
function notBefore(started: Date, step: PaymentStep): PaymentStep {
  return { ...step, at: step.at < started ? started : step.at };
}

/** Costs that the service bears are not shown to the creator. */
function entriesOf({ at, kind, effectMinor }: PaymentStep): HistoryEntry[] {
  const named = kindOf(kind, effectMinor);
  return named ? [{ at: timestamp(at), kind: named, effectMinor }] : [];
}

function kindOf(kind: string, effectMinor: number): HistoryEntry['kind'] | null {
  switch (kind) {
    case 'donation':
      return 'approved';
    case 'settlement':
      return effectMinor === 0 ? null : 'cost';
    case 'refund':
      return effectMinor > 0 ? 'refund_undone' : 'refund';
    case 'dispute':
      // Of an amount that had been refunded already: no money of the cause.
      if (effectMinor === 0) return null;
      return effectMinor < 0 ? 'dispute_opened' : 'dispute_won';
    default:
      return null;
  }
}
