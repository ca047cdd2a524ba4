import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { differences } from '#testing/ledger.ts';
import { accountStateIn, approvedTransfer, localLinks, paymentsAt, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, forgetJobs, onlyAttemptOf, resetProcessor, runEveryMoneyJob } from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { syncPayment } from './sync-payment.ts';

/* An answer that could not be had decides nothing: what is known stays, and the rest of the report is recorded. */

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian } = localLinks(service, partner);
const co = accountStateIn(service, 'co');
const CHARGEBACKS = '/v1/chargebacks/search';
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  await forgetJobs();
});

const FAILURES = [
  ['403', { kind: 'status', status: 403 }],
  ['404', { kind: 'status', status: 404 }],
  ['500', { kind: 'status', status: 500 }],
  ['no answer', { kind: 'reset_before' }],
] as const;

/** Of every kind of failure, one test of a list of chargebacks meets it in the gate, and all of them in `npm run test:all`. */
const meets = (name: string, ...gate: string[]) => ({ tags: gate.includes(name) ? [] : ['full' as const] });

const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });
const disputesOf = (paymentId: string) =>
  db().dispute.findMany({
    where: { paymentId },
    select: { gatewayDisputeId: true, status: true, amountMinor: true },
  });
const sync = (id: string) => syncPayment(id, new Date());

/** A bank transfer of 50,000 pesos that has completed its link. */
async function transferred() {
  const { id: linkId } = await colombian();
  const payment_id = await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const { id, gatewayPaymentId } = await onlyAttemptOf(linkId);
  const failing = (failure: object, times = 100) => co('fail', { path: CHARGEBACKS, times, ...failure });
  return { linkId, payment_id, id, subject: gatewayPaymentId ?? '', failing };
}

/** The same, with an open chargeback of 20,000 pesos that is known. */
async function chargedBack() {
  const made = await transferred();
  const { chargeback } = await co('charge_back', { payment_id: made.payment_id, amount: 20_000 });
  await sync(made.id);
  const known = [{ gatewayDisputeId: String(chargeback.id), status: 'open', amountMinor: 2_000_000n }];
  expect(await disputesOf(made.id)).toEqual(known);
  return { ...made, known };
}

