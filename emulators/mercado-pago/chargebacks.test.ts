// @module-tag full

import { Chargeback } from 'mercadopago';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ControlError } from '#emulators/control-input.ts';
import { callApi, type Host, newTransfer, sdkFor, startHost, statusOf } from './test-host.ts';

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
beforeEach(async () => {
  await host.co.control('idle', {});
  await host.co.control('reset', {});
  host.received.length = 0;
});
afterAll(() => host.close());

async function approved(): Promise<number> {
  const { id } = await newTransfer(host);
  await host.co.control('approve', { payment_id: id });
  await host.co.control('idle', {});
  host.received.length = 0;
  return id;
}

const setChargeback = (id: number, input: object = {}) =>
  host.co.control('charge_back', { payment_id: id, ...input }) as Promise<{ chargeback: { id: string } }>;
const search = async (id: number) => (await callApi(host, 'co', `/v1/chargebacks/search?payment_id=${id}`)).body;
const deliveredEvents = async () => {
  await host.co.control('idle', {});
  return host.received.map(({ url }) => `${url.searchParams.get('type')} ${url.searchParams.get('data.id')}`);
};

test('a chargeback is a separate object, for all or a part of the payment', async () => {
  const id = await approved();
  const { chargeback } = await setChargeback(id, { amount: 1200 });
  const { body } = await callApi(host, 'co', `/v1/chargebacks/${chargeback.id}`);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^\d{18}$/),
    payments: [id],
    currency: 'COP',
    amount: 1200,
    reason: 'general',
    coverage_applied: null,
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'pending',
    documentation: [],
    date_documentation_deadline: expect.stringMatching(/-04:00$/),
    date_created: expect.stringMatching(/-04:00$/),
  });
  expect(await search(id)).toEqual({ paging: { total: 1, limit: 25, offset: 0 }, results: [body] });
  expect(await statusOf(host, id)).toBe('charged_back/in_process');
});

test('the official SDK reads it', async () => {
  const id = await approved();
  const { chargeback } = await setChargeback(id);
  const read = await new Chargeback(sdkFor(host, 'co')).get({ id: chargeback.id });
  expect(read).toMatchObject({ id: chargeback.id, amount: 5000 });
});

test.each([
  ['settled', false],
  ['reimbursed', true],
])('ends %s, with coverage %s; then another can be opened', async (status, coverage) => {
  const id = await approved();
  const { chargeback } = await setChargeback(id);
  await setChargeback(id, { status_detail: status });
  expect((await search(id)).results).toMatchObject([{ id: chargeback.id, coverage_applied: coverage }]);
  expect(await statusOf(host, id)).toBe(`charged_back/${status}`);
  await setChargeback(id, { amount: 300 });
  expect((await search(id)).results).toMatchObject([{ amount: 300 }, { id: chargeback.id }]);
});

test('a refunded payment can be charged back', async () => {
  const id = await approved();
  await host.co.control('refund', { payment_id: id });
  await setChargeback(id, { status_detail: 'settled' });
  const { body } = await callApi(host, 'co', `/v1/payments/${id}`);
  expect(body).toMatchObject({ status: 'charged_back', transaction_amount_refunded: 5000 });
});

test.each([
  ['payment', ['payment PAYMENT']],
  ['chargebacks', ['topic_chargebacks_wh CHARGEBACK']],
  ['both', ['payment PAYMENT', 'topic_chargebacks_wh CHARGEBACK']],
])('webhooks %s report it', async (chargebackWebhooks, wanted) => {
  const id = await approved();
  await host.co.control('switches', { chargebackWebhooks });
  const { chargeback } = await setChargeback(id);
  const names = wanted.map((each) => each.replace('PAYMENT', String(id)).replace('CHARGEBACK', chargeback.id));
  expect(await deliveredEvents()).toEqual(names);
});

test('its webhooks have the short name or are legacy posts when the switches say so', async () => {
  const id = await approved();
  const switches = {
    chargebackWebhooks: 'chargebacks',
    chargebackWebhookType: 'chargebacks',
    legacyIpn: 'on',
  };
  await host.co.control('switches', switches);
  const { chargeback } = await setChargeback(id);
  expect((await deliveredEvents())[0]).toBe(`chargebacks ${chargeback.id}`);
  expect(host.received[0]?.headers['x-signature']).toMatch(/^ts=\d+,v1=/);
  expect(host.received[1]?.url.search).toBe(`?id=${chargeback.id}&topic=chargebacks`);
});

test('a chargeback that is not possible is refused', async () => {
  const { id: pending } = await newTransfer(host);
  await expect(setChargeback(pending)).rejects.toThrow(ControlError);
  const id = await approved();
  await expect(setChargeback(id, { amount: 5001 })).rejects.toThrow(ControlError);
  await setChargeback(id);
  await expect(setChargeback(id, { status_detail: 'settled', amount: 10 })).rejects.toThrow(ControlError);
  expect((await callApi(host, 'co', '/v1/chargebacks/1')).status).toBe(404);
  expect((await callApi(host, 'mx', `/v1/chargebacks/${id}`)).status).toBe(404);
});
