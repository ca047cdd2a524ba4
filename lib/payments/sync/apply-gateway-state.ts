import { timestamp } from '#lib/clock.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { log } from '#lib/log.ts';
import { countPayment } from '#lib/metrics.ts';
import { callerOfLink } from '#lib/payments/card-testing/callers.ts';
import { pauseAfterDeclines } from '#lib/payments/card-testing/decline-limits.ts';
import { donorOfAttempt, type LockedLink, lockLink, nextAttempt } from '#lib/payments/lock-link.ts';
import { isInProgress, isLive } from '#lib/payments/states.ts';
import type { RemoteAttempt, RemotePayment } from '#lib/rails/port/payment.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { cancelStartingAttempts } from './cancel-starting-attempts.ts';
import { classifyPayment, finalState, unreadCode, withCompleteness } from './decisions.ts';
import { mailDonor, receiptUrl } from './mail-donor.ts';
import { costScheduleOf, postGatewayCosts, postReceived } from './post-to-ledger.ts';
import { recordReversals } from './record-reversals.ts';
import { refundUnmatchedFunds } from './refund-unmatched-funds.ts';

/** The revision that each payment of a link had before the gateway was called, by payment id. */
type Revisions = ReadonlyMap<string, number>;

/**
 * Applies a gateway's report about an attempt. The only place that records received money, whether a webhook, a returning
 * donor, a poll past expiry or a job caused it. One transaction under the link's row lock, with the mail and the jobs that
 * follow. Applying the same report again changes nothing.
 * @param clock read once the link is locked: the time of the records and of the classification
 * @param revisions allow updating refunds and disputes of recorded money
 * @returns the attempt as it is now recorded; undefined if another process has recorded something newer since `revisions` was
 * read: the report may be outdated and the gateway should be called again
 */
export async function applyGatewayState(
  { id, linkId }: Pick<Payment, 'id' | 'linkId'>,
  remote: RemoteAttempt,
  clock: () => Date,
  revisions?: Revisions,
): Promise<Payment | undefined> {
  let declined: Payment | undefined;
  let received: Payment[] = [];
  const applied = await transaction(async (tx) => {
    const link = await lockLink(tx, linkId);
    // Read after the lock: meanwhile the link may have ended and the row may have changed.
    const now = clock();
    const attempt = link?.payments.find((payment) => payment.id === id);
    if (!link || !attempt) throw new Error('Bug: a payment without its link');
    if (await recordDeclines(tx, attempt, remote)) declined = attempt;
    const known = new Set(link.payments.flatMap((row) => (row.amountMinor === null ? [] : row.id)));
    let isUpToDate = true;
    for (const money of remote.money.toSorted((a, b) => a.succeededAt.getTime() - b.succeededAt.getTime())) {
      const row = attemptOf(link, attempt, money);
      if (!(await recordMoney(tx, link, row, money, now, revisions))) isUpToDate = false;
    }
    received = link.payments.filter((row) => row.amountMinor !== null && !known.has(row.id));
    if (isLive(attempt.state)) await recordStatus(tx, attempt, remote, now);
    return isUpToDate ? attempt : undefined;
  });
  // Counted after the commit.
  for (const { rail, state, refundReason, succeededAt, settledAt } of received)
    countPayment(rail, refundReason ?? state, (Number(settledAt) - Number(succeededAt)) / 1_000);
  // Of several processes at the same moment, the last one sees all declines.
  if (declined) await pauseAfterDeclines(declined.linkId, clock());
  return applied;
}

/** Records how an attempt without money ended, or its progress. */
async function recordStatus(tx: Tx, attempt: Payment, remote: RemoteAttempt, now: Date): Promise<void> {
  const where = { id: attempt.id };
  const { status, lastDecline: lastError = null } = remote;
  const processing = status === 'processing';
  if (!isInProgress(remote)) {
    const state = finalState(remote, attempt.id);
    if (!state) return;
    const why = lastError === null ? {} : { lastError };
    const data = { state, processing, settledAt: now, ...why };
    Object.assign(attempt, await tx.payment.update({ where, data }));
  } else if (lastError !== attempt.lastError || processing !== attempt.processing) {
    Object.assign(attempt, await tx.payment.update({ where, data: { lastError, processing } }));
    // An authentication that failed is no decline.
    if (lastError !== null) await endConfirmation(tx, attempt.linkId);
  }
}

