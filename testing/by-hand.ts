import { randomUUID } from 'node:crypto';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { recordReturned } from '#lib/payments/refunds/record-returned.ts';
import { recordSentByHand, type TransferInput } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { approveWriteOff, requestWriteOff } from '#lib/payments/refunds/write-off.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { storedCause } from './causes.ts';
import type { Partner } from './factories.ts';
import { intentOf, openLink, pay, publishedCause } from './factories.ts';
import { applyReport, movementCosts, pendingPayment } from './ledger.ts';
import { deliverEvent, donorReturns, onlyAttemptOf, secondsAgo, setExpiry } from './money.ts';
import type { Service } from './service.ts';
import { staffMember } from './withdrawals.ts';

/* Failed refunds, and the bank transfers that staff record in their place. */

type Setting = { service: Service; partner: Partner };
/** `amount` in major units: 50 by default. */
type Giving = { email: string; currency?: string; amount?: number };

/** A failed refund with its payment, and the intent at the gateway. */
export type FailedRefundOf = {
  linkId: string;
  intent: string;
  paymentId: string;
  causeKey: string;
  refundId: string;
};

/** A link in a cause of its own. */
async function given({ service, partner }: Setting, { email, currency = 'USD', amount = 50 }: Giving) {
  const cause = await publishedCause(service, partner, { goal: { amount: 0, currency } });
  const { id: linkId } = await openLink(service, partner, { cause, currency, email, amount });
  return { linkId, intent: await intentOf(service, linkId) };
}

