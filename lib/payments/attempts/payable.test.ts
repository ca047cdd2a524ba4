import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { changeCause, intentOf, linkIn, pay, publishedCause } from '#testing/factories.ts';
import {
  askIntent,
  attemptsOf,
  gatewayCalls,
  holdIntent,
  intentsAt,
  loseWebhooks,
  runMoneyJobs,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
beforeEach(() => loseWebhooks(service));

const keyed = (key: string, body = {}) => ({ headers: { 'idempotency-key': key }, body });

test.each([
  ['MXN', 9, 'below the minimum of the currency'],
  ['USD', 10_000_000_000, 'of thirteen digits in minor units'],
  ['COP', 1, 'that the gateway itself finds too small'],
])('%s %d, an amount %s: validation_failed naming the amount, and nothing live', async (currency, amount) => {
  const link = await linkIn(service, partner, currency, { amount });
  const { status, body } = await askIntent(service, link.id);
  expect([status, body.code, body.errors[0].field]).toEqual([400, 'validation_failed', 'amount']);
  expect((await attemptsOf(link.id)).filter(({ state }) => state === 'pending' || state === 'starting')).toEqual([]);
});

test.each([
  ['MXN', 10],
  ['USD', 9_999_999_999],
  ['CLP', 999_999_999_999],
])('%s %d, at the limit of a card, gets an intent', async (currency, amount) => {
  const link = await linkIn(service, partner, currency, { amount });
  expect((await askIntent(service, link.id)).status).toBe(200);
});

test('an amount that the gateway finds too large is refused, and a smaller one then accepted', async () => {
  const link = await linkIn(service, partner, 'GBP', { amount: 5000 });
  await service.control('stripe/limits', { currency: 'gbp', max: 100_000 });
  expect((await askIntent(service, link.id)).body.errors[0].field).toBe('amount');
  await service.call('/checkout/donation', { body: { ref: link.id, amount: 1000 } });
  expect((await askIntent(service, link.id)).status).toBe(200);
});

test('BRB can be minted but is no longer legal tender: cause_not_accepting_payments', async () => {
  const { status, body } = await askIntent(service, (await linkIn(service, partner, 'BRB')).id);
  expect([status, body.code]).toEqual([422, 'cause_not_accepting_payments']);
});

test('a cause that stops collecting: refused, and its live intent is cancelled by the job', async () => {
  const own = await publishedCause(service, partner);
  const link = await newLink({ cause: own });
  await intentOf(service, link.id);
  await changeCause(own, { state: 'paused' });
  expect((await askIntent(service, link.id)).body.code).toBe('cause_not_accepting_payments');
  await runMoneyJobs(service);
  expect((await intentsAt(service, link.id)).map(({ status }) => status)).toEqual(['canceled']);
});

test('money that still arrives on an open link of a paused cause completes it', async () => {
  const own = await publishedCause(service, partner);
  const link = await newLink({ cause: own });
  await pay(service, await intentOf(service, link.id));
  await changeCause(own, { state: 'fraud' });
  await runMoneyJobs(service);
  const { body } = await service.call(`/v1/checkout_links/${link.id}/public`);
  expect([body.status, body.amount_paid]).toEqual(['completed', 50]);
});

test('an attempt stays with its account, even if another one serves its country later', async () => {
  const link = await newLink();
  const intent = await intentOf(service, link.id);
  await db().payment.updateMany({
    where: { linkId: link.id },
    data: { gateway: 'stripe-of-another-account' },
  });
  expect((await askIntent(service, link.id)).status).toBe(500);
  await db().payment.updateMany({ where: { linkId: link.id }, data: { gateway: 'stripe' } });
  expect(await intentOf(service, link.id)).toBe(intent);
});

test('an Idempotency-Key replays the same intent, with its secret retrieved from the gateway', async () => {
  const link = await newLink();
  const first = await askIntent(service, link.id, keyed('once'));
  const again = await askIntent(service, link.id, keyed('once'));
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const records = await db().idempotencyRecord.findMany({ where: { key: 'once' } });
  expect(records).toMatchObject([{ response: first.body.payment_intent_id, status: 200 }]);
});

test('a key is scoped to its link; with another body on the same link it is reused', async () => {
  const [one, two] = [await newLink(), await newLink()];
  const first = await askIntent(service, one.id, keyed('shared'));
  const other = await askIntent(service, two.id, keyed('shared'));
  expect(other.body.payment_intent_id).not.toBe(first.body.payment_intent_id);
  const reused = await askIntent(service, one.id, keyed('shared', { email: 'donor@example.org' }));
  expect([409, 422]).toContain(reused.status);
  expect(reused.body.code).toBe('idempotency_key_reused');
});

test('a key in flight answers 409; a gateway that failed leaves it free', async () => {
  const link = await newLink();
  const gateway = await holdIntent(service);
  const first = askIntent(service, link.id, keyed('slow'));
  await gateway.arrived();
  const second = await askIntent(service, link.id, keyed('slow'));
  expect([second.status, second.body.code]).toEqual([409, 'idempotency_key_in_progress']);
  await gateway.release();
  expect((await first).status).toBe(200);

  await service.control('stripe/gateway_down');
  expect((await askIntent(service, link.id, keyed('down'))).status).toBe(503);
  await service.control('stripe/gateway_up');
  expect((await askIntent(service, link.id, keyed('down'))).status).toBe(200);
});

test('a replay while the gateway is down is 503, and the record stays', async () => {
  const link = await newLink();
  const first = await askIntent(service, link.id, keyed('kept'));
  await service.control('stripe/gateway_down');
  expect((await askIntent(service, link.id, keyed('kept'))).status).toBe(503);
  await service.control('stripe/gateway_up');
  expect((await askIntent(service, link.id, keyed('kept'))).body).toEqual(first.body);
});

test('the gateway gets the link’s id and nothing of the partner or the donor', async () => {
  const link = await newLink({ external_reference: 'order-7711', metadata: { secret: 'partner-note' } });
  await askIntent(service, link.id, { body: { email: 'quiet.donor@example.org' } });
  const calls = await gatewayCalls(service, '/v1/payment_intents', 'POST');
  const body = decodeURIComponent(calls.find((call) => call.body.includes(link.id))?.body ?? '');
  expect(body).toContain(`metadata[checkout_link]=${link.id}`);
  expect(body).not.toMatch(/order-7711|partner-note|quiet\.donor/);
});

test('no table holds a client secret', async () => {
  const link = await newLink();
  const { body } = await askIntent(service, link.id, keyed('searched'));
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const found = await db().$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`,
      '\\_secret\\_',
    );
    expect(found, name).toEqual([]);
  }
  expect(body.client_secret).toContain('_secret_');
});
