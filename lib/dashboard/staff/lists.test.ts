// @module-tag full

import { beforeAll, expect, test } from 'vitest';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { storedCause } from '#testing/causes.ts';
import { donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal } from '#testing/withdrawals.ts';
import { listEvents } from './events.ts';
import { exportList } from './exports.ts';
import type { Listed } from './list-view.ts';
import { findPaymentDetail } from './payment.ts';
import { listPayments } from './payments.ts';

ownDatabase();

const NOW = new Date();
const query = { show: 'waiting' };

/** Follows a list from link to link, as its pages name them. Returns each page's ids, first row and total. */
async function followed<Row extends { id: string }>(
  list: (place: Record<string, string>) => Promise<Listed<Row>>,
  direction: 'before' | 'after',
  start: Record<string, string> = {},
) {
  const pages: { ids: string[]; first: number; total: string }[] = [];
  for (let place: Record<string, string> | null = start; place !== null; ) {
    const page: Listed<Row> = await list(place);
    const { first, total, rows } = page;
    pages.push({ ids: rows.map(({ id }) => id), first, total: `${total.count}${total.isMore ? '+' : ''}` });
    const next = page[direction];
    if (next === 'start') place = {};
    else place = next && { [direction]: next.cursor, row: String(next.row) };
  }
  return pages;
}

test('pages show every row once in both directions, even rows of the same instant, and say which rows they are', async () => {
  const receivedAt = new Date(Date.now() + 60_000);
  const ids = Array.from({ length: 120 }, (_, n) => `evt_tie_${String(n).padStart(3, '0')}`);
  await db().gatewayEvent.createMany({
    data: ids.map((id) => ({ id, gateway: 'stripe', eventId: id, type: 'charge.updated', receivedAt })),
  });
  const events = (place: Record<string, string>) => listEvents({ ...query, ...place });
  const forward = await followed(events, 'after');
  expect(forward.flatMap((page) => page.ids)).toEqual(ids.toReversed());
  expect(forward.map(({ first, total }) => [first, total])).toEqual([
    [1, '120'],
    [51, '120'],
    [101, '120'],
  ]);
  const last = await events({ after: (await events({})).after?.cursor ?? '', row: '51' });
  const end = { after: last.after?.cursor ?? '', row: '101' };
  const backward = await followed(events, 'before', end);
  expect(backward.map(({ first }) => first)).toEqual([101, 51, 1]);
  expect(backward.toReversed().flatMap((page) => page.ids)).toEqual(ids.toReversed());
  const oldest = await followed((place) => events({ sort: 'oldest', ...place }), 'after');
  expect(oldest.flatMap((page) => page.ids)).toEqual(ids);
});

test('a list that is too long to count says that there are more', async () => {
  const receivedAt = new Date(0);
  await db().gatewayEvent.createMany({
    data: Array.from({ length: 1001 }, (_, n) => ({
      id: `evt_many_${n}`,
      gateway: 'stripe',
      eventId: `evt_many_${n}`,
      type: 'x',
      receivedAt,
    })),
  });
  const days = { from: '1970-01-01', to: '1970-01-01' };
  expect((await listEvents(days)).total).toEqual({ count: 1000, isMore: true });
  expect((await listEvents({ ...days, to: '1969-12-31' })).rows).toEqual([]);
  expect((await listEvents({ from: '1970-01-02', ...query })).rows).toHaveLength(50);
});

test('days are those of the zone in which the page writes times, on the page and in its file', async () => {
  // The evening of the 14th in Bogotá.
  const receivedAt = new Date('1971-03-15T02:30:00Z');
  const event = { id: 'evt_evening', gateway: 'stripe', eventId: 'evt_evening', type: 'x', receivedAt };
  await db().gatewayEvent.create({ data: event });
  const found = async (day: string, timeZone: string) => {
    const days = { from: day, to: day, timeZone };
    let file = '';
    for await (const piece of exportList('events', days, NOW) ?? []) file += piece;
    const { rows } = await listEvents(days);
    return [rows.map(({ id }) => id), file.includes('evt_evening')];
  };
  expect(await found('1971-03-14', 'America/Bogota')).toEqual([['evt_evening'], true]);
  expect(await found('1971-03-15', 'America/Bogota')).toEqual([[], false]);
  expect(await found('1971-03-15', 'UTC')).toEqual([['evt_evening'], true]);
});

test('a position that cannot be is the beginning of the list', async () => {
  const { rows } = await listEvents(query);
  for (const after of [
    'x',
    '',
    Buffer.from('1 2').toString('base64url'),
    Buffer.from('x evt_1 0').toString('base64url'),
  ])
    expect((await listEvents({ ...query, after })).rows).toEqual(rows);
  expect((await listEvents({ ...query, row: '-5', sort: 'largest' })).rows).toEqual(rows);
});

let causes: { usd: string; mxn: string };
beforeAll(async () => {
  causes = {
    usd: (await storedCause({ currency: 'USD' })).key,
    mxn: (await storedCause({ currency: 'MXN', country: 'mx' })).key,
  };
});

test('payments are sorted by amount, each currency by itself, on the page and in its file', async () => {
  for (const amountMajor of [30, 10, 20]) {
    await donation(causes.usd, { amountMajor });
    await donation(causes.mxn, { amountMajor: amountMajor * 10 });
  }
  const amounts = async (sort: string) =>
    (await listPayments({ sort })).rows.map(({ amount }) => `${amount.currency} ${amount.amountMajor}`);
  const rising = ['MXN 100', 'MXN 200', 'MXN 300', 'USD 10', 'USD 20', 'USD 30'];
  expect(await amounts('smallest')).toEqual(rising);
  expect(await amounts('largest')).toEqual(rising.toReversed());
  let file = '';
  for await (const piece of exportList('payments', { sort: 'smallest' }, NOW) ?? []) file += piece;
  expect(
    file
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(5, 7).join(' ')),
  ).toEqual(['100.00 MXN', '200.00 MXN', '300.00 MXN', '10.00 USD', '20.00 USD', '30.00 USD']);
});

