import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { createPartner, intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns } from '#testing/money.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let cause: string;
beforeAll(async () => {
  cause = await publishedCause(service, partner);
});

const open = (overrides: Record<string, unknown> = {}) => openLink(service, partner, { cause, ...overrides });
const read = (id: string, headers: Record<string, string> = {}) =>
  service.call(`/v1/checkout_links/${id}`, { key: partner.key, headers });
const update = (id: string, data: Parameters<ReturnType<typeof db>['checkoutLink']['update']>[0]['data']) =>
  db().checkoutLink.update({ where: { id }, data });
/** A link for 50 on which a donor paid 75. */
async function paidLink() {
  const link = await open();
  await service.call('/checkout/donation', { body: { ref: link.id, amount: 75 } });
  const intent = await intentOf(service, link.id);
  await pay(service, intent);
  await donorReturns(service, link.id);
  return link;
}

const COMPLETION = ['amount_paid', 'currency_paid', 'payment_id', 'completed_at'];

describe('the status', () => {
  test('is open, with exactly the minted members', async () => {
    const link = await open();
    expect((await read(link.id)).body).toEqual(link);
  });

  test('is completed once a payment is approved, with the paid and the requested amount', async () => {
    const link = await paidLink();
    const { body } = await read(link.id);
    expect(body).toEqual({
      ...link,
      status: 'completed',
      amount: 50,
      amount_paid: 75,
      currency_paid: 'USD',
      payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{24}$/),
      completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    await update(link.id, { expiresAt: new Date(Date.parse(link.created_at) + 1) });
    expect((await read(link.id)).body).toMatchObject({ status: 'completed', amount_paid: 75 });
  });

  test('is expired after expires_at, even if no sweep has run', async () => {
    const link = await open();
    await update(link.id, { expiresAt: new Date(Date.now() - 1), createdAt: new Date(Date.now() - 1000) });
    const { body } = await read(link.id);
    expect(body.status).toBe('expired');
    for (const member of COMPLETION) expect(body).not.toHaveProperty(member);
  });

  test('is cancelled once an operator cancelled it, even past its expiry', async () => {
    const link = await open();
    await update(link.id, { cancelledAt: new Date() });
    expect((await read(link.id)).body).toEqual({ ...link, status: 'cancelled' });
    await update(link.id, { expiresAt: new Date(Date.parse(link.created_at) + 1) });
    expect((await read(link.id)).body.status).toBe('cancelled');
  });
});

describe('404 checkout_link_not_found', () => {
  test('for another client’s link exactly as for a missing one', async () => {
    const { id } = await open();
    const { key } = await createPartner();
    const [foreign, missing] = [
      await service.call(`/v1/checkout_links/${id}`, { key }),
      await service.call('/v1/checkout_links/chl_none', { key }),
    ];
    const { instance: _a, ...one } = expectProblem(foreign, 404, 'checkout_link_not_found');
    const { instance: _b, ...two } = expectProblem(missing, 404, 'checkout_link_not_found');
    expect(one).toEqual(two);
  });

  test('also for the client that owns the cause but did not mint the link', async () => {
    const stranger = await createPartner();
    const { id } = await openLink(service, stranger, { cause });
    expectProblem(await read(id), 404, 'checkout_link_not_found');
  });

  test('an id is matched as a whole, with case', async () => {
    const { id } = await open();
    for (const other of [id.toUpperCase(), id.slice(0, -1), `${id}x`, id.slice(4)])
      expectProblem(await read(other), 404, 'checkout_link_not_found');
  });
});

test('an Idempotency-Key is ignored', async () => {
  const { id } = await open();
  const reply = await read(id, { 'idempotency-key': '' });
  expect([reply.status, reply.headers.has('idempotent-replayed')]).toEqual([200, false]);
});
