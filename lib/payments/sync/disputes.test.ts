import { beforeEach, describe, expect, test } from 'vitest';
import { causeTotals } from '#lib/causes/totals.ts';
import { db } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { publishedCause } from '#testing/factories.ts';
import { differences, postedFor } from '#testing/ledger.ts';
import { accountStateIn, approvedTransfer, localLinks, resetAccounts } from '#testing/local-rails.ts';
import {
  deliverEvent,
  donorReturns,
  forgetJobs,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  secondsAgo,
  setExpiry,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  await forgetJobs();
});

const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);
const hearOfDispute = (intent: string) => deliverEvent(service, 'charge.dispute.created', intent);

/** A donation of 50 dollars to a new cause, at 5 %; Stripe has taken 1.75. */
async function donated(email = 'donor@example.org') {
  const cause = await publishedCause(service, partner);
  const { id: linkId, intent } = await paidLink({ cause, email });
  await donorReturns(service, linkId);
  const payment = await onlyAttemptOf(linkId);
  return { cause, linkId, intent, paymentId: payment.id };
}
const disputesOf = (paymentId: string) =>
  db().dispute.findMany({
    where: { paymentId },
    select: { kind: true, status: true, amountMinor: true, currency: true },
  });
const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });
const available = async (cause: string) => (await causeBalance(db(), cause)).leftMinor;
const collected = async (cause: string) => (await causeTotals(db(), cause)).collected;
/** The ledger's balance of an account, over all postings of a payment. */
async function posted(paymentId: string, account: string): Promise<number> {
  const all = await postedFor(paymentId);
  return all.reduce((sum, { entries }) => sum + (entries[`${account} USD`] ?? 0), 0);
}
/** The gateway's own movements since its reset. */
const inTheBooks = async () => (await stripe('books', {})).balance.USD;

describe('a chargeback', () => {
  test('holds back exactly its amount, with a respond-by date; won, it returns it', async () => {
    const { cause, intent, paymentId } = await donated();
    const { id: dispute } = await stripe('dispute', { payment_intent: intent, amount: 2000 });
    await hearOfDispute(intent);
    expect(await disputesOf(paymentId)).toEqual([
      { kind: 'chargeback', status: 'open', amountMinor: 2000n, currency: 'USD' },
    ]);
    expect((await db().dispute.findFirstOrThrow({ where: { paymentId } })).respondBy).not.toBeNull();
    expect(await collected(cause)).toBe(30);
    // 30 dollars, less 5 %, 1.75 of the donation and 15 of the dispute.
    expect(await available(cause)).toBe(2850n - 175n - 1500n);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
    await stripe('close_dispute', { dispute, outcome: 'won' });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    expect(await disputesOf(paymentId)).toMatchObject([{ status: 'won' }]);
    expect([await collected(cause), await available(cause)]).toEqual([50, 4750n - 175n]);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
    expect(await differences()).toEqual([]);
  });

  test('if lost, charges its amount and fee to the creator, below zero if necessary', async () => {
    const { cause, linkId, intent, paymentId } = await donated();
    const { id: dispute } = await stripe('dispute', { payment_intent: intent });
    await stripe('close_dispute', { dispute, outcome: 'lost' });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    expect(await available(cause)).toBe(-175n - 1500n);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
    expect((await poll(service, partner.key, linkId)).body.status).toBe('completed');
    expect(await differences()).toEqual([]);
  });

  test('of a fully refunded payment takes the money a second time, which is our loss', async () => {
    const { cause, intent, paymentId } = await donated();
    await service.stripe().refunds.create({ payment_intent: intent });
    await deliverEvent(service, 'charge.refunded', intent);
    const { id: dispute } = await stripe('dispute', { payment_intent: intent });
    await stripe('close_dispute', { dispute, outcome: 'lost' });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    expect(await posted(paymentId, 'dispute_losses')).toBe(5000);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
    expect(await available(cause)).toBe(-175n - 1500n);
    expect(await differences()).toEqual([]);
  });
});

