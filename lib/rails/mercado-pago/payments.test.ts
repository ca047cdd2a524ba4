import { beforeEach, expect, test, vi } from 'vitest';
import { WRONG_MODE } from '../port/checks.ts';
import { GatewayError } from '../port/errors.ts';
import type { MercadoPagoHttp } from './http.ts';
import { findOrCreateRefund, findPayment, findPayments, findRefund, toRemotePayments } from './payments.ts';

const get = vi.fn<(path: string, query?: object) => Promise<unknown>>();
const post = vi.fn<(path: string, body: unknown, key: string) => Promise<unknown>>();
const http = { get, post } as unknown as MercadoPagoHttp;
beforeEach(() => {
  get.mockReset();
  post.mockReset();
});

const approved = { id: 1, status: 'approved', transaction_amount: 100, transaction_amount_refunded: 0 };
const refused = (code: string) => new GatewayError('refused', code, undefined);
const NOW = new Date('2026-11-22T12:00:00Z');
const refund = (id: number, amount: number, more: object = {}) => ({
  id,
  amount,
  status: 'approved',
  date_created: NOW.toISOString(),
  ...more,
});
const refundInput = (others: string[] = []) => ({
  refundId: 'ref_1',
  amountMinor: 2_000n,
  currency: 'MXN',
  key: 'refund:ref_1',
  requestedAt: NOW,
  otherRefundIds: new Set(others),
});

/** Answers the list of refunds with each list in turn, then with the last one; the payment itself names `own`. */
function listing(lists: unknown[], own: object[] = []): void {
  const rest = [...lists];
  get.mockImplementation(async (path) => {
    if (path === '/v1/payments/1') return { ...approved, refunds: own };
    return rest.length > 1 ? rest.shift() : rest[0];
  });
}

test('a refund that does not exist yet is requested, under its key', async () => {
  listing([[]]);
  post.mockResolvedValue(refund(7, 20));
  expect(await findOrCreateRefund(http, '1', refundInput())).toMatchObject({ id: '7', status: 'succeeded' });
  expect(post.mock.calls).toEqual([['/v1/payments/1/refunds', { amount: 20 }, 'refund:ref_1']]);
});

test('a refund whose response was lost is found in the list, and not requested again', async () => {
  listing([[refund(7, 20, { status: 'in_process' })]]);
  expect(await findOrCreateRefund(http, '1', refundInput())).toMatchObject({ id: '7', status: 'pending' });
  expect(post).not.toHaveBeenCalled();
});

test.each([
  ['of another amount', refund(7, 30), []],
  ['made before ours was asked for', refund(7, 20, { date_created: '2026-11-22T11:00:00Z' }), []],
  ['known to be another of ours', refund(7, 20), ['7']],
])('a refund %s is not taken for it', async (_name, listed, others) => {
  listing([[listed]]);
  post.mockResolvedValue(refund(8, 20));
  expect((await findOrCreateRefund(http, '1', refundInput(others))).id).toBe('8');
});

const OTHER_CLOCK = '2026-11-22T09:00:00Z';

test('the first call keeps what was listed before it, and takes none of that for its own', async () => {
  const keepEarlier = vi.fn(async () => {});
  listing([[refund(7, 20)]]);
  post.mockResolvedValue(refund(8, 20));
  expect((await findOrCreateRefund(http, '1', { ...refundInput(), keepEarlier })).id).toBe('8');
  expect(keepEarlier.mock.calls).toEqual([[['7']]]);
  post.mockResolvedValue({});
  listing([[refund(7, 20)], [refund(7, 20), refund(8, 20)]]);
  expect((await findOrCreateRefund(http, '1', { ...refundInput(), keepEarlier })).id).toBe('8');
});

test('a refund is not requested before what was listed is kept', async () => {
  listing([[]]);
  const keepEarlier = async () => {
    throw new Error('no database');
  };
  await expect(findOrCreateRefund(http, '1', { ...refundInput(), keepEarlier })).rejects.toThrow('no database');
  expect(post).not.toHaveBeenCalled();
});

test('afterwards ours is the one that was not listed before, whatever the gateway’s clock says', async () => {
  const earlierRefundIds = new Set(['7']);
  listing([[refund(7, 20), refund(8, 20, { date_created: OTHER_CLOCK })]]);
  expect((await findOrCreateRefund(http, '1', { ...refundInput(), earlierRefundIds })).id).toBe('8');
  expect(post).not.toHaveBeenCalled();
});

test('it can be looked for without being requested', async () => {
  listing([[refund(6, 10)]], [refund(7, 20)]);
  expect(await findRefund(http, '1', refundInput())).toMatchObject({ id: '7', status: 'succeeded' });
  expect(await findRefund(http, '1', refundInput(['7']))).toBeNull();
  // It was never asked for.
  expect(await findRefund(http, '1', { ...refundInput(), keepEarlier: async () => {} })).toBeNull();
  expect(post).not.toHaveBeenCalled();
});