describe.each(FAILURES)('a list of chargebacks that answers %s', (name, failure) => {
  test(
    'leaves a known chargeback and its amount as they are, and is asked again',
    meets(name, '404', '500'),
    async () => {
      const { id, payment_id, known, failing } = await chargedBack();
      await failing(failure);
      await sync(id);
      expect(await disputesOf(id)).toEqual(known);
      expect(await rowOf(id)).toMatchObject({ disputedMinor: 2_000_000n, costDueAt: expect.any(Date) });
      await co('charge_back', { payment_id, status_detail: 'reimbursed' });
      await sync(id);
      expect(await disputesOf(id)).toEqual(known);
      await co('gateway_up');
      await sweep((await rowOf(id)).costDueAt ?? new Date(0));
      await runEveryMoneyJob(service);
      expect(await disputesOf(id)).toMatchObject([{ status: 'won' }]);
      expect(await rowOf(id)).toMatchObject({ disputedMinor: 0n, lastError: null });
      expect(await differences()).toEqual([]);
    },
  );

  test('does not keep a refund from being recorded', meets(name, '403'), async () => {
    const { id, payment_id, failing } = await transferred();
    await failing(failure);
    await co('refund', { payment_id, amount: 20_000 });
    await sync(id);
    expect(await rowOf(id)).toMatchObject({ refundedMinor: 2_000_000n, costDueAt: expect.any(Date) });
    expect(await disputesOf(id)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test('does not keep a refund that staff made from ending', meets(name, 'no answer'), async () => {
    const { id, failing } = await transferred();
    await failing(failure);
    const asked = await requestRefund(
      {
        paymentId: id,
        amountMinor: 2_000_000n,
        seenMinor: 0n,
        reason: 'Asked for',
        key: 'form',
        requestedBy: 'acc_staff',
      },
      new Date(),
    );
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    await performRefund(asked.refund.id, new Date());
    expect(await db().refund.findUnique({ where: { id: asked.refund.id } })).toMatchObject({
      state: 'succeeded',
    });
    expect((await rowOf(id)).refundedMinor).toBe(2_000_000n);
  });

  const HELD = 'holds all of a payment that itself is %s back';
  test.each(['in_process', 'settled'])(HELD, meets(name, '404'), async (status_detail) => {
    const { id, payment_id, failing } = await transferred();
    await failing(failure);
    await co('charge_back', { payment_id, status_detail, amount: 20_000 });
    await sync(id);
    const { disputedMinor, chargedBackMinor } = await rowOf(id);
    expect(disputedMinor + chargedBackMinor).toBe(5_000_000n);
    await co('gateway_up');
    await sync(id);
    expect(await disputesOf(id)).toMatchObject([{ amountMinor: 2_000_000n }]);
    expect(await differences()).toEqual([]);
  });

  const LOGGED = 'is logged once for a payment, and named by every reconciliation until it answers';
  test(LOGGED, meets(name, '403'), async () => {
    const { id, payment_id, subject, failing } = await transferred();
    await failing(failure);
    await co('refund', { payment_id, amount: 20_000 });
    const warn = vi.spyOn(log(), 'warn').mockReturnValue(undefined);
    for (const _time of [1, 2, 3]) await sync(id);
    const logged = warn.mock.calls.filter(([facts]) => (facts as { payment?: string }).payment === id);
    warn.mockRestore();
    expect(logged).toHaveLength(1);
    const named = { about: 'unread_payment', subject, paymentId: id, currency: 'COP' };
    const about = async () =>
      (await reconcile('mercado-pago-co')).filter((difference) => difference.subject === subject);
    for (const _day of [1, 2]) expect(await about()).toMatchObject([named]);
    await co('gateway_up');
    // Which reads it again by itself: the next question about it may be a day away.
    expect(await about()).toEqual([]);
  });
});

test('of two chargebacks, the known one stays lost while the other cannot be read', async () => {
  const { id, payment_id, failing } = await chargedBack();
  await co('charge_back', { payment_id, status_detail: 'settled' });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ disputedMinor: 0n, chargedBackMinor: 2_000_000n });
  await failing({ kind: 'status', status: 500 });
  await co('charge_back', { payment_id, status_detail: 'in_process', amount: 10_000 });
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ disputedMinor: 3_000_000n, chargedBackMinor: 2_000_000n });
  await co('gateway_up');
  await sync(id);
  expect(await rowOf(id)).toMatchObject({ disputedMinor: 1_000_000n, chargedBackMinor: 2_000_000n });
  expect(await disputesOf(id)).toHaveLength(2);
  expect(await paymentsAt(service, (await rowOf(id)).linkId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
});

describe('by card', () => {
  const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);

  async function disputed() {
    const { id: linkId, intent } = await paidLink();
    await donorReturns(service, linkId);
    const { id } = await onlyAttemptOf(linkId);
    const { id: dispute } = await stripe('dispute', { payment_intent: intent, amount: 2000 });
    await sync(id);
    return { id, intent, dispute };
  }

  const cardFailures = [FAILURES[1], ...runs<(typeof FAILURES)[number][]>([], [FAILURES[0], FAILURES[2], FAILURES[3]])];
  test.each(cardFailures)('a list of disputes that answers %s changes none of them', async (_name, failure) => {
    const { id, dispute } = await disputed();
    await stripe('fail', { path: '^/v1/disputes', times: 100, shouldRetry: false, ...failure });
    await stripe('close_dispute', { dispute, outcome: 'won' });
    await sync(id);
    expect(await disputesOf(id)).toEqual([{ gatewayDisputeId: dispute, status: 'open', amountMinor: 2000n }]);
    expect(await rowOf(id)).toMatchObject({ disputedMinor: 2000n, costDueAt: expect.any(Date) });
    await stripe('gateway_up', {});
    await sync(id);
    expect(await rowOf(id)).toMatchObject({ disputedMinor: 0n, lastError: null });
    expect(await differences()).toEqual([]);
  });

  test('a list of refunds that fails leaves them as they are, and the sum is recorded', async () => {
    const { id: linkId, intent } = await paidLink();
    await donorReturns(service, linkId);
    const { id } = await onlyAttemptOf(linkId);
    // More than an expanded charge lists.
    for (const _time of Array(11).keys())
      await service.stripe().refunds.create({ payment_intent: intent, amount: 100 });
    await stripe('fail', {
      path: '^/v1/refunds$',
      times: 100,
      kind: 'status',
      status: 500,
      shouldRetry: false,
    });
    await sync(id);
    expect(await rowOf(id)).toMatchObject({ refundedMinor: 1100n, costDueAt: expect.any(Date) });
    expect((await rowOf(id)).lastError).toContain('refunds');
    await stripe('gateway_up', {});
    await sync(id);
    expect((await rowOf(id)).lastError).toBeNull();
    expect(await differences()).toEqual([]);
  });

  test('a list of failed charges that fails does not keep a donation from being recorded', async () => {
    const { id: linkId, intent } = await paidLink();
    await stripe('fail', {
      path: '^/v1/charges$',
      times: 100,
      kind: 'status',
      status: 500,
      shouldRetry: false,
    });
    await donorReturns(service, linkId);
    expect((await onlyAttemptOf(linkId)).state).toBe('approved');
    expect(intent).toBeDefined();
  });
});
