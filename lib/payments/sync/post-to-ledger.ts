import type { Tx } from '#lib/db.ts';
import {
  donationEntries,
  movementEntries,
  type PaymentFacts,
  type Reversals,
  reversalSteps,
  writeOffEntries,
} from '#lib/ledger/payment-postings.ts';
import { type Posting, post, postAll } from '#lib/ledger/post.ts';
import { lockCause } from '#lib/locks.ts';
import { type CauseFacts, findCauseFacts } from '#lib/payments/lock-link.ts';
import type { RemoteCosts, RemoteMovement } from '#lib/rails/port/payment.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';

type Agreement = Pick<CheckoutLink, 'feePercent'>;

/** The delay before a gateway that has not reported its fee is asked again, in milliseconds; it then doubles. */
const FIRST_COST_CHECK_MS = 60_000;
const LAST_COST_CHECK_MS = 86_400_000;

/**
 * Posts received money with the fees that are known already: they reduce a donation's amount, which nobody has seen yet.
 * Everything in this file runs under the link's lock, in the transaction that writes the payment's row.
 */
export async function postReceived(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  cause: CauseFacts,
  costs: RemoteCosts,
  now: Date,
): Promise<void> {
  const facts = factsOf(payment, link, cause);
  const kind = facts.counted ? 'donation' : 'uncounted';
  const received: Posting = {
    kind,
    dedupeKey: `${kind}:${payment.id}`,
    at: payment.succeededAt ?? now,
    paymentId: payment.id,
    entries: donationEntries(facts),
  };
  await postAll(tx, [received, ...settlementsOf(payment, facts, costs.movements, now)]);
}

/** Posts the changes of a payment's refunds and disputes. `before` is its row before the change. */
export async function postReversalChanges(
  tx: Tx,
  before: Payment,
  after: Reversals,
  link: Agreement,
  now: Date,
): Promise<void> {
  const facts = factsOf(before, link, await findCauseFacts(tx, before));
  const paymentId = before.id;
  const steps = reversalSteps(facts, before, after);
  if (steps.length > 0) await lockCause(tx, before.causeKey);
  for (const { kind, entries } of steps) {
    const earlier = await tx.ledgerTransaction.count({ where: { paymentId, kind } });
    await post(tx, { kind, dedupeKey: `${kind}:${paymentId}:${earlier + 1}`, at: now, paymentId, entries });
  }
}

/** Posts that what is left of unmatched funds was written off. `before` is their row before that. */
export async function postWriteOff(
  tx: Tx,
  before: Payment,
  link: Agreement,
  writeOffId: string,
  now: Date,
): Promise<void> {
  await lockCause(tx, before.causeKey);
  const facts = factsOf(before, link, await findCauseFacts(tx, before));
  const dedupeKey = `write_off:${writeOffId}`;
  const entries = writeOffEntries(facts, before);
  await post(tx, { kind: 'write_off', dedupeKey, at: now, paymentId: before.id, entries });
}

/**
 * Posts the gateway's fees of a known payment, each of its movements once, and schedules the next sync if more will follow.
 */
export async function postGatewayCosts(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  costs: RemoteCosts,
  now: Date,
): Promise<void> {
  const movements = await notPosted(tx, payment, costs.movements);
  const schedule = costScheduleOf(payment, costs, now);
  // A changed release can lower the withdrawable amount, as a fee does.
  const moves =
    schedule.releasedAt?.getTime() !== payment.releasedAt?.getTime() || schedule.isReleased !== payment.isReleased;
  if (movements.length > 0 || moves) await lockCause(tx, payment.causeKey);
  await postNew(tx, payment, link, movements, now);
  if (schedule.costDueAt?.getTime() !== payment.costDueAt?.getTime() || moves)
    await tx.payment.update({ where: { id: payment.id }, data: schedule });
}

/** Posts movements of a known payment that its gateway reports in its books alone, each once. */
export async function postMovements(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  movements: readonly RemoteMovement[],
  now: Date,
): Promise<void> {
  const fresh = await notPosted(tx, payment, movements);
  if (fresh.length > 0) await lockCause(tx, payment.causeKey);
  await postNew(tx, payment, link, fresh, now);
}

