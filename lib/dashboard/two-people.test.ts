import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { CLIENT_FORM } from '#testing/client-form.ts';
import { runningService } from '#testing/running-service.ts';
import { approvedPayment, donated } from '#testing/staff-actions.ts';
import { readResult } from './results.ts';
import { listKeyApprovals, listRefundApprovals, listTermsApprovals } from './staff/approvals.ts';
import { clientBase, findClient } from './staff/clients.ts';
import { findPaymentDetail } from './staff/payment.ts';
import { listWork } from './staff/work.ts';
import type { WorkName } from './staff/work-view.ts';

const { service, partner } = runningService({ REFUND_APPROVAL_THRESHOLD: 'USD=20' });
const [ASKER, OTHER] = ['asker@example.org', 'other@example.org'] as const;
let asker: string;
let other: string;
beforeAll(async () => {
  asker = (await accountOf(ASKER, 'staff')).id;
  other = (await accountOf(OTHER, 'staff')).id;
});

/** Sends a form in a new browser of an account. */
async function act(email: string, name: string, fields: Record<string, string>) {
  const confirmed = { ...fields, confirmed: 'yes' };
  const reply = await submit(service, `/dashboard/actions/${name}`, confirmed, {
    cookie: await signIn(email),
  });
  const id = new URL(reply.headers.get('location') ?? '/', service.url).searchParams.get('result');
  const result = id === null ? null : await db().formResult.findUniqueOrThrow({ where: { id } });
  return { status: reply.status, notice: result?.notice, errors: result?.faults };
}

/** A refund that waits for a second person; its approval asks the gateway, which knows only what was paid there. */
async function askedRefund(at: 'the gateway' | 'no gateway' = 'no gateway') {
  const payment = at === 'no gateway' ? await donated() : (await approvedPayment({ service, partner })).payment;
  const form = { id: payment.id, amount: '30', reason: 'Asked for', key: randomUUID(), seen: '0' };
  expect(await act(ASKER, 'payment.refund', form)).toMatchObject({ notice: 'refundAwaits' });
  const { id } = await db().refundApproval.findFirstOrThrow({ where: { paymentId: payment.id } });
  return { id, payment };
}

async function askedKey() {
  const form = { client: partner.clientId, permissions: 'causes:set_fee', allowed_ips: '' };
  expect(await act(ASKER, 'key.create', form)).toMatchObject({ notice: 'keyAwaits' });
  return db().apiKey.findFirstOrThrow({ where: { createdBy: asker }, orderBy: { createdAt: 'desc' } });
}

/** How much work of one kind waits. */
async function waitingFor(name: WorkName): Promise<number> {
  const work = await listWork(new Date());
  return work.find((item) => item.name === name)?.count ?? 0;
}

test('waiting requests are listed and counted, with requester and time', async () => {
  const before = await waitingFor('approvals');
  const [{ id, payment }, key] = [await askedRefund(), await askedKey()];
  const by = { id: asker, name: 'asker', email: ASKER };
  expect(await listRefundApprovals()).toMatchObject([
    { id, paymentId: payment.id, reason: 'Asked for', by, amount: { amountMajor: 30 } },
  ]);
  expect(await listKeyApprovals(new Date())).toMatchObject([{ id: key.id, by, state: 'waits' }]);
  expect(await waitingFor('approvals')).toBe(before + 2);
  expect(await act(OTHER, 'refund.reject', { id, note: 'Not needed' })).toMatchObject({
    notice: 'refundEnded',
  });
  expect(await act(OTHER, 'key.reject', { id: key.id, reason: 'Not needed' })).toMatchObject({
    notice: 'keyRefused',
  });
  expect(await waitingFor('approvals')).toBe(before);
});

test('a second browser of the requester is not a second person', async () => {
  const [{ id }, key] = [await askedRefund(), await askedKey()];
  expect((await act(ASKER, 'refund.approve', { id })).status).toBe(403);
  expect((await act(ASKER, 'key.approve', { id: key.id })).status).toBe(403);
  expect((await db().refundApproval.findUniqueOrThrow({ where: { id } })).decidedAt).toBeNull();
  expect((await db().apiKey.findUniqueOrThrow({ where: { id: key.id } })).awaitsApproval).toBe(true);
});

