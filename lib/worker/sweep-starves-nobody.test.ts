import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { donorReturns, forgetJobs, gatewayCalls, onlyAttemptOf, resetProcessor } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { sweep } from './sweep.ts';

const { service, partner } = runningService();
const { paidLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

const BATCH = 20;

async function donated() {
  const { id, intent } = await paidLink();
  await donorReturns(service, id);
  return { intent, paid: await onlyAttemptOf(id) };
}

test('a mail whose job was lost is found although more than one sweep takes are older and refused', async () => {
  const data = { name: 'Ana', state: 'added', account: 'Bank 1', note: null, accountUrl: 'http://localhost/x' };
  const mail = { recipient: 'ana@example.org', locale: 'en', template: 'bank_account_changed', data };
  const dayAgo = new Date(Date.now() - 86_400_000);
  const refused = Array.from({ length: BATCH + 4 }, () => newId('email')).sort();
  await db().email.createMany({ data: refused.map((id) => ({ id, ...mail, attempts: 51, createdAt: dayAgo })) });
  // By its id it is the last one.
  const id = `${refused.at(-1)}z`;
  await db().email.create({ data: { id, ...mail, createdAt: new Date(Date.now() - 3_600_000) } });
  const hasJob = async () => {
    const jobs = await db().$queryRaw<object[]>`
      SELECT 1 FROM pgboss.job WHERE name = 'deliver_email' AND data->>'id' = ${id}`;
    return jobs.length > 0;
  };
  for (let minute = 0; minute < 60 && !(await hasJob()); minute++) await sweep(new Date(), BATCH);
  expect(await hasJob()).toBe(true);
});

test('money is released although as many payments as a sweep takes, of an account without keys, have been due for longer', async () => {
  const { paid: earlier } = await donated();
  // A card account whose keys were removed (gateway `stripe-br`) had donations that were not released yet.
  await db().$executeRaw`
    INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, created_at, expires_at)
    SELECT 'chl_removed' || n, client_id, cause_key, amount, currency, fee_percent, created_at, expires_at
      FROM checkout_links, generate_series(1, ${BATCH}::integer) n WHERE id = ${earlier.linkId}`;
  await db().$executeRaw`
    INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, gateway_reference,
                          gateway_payment_id, amount_minor, created_at, succeeded_at, settled_at, cost_due_at)
    SELECT 'pay_0' || n, 'chl_removed' || n, cause_key, rail, 'stripe-br', 1, state, amount, currency, 'pi_removed' || n,
           'pi_removed' || n, amount_minor, created_at, succeeded_at, settled_at, now() - interval '1 hour'
      FROM payments, generate_series(1, ${BATCH}::integer) n WHERE payments.id = ${earlier.id}`;
  const { intent, paid } = await donated();
  await service.control('stripe/move_release', { payment_intent: intent, seconds: -60 });
  await db().payment.update({ where: { id: paid.id }, data: { costDueAt: new Date(Date.now() - 60_000) } });
  const asked = async () => (await gatewayCalls(service, `/v1/payment_intents/${intent}`, 'GET')).length;
  const before = await asked();
  await forgetJobs();
  for (let minute = 0; minute < 5 && !(await onlyAttemptOf(paid.linkId)).isReleased; minute++) {
    await sweep(new Date(), BATCH);
    await service.runJobs();
  }
  expect(await asked()).toBeGreaterThan(before);
  expect(await onlyAttemptOf(paid.linkId)).toMatchObject({ isReleased: true });
});
