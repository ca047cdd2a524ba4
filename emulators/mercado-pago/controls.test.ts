// @module-tag full

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ControlError } from '#emulators/control-input.ts';
import { callApi, type Host, newTransfer, preferenceBody, startHost, statusOf } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(async () => {
  await host.co.control('reset', {});
  await host.mx.control('reset', {});
});
afterAll(() => host.close());

test.each([
  ['approve', {}, 'approved/accredited'],
  ['reject', {}, 'rejected/rejected_by_bank'],
  ['reject', { status_detail: 'insufficient_amount' }, 'rejected/insufficient_amount'],
  ['pend', {}, 'in_process/pending_review_manual'],
  ['cancel', {}, 'cancelled/by_payer'],
  ['expire', {}, 'rejected/expired'],
  ['set_status', { status: 'levitating', status_detail: 'never_seen' }, 'levitating/never_seen'],
])('%s %j moves a pending payment to %s', async (action, input, status) => {
  const { id } = await newTransfer(host);
  await host.co.control(action, { payment_id: id, ...input });
  expect(await statusOf(host, id)).toBe(status);
});

test('approves late only when asked to', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('expire', { payment_id: id });
  await expect(host.co.control('approve', { payment_id: id })).rejects.toThrow(ControlError);
  await host.co.control('approve', { payment_id: id, late: true });
  expect(await statusOf(host, id)).toBe('approved/accredited');
});

test('refunds and charges back after approval, and preserves the time of approval', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  const before = (await callApi(host, 'co', `/v1/payments/${id}`)).body.date_approved;
  await host.co.control('refund', { payment_id: id, amount: 1000 });
  expect(await statusOf(host, id)).toBe('approved/partially_refunded');
  for (const statusDetail of ['in_process', 'settled', 'reimbursed']) {
    await host.co.control('charge_back', { payment_id: id, status_detail: statusDetail });
    expect(await statusOf(host, id)).toBe(`charged_back/${statusDetail}`);
  }
  expect((await callApi(host, 'co', `/v1/payments/${id}`)).body.date_approved).toBe(before);
});

test('money is released two weeks after approval or as the switch says, also for earlier approvals', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  const read = async () => (await callApi(host, 'co', `/v1/payments/${id}`)).body;
  const first = await read();
  const daysFrom = Date.parse(first.money_release_date) - Date.parse(first.date_approved);
  expect([daysFrom, first.money_release_status]).toEqual([14 * 86_400_000, 'pending']);
  await host.co.control('switches', { moneyReleaseMs: 0 });
  expect(await read()).toMatchObject({
    money_release_date: first.date_approved,
    money_release_status: 'released',
  });
});

test('charges back nothing that was never approved', async () => {
  const { id } = await newTransfer(host);
  await expect(host.co.control('charge_back', { payment_id: id })).rejects.toThrow(ControlError);
});

test('pays a preference without the page, and returns the address to which the payer would be sent', async () => {
  const { body } = await callApi(host, 'mx', '/checkout/preferences', {
    method: 'POST',
    body: preferenceBody(),
  });
  const pay = (outcome: string) =>
    host.mx.control('pay_preference', { preference_id: body.id, outcome, source: 'visa' });
  expect(await pay('reject')).toMatchObject({ payment: { status: 'rejected' }, payments: 1 });
  const paid = await pay('approve');
  expect(paid).toMatchObject({ payment: { status: 'approved', payment_method_id: 'visa' }, payments: 2 });
  expect((paid as { return_url: string }).return_url).toContain('collection_status=approved');
});

test('names an unknown action, an unknown payment and a wrong field', async () => {
  await expect(host.co.control('explode', {})).rejects.toThrow(/Unknown action explode/);
  await expect(host.co.control('approve', { payment_id: 1 })).rejects.toThrow(/Payment not found/);
  await expect(host.co.control('approve', { payment: 1 })).rejects.toThrow(ControlError);
  await expect(host.co.control('switches', { searchLag: 1 })).rejects.toThrow(ControlError);
  await expect(host.co.control('webhooks', { signature: 'none' })).rejects.toThrow(ControlError);
});

test('shows the state of everything about one reference', async () => {
  for (const account of [host.co, host.mx]) await account.control('idle', {});
  host.received.length = 0;
  const { body } = await callApi(host, 'mx', '/checkout/preferences', {
    method: 'POST',
    body: { ...preferenceBody(), external_reference: 'chl_asked' },
  });
  const about = () => host.mx.control('about', { reference: 'chl_asked' });
  expect(await about()).toEqual({
    down: false,
    webhooks: { mode: 'deliver', delayMs: 0, held: 0 },
    payments: [],
    preferences: [body.id],
  });
  await host.mx.control('webhooks_about', { reference: 'chl_asked', mode: 'hold' });
  await host.mx.control('pay_preference', { preference_id: body.id });
  await host.mx.control('gateway_down', {});
  expect(await about()).toMatchObject({
    down: true,
    webhooks: { mode: 'hold', held: 1 },
    payments: [{ status: 'approved', status_detail: 'accredited' }],
  });
  await host.mx.control('idle', {});
  expect(host.received).toEqual([]);
  expect(await host.mx.control('release_webhooks', { reference: 'chl_asked' })).toEqual({ released: 1 });
  await host.mx.control('idle', {});
  expect(host.received).toHaveLength(1);
  expect(await host.mx.control('about', { reference: 'chl_other' })).toMatchObject({ payments: [] });
  await expect(host.mx.control('about', {})).rejects.toThrow(ControlError);
});

test('forgets everything on reset', async () => {
  await newTransfer(host);
  await host.co.control('switches', { emptyBankList: true });
  await host.co.control('gateway_down', {});
  await host.co.control('reset', {});
  expect(await host.co.control('payments', {})).toEqual({ payments: [] });
  expect((await callApi(host, 'co', '/v1/payment_methods')).body.at(-1).financial_institutions).not.toEqual([]);
});

test('keeps payments over a restart, and lets them expire afterwards', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulators-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const before = await startHost(directory);
  const { id } = await newTransfer(before);
  await before.co.control('idle', {});
  await before.close();
  const after = await startHost(directory);
  expect(await statusOf(after, id)).toBe('pending/pending_waiting_transfer');
  after.context.clock.advance(16 * 60_000);
  await after.co.control('idle', {});
  expect(await statusOf(after, id)).toBe('rejected/expired');
  await after.close();
});

test('reports payments, chargebacks and listed preferences as live while the switch names them', async () => {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  await host.co.control('charge_back', { payment_id: id });
  await callApi(host, 'mx', '/checkout/preferences', { method: 'POST', body: preferenceBody() });
  const read = async () => ({
    payment: (await callApi(host, 'co', `/v1/payments/${id}`)).body.live_mode,
    chargeback: (await callApi(host, 'co', `/v1/chargebacks/search?payment_id=${id}`)).body.results[0].live_mode,
    preference: (await callApi(host, 'mx', '/checkout/preferences/search')).body.elements[0].live_mode,
  });
  const none = { payment: false, chargeback: false, preference: false };
  expect(await read()).toEqual(none);
  for (const kind of ['payment', 'chargeback', 'preference']) {
    for (const account of [host.co, host.mx]) await account.control('switches', { live: [kind] });
    expect(await read()).toEqual({ ...none, [kind]: true });
  }
});
