import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import type { RemoteRefund } from '#lib/rails/port/reversals.ts';
import { NOW } from '#testing/causes.ts';
import { applyReport, differences, donation, ownDatabase } from '#testing/ledger.ts';
import { creatorWith } from '#testing/withdrawals.ts';

/* A donor is told of each refund once, whoever made it: we, or somebody at the gateway itself. */

ownDatabase();

/** A donation of 80 dollars whose donor has an address, what can happen to it, and the mails about its refunds. */
async function donated() {
  const { key, staff } = await creatorWith(0);
  const id = await donation(key, { amountMajor: 80 });
  const donorEmail = `donor-${randomUUID()}@example.org`;
  await db().payment.update({ where: { id }, data: { donorEmail } });
  const says = (refunds: RemoteRefund[] | null) => {
    const done = (refunds ?? []).filter(({ status }) => status === 'succeeded');
    const refundedMinor = done.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    return applyReport(id, { refunds, ...(refunds && { refundedMinor }) });
  };
  const ask = async (dollars: number) => {
    const { refundedMinor: seenMinor } = await db().payment.findUniqueOrThrow({ where: { id } });
    const wish = { amountMinor: BigInt(dollars * 100), seenMinor, reason: 'Asked for by the donor' };
    const asked = await requestRefund({ paymentId: id, ...wish, key: randomUUID(), requestedBy: staff.id }, NOW);
    if (asked.kind !== 'requested') throw new Error(asked.kind);
    return asked.refund.id;
  };
  const mails = async () => {
    const found = await db().email.findMany({
      where: { recipient: donorEmail },
      orderBy: { createdAt: 'asc' },
    });
    return found.map(({ template, data }) => [template, (data as { backMajor: number }).backMajor]);
  };
  return { id, says, ask, mails };
}

function remote(id: string, dollars: number, more: Partial<RemoteRefund> = {}): RemoteRefund {
  const amountMinor = BigInt(dollars * 100);
  return { id, refundId: null, amountMinor, status: 'succeeded', hasLeft: true, createdAt: NOW, ...more };
}

test('each refund at the gateway, once it has succeeded', async () => {
  const { says, mails } = await donated();
  await says([remote('re_1', 20, { status: 'pending' })]);
  expect(await mails()).toEqual([]);
  await says([remote('re_1', 20)]);
  await says([remote('re_1', 20)]);
  expect(await mails()).toEqual([['donation_given_back', 20]]);
  await says([remote('re_1', 20), remote('re_2', 35)]);
  expect(await mails()).toEqual([
    ['donation_given_back', 20],
    ['donation_given_back', 35],
  ]);
});

test('one that comes back after it was told', async () => {
  const { says, mails } = await donated();
  await says([remote('re_1', 30)]);
  await says([remote('re_1', 30, { status: 'failed' })]);
  expect(await mails()).toEqual([
    ['donation_given_back', 30],
    ['refund_returned', 30],
  ]);
});

test('one of ours whose id at the gateway is not known yet is not taken for a second one', async () => {
  const { says, ask, mails } = await donated();
  const refundId = await ask(25);
  await says([remote('re_1', 25)]);
  expect(await mails()).toEqual([]);
  await db().refund.update({ where: { id: refundId }, data: { gatewayRefundId: 're_1' } });
  await says([remote('re_1', 25), remote('re_2', 5)]);
  expect((await mails()).toSorted()).toEqual([
    ['donation_given_back', 25],
    ['donation_given_back', 5],
  ]);
});

test('one of ours beside one at the gateway: each once', async () => {
  const { says, ask, mails } = await donated();
  const refundId = await ask(10);
  await says([remote('re_1', 10, { refundId }), remote('re_2', 15)]);
  expect((await mails()).toSorted()).toEqual([
    ['donation_given_back', 10],
    ['donation_given_back', 15],
  ]);
});

test('nothing while the refunds cannot be listed', async () => {
  const { says, mails } = await donated();
  await says([remote('re_1', 30)]);
  await says(null);
  expect(await mails()).toEqual([['donation_given_back', 30]]);
});

test('nothing while a report lists refunds without their sum: what is reserved stays, and the gateway is asked again', async () => {
  const { id, ask } = await donated();
  const refundId = await ask(10);
  const stored = () =>
    db().payment.findUniqueOrThrow({ where: { id }, include: { refunds: { select: { state: true } } } });
  await applyReport(id, { refunds: [remote('re_1', 10, { refundId })], refundedMinor: null });
  expect(await stored()).toMatchObject({
    refundedMinor: 0n,
    refundsPendingMinor: 1000n,
    refunds: [{ state: 'pending' }],
    costDueAt: expect.any(Date),
  });
  await applyReport(id, { refunds: [remote('re_1', 10, { refundId })], refundedMinor: 1000n });
  const done = { refundedMinor: 1000n, refundsPendingMinor: 0n, refunds: [{ state: 'succeeded' }] };
  expect(await stored()).toMatchObject({ ...done, costDueAt: null });
  await applyReport(id, { refunds: [], refundedMinor: null });
  expect(await stored()).toMatchObject(done);
  expect(await differences()).toEqual([]);
});

test('one that succeeds does not stand in for another that came back after it was asked for', async () => {
  const { id, ask, says } = await donated();
  const first = await ask(10);
  const one = remote('re_1', 10, { refundId: first });
  await says([one]);
  const second = await ask(15);
  await db().refund.update({ where: { id: second }, data: { createdAt: NOW } });
  const later = new Date(NOW.getTime() + 1);
  const returned = { ...one, status: 'failed' as const };
  await applyReport(id, { refunds: [returned, remote('re_2', 15, { refundId: second })], refundedMinor: 1500n }, later);
  const waiting = await db().refund.findMany({ where: { paymentId: id, state: 'failed', resolvedAt: null } });
  expect(waiting.map((row) => row.id)).toEqual([first]);
});
