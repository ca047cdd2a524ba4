import { timestamp } from '#lib/clock.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import type { RemoteAttempt, RemotePayment } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { bookArrival, bookCosts } from './book.ts';
import { callerOfLink } from './card-callers.ts';
import { watchDeclines } from './card-testing.ts';
import { payerOf } from './donor.ts';
import { judge } from './judge.ts';
import { type LockedLink, lockLink } from './lock-link.ts';
import { mailDonor } from './mail-donor.ts';
import { isUnderWay, ownMoney } from './own-money.ts';
import { receiptUrl } from './receipt-url.ts';
import { recordReversals } from './record-reversals.ts';
import { isLive } from './states.ts';

/** Every payment that a reading may tell of, with its revision as it was before the gateway was asked. */
export type Asked = ReadonlyMap<string, number>;

/**
 * The one finaliser: records what a gateway said of an attempt, for webhook, donor's return, poll past expiry and sweep
 * alike. Under the link's lock, in one transaction with the mail and the jobs that follow; saying the same thing again
 * changes nothing.
 * @param clock is read once the link is locked: the time of what is recorded, and what its money is judged by
 * @param asked lets refunds and disputes of recorded money be followed. False is returned when somebody else has recorded
 * some since: what we were told may be older, and the gateway is to be asked again.
 */
export async function settle(
  paymentId: string,
  remote: RemoteAttempt,
  clock: () => Date,
  asked?: Asked,
): Promise<boolean> {
  let declined: Payment | undefined;
  const isUpToDate = await transaction(async (tx) => {
    const { linkId } = await tx.payment.findUniqueOrThrow({
      where: { id: paymentId },
      select: { linkId: true },
    });
    const link = await lockLink(tx, linkId);
    if (!link) throw new Error('Bug: a payment without its link');
    // Read after the lock: the link may have ended, and the row been settled, while we waited for the gateway and for it.
    const now = clock();
    const attempt = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } });
    if (await recordDeclines(tx, attempt, remote)) declined = attempt;
    let upToDate = true;
    for (const money of remote.money) {
      const row = await rowOf(tx, attempt, money);
      if (!(await recordMoney(tx, link, row, money, now, asked))) upToDate = false;
    }
    if (isLive(attempt.state)) await recordStanding(tx, attempt, remote, now);
    return upToDate;
  });
  // Counted once they are committed: of several at the same moment, the last sees all.
  if (declined) await watchDeclines(declined.linkId, declined.causeKey, clock());
  return isUpToDate;
}

/** What is known of an attempt that has brought no money: how it ended, or how far it is. */
async function recordStanding(tx: Tx, attempt: Payment, remote: RemoteAttempt, now: Date): Promise<void> {
  const where = { id: attempt.id };
  const { standing, lastDecline: lastError = null } = remote;
  const processing = standing === 'processing';
  if (!isUnderWay(remote)) {
    const isUnpaid = ownMoney(remote, attempt.id).length === 0;
    const data = { state: standing, processing, settledAt: now };
    if (isUnpaid) await tx.payment.update({ where, data });
  } else if (lastError !== attempt.lastError || processing !== attempt.processing)
    await tx.payment.update({ where, data: { lastError, processing } });
}

/** Returns whether any was new. */
async function recordDeclines(tx: Tx, attempt: Payment, remote: RemoteAttempt): Promise<boolean> {
  if (remote.declines.length === 0) return false;
  const { gateway, linkId, causeKey } = attempt;
  const network = (await callerOfLink(linkId, tx)) ?? null;
  const { count } = await tx.decline.createMany({
    data: remote.declines.map((decline) => ({ gateway, linkId, causeKey, network, ...decline })),
    skipDuplicates: true,
  });
  return count > 0;
}

/** The attempt that money belongs to: a wallet tells all payments of a link at once, each naming the attempt it was made on. */
async function rowOf(tx: Tx, attempt: Payment, { paymentId }: RemotePayment): Promise<Payment> {
  if (!paymentId || paymentId === attempt.id) return attempt;
  const { linkId, gateway } = attempt;
  return (await tx.payment.findFirst({ where: { id: paymentId, linkId, gateway } })) ?? attempt;
}

