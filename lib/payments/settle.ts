import { timestamp } from '#lib/clock.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { log } from '#lib/log.ts';
import type { RemoteAttempt, RemotePayment } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { judge } from './judge.ts';
import { type LockedLink, lockLink } from './lock-link.ts';
import { isLive } from './states.ts';

/**
 * The one finaliser: records what a gateway said of an attempt, for webhook, donor's return, poll past expiry and sweep
 * alike. Under the link's lock, in one transaction with the mail and the jobs that follow; saying the same thing again
 * changes nothing.
 */
export async function settle(paymentId: string, remote: RemoteAttempt, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { linkId } = await tx.payment.findUniqueOrThrow({
      where: { id: paymentId },
      select: { linkId: true },
    });
    const link = await lockLink(tx, linkId);
    if (!link) throw new Error('Bug: a payment without its link');
    // Read after the lock: the row may have been settled while we waited for it.
    const attempt = await tx.payment.findUniqueOrThrow({ where: { id: paymentId } });
    await recordDeclines(tx, attempt, remote);
    for (const money of remote.money) await recordMoney(tx, link, attempt, money, now);
    if (remote.money.length === 0 && remote.standing !== 'live' && isLive(attempt.state))
      await tx.payment.update({
        where: { id: attempt.id },
        data: { state: remote.standing, settledAt: now },
      });
  });
}

async function recordDeclines(tx: Tx, attempt: Payment, remote: RemoteAttempt): Promise<void> {
  if (remote.declines.length === 0) return;
  const { gateway, linkId } = attempt;
  await tx.decline.createMany({
    data: remote.declines.map((decline) => ({ gateway, linkId, ...decline })),
    skipDuplicates: true,
  });
}

async function recordMoney(
  tx: Tx,
  link: LockedLink,
  attempt: Payment,
  money: RemotePayment,
  now: Date,
): Promise<void> {
  const gatewayPaymentId = money.id;
  const known = await tx.payment.findUnique({
    where: { gateway_gatewayPaymentId: { gateway: attempt.gateway, gatewayPaymentId } },
  });
  if (known) return recordReversals(tx, known, money);

  const verdict = judge({ money, attempt: { ...attempt, wasLive: isLive(attempt.state) }, link, now });
  const arrived = {
    gatewayPaymentId,
    amountMinor: money.amountMinor,
    refundedMinor: money.refundedMinor,
    dispute: money.dispute,
    succeededAt: money.succeededAt,
    settledAt: now,
    ...donorOf(link),
  };
  const outcome =
    verdict === 'approved'
      ? { state: 'approved', ...arrived }
      : { state: 'refund_due', refundReason: verdict, ...arrived };
  const payment = await writeOutcome(tx, attempt, outcome);
  if (verdict === 'approved') {
    link.isPaid = true;
    await mailReceipt(tx, link, payment);
  } else {
    log().warn(
      { payment: payment.id, link: link.id, reason: verdict },
      'money arrived that is not its link’s',
    );
    await enqueue(tx, 'refund_payment', { id: payment.id });
  }
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

/** Refunds and disputes after completion: the link stays completed, what the cause has collected follows (decisions.md 46). */
async function recordReversals(tx: Tx, payment: Payment, money: RemotePayment): Promise<void> {
  if (payment.refundedMinor === money.refundedMinor && payment.dispute === money.dispute) return;
  await tx.payment.update({
    where: { id: payment.id },
    data: { refundedMinor: money.refundedMinor, dispute: money.dispute },
  });
}

/** The contribution carries what the donor chose; where nothing was chosen, what the link was minted with (decisions.md 49). */
function donorOf(link: LockedLink) {
  return {
    donorName: link.donorName || null,
    donorEmail: (link.donorEmail ?? link.email) || null,
    donorAnonymous: link.donorAnonymous ?? link.anonymous ?? false,
    donorLocale: link.donorLocale,
  };
}

async function mailReceipt(tx: Tx, link: LockedLink, payment: Payment): Promise<void> {
  if (!payment.donorEmail) return;
  const cause = await tx.cause.findUniqueOrThrow({
    where: { key: link.causeKey },
    select: { title: true, country: true },
  });
  await sendEmail(
    tx,
    'donation_completed',
    { recipient: payment.donorEmail, locale: payment.donorLocale ?? 'en' },
    {
      name: payment.donorName,
      title: cause.title,
      amountMajor: Number(payment.amount),
      currency: payment.currency,
      country: cause.country,
      paymentId: payment.id,
      completedAt: timestamp(payment.succeededAt ?? new Date(0)),
    },
  );
}
