import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completedLinkReply } from '#lib/checkout-links/contract.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { createPartner, intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
let otherCause: string;
let sql: pg.Client;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
  otherCause = await publishedCause(service, partner);
  sql = await connectAsOwner();
  // Also changes members that no caller can change: the tag must differ.
  await sql.query('ALTER TABLE checkout_links DISABLE TRIGGER USER');
  await sql.query('ALTER TABLE payments DISABLE TRIGGER payments_are_as_received');
});
afterAll(() => sql.end());

const open = () => openLink(service, partner, { cause });
const read = (id: string, headers: Record<string, string> = {}) =>
  service.call(`/v1/checkout_links/${id}`, { key: partner.key, headers });
const setLink = (id: string, column: string, value: unknown) =>
  sql.query(`UPDATE checkout_links SET ${column} = $2 WHERE id = $1`, [id, value]);
const setPayment = (id: string, column: string, value: unknown) =>
  sql.query(`UPDATE payments SET ${column} = $2 WHERE link_id = $1`, [id, value]);

const LATER = '2030-01-02T03:04:05.678Z';

/** Approves a payment of a link, and nothing else. */
async function approve(id: string): Promise<void> {
  await sql.query(
    `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor,
                           gateway_reference, gateway_payment_id, created_at, succeeded_at, settled_at, receipt_token, cause_title)
     SELECT 'pay_' || id, id, cause_key, 'card', 'stripe', 1, 'approved', 50, 'USD', 5000,
            'pi_' || id, 'pi_' || id, now(), now(), now(), 'rct_' || id, 'A well'
       FROM checkout_links WHERE id = $1`,
    [id],
  );
}

/** A link in each status. */
const STATUSES: Record<string, (id: string) => Promise<unknown>> = {
  open: async () => undefined,
  completed: approve,
  expired: (id) => setLink(id, 'expired_at', LATER),
  cancelled: (id) => setLink(id, 'cancelled_at', LATER),
};

/** Changes one member of the reply and nothing else. `object` is the same for every link. */
const CHANGES: Record<string, (id: string) => Promise<unknown>> = {
  status: (id) => setLink(id, 'cancelled_at', LATER),
  cause: (id) => setLink(id, 'cause_key', otherCause),
  amount: (id) => setLink(id, 'amount', 51),
  currency: (id) => setLink(id, 'currency', 'CLP'),
  fee_percent: (id) => setLink(id, 'fee_percent', 1.25),
  expires_at: (id) => setLink(id, 'expires_at', LATER),
  created_at: (id) => setLink(id, 'created_at', '2020-01-02T03:04:05.678Z'),
  amount_paid: (id) => setPayment(id, 'amount', 52),
  currency_paid: (id) => setPayment(id, 'currency', 'CLP'),
  payment_id: (id) => setPayment(id, 'id', `pay_other_${id}`),
  completed_at: (id) => setPayment(id, 'succeeded_at', LATER),
  anonymous: (id) => setLink(id, 'anonymous', true),
  callback_url: (id) => setLink(id, 'callback_url', 'https://example.org/callback'),
  success_url: (id) => setLink(id, 'success_url', 'https://example.org/success'),
  cancel_url: (id) => setLink(id, 'cancel_url', 'https://example.org/cancel'),
  email: (id) => setLink(id, 'email', 'donor@example.org'),
  external_reference: (id) => setLink(id, 'external_reference', 'order-1'),
  metadata: (id) => setLink(id, 'metadata', '{"order":"1"}'),
};
const OF_PAYMENT = ['amount_paid', 'currency_paid', 'payment_id', 'completed_at'];

async function tagOf(id: string): Promise<string> {
  const tag = (await read(id)).headers.get('etag');
  expect(tag).toMatch(/^"[\w-]+"$/);
  return tag ?? '';
}

/** The tags before and after a change of a link, and the members of the reply that it changed. */
async function across(id: string, change: (id: string) => Promise<unknown>) {
  const before = await read(id);
  await change(id);
  const after = await read(id);
  const members = new Set([...Object.keys(before.body), ...Object.keys(after.body)]);
  const changed = [...members].filter(
    (member) => JSON.stringify(before.body[member]) !== JSON.stringify(after.body[member]),
  );
  return { before: before.headers.get('etag') ?? '', after: after.headers.get('etag') ?? '', changed };
}

test('sent back returns 304 without a body while nothing has changed', async () => {
  const link = await open();
  const tag = await tagOf(link.id);
  for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const reply = await read(link.id, { 'if-none-match': ifNoneMatch });
    expect([reply.status, reply.text]).toEqual([304, '']);
    expect(reply.headers.get('etag')).toBe(tag);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('x-request-id')).toBeTruthy();
  }
  for (const other of ['"other"', '"a,*,b"', '"a", *'])
    expect([other, (await read(link.id, { 'if-none-match': other })).status]).toEqual([other, 200]);
});

describe('does not match after the status has changed', () => {
  test('because a donor paid', async () => {
    const link = await open();
    const tag = await tagOf(link.id);
    await pay(service, await intentOf(service, link.id));
    await donorReturns(service, link.id);
    const reply = await read(link.id, { 'if-none-match': tag });
    expect([reply.status, reply.body.status]).toEqual([200, 'completed']);
  });

  const names = Object.keys(STATUSES);
  const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const));
  test.each(pairs)('from %s to %s', async (from, to) => {
    const { id } = await open();
    const reset = async () => {
      await sql.query('DELETE FROM payments WHERE link_id = $1', [id]);
      await sql.query('UPDATE checkout_links SET expired_at = NULL, cancelled_at = NULL WHERE id = $1', [id]);
    };
    await STATUSES[from]?.(id);
    const first = await read(id);
    expect(first.body.status).toBe(from);
    await reset();
    await STATUSES[to]?.(id);
    const second = await read(id, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([second.status, second.body?.status]).toEqual([200, to]);
  });
});

describe('does not match after a member of the reply has changed', () => {
  test.each(Object.keys(CHANGES))('%s alone', async (member) => {
    const { id } = await open();
    if (OF_PAYMENT.includes(member)) await approve(id);
    const { before, after, changed } = await across(id, CHANGES[member] ?? (async () => undefined));
    expect(changed).toEqual([member]);
    expect(after).not.toBe(before);
  });

  test('the id, and with it the URL', async () => {
    const { id } = await open();
    const renamed = `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}`;
    const [first, tag] = [(await read(id)).body, await tagOf(id)];
    await setLink(id, 'id', renamed);
    const second = await read(renamed);
    expect(second.body).toEqual({ ...first, id: renamed, url: first.url.replace(id, renamed) });
    expect(second.headers.get('etag')).not.toBe(tag);
  });

  test('and every member is among these', () => {
    expect([...Object.keys(CHANGES), 'id', 'url', 'object'].sort()).toEqual(
      Object.keys(completedLinkReply.shape).sort(),
    );
  });
});

test('does not reveal a link of another client', async () => {
  const { id } = await open();
  const tag = await tagOf(id);
  const { key } = await createPartner();
  const reply = await service.call(`/v1/checkout_links/${id}`, { key, headers: { 'if-none-match': tag } });
  expectProblem(reply, 404, 'checkout_link_not_found');
});