test('a payment whose last card was declined is among the declined ones, with the reason, and not in progress', async () => {
  const waiting = await pendingPayment(causes.usd);
  const declined = await pendingPayment(causes.usd);
  await db().payment.update({ where: { id: declined }, data: { lastError: 'insufficient_funds' } });
  const again = await pendingPayment(causes.usd);
  await db().payment.update({ where: { id: again }, data: { lastError: 'card_declined', processing: true } });
  const ended = await pendingPayment(causes.usd);
  await db().payment.update({
    where: { id: ended },
    data: { state: 'declined', lastError: 'rejected_by_bank', settledAt: NOW },
  });
  const shown = async (show: string) =>
    (await listPayments({ show, cause: causes.usd })).rows.map((row) => [row.id, row.status, row.declineCode]);
  expect((await shown('declined')).toSorted()).toEqual(
    [
      [declined, 'declined_open', 'insufficient_funds'],
      [ended, 'declined', 'rejected_by_bank'],
      [again, 'pending', null],
    ].toSorted(),
  );
  // Whoever tries once more after a decline is paying: the gateway has not decided about that yet.
  expect((await shown('pending')).toSorted()).toEqual(
    [
      [waiting, 'pending', null],
      [again, 'pending', null],
    ].toSorted(),
  );
});

test('a payment is listed with exactly what was received, which can have cents and differ from what was requested', async () => {
  const id = await pendingPayment(causes.usd, { amountMajor: 50 });
  const amounts = async () => (await listPayments({ q: id })).rows.map(({ amount }) => amount.amountMajor);
  expect(await amounts()).toEqual([50]);
  // As apply-gateway-state.ts stores an amount that was not asked for.
  await db().payment.update({ where: { id }, data: { amount: 12n, amountMinor: 1249n } });
  expect(await amounts()).toEqual([12.49]);
  expect((await findPaymentDetail('acc_nobody', id, NOW))?.amount).toEqual({ amountMajor: 12.49, currency: 'USD' });
  const pieces: string[] = [];
  for await (const piece of exportList('payments', { q: id }, NOW) ?? []) pieces.push(piece);
  expect(pieces.join('')).toContain('12.49');
});

test('with semicolons a file has decimal commas: of money and of percentages', async () => {
  const lines = async (list: string) => {
    let file = '';
    for await (const piece of exportList(list, {}, NOW, 'semicolon') ?? []) file += piece;
    return file.split('\r\n').slice(1, -1);
  };
  const { key } = await storedCause({ currency: 'EUR', country: 'es' });
  await donation(key, { amountMajor: 1234 });
  expect((await lines('payments')).map((line) => line.split(';').slice(5, 7))).toContainEqual(['1234,00', 'EUR']);
  await db().client.updateMany({ where: { causes: { some: { key } } }, data: { feePercent: 4.5 } });
  expect((await lines('clients')).map((line) => line.split(';')[2])).toContain('4,5');
});

test('the file of payments has when the money came, which can be another month, and what of it went back', async () => {
  const id = await donation(causes.usd, { amountMajor: 50 });
  const succeededAt = new Date('2026-11-01T04:59:59Z');
  const amounts = { refundedMinor: 1234n, disputedMinor: 1000n, chargedBackMinor: 50n };
  await db().payment.update({ where: { id }, data: { succeededAt, ...amounts, cardLast4: '0042' } });
  const waiting = await pendingPayment(causes.usd);
  const cellsOf = async (payment: string) => {
    let file = '';
    for await (const piece of exportList('payments', { q: payment }, NOW) ?? []) file += piece;
    const [header = '', line = ''] = file.split('\r\n');
    const names = 'received_at_utc,refunded_amount,disputed_amount,charged_back_amount,card';
    expect(header.endsWith(`,${names}`)).toBe(true);
    return line.split(',').slice(-5);
  };
  expect(await cellsOf(id)).toEqual([timestamp(succeededAt), '12.34', '10.00', '0.50', '•••• 0042']);
  expect(await cellsOf(waiting)).toEqual(['', '0.00', '0.00', '0.00', '']);
});

test('the file of withdrawals has what a bank statement has of each: its reference and day, and whether it came back', async () => {
  const { ask, staff } = await creatorWith(2000);
  const [{ id: sent }, { id: returned }] = [await ask(30), await ask(40)];
  for (const id of [sent, returned]) await sendWithdrawal(staff, id, NOW);
  await changeWithdrawal(staff, returned, 'fail', 'Account closed', NOW);
  const cellsOf = async (id: string, state: string) => {
    let file = '';
    for await (const piece of exportList('withdrawals', { state }, NOW) ?? []) file += piece;
    const [header = '', ...lines] = file.split('\r\n');
    expect(header.endsWith(',bank_reference,sent_on,failed_at_utc')).toBe(true);
    return lines
      .find((line) => line.startsWith(id))
      ?.split(',')
      .slice(-3);
  };
  const day = NOW.toISOString().slice(0, 10);
  expect(await cellsOf(sent, 'paid')).toEqual(['ACH 4711', day, '']);
  expect(await cellsOf(returned, 'failed')).toEqual(['ACH 4711', day, timestamp(NOW)]);
});

test('there is no file of a list that does not exist', () => {
  expect(exportList('constructor', {}, NOW)).toBeUndefined();
  expect(exportList('ledger', {}, NOW)).toBeUndefined();
});