test('a repeated call with an empty response is looked up', async () => {
  listing([[], [refund(7, 20)]]);
  post.mockResolvedValue({});
  expect((await findOrCreateRefund(http, '1', refundInput())).id).toBe('7');
  listing([[]]);
  await expect(findOrCreateRefund(http, '1', refundInput())).rejects.toMatchObject({
    failure: 'unreachable',
  });
});

test('a refund that the list leaves out is found in the payment itself, and not requested again', async () => {
  listing([[]], [refund(7, 20)]);
  expect(await findOrCreateRefund(http, '1', refundInput())).toMatchObject({ id: '7', status: 'succeeded' });
  expect(post).not.toHaveBeenCalled();
});

test('while a refunded amount is in no list, it may be ours, and none is requested', async () => {
  get.mockImplementation(async (path) =>
    path === '/v1/payments/1' ? { ...approved, transaction_amount_refunded: 20, refunds: [] } : [],
  );
  await expect(findOrCreateRefund(http, '1', refundInput())).rejects.toMatchObject({ code: 'none_listed' });
  expect(post).not.toHaveBeenCalled();
});

test('what the list leaves out is kept as earlier, too', async () => {
  const keepEarlier = vi.fn(async () => {});
  listing([[refund(6, 10)]], [refund(6, 10), refund(7, 20)]);
  post.mockResolvedValue(refund(8, 20));
  expect((await findOrCreateRefund(http, '1', { ...refundInput(), keepEarlier })).id).toBe('8');
  expect(keepEarlier.mock.calls).toEqual([[['6', '7']]]);
});

test.each(['/v1/payments/1', '/v1/payments/1/refunds'])('while %s is refused, none is requested', async (refusing) => {
  get.mockImplementation(async (path) => {
    if (path === refusing) throw refused('404');
    return path === '/v1/payments/1' ? { ...approved, refunds: [] } : [];
  });
  await expect(findOrCreateRefund(http, '1', refundInput())).rejects.toMatchObject({
    failure: 'unreachable',
    code: '404',
  });
  expect(post).not.toHaveBeenCalled();
});

test('chargebacks are only requested for a payment that was charged back', async () => {
  get.mockResolvedValue({
    results: [
      {
        id: 'cb_1',
        amount: 40.5,
        currency: 'MXN',
        coverage_applied: null,
        date_created: '2026-11-20T00:00:00Z',
        date_documentation_deadline: '2026-11-30T00:00:00Z',
      },
    ],
    paging: { total: 1, limit: 25, offset: 0 },
  });
  const payment = {
    ...approved,
    status_detail: 'accredited',
    currency_id: 'MXN',
    date_approved: '2026-11-01T00:00:00Z',
  };
  const [plain, charged, ...none] = await toRemotePayments(http, [
    payment,
    { ...payment, status: 'charged_back', status_detail: 'in_process' },
    { ...payment, status: 'rejected' },
  ] as never);
  expect([plain?.disputes, none]).toEqual([[], []]);
  expect(charged?.disputes).toEqual([
    {
      id: 'cb_1',
      kind: 'chargeback',
      status: 'open',
      amountMinor: 4_050n,
      currency: 'MXN',
      respondBy: new Date('2026-11-30T00:00:00Z'),
      openedAt: new Date('2026-11-20T00:00:00Z'),
    },
  ]);
  expect(get.mock.calls).toEqual([['/v1/chargebacks/search', { payment_id: '1' }]]);
});

const charged = (more: object = {}) => ({
  ...approved,
  status: 'charged_back',
  status_detail: 'in_process',
  currency_id: 'MXN',
  date_approved: '2026-11-01T00:00:00Z',
  date_last_updated: '2026-11-02T00:00:00Z',
  ...more,
});
const listed = { id: 'cb_1', amount: 40.5, currency: 'MXN', date_created: '2026-11-20T00:00:00Z' };

test.each<[string, unknown]>([
  ['an empty body', {}],
  ['another shape', { results: { id: 'cb_1' } }],
  ['a list', [listed]],
  ['no chargeback, of a payment that has one', { results: [] }],
  ['without the number of all', { results: [listed] }],
  ['half of the list', { results: [listed], paging: { total: 2, limit: 25, offset: 0 } }],
  ['one element twice', { results: [listed, listed], paging: { total: 2, limit: 25, offset: 0 } }],
  [
    'an element without an amount',
    { results: [listed, { ...listed, id: 'cb_2', amount: null }], paging: { total: 2 } },
  ],
  ['an element without a readable date', { results: [{ ...listed, date_created: 'soon' }], paging: { total: 1 } }],
])('of a list of chargebacks that is %s nothing is known but what the payment says', async (_name, answer) => {
  get.mockResolvedValue(answer);
  const [money] = await toRemotePayments(http, [charged()] as never);
  expect(money).toMatchObject({
    disputes: null,
    impliedDispute: { id: 'payment:1', kind: 'chargeback', status: 'open', amountMinor: 10_000n },
    unread: [{ part: 'disputes', code: expect.any(String) }],
  });
});

