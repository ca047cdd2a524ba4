import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { dayAfter } from '#lib/time-zone.ts';
import { signIn } from '#testing/browser-session.ts';
import { storedCause, storedContribution } from '#testing/causes.ts';
import { donation } from '#testing/ledger.ts';
import { runningService } from '#testing/running-service.ts';
import { exportPayments } from './export-payments.ts';

const { service } = runningService();
type Creator = { key: string; cookie: string; payment: string };
let olga: Creator;
let other: Creator;

const emailOf = async ({ id: accountId }: Actor) =>
  (await db().account.findUniqueOrThrow({ where: { id: accountId } })).email;

/** A signed-in creator with a cause that has a donation. */
async function creator(): Promise<Creator> {
  const { key, owner } = await storedCause();
  return { key, payment: await donation(key), cookie: await signIn(await emailOf(owner)) };
}
beforeAll(async () => {
  [olga, other] = [await creator(), await creator()];
});

async function fileFor(cookie: string, causeKey?: string, query = '') {
  const path = causeKey === undefined ? '' : `/causes/${causeKey}`;
  const request = new Request(`${service.url}/dashboard${path}/payments/export${query}`, { headers: { cookie } });
  const response = await exportPayments(request, causeKey);
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

test('a creator gets the payments of their own causes, and of nobody else', async () => {
  for (const causeKey of [undefined, olga.key]) {
    const { status, text } = await fileFor(olga.cookie, causeKey);
    expect(status).toBe(200);
    expect(text).toContain(olga.payment);
    expect(text).not.toContain(other.payment);
  }
});

test('columns are separated as in the reader’s language, until the account chooses', async () => {
  const { cookie, key } = await creator();
  const header = async (query: string, language: string) => {
    const headers = { cookie, 'accept-language': language };
    const url = `${service.url}/dashboard/causes/${key}/payments/export?${query}`;
    const response = await exportPayments(new Request(url, { headers }), key);
    return (await response.text()).slice(0, 19);
  };
  expect(await header('', 'es-CO')).toBe('payment_id;link_id;');
  expect(await header('', 'es-MX')).toBe('payment_id,link_id,');
  expect(await header('', 'pt-BR')).toBe('payment_id;link_id;');
  expect(await header('columns=comma', 'pt-BR')).toBe('payment_id,link_id,');
  expect(await header('', 'pt-BR')).toBe('payment_id,link_id,');
  expect(await header('columns=tab', 'pt-BR')).toBe('payment_id,link_id,');
});

test.each([
  // Half an hour before midnight, where there is no midnight: the next day begins at one o’clock.
  ['America/Santiago', '2027-09-04', '2027-09-05T03:30:00.000Z'],
  ['America/Havana', '2027-03-13', '2027-03-14T04:30:00.000Z'],
  ['America/Sao_Paulo', '2018-11-03', '2018-11-04T02:30:00.000Z'],
  ['America/Asuncion', '2023-09-30', '2023-10-01T03:30:00.000Z'],
  ['Africa/Cairo', '2027-04-29', '2027-04-29T21:30:00.000Z'],
])('a payment of half past eleven in the evening in %s is in the file of that day', async (zone, day, at) => {
  const { key, cookie } = await creator();
  const id = await storedContribution(key, { succeededAt: new Date(at) });
  for (const [of, isListed] of [
    [day, true],
    [dayAfter(day), false],
  ] as const) {
    const query = new URLSearchParams({ from: of, to: of, zone });
    const url = `${service.url}/dashboard/causes/${key}/payments/export?${query}`;
    const response = await exportPayments(new Request(url, { headers: { cookie } }), key);
    const text = await response.text();
    expect([of, text.includes(id)]).toEqual([of, isListed]);
    if (isListed) expect(text).toContain(`${at},${day}T23:30:00`);
  }
});

test('the CSV of another creator’s cause is not found, like that of a missing cause', async () => {
  for (const causeKey of [other.key, 'nothing']) {
    const { status, text } = await fileFor(olga.cookie, causeKey);
    expect(status).toBe(404);
    expect(text).not.toContain(other.payment);
  }
});

test('a signed-out visitor is redirected to sign-in, and gets no payments', async () => {
  const { status, location, text } = await fileFor('', olga.key);
  expect([status, text]).toEqual([303, '']);
  expect(location).toContain(encodeURIComponent(`/dashboard/causes/${olga.key}/payments`));
});

test('a file of days that there are not is refused, and is not one of all days', async () => {
  for (const query of ['?from=30/11/2026', '?to=2026-02-30', '?from=2026-11-01&to=2026-11']) {
    const { status, text } = await fileFor(olga.cookie, olga.key, query);
    expect([status, text]).toEqual([400, expect.stringMatching(/(?:from|to) must be a day such as 2026-11-30\./)]);
  }
  expect((await fileFor(olga.cookie, olga.key, '?from=2026-01-01&to=')).status).toBe(200);
});
