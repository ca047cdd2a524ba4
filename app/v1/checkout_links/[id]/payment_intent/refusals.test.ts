import { describe, expect, test } from 'vitest';
import { CAUSE_STATES } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { intentOf, linkIn, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns, setExpiry } from '#testing/money.ts';
import { expectProblem, expectRefused } from '#testing/problems.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import type { CallOptions } from '#testing/service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

const ask = (id: string, options: CallOptions = { body: {} }) =>
  service.call(`/v1/checkout_links/${id}/payment_intent`, options);

describe('400 validation_failed', () => {
  test.each(['amount', 'currency', 'name', 'Email', 'metadata', '__proto__', 'constructor'])(
    'a field %j is refused, never ignored',
    async (field) => {
      const { id } = await newLink();
      const reply = await ask(id, { raw: `{"email":"a@example.org","${field}":50}` });
      expectRefused(reply, field);
      expect(await db().payment.count({ where: { linkId: id } })).toBe(0);
    },
  );

  test('a field with an empty name is not taken for the body as a whole', async () => {
    const { id } = await newLink();
    const reply = await ask(id, { body: { '': 1 } });
    expect(expectRefused(reply, '""')).toEqual(['is not a field of this request']);
    expect(reply.body.detail).toBe('Not valid: "".');
  });

  test('every unknown field is named', async () => {
    const { id } = await newLink();
    expectRefused(await ask(id, { body: { amount: 1, currency: 'USD' } }), 'amount', 'currency');
  });

  test.each([null, '', 'donor', 1, true, [], {}])('the email %j is refused', async (email) => {
    const { id } = await newLink();
    expectRefused(await ask(id, { body: { email } }), 'email');
  });

  test.each([
    [1, 'CLP'],
    [1_000_000_000_000, 'USD'],
  ])('an amount of %d %s, which the processor does not accept, is refused', async (amount, currency) => {
    const { id } = await linkIn(service, partner, currency, { amount });
    expectRefused(await ask(id), 'amount');
  });

  test('the processor is asked about an amount once an hour: anybody can repeat the request', async () => {
    const { id } = await linkIn(service, partner, 'CLP', { amount: 1 });
    const attempts = () => db().payment.count({ where: { linkId: id } });
    const first = await ask(id);
    const again = await Promise.all(Array.from({ length: 5 }, () => ask(id)));
    for (const reply of again) expect(expectRefused(reply, 'amount')).toEqual(expectRefused(first, 'amount'));
    expect(await attempts()).toBe(1);
    await db().checkoutLink.update({ where: { id }, data: { donorAmount: 1000n } });
    expect((await ask(id)).status).toBe(200);
    await db().checkoutLink.update({ where: { id }, data: { donorAmount: null } });
    const anHourAgo = new Date(Date.now() - 3_601_000);
    await db().payment.updateMany({ where: { linkId: id }, data: { createdAt: anHourAgo } });
    expectRefused(await ask(id), 'amount');
    expect(await attempts()).toBe(3);
  });
});

test('an unknown link is 404, after its body was checked', async () => {
  expectProblem(await ask('chl_none'), 404, 'checkout_link_not_found');
  expectRefused(await ask('chl_none', { body: { amount: 1 } }), 'amount');
});

describe('409 checkout_link_not_payable', () => {
  test('on a completed link', async () => {
    const { id } = await newLink();
    await pay(service, await intentOf(service, id));
    await donorReturns(service, id);
    expect(expectProblem(await ask(id), 409, 'checkout_link_not_payable').status_detail).toBe('completed');
  });

  test('on an expired link', async () => {
    const { id } = await newLink();
    await setExpiry(id, new Date(Date.now() - 1));
    expect(expectProblem(await ask(id), 409, 'checkout_link_not_payable').status_detail).toBe('expired');
  });

  test('on a cancelled link, also one past its expiry', async () => {
    const { id } = await newLink();
    await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
    expect(expectProblem(await ask(id), 409, 'checkout_link_not_payable').status_detail).toBe('cancelled');
    await setExpiry(id, new Date(Date.now() - 1));
    expect(expectProblem(await ask(id), 409, 'checkout_link_not_payable').status_detail).toBe('cancelled');
  });

  test('is checked before the cause', async () => {
    const paused = await publishedCause(service, partner);
    const { id } = await newLink({ cause: paused });
    await db().cause.update({ where: { key: paused }, data: { state: 'paused' } });
    await db().checkoutLink.update({ where: { id }, data: { cancelledAt: new Date() } });
    expectProblem(await ask(id), 409, 'checkout_link_not_payable');
  });
});

describe('422 cause_not_accepting_payments', () => {
  const refusing = [
    ...CAUSE_STATES.filter((state) => !['published', 'verified', 'in_verification'].includes(state)),
    'en_revision',
  ];
  test.each(refusing)('while the cause is %s', async (state) => {
    const key = await publishedCause(service, partner);
    const { id } = await newLink({ cause: key });
    await db().cause.update({ where: { key }, data: { state } });
    expectProblem(await ask(id), 422, 'cause_not_accepting_payments');
  });

  test('after the closing time of the cause', async () => {
    const key = await publishedCause(service, partner);
    const { id } = await newLink({ cause: key });
    await db().cause.update({ where: { key }, data: { closesAt: new Date(Date.now() - 1) } });
    expectProblem(await ask(id), 422, 'cause_not_accepting_payments');
  });

  test('in BRB, which is no longer legal tender', async () => {
    const { id } = await linkIn(service, partner, 'BRB');
    expectProblem(await ask(id), 422, 'cause_not_accepting_payments');
  });
});

test('a link prepared on a draft can be paid once the cause is published', async () => {
  const key = await publishedCause(service, partner);
  await db().cause.update({ where: { key }, data: { state: 'draft' } });
  const { id } = await newLink({ cause: key });
  expectProblem(await ask(id), 422, 'cause_not_accepting_payments');
  await db().cause.update({ where: { key }, data: { state: 'published' } });
  const reply = await ask(id, { body: { email: 'josé@example.org' } });
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body).sort()).toEqual(['client_secret', 'payment_intent_id', 'publishable_key']);
});
