import { beforeEach, expect, test } from 'vitest';
import { newBrowser } from '#testing/browser.ts';
import {
  chooseAmount,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  preferencesAt,
  startPse,
  startTransfer,
  startWallet,
} from '#testing/local-rails.ts';
import { askIntent, donorReturns, setExpiry, statesOf } from '#testing/money.ts';
import { expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
beforeEach(() => loseLocalWebhooks(service));

const resumed = { payer: undefined };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test('a donor resumes the transfer in progress without filling in the form again', async () => {
  const link = await links.colombian();
  const first = await startPse(service, link.id);
  const again = await startPse(service, link.id, resumed);
  expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('a donor resumes the wallet payment in progress', async () => {
  const link = await links.mexican();
  const first = await startWallet(service, link.id);
  expect((await startWallet(service, link.id, resumed)).body).toEqual(first.body);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
});

test('close to the link’s expiry nothing new is started, but a started payment can be finished', async () => {
  const [link, other] = [await links.colombian(), await links.colombian()];
  const first = await startPse(service, link.id);
  for (const { id } of [link, other]) await setExpiry(id, inMinutes(10));
  expect(expectRefused(await startPse(service, other.id), 'method')).toHaveLength(1);
  expect((await startPse(service, link.id, resumed)).body).toEqual(first.body);
});

test('without a payment in progress of the same amount, the form is required and nothing is cancelled', async () => {
  const link = await links.colombian();
  expect((await startPse(donor, link.id, resumed)).status).toBe(400);
  await startPse(donor, link.id);
  await chooseAmount(donor, link.id, 80_000);
  expect((await startPse(donor, link.id, resumed)).status).toBe(400);
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('a transfer that the bank has declined is not resumed, and the page shows that', async () => {
  const link = await links.colombian();
  const payment_id = await startTransfer(service, link.id);
  await service.control('mercado-pago-co/reject', { payment_id });
  expect((await startPse(service, link.id, resumed)).status).toBe(400);
  expect((await donorReturns(service, link.id)).body).toMatchObject({ declined: true, waitingFor: null });
});

test('a declined transfer is not shown as a declined card, nor does a card hide a transfer in progress', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  await askIntent(service, link.id);
  const waiting = await donorReturns(service, link.id);
  expect(waiting.body).toMatchObject({ waitingFor: 'bank_transfer', declined: false });
  const [transfer] = await paymentsAt(service, link.id);
  await service.control('mercado-pago-co/reject', { payment_id: transfer.id });
  const declined = await donorReturns(service, link.id);
  expect(declined.body).toMatchObject({ status: 'open', waitingFor: null, declined: false });
});
