import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { accountStateIn, approvedTransfer, localLinks, paymentsAt, resetAccounts } from '#testing/local-rails.ts';
import { donorReturns, hold, mailsTo, runEveryMoneyJob } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { performRefund } from './perform-refund.ts';
import { requestRefund } from './request-refund.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
const co = accountStateIn(service, 'co');

test('a caller whose claim has run out does not end the claim of the one that took over', async () => {
  const { id: linkId } = await links.colombian({ email: 'two-callers@example.org' });
  await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const requestedBy = newId('account');
  const asked = await requestRefund(
    { paymentId: payment.id, amountMinor: 1_000_000n, reason: 'x', seenMinor: 0n, key: randomUUID(), requestedBy },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  const { id } = asked.refund;
  await co('switches', { refunds: 'in_process' });
  const gateway = await hold(service, 'mercado-pago-co', { method: 'GET', path: '/refunds$', executed: true });
  const slow = performRefund(id, new Date()).catch(() => undefined);
  await gateway.arrived();
  const claimedUntil = new Date(Date.now() + 120_000);
  await db().refund.update({ where: { id }, data: { claimedUntil } });
  await gateway.release();
  await slow;
  expect(await db().refund.findUnique({ where: { id } })).toMatchObject({ claimedUntil });
});

test('a refund of staff that Mercado Pago answers with 400 while it works on it has not failed', async () => {
  const email = 'works-on-it@example.org';
  const { id: linkId } = await links.colombian({ email });
  await approvedTransfer(service, linkId);
  await donorReturns(service, linkId);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });
  const requestedBy = newId('account');
  const asked = await requestRefund(
    { paymentId: payment.id, amountMinor: 2_000_000n, reason: 'x', seenMinor: 0n, key: randomUUID(), requestedBy },
    new Date(),
  );
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  const { id } = asked.refund;
  await co('switches', { refunds: 'in_process' });
  // As gateways B3 says of it: it is made, in process, and answered with 400.
  const gateway = await hold(service, 'mercado-pago-co', { method: 'GET', path: '/refunds$', executed: true });
  const performed = performRefund(id, new Date()).catch(() => undefined);
  await gateway.arrived();
  await co('fail', { kind: 'status', status: 400, method: 'POST', path: '/refunds$' });
  await co('refund', { payment_id: payment.gatewayPaymentId, amount: 20_000 });
  await gateway.release();
  await performed;
  for (let n = 0; n < 3; n++) await runEveryMoneyJob(service);
  expect.soft(await db().refund.findUnique({ where: { id } })).toMatchObject({ state: 'pending' });
  const [{ refunds }] = await paymentsAt(service, linkId);
  expect(refunds).toHaveLength(1);
  await co('settle_refund', { refund_id: refunds[0].id, outcome: 'approved' });
  for (let n = 0; n < 3; n++) await runEveryMoneyJob(service);
  expect(await db().refund.findUnique({ where: { id } })).toMatchObject({ state: 'succeeded' });
  expect(await mailsTo(email)).toEqual(['donation_completed', 'donation_given_back']);
});
