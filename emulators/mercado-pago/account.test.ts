// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ControlError } from '#emulators/control-input.ts';
import { callApi, type Host, newTransfer, startHost, TOKENS } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.co.control('reset', {}));
afterAll(() => host.close());

const DAY_MS = 86_400_000;
/** 5000 pesos less the fee. */
const NET = 5000 - 1249;

async function approved(reference = 'chl_1'): Promise<number> {
  const { id } = await newTransfer(host, { external_reference: reference });
  await host.co.control('approve', { payment_id: id });
  return id;
}

type Books = Record<'balance' | 'available' | 'pending', { COP: number }> & {
  movements: { type: string; net: number; source_id: number; date: string }[];
};
const books = () => host.co.control('books', {}) as Promise<Books>;
const moved = async () => (await books()).movements.map(({ type, net }) => [type, net / 100]);
const payOut = (input: object = {}) =>
  host.co.control('payout', input) as Promise<{ payout: { id: number; amount: number } }>;
const setChargeback = (id: number, status: string, amount?: number) =>
  host.co.control('charge_back', { payment_id: id, status_detail: status, amount });

const now = () => host.context.clock.now();
const iso = (ms: number) => new Date(ms).toISOString();

const REPORT = '/v1/account/settlement_report';
const taskOf = async (id: number) => (await callApi(host, 'co', `${REPORT}/task/${id}`)).body;

/** Requests a report of a period and reads its rows by their column names. */
async function report(begin: number, end: number) {
  const body = { begin_date: iso(begin), end_date: iso(end) };
  const asked = await callApi(host, 'co', REPORT, { method: 'POST', body });
  expect(asked).toMatchObject({ status: 202, body: { status: 'pending', file_name: null } });
  return rowsOf(await download((await taskOf(asked.body.id)).file_name));
}

