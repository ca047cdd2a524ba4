import { afterAll, beforeAll } from 'vitest';
import { db, disconnect, snapshot } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { checkLedger } from '#lib/ledger/check.ts';
import type { Difference } from '#lib/ledger/difference.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import { applyGatewayState } from '#lib/payments/sync/apply-gateway-state.ts';
import type { RemoteAttempt, RemoteCosts, RemotePayment } from '#lib/rails/port/payment.ts';
import { DISPUTE_KINDS, DISPUTE_STATUSES, type RemoteDispute } from '#lib/rails/port/reversals.ts';
import { NOW } from './causes.ts';
import { createTestDatabase } from './database.ts';
import { forgetState } from './forget-state.ts';

/** A database for the tests of the calling file, without a server or gateways. */
export function ownDatabase(): void {
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
    forgetState();
  });
  afterAll(async () => {
    await stopSender();
    await disconnect();
    await drop();
  });
}

/** The ledger's differences; `[]` if there are none. */
export function differences(): Promise<Difference[]> {
  return snapshot(checkLedger);
}

/** An undecided attempt to pay a new link of a cause, known to its gateway. Returns its payment's id. */
export async function pendingPayment(
  causeKey: string,
  { amountMajor = 50, feePercent = '5', linkId = newId('checkoutLink') } = {},
): Promise<string> {
  const { currency } = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const amount = BigInt(amountMajor);
  const id = newId('payment');
  await db().checkoutLink.create({
    data: {
      id: linkId,
      clientId: 'clt_service',
      causeKey,
      amount,
      currency,
      feePercent,
      createdAt: NOW,
      expiresAt: new Date(NOW.getTime() + 86_400_000),
    },
  });
  await db().payment.create({
    data: {
      id,
      linkId,
      causeKey,
      rail: 'card',
      gateway: 'stripe',
      attempt: 1,
      state: 'pending',
      amount,
      currency,
      gatewayReference: `pi_${id}`,
      createdAt: NOW,
    },
  });
  return id;
}

/** Applies a gateway's report that a payment succeeded, with later changes; by default without a fee. */
export async function applyReport(
  paymentId: string,
  reported: Partial<
    Pick<
      RemotePayment,
      'refundedMinor' | 'refunds' | 'disputes' | 'impliedDispute' | 'succeededAt' | 'costs' | 'source'
    >
  > = {},
  now = NOW,
): Promise<void> {
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const amountMinor = payment.amount * BigInt(minorUnitsPerMajor(payment.currency));
  const money: RemotePayment = {
    id: `pi_${paymentId}`,
    linkId: payment.linkId,
    amountMajor: Number(payment.amount),
    amountMinor,
    currency: payment.currency,
    succeededAt: NOW,
    refundedMinor: payment.refundedMinor,
    refunds: [],
    disputes: await disputesOf(paymentId),
    // For recorded money, the release is not reported again.
    costs: payment.gatewayPaymentId === null ? NOTHING_TAKEN : { ...NOTHING_TAKEN, releasedAt: null },
    ...reported,
  };
  const remote: RemoteAttempt = { status: 'live', declines: [], money: [money] };
  const asked = new Map([[paymentId, payment.revision]]);
  const applied = await applyGatewayState(payment, remote, () => now, asked);
  // As the product does: if another process was faster, ask the gateway again.
  if (!applied) await applyReport(paymentId, reported, now);
}

/** The last reported disputes of a payment. */
async function disputesOf(paymentId: string): Promise<RemoteDispute[]> {
  const rows = await db().dispute.findMany({ where: { paymentId } });
  return rows.map(({ gatewayDisputeId: id, kind, status, amountMinor, currency, respondBy, openedAt }) => ({
    id,
    amountMinor,
    currency,
    respondBy,
    openedAt,
    kind: oneOf(DISPUTE_KINDS, kind),
    status: oneOf(DISPUTE_STATUSES, status),
  }));
}

/** A chargeback in dollars, by default of all of 50. */
export function chargeback(
  id: string,
  status: RemoteDispute['status'],
  more: Partial<RemoteDispute> = {},
): RemoteDispute {
  return {
    id,
    kind: 'chargeback',
    status,
    amountMinor: 5000n,
    currency: 'USD',
    openedAt: NOW,
    respondBy: null,
    ...more,
  };
}

/** Released at once. */
const NOTHING_TAKEN: RemoteCosts = { movements: [], complete: true, releasedAt: NOW, isReleased: true };

/** A donation of so many whole units to a cause, settled. Returns its payment's id. */
export async function donation(
  causeKey: string,
  options: Parameters<typeof pendingPayment>[1] & { costs?: RemoteCosts } = {},
): Promise<string> {
  const { costs = NOTHING_TAKEN, ...attempt } = options;
  const id = await pendingPayment(causeKey, attempt);
  await applyReport(id, { costs });
  return id;
}

/** A movement of the gateway account in the payment's currency, released at once. */
export function movementCosts(id: string, amountMinor: bigint, feeMinor: bigint, settledCurrency = 'USD'): RemoteCosts {
  return {
    ...NOTHING_TAKEN,
    movements: [{ id, amountMinor, settledCurrency, settledMinor: amountMinor, feeMinor }],
  };
}

/** A gateway without fees that releases the money at a time, and has if that has come; null: unknown. */
export function releaseCosts(releasedAt: Date | null, now = NOW): RemoteCosts {
  return { ...NOTHING_TAKEN, releasedAt, isReleased: releasedAt !== null && releasedAt <= now };
}

/** Entries of a payment or a withdrawal, by transaction in the order they were written. */
export async function postedFor(id: string) {
  const transactions = await db().ledgerTransaction.findMany({
    where: { OR: [{ paymentId: id }, { withdrawalId: id }] },
    include: { entries: { orderBy: { line: 'asc' } } },
    orderBy: [{ createdAt: 'asc' }, { dedupeKey: 'asc' }],
  });
  return transactions.map(({ dedupeKey, entries }) => ({
    event: dedupeKey.replace(id, '…'),
    entries: Object.fromEntries(
      entries.map(({ account, currency, amountMinor }) => [`${account} ${currency}`, Number(amountMinor)]),
    ),
  }));
}