test.each([
  ['refused', '404 not_found'],
  ['failed', '403 forbidden'],
  ['unreachable', '500'],
  ['unreachable', 'no_answer'],
] as const)('chargebacks that cannot be listed (%s, %s) are unknown', async (failure, code) => {
  get.mockRejectedValue(new GatewayError(failure, code, undefined));
  const refunded = charged({ status: 'refunded', status_detail: 'refunded', refunds: [refund(7, 100)] });
  const [money] = await toRemotePayments(http, [refunded] as never);
  expect(money).toMatchObject({
    disputes: null,
    refundedMinor: 10_000n,
    unread: [{ part: 'disputes', code }],
  });
  expect(money).not.toHaveProperty('impliedDispute');
});

test.each<[string, unknown]>([
  ['an empty body', {}],
  ['a list with an unreadable refund', [{ id: 7, amount: 20 }]],
  ['a list with nothing', [null]],
])('while the refunds are %s, none is requested', async (_name, answer) => {
  listing([answer]);
  await expect(findOrCreateRefund(http, '1', refundInput())).rejects.toMatchObject({
    failure: 'unreachable',
  });
  expect(post).not.toHaveBeenCalled();
});

test.each([
  {},
  { results: null, paging: { total: 0 } },
  { results: [{}], paging: { total: 1 } },
  { results: [] },
  { results: [], paging: {} },
  { results: [], paging: { total: -1 } },
  { results: [{ id: 1 }, { id: 1 }], paging: { total: 2 } },
])('a search for payments that answers %j is no answer', async (answer) => {
  get.mockResolvedValue(answer);
  await expect(findPayments(http, 'chl_1')).rejects.toMatchObject({ failure: 'unreachable' });
  expect(new Set(get.mock.calls.map(([path]) => path))).toEqual(new Set(['/v1/payments/search']));
});

test('a search whose second page is the first one again is no answer', async () => {
  const results = Array.from({ length: 100 }, (_, n) => ({ id: n + 1 }));
  get.mockResolvedValue({ results, paging: { total: 200 } });
  await expect(findPayments(http, 'chl_1')).rejects.toMatchObject({ failure: 'unreachable' });
  expect(new Set(get.mock.calls.map(([path]) => path))).toEqual(new Set(['/v1/payments/search']));
});

test('the payments of a link are those of the search and of an event, each retrieved by its id', async () => {
  get.mockImplementation(async (path) => {
    if (path === '/v1/payments/search')
      return { results: [{ id: 1, status: 'pending' }, { id: 2 }], paging: { total: 2 } };
    const id = Number(path.split('/').at(-1));
    return { ...approved, id, external_reference: id === 4 ? 'chl_other' : 'chl_1' };
  });
  const ids = async (seen?: string) => (await findPayments(http, 'chl_1', seen)).map(({ id }) => id);
  expect(await ids()).toEqual([1, 2]);
  expect(await ids('3')).toEqual([1, 2, 3]);
  expect(await ids('2')).toEqual([1, 2]);
  expect(await ids('4')).toEqual([1, 2]);
  expect((await findPayments(http, 'chl_1')).map(({ status }) => status)).toEqual(['approved', 'approved']);
});

test('an event about a chargeback leads to its payment', async () => {
  get.mockImplementation(async (path) =>
    path === '/v1/chargebacks/cb_1' ? { payments: [1] } : { ...approved, external_reference: 'chl_1' },
  );
  const money = { gatewayPaymentId: '1', linkId: 'chl_1' };
  expect(await findPayment(http, 'chargeback:cb_1')).toMatchObject(money);
  expect(await findPayment(http, '1')).toMatchObject(money);
});

test.each([{}, { payments: null }, { payments: [null] }])(
  'a chargeback that answers %j leads to no payment yet: its event is not done',
  async (answer) => {
    get.mockResolvedValue(answer);
    await expect(findPayment(http, 'chargeback:cb_1')).rejects.toMatchObject({ failure: 'unreachable' });
  },
);

test('an unknown payment is null; any other failure is thrown', async () => {
  get.mockRejectedValueOnce(refused('404 not_found 2000'));
  expect(await findPayment(http, '123456')).toBeNull();
  get.mockRejectedValueOnce(refused('400 bad_request 1'));
  expect(await findPayment(http, 'not-a-number')).toBeNull();
  get.mockRejectedValueOnce(refused('404 not_found'));
  expect(await findPayment(http, 'chargeback:none')).toBeNull();
  get.mockRejectedValueOnce(new GatewayError('failed', '401 unauthorized', undefined));
  await expect(findPayment(http, '1')).rejects.toThrow('401');
  get.mockRejectedValueOnce(new GatewayError('unreachable', 'no_answer', undefined));
  await expect(findPayment(http, '1')).rejects.toThrow('no_answer');
  get.mockResolvedValueOnce(approved);
  expect(await findPayment(http, '1')).toBeNull();
});

test('a payment of the other mode does not hide the others of its link', async () => {
  const own = { ...approved, id: 2, external_reference: 'chl_1' };
  get.mockImplementation(async (path) => {
    if (path === '/v1/payments/1') throw new GatewayError('failed', WRONG_MODE, undefined);
    return path === '/v1/payments/2' ? own : { results: [{ id: 1 }, { id: 2 }], paging: { total: 2 } };
  });
  expect(await findPayments(http, 'chl_1')).toEqual([own]);
});