async function download(name: string): Promise<string> {
  const path = `${host.url}/mercado-pago/co${REPORT}/${name}`;
  const response = await fetch(path, { headers: { authorization: `Bearer ${TOKENS.co}` } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return response.text();
}

function rowsOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

test('an approved payment is credited net of fees, and available when its money is released', async () => {
  const id = await approved();
  expect(await books()).toMatchObject({
    balance: { COP: NET * 100 },
    available: { COP: 0 },
    pending: { COP: NET * 100 },
    movements: [{ type: 'payment', source_id: id, gross: 500_000, fee: -124_900, net: NET * 100 }],
  });
  expect((await callApi(host, 'co', `/v1/payments/${id}`)).body.money_release_status).toBe('pending');
  host.context.clock.advance(14 * DAY_MS);
  expect(await books()).toMatchObject({ available: { COP: NET * 100 }, pending: { COP: 0 } });
  expect((await callApi(host, 'co', `/v1/payments/${id}`)).body.money_release_status).toBe('released');
  expect((await callApi(host, 'co', '/users/1/mercadopago_account/balance')).body).toMatchObject({
    total_amount: NET,
    available_balance: NET,
    unavailable_balance: 0,
    currency_id: 'COP',
  });
});

test('payments that were never approved move nothing', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('reject', { payment_id: id });
  expect(await moved()).toEqual([]);
});

test('a refund is recorded when it is approved, and reversed when it is cancelled', async () => {
  const id = await approved();
  await host.co.control('switches', { refunds: 'in_process' });
  await host.co.control('refund', { payment_id: id, amount: 1000 });
  expect(await moved()).toEqual([['payment', NET]]);
  const [{ id: refund }] = (await callApi(host, 'co', `/v1/payments/${id}/refunds`)).body;
  await host.co.control('settle_refund', { refund_id: refund, outcome: 'approved' });
  const { date } = (await books()).movements.at(-1) ?? {};
  host.context.clock.advance(DAY_MS);
  await host.co.control('settle_refund', { refund_id: refund, outcome: 'cancelled' });
  expect(await moved()).toEqual([
    ['payment', NET],
    ['refund', -1000],
    ['refund_cancel', 1000],
  ]);
  expect((await books()).movements[1]).toMatchObject({ type: 'refund', date });
});

test.each([
  [['in_process'], [['reserve_for_chargeback', -1200]]],
  [
    ['in_process', 'settled'],
    [
      ['reserve_for_chargeback', -1200],
      ['reserve_for_chargeback', 1200],
      ['chargeback', -1200],
    ],
  ],
  [
    ['in_process', 'reimbursed'],
    [
      ['reserve_for_chargeback', -1200],
      ['reserve_for_chargeback', 1200],
    ],
  ],
  [
    ['settled', 'reimbursed'],
    [
      ['chargeback', -1200],
      ['chargeback_cancel', 1200],
    ],
  ],
])('a chargeback that goes %j is held, lost or returned', async (statuses, wanted) => {
  const id = await approved();
  for (const [index, status] of statuses.entries()) {
    await setChargeback(id, status, index === 0 ? 1200 : undefined);
  }
  expect((await moved()).slice(1)).toEqual(wanted);
});

test('a payout takes the available balance, and can be returned', async () => {
  await approved();
  await expect(payOut()).rejects.toThrow(ControlError);
  host.context.clock.advance(14 * DAY_MS);
  await expect(payOut({ amount: NET + 1 })).rejects.toThrow(ControlError);
  const { payout } = await payOut({ amount: 1000 });
  expect((await payOut()).payout.amount).toBe(NET - 1000);
  await host.co.control('return_payout', { payout_id: payout.id });
  expect((await books()).balance).toEqual({ COP: 100_000 });
  await expect(host.co.control('return_payout', { payout_id: payout.id })).rejects.toThrow('already');
});

test('the settlement report lists every movement when it was made', async () => {
  const begin = now();
  const id = await approved();
  await host.co.control('refund', { payment_id: id, amount: 1000 });
  await setChargeback(id, 'settled');
  const rows = await report(begin, now());
  expect(rows.map((row) => [row.TRANSACTION_TYPE, row.SETTLEMENT_NET_AMOUNT, row.SOURCE_ID])).toEqual([
    ['SETTLEMENT', '3751.00', String(id)],
    ['REFUND', '-1000.00', String(id)],
    ['CHARGEBACK', '-5000.00', String(id)],
  ]);
  const sum = rows.reduce((total, row) => total + Number(row.SETTLEMENT_NET_AMOUNT), 0);
  expect((await books()).balance.COP).toBe(sum * 100);
});

test('a report is generated after its delay, and covers movements up to then', async () => {
  await approved();
  await host.co.control('switches', { reportDelayMs: 60_000 });
  const body = { begin_date: iso(now() - DAY_MS), end_date: iso(now() + 30 * DAY_MS) };
  const { body: task } = await callApi(host, 'co', REPORT, { method: 'POST', body });
  expect(await taskOf(task.id)).toMatchObject({ status: 'pending', file_name: null });
  host.context.clock.advance(61_000);
  await approved();
  const done = await taskOf(task.id);
  expect(done.status).toBe('processed');
  expect(rowsOf(await download(done.file_name))).toHaveLength(1);
});

test.each([
  [{}, 'invalid_begin_date'],
  [{ begin_date: '2026-01-01T00:00:00Z', end_date: 'soon' }, 'invalid_end_date'],
  [{ begin_date: '2026-01-02T00:00:00Z', end_date: '2026-01-01T00:00:00Z' }, 'end_date_before_begin_date'],
])('a report of %j is refused', async (body, error) => {
  const answer = await callApi(host, 'co', REPORT, { method: 'POST', body });
  expect(answer).toMatchObject({ status: 400, body: { error } });
});

test('payments are searched by the day of their release, page by page', async () => {
  await approved();
  await approved();
  const query = new URLSearchParams({
    range: 'money_release_date',
    begin_date: iso(now() + 13 * DAY_MS),
    end_date: iso(now() + 15 * DAY_MS),
    limit: '1',
    offset: '1',
  });
  const { body } = await callApi(host, 'co', `/v1/payments/search?${query}`);
  expect(body).toMatchObject({
    paging: { total: 2, limit: 1, offset: 1 },
    results: [{ status: 'approved' }],
  });
});