/** The card confirmation that was under way on a link has its outcome. */
async function endConfirmation(tx: Tx, linkId: string): Promise<void> {
  const where = { id: linkId, confirmingSince: { not: null } };
  await tx.checkoutLink.updateMany({ where, data: { confirmingSince: null } });
}

/** Returns whether any decline was new. */
async function recordDeclines(tx: Tx, attempt: Payment, remote: RemoteAttempt): Promise<boolean> {
  if (remote.declines.length === 0) return false;
  const { gateway, linkId, causeKey } = attempt;
  const networks = await callerOfLink(linkId, tx);
  const from = { network: networks?.own ?? null, wideNetwork: networks?.wide ?? null };
  const { count } = await tx.decline.createMany({
    data: remote.declines.map((decline) => ({ gateway, linkId, causeKey, ...from, ...decline })),
    skipDuplicates: true,
  });
  if (count > 0) await endConfirmation(tx, linkId);
  return count > 0;
}

/** The attempt of a payment: a wallet lists all payments of a link at once, each with its attempt. */
function attemptOf({ payments }: LockedLink, attempt: Payment, { paymentId }: RemotePayment): Payment {
  return payments.find(({ id, gateway }) => id === paymentId && gateway === attempt.gateway) ?? attempt;
}

/** The row of money that was recorded before. Money of another link may be recorded there. */
async function findRecordedMoney(
  tx: Tx,
  link: LockedLink,
  { gateway }: Payment,
  { id: gatewayPaymentId, linkId }: RemotePayment,
): Promise<Payment | null> {
  const own = link.payments.find(
    (payment) => payment.gateway === gateway && payment.gatewayPaymentId === gatewayPaymentId,
  );
  if (own || linkId === link.id) return own ?? null;
  return tx.payment.findUnique({ where: { gateway_gatewayPaymentId: { gateway, gatewayPaymentId } } });
}

async function recordMoney(
  tx: Tx,
  link: LockedLink,
  attempt: Payment,
  money: RemotePayment,
  now: Date,
  revisions: Revisions | undefined,
): Promise<boolean> {
  const known = await findRecordedMoney(tx, link, attempt, money);
  if (known) return recordChange(tx, link, known, money, now, revisions);

  const classification = classifyPayment({
    money,
    attempt: { ...attempt, wasLive: isLive(attempt.state) },
    link,
    now,
  });
  const succeededAt = notBefore(link.createdAt, money.succeededAt);
  const { cause } = link;
  const state = classification === 'approved' ? 'approved' : 'refund_due';
  // Another payment of the same attempt gets its own row.
  const before = attempt.gatewayPaymentId === null ? attempt.lastError : null;
  const lastError = unreadCode(money, before);
  const received = {
    state,
    gatewayPaymentId: money.id,
    amountMinor: money.amountMinor,
    revision: attempt.revision + 1,
    processing: false,
    succeededAt,
    settledAt: now,
    ...donorOfAttempt(attempt),
    // Of a donor who was erased meanwhile nothing is written again.
    ...(attempt.erasedDonor === null ? money.source : {}),
    ...costScheduleOf(
      { state, costDueAt: attempt.costDueAt, settledAt: now, releasedAt: null, isReleased: false },
      withCompleteness(money),
      now,
    ),
    lastError,
  };
  const receiptToken = newId('receipt');
  const outcome =
    classification === 'approved'
      ? // The receipt keeps the title that the cause had at the time of the donation.
        { ...received, receiptToken, causeTitle: cause.title }
      : {
          refundReason: classification,
          ...received,
          ...(classification === 'mismatch' ? actual(money) : {}),
        };
  const payment = await writeOutcome(tx, link, attempt, outcome);
  logUnread({ ...payment, lastError: before }, money, lastError);
  await postReceived(tx, payment, link, cause, money.costs, now);
  // Of money that is new, nothing was refunded or disputed before the gateway says so.
  if (money.refundedMinor !== 0n || money.refunds?.length !== 0 || money.disputes?.length !== 0)
    await recordReversals(tx, link, payment, money, now);
  if (classification === 'approved') {
    link.isPaid = true;
    await endOtherAttempts(tx, link, payment, now);
    const completed = { receiptUrl: receiptUrl(receiptToken), completedAt: timestamp(succeededAt) };
    await mailDonor(tx, 'donation_completed', payment, completed, cause);
  } else {
    log().warn({ payment: payment.id, link: link.id, reason: classification }, 'unmatched funds were received');
    await refundUnmatchedFunds(tx, payment.id, now);
  }
  return true;
}

