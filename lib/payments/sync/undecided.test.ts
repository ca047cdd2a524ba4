import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { differences } from '#testing/ledger.ts';
import {
  accountStateIn,
  approvedTransfer,
  localLinks,
  paymentsAt,
  payPreference,
  resetAccounts,
  startPreference,
} from '#testing/local-rails.ts';
import { donorReturns, forgetJobs, mailsTo, onlyAttemptOf, resetProcessor, runMoneyJobs } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { syncPayment } from './sync-payment.ts';

/* A gateway is asked about what it has not decided until it has, whether or not its events arrive (ruling 52). */

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  await forgetJobs();
  await stripe('settlement', { releaseSeconds: 0 });
  for (const country of ['co', 'mx'] as const)
    await accountStateIn(service, country)('switches', { moneyReleaseMs: 0, refunds: 'approved' });
});

const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);

type Paid = {
  linkId: string;
  /** Somebody refunds so much at the gateway itself, which has not decided. Major units. */
  refundByHand: (amount: number) => Promise<unknown>;
  settle: (outcome: 'succeeded' | 'failed') => Promise<unknown>;
};

const RAILS: [string, () => Promise<Paid>][] = [
  ['card', byCard],
  ['bank transfer', byTransfer],
  ['wallet', byWallet],
];

async function byCard(): Promise<Paid> {
  const { id: linkId, intent } = await paidLink();
  return {
    linkId,
    refundByHand: async (amount) => {
      await stripe('refunds', { mode: 'pending' });
      await service.stripe().refunds.create({ payment_intent: intent, amount: amount * 100 });
    },
    settle: async (outcome) => {
      const { data } = await service.stripe().refunds.list({ payment_intent: intent });
      return stripe('settle_refund', { refund: data[0]?.id, outcome });
    },
  };
}

function atMercadoPago(country: 'co' | 'mx', linkId: string, payment_id: number): Paid {
  const account = accountStateIn(service, country);
  return {
    linkId,
    refundByHand: async (amount) => {
      await account('switches', { refunds: 'in_process' });
      await account('refund', { payment_id, amount });
    },
    settle: async (outcome) => {
      const [payment] = await paymentsAt(service, linkId, country);
      const { id: refund_id } = payment.refunds.at(-1);
      await account('settle_refund', { refund_id, outcome: outcome === 'failed' ? 'rejected' : 'approved' });
    },
  };
}

async function byTransfer(): Promise<Paid> {
  const { id: linkId } = await colombian();
  return atMercadoPago('co', linkId, await approvedTransfer(service, linkId));
}

async function byWallet(): Promise<Paid> {
  const { id: linkId } = await mexican();
  const payment = await payPreference(service, await startPreference(service, linkId));
  return atMercadoPago('mx', linkId, payment.id);
}

/** An approved donation whose fees and release are certain, so that nothing is asked about it. */
async function certain(linkId: string): Promise<string> {
  await donorReturns(service, linkId);
  const { id, costDueAt } = await onlyAttemptOf(linkId);
  expect(costDueAt).toBeNull();
  return id;
}

/** Runs the sweep at the time for which the payment's next question is scheduled, and every job that it enqueued. */
async function asked(paymentId: string): Promise<void> {
  const { costDueAt } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  if (!costDueAt) throw new Error('nothing is asked about this payment any more');
  expect(costDueAt.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000);
  await sweep(costDueAt);
  await runMoneyJobs(service);
}

const paymentOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });

/** By a wallet it is the adapter of a bank transfer, and `told` is the same code by every rail. */
const outsideGate = (isInGate: boolean) => ({ tags: isInGate ? [] : ['full' as const] });

