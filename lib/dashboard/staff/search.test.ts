// @module-tag full

import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { writeReceiptNumber } from '#lib/receipts/receipt-number.ts';
import { storedCause } from '#testing/causes.ts';
import { donation, ownDatabase } from '#testing/ledger.ts';
import { listCauses } from './causes.ts';
import { exportList } from './exports.ts';
import { listLinks } from './links.ts';
import { listPayments } from './payments.ts';
import { searchEverything } from './search.ts';

ownDatabase();

const NOW = new Date('2026-11-22T12:00:00Z');
let wanted: string;
let cause: string;

beforeAll(async () => {
  ({ key: cause } = await storedCause({ title: 'Agua limpia para El Salado' }));
  const other = await donation(cause);
  wanted = await donation(cause);
  await db().payment.update({
    where: { id: other },
    data: { donorName: 'Ana Gómez', donorEmail: 'ana_x@example.org' },
  });
  const { linkId } = await db().payment.update({
    where: { id: wanted },
    data: {
      donorName: 'Rosa Díaz',
      donorEmail: 'Rosa@example.org',
      receiptEmail: 'office@example.org',
      gatewayReference: 'pi_1',
    },
  });
  await db().checkoutLink.update({ where: { id: linkId }, data: { externalReference: 'ORDER-77' } });
  const { amountMinor } = await row(wanted);
  await db().refund.create({
    data: {
      id: 'ref_1',
      paymentId: wanted,
      requestKey: 'a',
      amountMinor: amountMinor ?? 1n,
      reason: 'asked',
      state: 'succeeded',
      gatewayRefundId: 're_1',
      createdAt: NOW,
      settledAt: NOW,
    },
  });
  await db().dispute.create({
    data: {
      id: 'dsp_1',
      paymentId: wanted,
      gateway: 'stripe',
      gatewayDisputeId: 'du_1',
      kind: 'chargeback',
      status: 'won',
      amountMinor: 1n,
      currency: 'USD',
      openedAt: NOW,
      createdAt: NOW,
      endedAt: NOW,
    },
  });
  await db().gatewayEvent.create({
    data: { id: 'gev_1', gateway: 'stripe', eventId: 'evt_1', type: 'charge.succeeded', reference: 'pi_1' },
  });
});

const paymentsFor = async (text: string) => (await searchEverything(text, NOW)).payments.map(({ id }) => id);
const row = (id: string) => db().payment.findUniqueOrThrow({ where: { id } });

test.each([
  ['our id', () => wanted],
  ['the id of its link', async () => (await row(wanted)).linkId],
  ['its receipt number as it is read out', async () => writeReceiptNumber((await row(wanted)).receiptNumber ?? '')],
  ['the end of its receipt’s address', async () => (await row(wanted)).receiptToken ?? ''],
  ['the gateway’s id of the intent', () => 'pi_1'],
  // What `applyReport` reports it as.
  ['the gateway’s id of the charge', () => `pi_${wanted}`],
  ['the gateway’s id of a refund', () => 're_1'],
  ['the gateway’s id of a dispute', () => 'du_1'],
  // As the audit log and the files of lists name them.
  ['our id of a refund', () => 'ref_1'],
  ['our id of a dispute', () => 'dsp_1'],
  ['our id of an event', () => 'gev_1'],
  ['the gateway’s id of an event', () => 'evt_1'],
  ['the partner’s reference', () => 'ORDER-77'],
  ['the donor’s email, in any case', () => 'ROSA@example.org'],
  ['the beginning of the donor’s email', () => 'rosa@'],
  ['the email that a receipt was sent to', () => 'office@example.org'],
  ['the donor’s name', () => 'rosa díaz'],
  ['the beginning of the donor’s name', () => 'Rosa'],
])('staff find a payment by %s', async (_hint, text) => {
  expect(await paymentsFor(await text())).toEqual([wanted]);
});

test('a receipt number with a wrong character is noticed, which a reference or a name is not', async () => {
  const number = (await row(wanted)).receiptNumber ?? '';
  const misread = writeReceiptNumber(number.slice(0, -1) + (number.endsWith('2') ? '3' : '2'));
  const isMistyped = async (text: string) => (await searchEverything(text, NOW)).isMistyped;
  expect([await isMistyped(misread), await isMistyped(number)]).toEqual([true, false]);
  expect([await isMistyped('ORDER-77'), await isMistyped('Rosa')]).toEqual([false, false]);
});

test('an underscore in an email is no wildcard', async () => {
  expect(await paymentsFor('ana_x@example.org')).toHaveLength(1);
  expect(await paymentsFor('ros_@example.org')).toEqual([]);
});

test('causes are found by words of their title, clients by their name', async () => {
  const { causes } = await searchEverything('limpia agua', NOW);
  expect(causes.map(({ key }) => key)).toEqual([cause]);
  const { client } = await db().cause.findUniqueOrThrow({ where: { key: cause }, include: { client: true } });
  const { others } = await searchEverything(client.name.toUpperCase(), NOW);
  expect(others).toEqual([{ kind: 'client', id: client.id, name: client.name }]);
});

test.each(['%', '\\', '__', "'", 'zzzz'])('%j finds nothing and fails at nothing', async (text) => {
  expect(await searchEverything(text, NOW)).toMatchObject({ payments: [], links: [], causes: [] });
});