test('other terms of a client are listed, counted and approved by another person', async () => {
  const { id: client } = await db().client.create({ data: { id: newId('client'), name: 'Manos' } });
  const before = await waitingFor('approvals');
  const row = await db().client.findUniqueOrThrow({ where: { id: client } });
  const named = { ...CLIENT_FORM, id: client, base: clientBase(row), name: 'Manos Unidas' };
  const asked = { ...named, fee_percent: '20', fee_model: 'all_inclusive' };
  expect(await act(ASKER, 'client.update', asked)).toMatchObject({ notice: 'termsAwait' });
  expect(await db().client.findUniqueOrThrow({ where: { id: client } })).toMatchObject({
    name: 'Manos Unidas',
    feeModel: 'plus_gateway_costs',
  });
  expect(await waitingFor('approvals')).toBe(before + 1);
  const found = (await listTermsApprovals()).find(({ clientId }) => clientId === client);
  expect(found).toMatchObject({ clientName: 'Manos Unidas', by: { id: asker }, after: { feePercent: 20 } });
  expect((await findClient(asker, client))?.change).toMatchObject({ isOwn: true, contactAt: null });
  const id = found?.id ?? '';
  expect((await act(ASKER, 'client_terms.approve', { id })).status).toBe(403);
  expect(await act(OTHER, 'client_terms.approve', { id })).toMatchObject({ notice: 'termsApproved' });
  expect((await findClient(other, client))?.change).toBeNull();
  expect(await waitingFor('approvals')).toBe(before);
});

test('approval takes effect at once, and audit log and payment page name both people', async () => {
  const [{ id, payment }, key] = [await askedRefund('the gateway'), await askedKey()];
  expect((await findPaymentDetail(asker, payment.id, new Date()))?.waiting).toMatchObject({ isOwn: true });
  expect(await findPaymentDetail(other, payment.id, new Date())).toMatchObject({
    waiting: { isOwn: false, by: { id: asker } },
    refundable: null,
  });
  expect(await act(OTHER, 'refund.approve', { id })).toMatchObject({ notice: 'refundDone' });
  expect(await act(OTHER, 'refund.approve', { id })).toMatchObject({ errors: [{ code: 'decidedAlready' }] });
  expect(await act(OTHER, 'key.approve', { id: key.id })).toMatchObject({ notice: 'keyApproved' });
  const entryOf = (action: string, subject: string) => db().auditEntry.findFirstOrThrow({ where: { action, subject } });
  expect(await entryOf('payment.refund', payment.id)).toMatchObject({ actor: asker });
  const both = { actor: other, data: { requestedBy: asker } };
  expect(await entryOf('refund.approve', payment.id)).toMatchObject(both);
  expect(await entryOf('key.approve', key.id)).toMatchObject(both);
  const detail = await findPaymentDetail(other, payment.id, new Date());
  expect(detail?.refunds).toMatchObject([{ by: { id: asker }, approvedBy: { id: other } }]);
});

test('whoever replaces a key is told when each of the two works', async () => {
  const { id } = await askedKey();
  expect(await act(OTHER, 'key.approve', { id })).toMatchObject({ notice: 'keyApproved' });
  const refused = [{ field: 'hours', code: 'overlapNeeded' }];
  expect(await act(ASKER, 'key.rotate', { id, hours: '0' })).toMatchObject({ errors: refused });
  expect(await act(ASKER, 'key.rotate', { id, hours: '24' })).toMatchObject({ notice: 'keyRotatedAwaits' });
  const waiting = await db().apiKey.findFirstOrThrow({ where: { awaitsApproval: true, revokedAt: null } });
  expect(await act(OTHER, 'key.reject', { id: waiting.id, reason: 'Not needed' })).toMatchObject({
    notice: 'keyRefused',
  });
  for (const [hours, notice] of [
    ['24', 'keyRotated'],
    ['0', 'keyRotatedNow'],
  ] as const) {
    const form = { client: partner.clientId, permissions: 'cause:read', allowed_ips: '' };
    expect(await act(ASKER, 'key.create', form)).toMatchObject({ notice: 'keyCreated' });
    const made = await db().apiKey.findFirstOrThrow({ where: { createdBy: asker }, orderBy: { createdAt: 'desc' } });
    expect(await act(ASKER, 'key.rotate', { id: made.id, hours })).toMatchObject({ notice });
  }
});

test('the page on which a request is taken back says so to whoever made it, and to others that they reject it', async () => {
  const [{ id: refund }, { id: key }] = [await askedRefund(), await askedKey()];
  const reviewedBy = async (email: string, action: string, fields: Record<string, string>) => {
    const reply = await submit(service, `/dashboard/actions/${action}`, fields, {
      cookie: await signIn(email),
    });
    const { searchParams } = new URL(reply.headers.get('location') ?? '/', service.url);
    return readResult({ id: (await accountOf(email)).id, role: 'staff' }, searchParams.get('form'), new Date());
  };
  const forms = [
    ['refund.reject', { id: refund, note: 'A mistake' }],
    ['key.reject', { id: key, reason: 'A mistake' }],
  ] as const;
  for (const [action, fields] of forms) {
    expect(await reviewedBy(ASKER, action, fields)).toMatchObject({ kind: 'review', isOwn: true });
    expect(await reviewedBy(OTHER, action, fields)).toMatchObject({ kind: 'review', isOwn: false });
  }
});