describe('an inquiry', () => {
  test('moves no money and allows a refund, which closes it', async () => {
    const { cause, intent, paymentId } = await donated();
    const before = await postedFor(paymentId);
    await stripe('dispute', { payment_intent: intent, kind: 'inquiry' });
    await hearOfDispute(intent);
    expect(await disputesOf(paymentId)).toMatchObject([{ kind: 'inquiry', status: 'open' }]);
    expect(await postedFor(paymentId)).toEqual(before);
    expect(await collected(cause)).toBe(50);
    const asked = await requestRefund(
      {
        paymentId,
        amountMinor: 5000n,
        reason: 'Keeps it from becoming a chargeback',
        key: 'form',
        seenMinor: 0n,
        requestedBy: 'acc_staff',
      },
      new Date(),
    );
    if (asked.kind !== 'requested') throw new Error(JSON.stringify(asked));
    await performRefund(asked.refund.id, new Date());
    expect(await disputesOf(paymentId)).toMatchObject([{ kind: 'inquiry', status: 'closed' }]);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
  });

  test('that becomes a chargeback is the same dispute, and takes its amount from then on', async () => {
    const { intent, paymentId } = await donated();
    const { id: dispute } = await stripe('dispute', {
      payment_intent: intent,
      kind: 'inquiry',
      amount: 3000,
    });
    await hearOfDispute(intent);
    await stripe('move_dispute', { dispute, status: 'needs_response' });
    await deliverEvent(service, 'charge.dispute.updated', intent);
    expect(await disputesOf(paymentId)).toEqual([
      { kind: 'chargeback', status: 'open', amountMinor: 3000n, currency: 'USD' },
    ]);
    expect((await paymentOf(paymentId)).disputedMinor).toBe(3000n);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
  });

  test('that becomes a chargeback is heard of at once, by the events that our endpoint subscribes to', async () => {
    const { intent, paymentId } = await donated();
    await stripe('webhooks', { drop: false });
    const { id: dispute } = await stripe('dispute', { payment_intent: intent, kind: 'inquiry' });
    await stripe('idle', {});
    expect(await disputesOf(paymentId)).toMatchObject([{ kind: 'inquiry', status: 'open' }]);
    await stripe('move_dispute', { dispute, status: 'needs_response' });
    await stripe('idle', {});
    expect(await disputesOf(paymentId)).toMatchObject([{ kind: 'chargeback', status: 'open' }]);
    await stripe('close_dispute', { dispute, outcome: 'won' });
    await stripe('idle', {});
    expect(await disputesOf(paymentId)).toMatchObject([{ status: 'won' }]);
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
  });

  test.each(['prevented', ...runs<string[]>([], ['warning_closed'])])('that is %s has ended', async (status) => {
    const { cause, intent, paymentId } = await donated();
    const { id: dispute } = await stripe('dispute', { payment_intent: intent, kind: 'inquiry' });
    await hearOfDispute(intent);
    await stripe('move_dispute', { dispute, status });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    const [row] = await db().dispute.findMany({ where: { paymentId } });
    expect(row).toMatchObject({ kind: 'inquiry', status: 'closed', endedAt: expect.any(Date) });
    expect(await collected(cause)).toBe(50);
  });
});