async function recordMoney(
  tx: Tx,
  link: LockedLink,
  attempt: Payment,
  money: RemotePayment,
  now: Date,
  asked: Asked | undefined,
): Promise<boolean> {
  const gatewayPaymentId = money.id;
  const known = await tx.payment.findUnique({
    where: { gateway_gatewayPaymentId: { gateway: attempt.gateway, gatewayPaymentId } },
  });
  if (known) return recordChange(tx, link, known, money, now, asked);

  const verdict = judge({ money, attempt: { ...attempt, wasLive: isLive(attempt.state) }, link, now });
  const succeededAt = notBefore(link.createdAt, money.succeededAt);
  const arrived = {
    gatewayPaymentId,
    amountMinor: money.amountMinor,
    revision: attempt.revision + 1,
    processing: false,
    succeededAt,
    settledAt: now,
    ...payerOf(attempt, link),
  };
  const outcome =
    verdict === 'approved'
      ? { state: 'approved', ...arrived, receiptToken: newId('receipt'), causeTitle: await titleOf(tx, link) }
      : {
          state: 'refund_due',
          refundReason: verdict,
          ...arrived,
          ...(verdict === 'mismatch' ? actual(money) : {}),
        };
  const payment = await writeOutcome(tx, attempt, outcome);
  await bookArrival(tx, payment, link, money.costs, now);
  await recordReversals(tx, link, payment, money, now);
  if (verdict === 'approved') {
    link.isPaid = true;
    await stopOtherAttempts(tx, payment);
    await mailDonor(tx, 'donation_completed', payment, {
      ...(payment.receiptToken ? { receiptUrl: receiptUrl(payment.receiptToken) } : {}),
      completedAt: timestamp(succeededAt),
    });
  } else {
    log().warn(
      { payment: payment.id, link: link.id, reason: verdict },
      'money arrived that is not its link’s',
    );
    await enqueue(tx, 'refund_payment', { id: payment.id });
  }
  return true;
}

/** Gateways tell whole seconds: what was paid in the second of its link's minting was paid after it (decisions.md 58). */
function notBefore(createdAt: Date, succeededAt: Date): Date {
  return succeededAt < createdAt ? createdAt : succeededAt;
}

/** What is given back is what arrived, not what was asked for. Rounded for the books; `amount_minor` is exact. */
function actual({ amountMajor, currency }: RemotePayment) {
  return { amount: BigInt(Math.max(1, Math.round(amountMajor))), currency };
}

/** The attempt's own row takes the first money; more money on the same attempt (a wallet paid twice) gets rows of its own. */
async function writeOutcome(tx: Tx, attempt: Payment, outcome: object): Promise<Payment> {
  if (attempt.gatewayPaymentId === null) {
    const payment = await tx.payment.update({ where: { id: attempt.id }, data: outcome });
    Object.assign(attempt, payment);
    return payment;
  }
  const { linkId, rail, causeKey, gateway, amount, currency } = attempt;
  const last = await tx.payment.aggregate({ where: { linkId, rail }, _max: { attempt: true } });
  return tx.payment.create({
    data: {
      id: newId('payment'),
      ...{ linkId, rail, causeKey, gateway, amount, currency },
      attempt: (last._max.attempt ?? 0) + 1,
      state: 'pending',
      ...outcome,
    },
  });
}

/**
 * Money that is known already: what became of it since, and what its gateway took. Returns false when something was recorded
 * of it since the gateway was asked: what it said then may be older.
 */
async function recordChange(
  tx: Tx,
  link: LockedLink,
  known: Payment,
  money: RemotePayment,
  now: Date,
  asked: Asked | undefined,
): Promise<boolean> {
  const upToDate = !asked || asked.get(known.id) === known.revision;
  if (asked && upToDate) await recordReversals(tx, link, known, money, now);
  await bookCosts(tx, known, link, money.costs, now);
  return upToDate;
}

/** A link is paid once: what is still live on another rail is to be cancelled before a donor pays it too. */
async function stopOtherAttempts(tx: Tx, { id, linkId }: Payment): Promise<void> {
  const others = await tx.payment.findMany({
    where: { linkId, state: 'pending', id: { not: id } },
    select: { id: true },
  });
  for (const other of others) await enqueue(tx, 'check_payment', { id: other.id });
}

/** The receipt keeps saying what the cause was called when it was given to. */
async function titleOf(tx: Tx, { causeKey }: LockedLink): Promise<string> {
  return (await tx.cause.findUniqueOrThrow({ where: { key: causeKey }, select: { title: true } })).title;
}