/** Gateways report whole seconds: a payment in the second in which its link was minted came after it (ruling 58). */
function notBefore(createdAt: Date, succeededAt: Date): Date {
  return succeededAt < createdAt ? createdAt : succeededAt;
}

/** The refund is of the received amount, not the requested one. Rounded here; `amount_minor` is exact. */
function actual({ amountMajor, currency }: RemotePayment) {
  return { amount: BigInt(Math.max(1, Math.round(amountMajor))), currency };
}

/** The first payment of an attempt is stored in its row; further payments (a wallet paid twice) get their own rows. */
async function writeOutcome(tx: Tx, link: LockedLink, attempt: Payment, outcome: object): Promise<Payment> {
  if (attempt.gatewayPaymentId === null) {
    const payment = await tx.payment.update({ where: { id: attempt.id }, data: outcome });
    Object.assign(attempt, payment);
    return payment;
  }
  const { linkId, rail, causeKey, gateway, amount, currency } = attempt;
  const payment = await tx.payment.create({
    data: {
      id: newId('payment'),
      linkId,
      rail,
      causeKey,
      gateway,
      amount,
      currency,
      attempt: nextAttempt(link, rail),
      state: 'pending',
      ...outcome,
    },
  });
  link.payments.push(payment);
  return payment;
}

/**
 * Records refunds, disputes and gateway fees of recorded money. Returns false if its row has changed since the gateway was
 * called: the report may be outdated.
 */
async function recordChange(
  tx: Tx,
  link: LockedLink,
  known: Payment,
  money: RemotePayment,
  now: Date,
  revisions: Revisions | undefined,
): Promise<boolean> {
  const upToDate = !revisions || revisions.get(known.id) === known.revision;
  if (revisions && upToDate) await recordReversals(tx, link, known, money, now);
  const lastError = unreadCode(money, known.lastError);
  logUnread(known, money, lastError);
  if (lastError !== known.lastError) await tx.payment.update({ where: { id: known.id }, data: { lastError } });
  await postGatewayCosts(tx, known, link, withCompleteness(money), now);
  return upToDate;
}

/**
 * A link is paid once. Syncing its other attempts cancels them before a donor pays them too; those that are being started
 * are cancelled here: their starters see this and cancel what they created at the gateway.
 */
async function endOtherAttempts(
  tx: Tx,
  { id: linkId, payments }: LockedLink,
  { id }: Payment,
  now: Date,
): Promise<void> {
  const others = payments.filter((other) => other.id !== id);
  if (others.some(({ state }) => state === 'starting')) await cancelStartingAttempts(tx, [linkId], now);
  for (const other of others) if (other.state === 'pending') await enqueue(tx, 'check_payment', { id: other.id });
}

/** Logs a problem once for each payment, not whenever the gateway is asked. Call it under the link's lock. */
function logUnread(
  { id: payment, gateway, lastError: before }: Pick<Payment, 'id' | 'gateway' | 'lastError'>,
  { unread = [] }: RemotePayment,
  lastError: string | null,
): void {
  if (unread.length > 0 && lastError !== before)
    log().warn({ payment, gateway, unread }, 'a gateway did not tell everything about a payment');
}
