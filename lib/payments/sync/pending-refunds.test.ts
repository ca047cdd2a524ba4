import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { findRecord } from '#lib/payments/views/find-record.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { differences, postedFor } from '#testing/ledger.ts';
import {
  accountStateIn,
  approvedTransfer,
  localLinks,
  paymentsAt,
  payPreference,
  resetAccounts,
  startPreference,
} from '#testing/local-rails.ts';
import {
  donorReturns,
  forgetJobs,
  mailsTo,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
} from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { syncPayment } from './sync-payment.ts';

/* Donors, partners and the public read of a refund when it is done, whatever the gateway counts before (ruling 42). */

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
let donor = 0;
beforeEach(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
  await forgetJobs();
  donor += 1;
});

const address = () => `pending-${donor}@example.org`;

type Outcome = 'succeeded' | 'failed';
type Paid = {
  linkId: string;
  gateway: string;
  /** From now on refunds are pending. */
  delay: () => Promise<unknown>;
  /** Somebody refunds so much at the gateway itself. Major units. */
  refundByHand: (amount: number) => Promise<unknown>;
  settle: (outcome: Outcome) => Promise<unknown>;
};

/** How a payment of each rail is made, and what its gateway does with refunds. */
const RAILS = {
  card: () => byCard('pending'),
  'card, before Stripe has taken it': () => byCard('requires_action'),
  'bank transfer': byTransfer,
  wallet: byWallet,
} satisfies Record<string, () => Promise<Paid>>;
type Rail = keyof typeof RAILS;

/** Whether a check by a rail runs in `npm run test:all` only. */
const outsideGate = (rail: Rail, gate: Rail[]) => ({ tags: gate.includes(rail) ? [] : ['full' as const] });

async function byCard(mode: 'pending' | 'requires_action'): Promise<Paid> {
  const { id: linkId, intent } = await paidLink({ email: address() });
  const latest = async () => (await service.stripe().refunds.list({ payment_intent: intent })).data[0]?.id;
  return {
    linkId,
    gateway: 'stripe',
    delay: () => service.control('stripe/refunds', { mode }),
    refundByHand: (amount) => service.stripe().refunds.create({ payment_intent: intent, amount: amount * 100 }),
    settle: async (outcome) => service.control('stripe/settle_refund', { refund: await latest(), outcome }),
  };
}

async function atMercadoPago(country: 'co' | 'mx', linkId: string, payment_id: number): Promise<Paid> {
  const account = accountStateIn(service, country);
  return {
    linkId,
    gateway: `mercado-pago-${country}`,
    delay: () => account('switches', { refunds: 'in_process' }),
    refundByHand: (amount) => account('refund', { payment_id, amount }),
    settle: async (outcome) => {
      const [payment] = await paymentsAt(service, linkId, country);
      const { id: refund_id } = payment.refunds.at(-1);
      await account('settle_refund', { refund_id, outcome: outcome === 'failed' ? 'rejected' : 'approved' });
    },
  };
}

async function byTransfer(): Promise<Paid> {
  const { id: linkId } = await colombian({ email: address() });
  return atMercadoPago('co', linkId, await approvedTransfer(service, linkId));
}

async function byWallet(): Promise<Paid> {
  const { id: linkId } = await mexican({ email: address() });
  const payment = await payPreference(service, await startPreference(service, linkId));
  return atMercadoPago('mx', linkId, payment.id);
}

/** A donation of a rail, and all that is told of it. */
async function donated(pay: () => Promise<Paid>) {
  const paid = await pay();
  await donorReturns(service, paid.linkId);
  const { id: paymentId, causeKey, receiptToken, amount } = await onlyAttemptOf(paid.linkId);
  const sync = () => syncPayment(paymentId, new Date());
  const request = async (part: number) => {
    const asked = await requestRefund(
      {
        paymentId,
        amountMinor: BigInt(part * 100),
        seenMinor: 0n,
        reason: 'Asked for',
        key: randomUUID(),
        requestedBy: 'acc_staff',
      },
      new Date(),
    );
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    return asked.refund.id;
  };
  /** What the donor, the partner and the public read. */
  const told = async () => {
    const cause = await service.call(`/v1/causes/${causeKey}`, { key: partner.key });
    const receipt = await loadReceipt(receiptToken ?? '');
    const { record } = (await findRecord(paymentId)) ?? {};
    return {
      totals: cause.body.totals,
      link: (await poll(service, partner.key, paid.linkId)).body,
      receipt: receipt?.reversals,
      mails: await mailsTo(address()),
      status: record?.status,
      refunded: [record?.refundedMinor, record?.refundedAt],
    };
  };
  /** Without what the gateway took. */
  const owedMinor = async () => {
    const { _sum } = await db().ledgerEntry.aggregate({
      where: {
        transaction: { paymentId, kind: { not: 'settlement' } },
        account: { in: ['creator', 'commission'] },
      },
      _sum: { amountMinor: true },
    });
    return -(_sum.amountMinor ?? 0n);
  };
  const unreconciled = async () =>
    (await reconcile(paid.gateway)).filter((difference) => difference.paymentId === paymentId);
  return { ...paid, paymentId, amount: Number(amount), sync, request, told, owedMinor, unreconciled };
}

