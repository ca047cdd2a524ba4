import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stripeRail } from './adapter.ts';

let server: Server;
/** What is answered, by path. A function gets the id after which a page begins. */
let answers: Record<string, unknown> = {};
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway.example');
    asked += 1;
    const answer = answers[pathname];
    const body = typeof answer === 'function' ? answer(searchParams.get('starting_after')) : answer;
    // A client that asks for ever is stopped.
    response.writeHead(body === undefined || asked > 20 ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  answers = {};
  asked = 0;
});

const rail = () => {
  const { port } = server.address() as AddressInfo;
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [] };
  return stripeRail('stripe', keys, `http://127.0.0.1:${port}`);
};
const refund = (id: string) => ({ id, object: 'refund', amount: 10, created: 1, status: 'succeeded', metadata: {} });
const list = (data: unknown, more: object = { has_more: false }) => ({ object: 'list', data, ...more });
const charge = (more: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  created: 1,
  status: 'succeeded',
  amount_captured: 5_000,
  amount_refunded: 10,
  disputed: false,
  balance_transaction: null,
  refunds: list([refund('re_1')]),
  ...more,
});
const intent = (latest_charge: unknown) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 5_000,
  amount_received: 5_000,
  currency: 'usd',
  created: 1,
  metadata: { checkout_link: 'chl_1' },
  latest_charge,
});
const INTENT = '/v1/payment_intents/pi_1';
const REFUNDS = '/v1/refunds';
const DISPUTES = '/v1/disputes';
const retrieved = async () => (await rail().retrieve({ reference: 'pi_1', linkId: 'chl_1' })).money[0];

test('a charge that lists all of its refunds, and has no dispute, is read whole', async () => {
  answers[INTENT] = intent(charge());
  const money = await retrieved();
  expect([money?.refunds?.map(({ id }) => id), money?.disputes, money?.unread]).toEqual([['re_1'], [], undefined]);
});

test.each<[string, unknown]>([
  ['does not say whether there are more', list([refund('re_1')], {})],
  ['are nothing', list(null)],
  ['have no list', {}],
  ['are none, beside a sum,', list([])],
  ['have one without an amount', list([{ ...refund('re_1'), amount: null }])],
])('refunds of a charge that %s are listed by themselves', async (_name, refunds) => {
  answers[INTENT] = intent(charge({ refunds }));
  answers[REFUNDS] = list([refund('re_1'), refund('re_2')]);
  expect((await retrieved())?.refunds?.map(({ id }) => id)).toEqual(['re_1', 're_2']);
});

test.each<[string, unknown]>([
  ['do not say whether there are more', list([refund('re_1')], {})],
  ['have more after an empty page', list([], { has_more: true })],
  ['repeat a page', list([refund('re_1')], { has_more: true })],
])('refunds that %s are unread, and none is made', async (_name, refunds) => {
  answers[INTENT] = intent(charge({ refunds: list([refund('re_1')], { has_more: true }) }));
  answers[REFUNDS] = refunds;
  expect(await retrieved()).toMatchObject({
    refunds: null,
    unread: [{ part: 'refunds', code: 'answer_unreadable' }],
  });
  const input = { refundId: 'ref_1', amountMinor: 10n, currency: 'USD', key: 'k', requestedAt: new Date() };
  const refused = expect(rail().refund('pi_1', { ...input, otherRefundIds: new Set() })).rejects;
  await refused.toMatchObject({ failure: 'unreachable', code: 'answer_unreadable' });
});

test('refunds that are none beside a sum are unread, and none is made', async () => {
  answers[INTENT] = intent(charge({ refunds: list([]) }));
  answers[REFUNDS] = list([]);
  expect(await retrieved()).toMatchObject({ refunds: null, unread: [{ part: 'refunds', code: 'none_listed' }] });
  const input = { refundId: 'ref_1', amountMinor: 10n, currency: 'USD', key: 'k', requestedAt: new Date() };
  const refused = expect(rail().refund('pi_1', { ...input, otherRefundIds: new Set() })).rejects;
  await refused.toMatchObject({ failure: 'unreachable', code: 'none_listed' });
});

test('disputes that do not say whether there are more are unread', async () => {
  answers[INTENT] = intent(charge({ disputed: true }));
  const dispute = { id: 'dp_1', object: 'dispute', amount: 10, currency: 'usd', status: 'lost', created: 1 };
  answers[DISPUTES] = list([dispute], {});
  expect(await retrieved()).toMatchObject({ disputes: null, unread: [{ part: 'disputes' }] });
});

test.each<[string, unknown]>([
  ['a charge that does not say whether it is disputed', charge({ disputed: undefined })],
  ['a charge that comes as its id', 'ch_1'],
])('of %s it is not known that there are no disputes', async (_name, made) => {
  answers[INTENT] = intent(made);
  answers[REFUNDS] = list([refund('re_1')]);
  answers[DISPUTES] = list([]);
  expect(await retrieved()).toMatchObject({ disputes: null, unread: [{ part: 'disputes', code: 'none_listed' }] });
});

const line = (id: string) => ({
  id,
  object: 'balance_transaction',
  amount: 5_000,
  fee: 175,
  net: 4_825,
  currency: 'usd',
  created: 1,
  type: 'charge',
  reporting_category: 'charge',
  source: null,
});
test.each<[string, unknown]>([
  ['have no list', {}],
  ['do not say whether there are more', list([line('txn_1')], {})],
  ['have more after an empty page', list([], { has_more: true })],
  ['repeat a page', list([line('txn_1')], { has_more: true })],
  ['have a line without its net', list([{ ...line('txn_1'), net: null }])],
])('books that %s cannot be read', async (_name, page) => {
  answers['/v1/balance_transactions'] = page;
  const books = await rail().readBooks({ from: new Date(0), to: new Date(1) }, null);
  if (!books.ready) throw new Error('Stripe prepares no reports');
  const read = async () => {
    for await (const _ of books.pages);
  };
  await expect(read()).rejects.toMatchObject({ code: 'answer_unreadable' });
});