describe.each(RAILS)('a refund by %s that somebody asked for at the gateway itself', (rail, pay) => {
  test.each([
    ['succeeded', 2000n],
    ['failed', 0n],
  ] as const)('is asked about until it has %s', outsideGate(rail !== 'wallet'), async (outcome, refundedMinor) => {
    const { linkId, refundByHand, settle } = await pay();
    const id = await certain(linkId);
    await refundByHand(20);
    await syncPayment(id, new Date());
    expect(await paymentOf(id)).toMatchObject({ refundsElsewhereMinor: 2000n });
    await asked(id);
    expect(await paymentOf(id)).toMatchObject({ refundsElsewhereMinor: 2000n });
    await settle(outcome);
    await asked(id);
    expect(await paymentOf(id)).toMatchObject({ refundsPendingMinor: 0n, refundedMinor });
    expect(await differences()).toEqual([]);
  });

  test('is told to the donor once it has succeeded, once', outsideGate(rail === 'wallet'), async () => {
    const { linkId, refundByHand, settle } = await pay();
    const id = await certain(linkId);
    const donorEmail = `told-${id}@example.org`;
    await db().payment.update({ where: { id }, data: { donorEmail } });
    await refundByHand(20);
    await syncPayment(id, new Date());
    expect(await mailsTo(donorEmail)).toEqual([]);
    await settle('succeeded');
    await syncPayment(id, new Date());
    await syncPayment(id, new Date());
    expect(await mailsTo(donorEmail)).toEqual(['donation_given_back']);
    const mail = await db().email.findFirstOrThrow({ where: { recipient: donorEmail } });
    expect(mail.data).toMatchObject({ backMajor: 20, isWhole: false });
  });
});

/** Cards: a dispute of a donation that is certain, and what becomes of it while no event arrives. */
async function disputed(kind: 'fraudulent' | 'inquiry') {
  const { id: linkId, intent } = await paidLink();
  const id = await certain(linkId);
  const { id: dispute } = await stripe('dispute', { payment_intent: intent, amount: 2000, kind });
  await syncPayment(id, new Date());
  const status = async () => db().dispute.findMany({ where: { paymentId: id }, select: { kind: true, status: true } });
  expect(await status()).toMatchObject([{ status: 'open' }]);
  return { id, dispute, status };
}

test.each([
  ['won', { disputedMinor: 0n, chargedBackMinor: 0n }],
  ['lost', { disputedMinor: 0n, chargedBackMinor: 2000n }],
] as const)('a chargeback is asked about until it is %s', async (outcome, amounts) => {
  const { id, dispute, status } = await disputed('fraudulent');
  await asked(id);
  expect(await status()).toMatchObject([{ status: 'open' }]);
  await stripe('close_dispute', { dispute, outcome });
  await asked(id);
  expect(await status()).toEqual([{ kind: 'chargeback', status: outcome }]);
  expect(await paymentOf(id)).toMatchObject(amounts);
  expect(await differences()).toEqual([]);
});

test('an inquiry is asked about too, because it can become a chargeback', async () => {
  const { id, dispute } = await disputed('inquiry');
  await stripe('move_dispute', { dispute, status: 'needs_response' });
  await asked(id);
  expect(await paymentOf(id)).toMatchObject({ disputedMinor: 2000n });
});

test('a chargeback at Mercado Pago is asked about until it has ended', async () => {
  const { id: linkId } = await colombian();
  const payment_id = await approvedTransfer(service, linkId);
  const id = await certain(linkId);
  const account = accountStateIn(service, 'co');
  await account('charge_back', { payment_id, status_detail: 'in_process' });
  await syncPayment(id, new Date());
  const { disputedMinor } = await paymentOf(id);
  expect(disputedMinor).toBeGreaterThan(0n);
  await asked(id);
  expect(await paymentOf(id)).toMatchObject({ disputedMinor });
  await account('charge_back', { payment_id, status_detail: 'reimbursed' });
  await asked(id);
  expect(await paymentOf(id)).toMatchObject({ disputedMinor: 0n, chargedBackMinor: 0n });
});

test('what has been decided is asked about no more', async () => {
  const { linkId, refundByHand, settle } = await byCard();
  const id = await certain(linkId);
  await refundByHand(20);
  await settle('succeeded');
  await syncPayment(id, new Date());
  expect(await paymentOf(id)).toMatchObject({ refundedMinor: 2000n, costDueAt: null });
});