describe('unmatched funds', () => {
  /** Charged after its link had ended: a refund is due. */
  async function late() {
    const { id: linkId, intent } = await paidLink();
    await setExpiry(linkId, secondsAgo(2));
    await db().payment.updateMany({ where: { linkId }, data: { state: 'canceled' } });
    await deliverEvent(service, 'payment_intent.succeeded', intent);
    const payment = await onlyAttemptOf(linkId);
    expect(payment.state).toBe('refund_due');
    return { linkId, intent, paymentId: payment.id };
  }

  test('charged back before their refund end as charged_back, and the donor is notified', async () => {
    const { linkId, intent, paymentId } = await late();
    const { id: dispute } = await stripe('dispute', { payment_intent: intent });
    await hearOfDispute(intent);
    expect((await paymentOf(paymentId)).state).toBe('refund_due');
    await stripe('close_dispute', { dispute, outcome: 'lost' });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    expect((await paymentOf(paymentId)).state).toBe('charged_back');
    expect(await posted(paymentId, 'to_give_back')).toBe(0);
    await runEveryMoneyJob(service);
    expect((await service.stripe().refunds.list({ payment_intent: intent })).data).toEqual([]);
    expect((await donorReturns(service, linkId)).body.refund).toMatchObject({ amount: 50 });
    expect(await differences()).toEqual([]);
  });

  test('charged back, with a won chargeback, are refunded then', async () => {
    const { intent, paymentId } = await late();
    const { id: dispute } = await stripe('dispute', { payment_intent: intent });
    await hearOfDispute(intent);
    await runEveryMoneyJob(service);
    await stripe('close_dispute', { dispute, outcome: 'won' });
    await deliverEvent(service, 'charge.dispute.closed', intent);
    await runEveryMoneyJob(service);
    expect((await paymentOf(paymentId)).state).toBe('refunded');
    expect(await posted(paymentId, 'gateway')).toBe(await inTheBooks());
  });

  test('held back by a bank do not keep the sweep from refunding others', async () => {
    const held = await late();
    await stripe('dispute', { payment_intent: held.intent });
    await hearOfDispute(held.intent);
    const free = await late();
    await db().$executeRaw`DELETE FROM pgboss.job WHERE name = 'perform_refund'`;
    await sweep(new Date(Date.now() + 600_000));
    const planned = await db().$queryRaw<{ id: string }[]>`
      SELECT r.payment_id AS id FROM pgboss.job j JOIN refunds r ON r.id = j.data ->> 'id'
       WHERE j.name = 'perform_refund' AND j.state = 'created'`;
    const ids = planned.map(({ id }) => id);
    expect(ids).toContain(free.paymentId);
    expect(ids).not.toContain(held.paymentId);
  });
});

describe('a chargeback of a bank transfer', () => {
  const co = accountStateIn(service, 'co');

  async function transferred() {
    const { id: linkId, cause } = await colombian();
    const payment_id = await approvedTransfer(service, linkId);
    await donorReturns(service, linkId);
    const payment = await onlyAttemptOf(linkId);
    return { cause, payment_id, paymentId: payment.id };
  }

  test('of a part is known from its own event only, and lost as reported', async () => {
    const { payment_id, paymentId } = await transferred();
    for (const [type, status_detail, status] of [
      ['chargebacks', 'in_process', 'open'],
      ['topic_chargebacks_wh', 'settled', 'lost'],
    ]) {
      await co('switches', { chargebackWebhooks: 'chargebacks', chargebackWebhookType: type });
      await co('webhooks', { drop: false, signature: 'valid' });
      await co('charge_back', {
        payment_id,
        status_detail,
        ...(status === 'open' ? { amount: 20_000 } : {}),
      });
      await co('idle', {});
      expect(await disputesOf(paymentId)).toEqual([
        { kind: 'chargeback', status, amountMinor: 2_000_000n, currency: 'COP' },
      ]);
    }
    expect(await paymentOf(paymentId)).toMatchObject({ disputedMinor: 0n, chargedBackMinor: 2_000_000n });
    expect(await differences()).toEqual([]);
  });

  test('that is reimbursed returns the money', async () => {
    const { payment_id, paymentId } = await transferred();
    await co('webhooks', { drop: false, signature: 'valid' });
    await co('charge_back', { payment_id });
    await co('idle', {});
    expect((await paymentOf(paymentId)).disputedMinor).toBe(5_000_000n);
    await co('charge_back', { payment_id, status_detail: 'reimbursed' });
    await co('idle', {});
    expect(await paymentOf(paymentId)).toMatchObject({ disputedMinor: 0n, chargedBackMinor: 0n });
    expect(await disputesOf(paymentId)).toMatchObject([{ status: 'won' }]);
  });
});
