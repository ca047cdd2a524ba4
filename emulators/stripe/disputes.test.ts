// @module-tag full

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startTestEmulators, type TestEmulators } from '../test-emulators.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
afterAll(() => emulators.close());
beforeEach(async () => {
  await emulators.control('reset');
  emulators.received.length = 0;
});

async function pay(method = 'pm_card_visa'): Promise<string> {
  const { id } = await emulators.stripe().paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return id;
}

async function dispute(intent: string, input: object = {}): Promise<Stripe.Dispute> {
  return (await emulators.control('stripe/dispute', { payment_intent: intent, ...input })) as Stripe.Dispute;
}

const move = (id: string, status: string) => emulators.control('stripe/move_dispute', { dispute: id, status });
async function read(id: string): Promise<Stripe.Dispute> {
  const { data } = await emulators.stripe().disputes.list();
  const found = data.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no dispute ${id}`);
  return found;
}
const net = ({ balance_transactions: moved }: Stripe.Dispute) => moved.reduce((sum, one) => sum + one.net, 0);

/** Events about disputes so far, in the order in which they happened. */
async function events(): Promise<string[]> {
  const { data } = await emulators.stripe().events.list({ limit: 100 });
  return data
    .map(({ type }) => type)
    .filter((type) => type.startsWith('charge.dispute.'))
    .reverse();
}

test('an inquiry moves no money until it escalates, as the same dispute', async () => {
  const intent = await pay();
  const { id, evidence_details: before } = await dispute(intent, { kind: 'inquiry' });
  expect(await read(id)).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  });
  await emulators.control('clock', { advanceMs: 86_400_000 });
  await move(id, 'warning_under_review');
  await move(id, 'needs_response');
  const escalated = await read(id);
  expect(escalated).toMatchObject({
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ amount: -2000, fee: 1500, net: -3500, type: 'adjustment' }],
  });
  expect(escalated.evidence_details.due_by).toBeGreaterThan(before.due_by ?? 0);
  expect(await events()).toEqual([
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
  ]);
});

test.each([
  ['won', 0, ['updated', 'closed', 'funds_reinstated']],
  ['lost', -3500, ['updated', 'closed']],
  ['prevented', 0, ['updated', 'closed', 'funds_reinstated']],
])('a chargeback ends %s, and %i is left of it', async (status, left, ends) => {
  const { id } = await dispute(await pay());
  await move(id, status);
  const ended = await read(id);
  expect(ended.status).toBe(status);
  expect(net(ended)).toBe(left);
  expect(await events()).toEqual(['created', 'funds_withdrawn', ...ends].map((end) => `charge.dispute.${end}`));
  await expect(move(id, 'under_review')).rejects.toThrow('closed already');
});

test.each(['warning_closed', 'prevented'])('an inquiry that ends %s moves no money', async (status) => {
  const { id } = await dispute(await pay(), { kind: 'inquiry' });
  await move(id, status);
  expect(await read(id)).toMatchObject({ status, balance_transactions: [] });
  expect(await events()).toEqual(['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed']);
});

test('a dispute only makes allowed transitions', async () => {
  const { id } = await dispute(await pay());
  await expect(move(id, 'warning_closed')).rejects.toThrow('under_review, won, lost, prevented');
  await move(id, 'under_review');
  await expect(move(id, 'needs_response')).rejects.toThrow('won, lost');
});

test('a part of a charge is disputed, and another part after the first dispute is lost', async () => {
  const intent = await pay();
  const first = await dispute(intent, { amount: 700 });
  expect(net(first)).toBe(-2200);
  await expect(dispute(intent, { amount: 100 })).rejects.toThrow('disputed already');
  await move(first.id, 'lost');
  await expect(dispute(intent, { amount: 1301 })).rejects.toThrow('1300');
  await dispute(intent, { amount: 1300 });
  const { data } = await emulators.stripe().disputes.list({ payment_intent: intent });
  expect(data.map(({ amount }) => amount)).toEqual([1300, 700]);
});

test('a fully refunded charge can be disputed and lost: the money is taken twice', async () => {
  const intent = await pay();
  await emulators.stripe().refunds.create({ payment_intent: intent });
  const { id } = await dispute(intent);
  await move(id, 'lost');
  const { data } = await emulators.stripe().balanceTransactions.list();
  expect(data.map(({ type, amount }) => [type, amount])).toEqual([
    ['adjustment', -2000],
    ['refund', -2000],
    ['charge', 2000],
  ]);
});

test('a charge under inquiry can be refunded; a full refund closes the inquiry', async () => {
  const intent = await pay('pm_card_createDisputeInquiry');
  const stripe = emulators.stripe();
  const [inquiry] = (await stripe.disputes.list({ payment_intent: intent })).data;
  await stripe.refunds.create({ payment_intent: intent, amount: 500 });
  expect((await read(inquiry?.id ?? '')).status).toBe('warning_needs_response');
  await stripe.refunds.create({ payment_intent: intent });
  expect(await read(inquiry?.id ?? '')).toMatchObject({ status: 'warning_closed', balance_transactions: [] });
  expect((await events()).at(-1)).toBe('charge.dispute.closed');
});

test('an inquiry that escalates blocks refunds until it is won', async () => {
  const intent = await pay();
  const stripe = emulators.stripe();
  const inquiry = await dispute(intent, { kind: 'inquiry' });
  await move(inquiry.id, 'needs_response');
  const refused = await errorOf(stripe.refunds.create({ payment_intent: intent }));
  expect(refused.code).toBe('charge_disputed');
  await move(inquiry.id, 'won');
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded');
});

test('disputes are listed by time and by page', async () => {
  const stripe = emulators.stripe();
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    made.unshift((await dispute(await pay())).id);
    await emulators.control('clock', { advanceMs: 10_000 });
  }
  const page = await stripe.disputes.list({ limit: 2 });
  expect(page).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] });
  const rest = await stripe.disputes.list({ limit: 2, starting_after: made[1] ?? '' });
  expect(rest).toMatchObject({ has_more: false, data: [{ id: made[2] }] });
  const since = await stripe.disputes.list({ created: { gte: page.data[1]?.created ?? 0 } });
  expect(since.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
});