/** A donation whose refund bounced: of all of it, or of so many minor units. */
export async function bouncedRefund(setting: Setting, giving: Giving, amountMinor?: bigint): Promise<FailedRefundOf> {
  const { service } = setting;
  const { linkId, intent } = await given(setting, giving);
  await pay(service, intent);
  await donorReturns(service, linkId);
  const payment = await onlyAttemptOf(linkId);
  const paymentId = payment.id;
  const asked = await requestRefund(
    {
      paymentId,
      amountMinor: amountMinor ?? payment.amountMinor ?? 0n,
      reason: 'Asked for',
      key: randomUUID(),
      seenMinor: 0n,
      requestedBy: newId('account'),
    },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  await performRefund(asked.refund.id, new Date());
  const [remote] = (await service.stripe().refunds.list({ payment_intent: intent })).data;
  await service.control('stripe/settle_refund', { refund: remote?.id, outcome: 'failed' });
  await deliverEvent(service, 'refund.failed', intent);
  return { linkId, intent, paymentId, causeKey: payment.causeKey, refundId: asked.refund.id };
}

/** Unmatched funds that the gateway refuses to refund. */
export async function refusedRefund(setting: Setting, giving: Giving): Promise<FailedRefundOf> {
  const { service } = setting;
  const { linkId, intent } = await given(setting, giving);
  await setExpiry(linkId, secondsAgo(2));
  await pay(service, intent);
  await donorReturns(service, linkId);
  const { id: paymentId, causeKey } = await onlyAttemptOf(linkId);
  const failure = { kind: 'status', status: 400, code: 'charge_disputed', times: 1000 };
  await service.control('stripe/fail', { ...failure, method: 'POST', path: '^/v1/refunds$' });
  const { id: refundId } = await db().refund.findFirstOrThrow({ where: { paymentId } });
  await performRefund(refundId, new Date());
  const refund = await db().refund.findUniqueOrThrow({ where: { id: refundId } });
  if (refund.state !== 'failed') throw new Error(refund.state);
  await service.control('stripe/gateway_up');
  return { linkId, intent, paymentId, causeKey, refundId };
}

/** 50 dollars, in a cause of their own, of a donor; in the database alone: their gateway knows nothing of them. */
async function stored(email: string, isLate: boolean): Promise<Omit<FailedRefundOf, 'refundId' | 'intent'>> {
  const { key: causeKey } = await storedCause();
  const linkId = newId('checkoutLink');
  const paymentId = await pendingPayment(causeKey, { linkId });
  await db().payment.update({ where: { id: paymentId }, data: { donorEmail: email } });
  await setExpiry(linkId, isLate ? secondsAgo(2) : new Date(Date.now() + 86_400_000));
  const costs = movementCosts(`txn_${paymentId}`, 5000n, 175n);
  await applyReport(paymentId, { succeededAt: new Date(), costs }, new Date());
  return { linkId, paymentId, causeKey };
}

/** As `bouncedRefund` of 50 dollars, for tests that need no gateway. */
export async function storedBounce(email: string, amountMinor = 5000n): Promise<Omit<FailedRefundOf, 'intent'>> {
  const payment = await stored(email, false);
  const { paymentId } = payment;
  const wanted = { amountMinor, reason: 'Asked for', key: randomUUID(), seenMinor: 0n, requestedBy: newId('account') };
  const asked = await requestRefund({ paymentId, ...wanted }, new Date());
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  const refundId = asked.refund.id;
  const refund = { id: `re_${refundId}`, refundId, amountMinor, hasLeft: true, createdAt: new Date() };
  const told = { refundedMinor: amountMinor, refunds: [{ ...refund, status: 'succeeded' as const }] };
  await applyReport(paymentId, told, new Date());
  const bounced = { refundedMinor: 0n, refunds: [{ ...refund, status: 'failed' as const }] };
  await applyReport(paymentId, bounced, new Date());
  return { ...payment, refundId };
}

/** As `refusedRefund`, for tests that need no gateway. */
export async function storedRefusal(email: string): Promise<Omit<FailedRefundOf, 'intent'>> {
  const payment = await stored(email, true);
  const { paymentId } = payment;
  const { id: refundId } = await db().refund.findFirstOrThrow({ where: { paymentId, state: 'pending' } });
  await transaction(async (tx) => {
    const failed = { state: 'failed', settledAt: new Date(), lastError: 'charge_disputed' };
    await tx.refund.update({ where: { id: refundId }, data: failed });
    await reserveRefunds(tx, paymentId, new Date());
  });
  return { ...payment, refundId };
}

/** A day such as `2026-11-25` in UTC, counted from today. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Records a transfer of today; by default of 50 dollars, with all of them left. */
export function sendByHand(refundId: string, more: Partial<TransferInput> = {}) {
  const sent = {
    refundId,
    amountMinor: 5000n,
    reference: 'TRX 4711',
    sentOn: dayFromNow(0),
    timeZone: 'UTC',
    seenMinor: 5000n,
    recordedBy: newId('account'),
    reason: 'Their account is closed',
    ...more,
  };
  return transaction((tx) => recordSentByHand(tx, sent, new Date()));
}

/** Records that the donor's bank returned a transfer; by default today. */
export function returnTransfer(transferId: string, returnedOn = dayFromNow(0)) {
  const returned = {
    transferId,
    returnedOn,
    timeZone: 'UTC',
    reason: 'Account unknown',
    recordedBy: newId('account'),
  };
  return transaction((tx) => recordReturned(tx, returned, new Date()));
}

/** Gives up the rest of unmatched funds, as two members of staff. */
export async function writeOffLeft(refundId: string, seenMinor = 5000n): Promise<void> {
  const [{ id: ana }, { id: ben }] = await Promise.all([staffMember(), staffMember()]);
  const asked = { refundId, reason: 'Not found', seenMinor, requestedBy: ana };
  const { id } = await transaction((tx) => requestWriteOff(tx, asked, new Date()));
  await transaction((tx) => approveWriteOff(tx, id, ben, new Date()));
}

/** The sum of the entries of a payment in an account, without what its gateway took. */
export async function postedIn(paymentId: string, account: string): Promise<bigint> {
  const { _sum } = await db().ledgerEntry.aggregate({
    where: { account, transaction: { paymentId, kind: { not: 'settlement' } } },
    _sum: { amountMinor: true },
  });
  return _sum.amountMinor ?? 0n;
}
