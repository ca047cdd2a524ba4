// @module-tag full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ControlError } from '#emulators/control-input.ts';
import { callApi, type Host, newKey, newTransfer, startHost, statusOf } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(() => host.co.control('reset', {}));
afterAll(() => host.close());

async function approved(): Promise<number> {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  return id;
}

const refund = (id: number, body: object = {}, key = newKey()) =>
  callApi(host, 'co', `/v1/payments/${id}/refunds`, {
    method: 'POST',
    body,
    headers: { 'x-idempotency-key': key },
  });
const read = async (id: number) => (await callApi(host, 'co', `/v1/payments/${id}`)).body;
const settle = (id: number, outcome: string) => host.co.control('settle_refund', { refund_id: id, outcome });

test('a refund in process moves nothing until it is approved', async () => {
  const id = await approved();
  await host.co.control('switches', { refunds: 'in_process' });
  const { status, body: made } = await refund(id, { amount: 1000 });
  expect(status).toBe(201);
  expect(made).toMatchObject({ status: 'in_process' });
  expect(await read(id)).toMatchObject({ status_detail: 'accredited', transaction_amount_refunded: 0 });
  await settle(made.id, 'approved');
  expect(await read(id)).toMatchObject({
    status_detail: 'partially_refunded',
    transaction_amount_refunded: 1000,
    refunds: [{ id: made.id, status: 'approved' }],
  });
  expect((await callApi(host, 'co', `/v1/payments/${id}/refunds`)).body).toMatchObject([{ id: made.id }]);
});

test.each(['rejected', 'cancelled'])('a refund that ends %s can be requested again', async (outcome) => {
  const id = await approved();
  await host.co.control('switches', { refunds: 'in_process' });
  const { body: made } = await refund(id);
  expect((await refund(id)).body.cause[0].code).toBe(2063);
  await settle(made.id, outcome);
  expect(await statusOf(host, id)).toBe('approved/accredited');
  await host.co.control('switches', { refunds: 'approved' });
  const { body: again } = await refund(id);
  expect(again.id).not.toBe(made.id);
  expect(await statusOf(host, id)).toBe('refunded/refunded');
  await expect(settle(made.id, 'approved')).rejects.toThrow(ControlError);
});

test('an approved refund can be reversed later', async () => {
  const id = await approved();
  const { body: made } = await refund(id);
  await settle(made.id, 'cancelled');
  expect(await read(id)).toMatchObject({ status: 'approved', transaction_amount_refunded: 0 });
});

test('the same key answers the same refund in its current state', async () => {
  const id = await approved();
  await host.co.control('switches', { refunds: 'in_process' });
  const { body: made } = await refund(id, {}, 'one');
  await settle(made.id, 'approved');
  const replay = await refund(id, {}, 'one');
  expect(replay).toMatchObject({ status: 200, body: { id: made.id, status: 'approved' } });
});

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
])('while a token is rotated: %i', async (status, error) => {
  const id = await approved();
  await host.co.control('fail', { kind: 'status', status });
  expect(await refund(id)).toMatchObject({ status, body: { status, error } });
  expect((await refund(id)).status).toBe(201);
});

test('a 500 after the refund was made does not undo it', async () => {
  const id = await approved();
  await host.co.control('fail', { kind: 'status', status: 500, executed: true, path: 'refunds$' });
  expect((await refund(id, {}, 'one')).status).toBe(500);
  expect(await statusOf(host, id)).toBe('refunded/refunded');
  expect((await refund(id, {}, 'one')).status).toBe(200);
});