// The gateways differ by card, and by the state of its refund; both accounts of the other one have one adapter.
describe.each(Object.keys(RAILS) as Rail[])('by %s', (rail) => {
  const pay = RAILS[rail];

  const PENDING = 'nothing of a refund is told while it is pending, and its money is reserved';
  test(PENDING, outsideGate(rail, ['card', 'bank transfer']), async () => {
    const { amount, paymentId, delay, request, settle, told, owedMinor, unreconciled } = await donated(pay);
    const before = await told();
    const owed = await owedMinor();
    await delay();
    const refund = await request(amount);
    await performRefund(refund, new Date()).catch(() => undefined);
    await runEveryMoneyJob(service);
    expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'pending' });
    expect(await told()).toEqual(before);
    expect(await owedMinor()).toBe(owed - BigInt(amount * 100));
    expect(await differences()).toEqual([]);
    expect(await unreconciled()).toEqual([]);

    await settle('succeeded');
    await runEveryMoneyJob(service);
    expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'succeeded' });
    const after = await told();
    expect(after).toMatchObject({ status: 'refunded', receipt: { isFullRefund: true } });
    expect(after.totals.collected).toBe(before.totals.collected - amount);
    expect(after.mails).toEqual(['donation_completed', 'donation_given_back']);
    expect(await owedMinor()).toBe(owed - BigInt(amount * 100));
    const refunds = (await postedFor(paymentId)).filter(({ event }) => event.startsWith('refund:'));
    expect(refunds).toHaveLength(1);
    expect(await differences()).toEqual([]);
    expect(await unreconciled()).toEqual([]);
  });

  const FAILED = 'one that fails was never told, and its money is the cause’s again';
  test(FAILED, outsideGate(rail, ['card, before Stripe has taken it', 'wallet']), async () => {
    const { amount, delay, request, settle, told, owedMinor, unreconciled } = await donated(pay);
    const before = await told();
    const owed = await owedMinor();
    await delay();
    const refund = await request(amount - 1);
    await performRefund(refund, new Date()).catch(() => undefined);
    await settle('failed');
    await runEveryMoneyJob(service);
    expect(await db().refund.findUnique({ where: { id: refund } })).toMatchObject({ state: 'failed' });
    expect(await told()).toEqual(before);
    expect(await owedMinor()).toBe(owed);
    expect(await differences()).toEqual([]);
    expect(await unreconciled()).toEqual([]);
  });

  const BY_HAND = 'one that somebody asked for at the gateway itself is reserved while it is pending';
  test(BY_HAND, outsideGate(rail, ['card, before Stripe has taken it', 'bank transfer']), async () => {
    const { delay, refundByHand, settle, told, owedMinor, sync, paymentId, unreconciled } = await donated(pay);
    const before = await told();
    const owed = await owedMinor();
    await delay();
    await refundByHand(20);
    await sync();
    expect(await told()).toEqual(before);
    expect(await owedMinor()).toBe(owed - 2000n);
    expect((await findRecord(paymentId))?.record).toMatchObject({ refundingMinor: 2000, refundedMinor: 0 });
    expect(await differences()).toEqual([]);
    await settle('succeeded');
    await sync();
    const after = await told();
    expect(after).toMatchObject({ status: 'partially_refunded', receipt: { refundedMajor: 20 } });
    expect(after.totals.collected).toBe(before.totals.collected - 20);
    expect(await owedMinor()).toBe(owed - 2000n);
    expect((await findRecord(paymentId))?.record).toMatchObject({ refundingMinor: 0, refundedMinor: 2000 });
    expect(await differences()).toEqual([]);
    expect(await unreconciled()).toEqual([]);
  });
});

test('a card refund that fails after it was pending leaves its history: asked for, and not made', async () => {
  const { amount, delay, request, settle, paymentId } = await donated(() => byCard('pending'));
  await delay();
  const refund = await request(amount);
  await performRefund(refund, new Date()).catch(() => undefined);
  await settle('failed');
  await runEveryMoneyJob(service);
  const { history = [] } = (await findRecord(paymentId)) ?? {};
  const told = history.filter(({ kind }) => /refund/.test(kind));
  expect(told.map(({ kind, effectMinor }) => [kind, effectMinor])).toEqual([
    ['refund_reserved', -4750],
    ['refund_released', 4750],
  ]);
});