async function notPosted(tx: Tx, payment: Payment, movements: readonly RemoteMovement[]): Promise<RemoteMovement[]> {
  if (movements.length === 0) return [];
  const posted = await tx.ledgerTransaction.findMany({
    where: { dedupeKey: { in: movements.map((movement) => keyOf(payment, movement)) } },
    select: { dedupeKey: true },
  });
  const known = new Set(posted.map(({ dedupeKey }) => dedupeKey));
  return movements.filter((movement) => !known.has(keyOf(payment, movement)));
}

async function postNew(
  tx: Tx,
  payment: Payment,
  link: Agreement,
  movements: readonly RemoteMovement[],
  now: Date,
): Promise<void> {
  if (movements.length === 0) return;
  const facts = factsOf(payment, link, await findCauseFacts(tx, payment));
  await postAll(tx, settlementsOf(payment, facts, movements, now));
}

/** The postings of a gateway's fees. */
function settlementsOf(
  payment: Payment,
  facts: PaymentFacts,
  movements: readonly RemoteMovement[],
  now: Date,
): Posting[] {
  return movements.map((movement) => ({
    kind: 'settlement',
    dedupeKey: keyOf(payment, movement),
    at: now,
    paymentId: payment.id,
    entries: movementEntries(facts, movement),
  }));
}

type Release = Pick<Payment, 'releasedAt' | 'isReleased'>;
type Scheduled = Pick<Payment, 'state' | 'costDueAt' | 'settledAt'> & Release;

/** Whether and when a payment's money is released, as far as known, and when to ask the gateway about it and its fees again. */
export function costScheduleOf(
  payment: Scheduled,
  costs: RemoteCosts,
  now: Date,
): Pick<Payment, 'costDueAt'> & Release {
  const release = releaseOf(payment, costs, now);
  return { costDueAt: nextQuestion({ ...payment, ...release }, costs.complete, now), ...release };
}

/**
 * A reported release stays until another one is reported: a response may be incomplete, or older. Its time alone, which the
 * gateway may move, releases nothing: it has to say that the money is available, or, if it has no word for that, to name the
 * same time again when that has come.
 */
function releaseOf(known: Release, { releasedAt, isReleased }: RemoteCosts, now: Date): Release {
  if (releasedAt === null) return { releasedAt: known.releasedAt, isReleased: known.isReleased };
  const isConfirmed = isReleased ?? known.releasedAt?.getTime() === releasedAt.getTime();
  return { releasedAt, isReleased: isConfirmed && releasedAt <= now };
}

function keyOf({ gateway }: Payment, { id }: RemoteMovement): string {
  return `settlement:${gateway}:${id}`;
}

/** When to ask the gateway about a payment's money again; null if nothing is left to ask: by the time of its release. */
function nextQuestion(payment: Scheduled, complete: boolean, now: Date): Date | null {
  const { state, releasedAt, isReleased } = payment;
  const isOnItsWay = state === 'approved' && !isReleased;
  if (complete && !isOnItsWay) return null;
  const release = isOnItsWay && releasedAt !== null && releasedAt > now ? releasedAt : null;
  if (complete && release) return release;
  const next = nextCostCheck(payment, now);
  return release && release < next ? release : next;
}

/**
 * After a minute, then whenever twice the time has passed, at least daily; anew from the time of the release, when a gateway
 * may be late. A scheduled check stays.
 */
function nextCostCheck({ costDueAt, settledAt, releasedAt }: Scheduled, now: Date): Date {
  const isDue = releasedAt !== null && releasedAt <= now;
  const since = Math.max((settledAt ?? now).getTime(), isDue ? releasedAt.getTime() : 0);
  const pause = Math.min(Math.max(FIRST_COST_CHECK_MS, now.getTime() - since), LAST_COST_CHECK_MS);
  const next = new Date(now.getTime() + pause);
  return costDueAt && costDueAt > now && costDueAt < next ? costDueAt : next;
}

function factsOf(payment: Payment, { feePercent }: Agreement, { feeModel }: CauseFacts): PaymentFacts {
  const { gateway, causeKey, currency, amountMinor, state } = payment;
  if (amountMinor === null) throw new Error('Bug: money without an amount');
  const counted = state === 'approved';
  return {
    gateway,
    causeKey,
    currency,
    amountMinor,
    feeModel,
    counted,
    isUnclaimed: state === 'unclaimed',
    feePercent: feePercent.toFixed(4),
  };
}