test('staff find all payments of a cause by its title or key, latest first, but none of several causes', async () => {
  const order = [{ createdAt: 'desc' }, { id: 'desc' }] as const;
  const all = await db().payment.findMany({ where: { causeKey: cause }, orderBy: [...order] });
  expect(all).toHaveLength(2);
  const payments = (hint: string) => listPayments({ q: hint });
  for (const hint of ['agua limpia', cause]) {
    expect((await payments(hint)).rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    // No index serves the amounts of one cause.
    expect((await payments(hint)).sorts).toEqual(['newest', 'oldest']);
  }
  // A donor of that name comes first: the cause has its own group.
  await db().payment.update({ where: { id: wanted }, data: { donorName: 'Agua Limpia' } });
  expect(await paymentsFor('agua limpia')).toEqual([wanted]);
  await db().payment.update({ where: { id: wanted }, data: { donorName: 'Rosa Díaz' } });
  const { key } = await storedCause({ title: 'Agua para todos' });
  await donation(key);
  expect(await paymentsFor('agua')).toEqual([]);
  expect((await searchEverything('agua', NOW)).causes).toHaveLength(2);
});

test('a search that matches too much lists the newest, and says on the page and in the file that some are missing', async () => {
  const { clientId, currency } = await db().cause.findUniqueOrThrow({ where: { key: cause } });
  const rows = Array.from({ length: 520 }, (_, n) => ({ at: new Date(NOW.getTime() + n * 1000), n }));
  await db().checkoutLink.createMany({
    data: rows.map(({ at, n }) => ({
      ...{ id: `chl_many_${n}`, clientId, causeKey: cause, amount: 5n, currency, feePercent: '5', createdAt: at },
      ...{ expiresAt: new Date(at.getTime() + 86_400_000), cancelledAt: at, email: 'often@example.org' },
    })),
  });
  await db().payment.createMany({
    data: rows.map(({ at, n }) => ({
      ...{ id: `pay_many_${n}`, linkId: `chl_many_${n}`, causeKey: cause, rail: 'card', gateway: 'stripe', attempt: 1 },
      ...{ state: 'canceled', amount: 5n, currency, gatewayReference: `pi_many_${n}`, createdAt: at, settledAt: at },
      donorEmail: 'regular@example.org',
    })),
  });
  // By the payments' own columns, and by those of their links.
  for (const q of ['regular@example.org', 'regular', 'often@example.org']) {
    const list = await listPayments({ q });
    expect(list).toMatchObject({ isCut: true, total: { count: 500, isMore: true } });
    expect(list.rows[0]?.id).toBe('pay_many_519');
    const lines = await fileOf('payments', { q });
    expect(lines).toHaveLength(502);
    expect([lines[1]?.split(',')[0], lines[500]?.split(',')[0]]).toEqual(['pay_many_519', 'pay_many_20']);
    expect(lines[501]).toMatch(/^INCOMPLETE: /);
  }
  const links = await listLinks({ q: 'often@example.org' }, NOW);
  expect([links.isCut, links.rows[0]?.id]).toEqual([true, 'chl_many_519']);
  expect(await fileOf('links', { q: 'often@example.org' })).toHaveLength(502);
  expect(await listPayments({ q: 'rosa' })).toMatchObject({ isCut: false, total: { count: 1, isMore: false } });
  expect(await fileOf('payments', { q: 'rosa' })).toHaveLength(2);
});

test('one donor with very many payments hides no other whose address begins in the same way', async () => {
  await db().payment.update({ where: { id: wanted }, data: { donorEmail: 'regularly@example.org' } });
  const { people } = await searchEverything('regular', NOW);
  expect(people.map(({ email }) => email)).toEqual(['regular@example.org', 'regularly@example.org']);
});

test('whoever gave just their first name hides nobody with that name and another one', async () => {
  const [short, long, silent] = [await donation(cause), await donation(cause), await donation(cause)];
  const named = (id: string, donorName: string, donorEmail: string) =>
    db().payment.update({ where: { id }, data: { donorName, donorEmail } });
  await named(short, 'Matilde', 'm@example.org');
  await named(long, 'Matilde Ríos', 'rios@example.org');
  // A donor without an address has no page.
  await db().payment.update({ where: { id: silent }, data: { donorName: 'Matilde', donorEmail: null } });
  const found = await searchEverything('matilde', NOW);
  expect(found.people.map(({ name }) => name)).toEqual(['Matilde', 'Matilde Ríos']);
  expect(found.payments.map(({ id }) => id).toSorted()).toEqual([short, long, silent].toSorted());
  // An address that is somebody's is nobody else's beginning.
  await named(long, 'Matilde Ríos', 'm@example.org.mx');
  expect(await paymentsFor('m@example.org')).toEqual([short]);
});

test('so does a search for the causes of somebody with very many, and one for people with a common name', async () => {
  const { owner, ownerId, ...sample } = await db().cause.findUniqueOrThrow({
    where: { key: cause },
    include: { owner: true },
  });
  const rows = Array.from({ length: 501 }, (_, n) => ({ key: `many-${n}`, at: new Date(Date.now() + n * 1000) }));
  await db().cause.createMany({
    data: rows.map(({ key, at }) => ({ ...sample, key, slug: key, title: 'Casa', ownerId, createdAt: at })),
  });
  for (const q of [owner.email, 'casa']) {
    const list = await listCauses({ q });
    expect([list.isCut, list.rows[0]?.key]).toEqual([true, 'many-500']);
    expect((await fileOf('causes', { q })).at(-1)).toMatch(/^INCOMPLETE: /);
  }
  const people = Array.from({ length: 11 }, (_, n) => `juana${n}@example.org`);
  await db().account.createMany({
    data: people.map((email, n) => ({ id: `acc_juana${n}`, email, emailKey: email, name: 'Juana' })),
  });
  const found = await searchEverything('juana', NOW);
  expect([found.people.length, found.hasMore.people]).toEqual([10, true]);
});

/** The lines of a list's file. */
async function fileOf(name: string, query: Record<string, string>): Promise<string[]> {
  let file = '';
  for await (const piece of exportList(name, query, NOW) ?? []) file += piece;
  return file.split('\r\n').slice(0, -1);
}
