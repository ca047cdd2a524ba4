import type { Tx } from '#lib/db.ts';
import {
  arrival,
  type PaymentFacts,
  type Reversals,
  reversal,
  settlement,
} from '#lib/ledger/payment-postings.ts';
import { lockBalance, post, type TransactionKind } from '#lib/ledger/post.ts';
import type { RemoteCosts, RemoteMovement } from '#lib/rails/port.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';

type Agreement = Pick<CheckoutLink, 'feePercent'>;

/** How soon a gateway that has not said what it takes is asked again, in milliseconds; then as long as it has taken so far. */
const FIRST_COST_CHECK_MS = 60_000;
const LAST_COST_CHECK_MS = 86_400_000;

/**
 * Posts money that has arrived. All of this file runs under the link's lock, in the transaction that writes the payment's
 * row.
 */
export async function bookArrival(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  costs: RemoteCosts,
  now: Date,
): Promise<void> {
  const facts = await factsOf(tx, payment, link);
  const kind = facts.counted ? 'donation' : 'uncounted';
  await post(tx, {
    kind,
    dedupeKey: `${kind}:${payment.id}`,
    at: payment.succeededAt ?? now,
    paymentId: payment.id,
    entries: arrival(facts),
  });
  // Costs that are known at once lower what a donation brings: it still waits for nobody.
  await postCosts(tx, payment, facts, costs, now);
}

/** Posts what has changed of a payment's refunds and disputes. `before` is its row as it still stands. */
export async function bookReversals(
  tx: Tx,
  before: Payment,
  after: Reversals,
  link: Agreement,
  now: Date,
): Promise<void> {
  await lockBalance(tx, before.causeKey);
  const facts = await factsOf(tx, before, link);
  const paymentId = before.id;
  // A refund and a dispute told at once are two events: the refund first.
  const { disputedMinor, chargedBackMinor } = before;
  const between = { refundedMinor: after.refundedMinor, disputedMinor, chargedBackMinor };
  const steps: [TransactionKind, Reversals, Reversals][] = [
    ['refund', before, between],
    ['dispute', between, after],
  ];
  for (const [kind, from, to] of steps) {
    const entries = reversal(facts, from, to);
    if (entries.length === 0) continue;
    const earlier = await tx.ledgerTransaction.count({ where: { paymentId, kind } });
    await post(tx, { kind, dedupeKey: `${kind}:${paymentId}:${earlier + 1}`, at: now, paymentId, entries });
  }
}

/**
 * Posts what the gateway took for a payment that is known, each of its movements once, and plans the next question where it
 * has more to say.
 */
export async function bookCosts(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  costs: RemoteCosts,
  now: Date,
): Promise<void> {
  const keys = costs.movements.map((movement) => keyOf(payment, movement));
  const posted = await tx.ledgerTransaction.findMany({
    where: { dedupeKey: { in: keys } },
    select: { dedupeKey: true },
  });
  const known = new Set(posted.map(({ dedupeKey }) => dedupeKey));
  const movements = costs.movements.filter((movement) => !known.has(keyOf(payment, movement)));
  // A release that was told stays until another is told: an answer may be incomplete, or older.
  const releasedAt = costs.releasedAt ?? payment.releasedAt;
  // One that moves may lower what can be withdrawn, as a cost does.
  const moves = releasedAt?.getTime() !== payment.releasedAt?.getTime();
  if (movements.length > 0 || moves) await lockBalance(tx, payment.causeKey);
  await postCosts(tx, payment, await factsOf(tx, payment, link), { ...costs, movements, releasedAt }, now);
}

async function postCosts(
  tx: Tx,
  payment: Payment,
  facts: PaymentFacts,
  costs: RemoteCosts,
  now: Date,
): Promise<void> {
  for (const movement of costs.movements)
    await post(tx, {
      kind: 'settlement',
      dedupeKey: keyOf(payment, movement),
      at: now,
      paymentId: payment.id,
      entries: settlement(facts, movement),
    });
  const { releasedAt } = costs;
  const costDueAt = nextQuestion(payment, facts, costs, now);
  if (
    costDueAt?.getTime() !== payment.costDueAt?.getTime() ||
    releasedAt?.getTime() !== payment.releasedAt?.getTime()
  )
    await tx.payment.update({ where: { id: payment.id }, data: { costDueAt, releasedAt } });
}

function keyOf({ gateway }: Payment, { id }: RemoteMovement): string {
  return `settlement:${gateway}:${id}`;
}

/**
 * When the gateway is to be asked about a payment's money next; null once there is nothing left to ask. It is asked once
 * more when the money is to be released: it may have moved that time, and told nobody.
 */
function nextQuestion(
  payment: Payment,
  { counted }: PaymentFacts,
  { complete, releasedAt }: RemoteCosts,
  now: Date,
): Date | null {
  if (!complete || (counted && releasedAt === null)) return nextCostCheck(payment, now);
  return counted && releasedAt !== null && releasedAt > now ? releasedAt : null;
}

/** After a minute, and then whenever twice the time has passed, at least daily. A check that is planned stays. */
function nextCostCheck({ costDueAt, settledAt }: Payment, now: Date): Date {
  const waited = now.getTime() - (settledAt ?? now).getTime();
  const pause = Math.min(Math.max(FIRST_COST_CHECK_MS, waited), LAST_COST_CHECK_MS);
  const next = new Date(now.getTime() + pause);
  return costDueAt && costDueAt > now && costDueAt < next ? costDueAt : next;
}

async function factsOf(tx: Tx, payment: Payment, { feePercent }: Agreement): Promise<PaymentFacts> {
  const { gateway, causeKey, currency, amountMinor, state } = payment;
  if (amountMinor === null) throw new Error('Bug: money without an amount');
  const { feeModel } = await tx.cause.findUniqueOrThrow({
    where: { key: causeKey },
    select: { feeModel: true },
  });
  const counted = state === 'approved';
  return {
    ...{ gateway, causeKey, currency, amountMinor, feeModel, counted },
    feePercent: feePercent.toFixed(4),
  };
}
