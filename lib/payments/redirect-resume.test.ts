import { beforeEach, expect, test } from 'vitest';
import { newBrowser } from '#scripts/testing/browser.ts';
import {
  chooseAmount,
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  preferencesAt,
  startPse,
  startWallet,
} from '#scripts/testing/local-rails.ts';
import { askIntent, donorReturns, setExpiry, statesOf } from '#scripts/testing/money.ts';
import { expectRefused } from '#scripts/testing/problems.ts';
import { runningService } from '#scripts/testing/running-service.ts';

const { service, partner } = runningService();
const donor = newBrowser(service);
const links = localLinks(service, partner);
beforeEach(() => loseLocalWebhooks(service));

const goOn = { payer: undefined };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test('a donor goes on with the transfer under way without filling in the form again', async () => {
  const link = await links.colombian();
  const first = await startPse(service, link.id);
  const again = await startPse(service, link.id, goOn);
  expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('a donor goes on with the wallet payment under way', async () => {
  const link = await links.mexican();
  const first = await startWallet(service, link.id);
  expect((await startWallet(service, link.id, goOn)).body).toEqual(first.body);
  expect(await preferencesAt(service, link.id)).toHaveLength(1);
});

test('close to the end of its link nothing is started any more, but what was started can be finished', async () => {
  const [link, other] = [await links.colombian(), await links.colombian()];
  const first = await startPse(service, link.id);
  for (const { id } of [link, other]) await setExpiry(id, inMinutes(10));
  expect(expectRefused(await startPse(service, other.id), 'method')).toHaveLength(1);
  expect((await startPse(service, link.id, goOn)).body).toEqual(first.body);
});

test('where nothing is under way, or another amount, the form is asked for and nothing is called off', async () => {
  const link = await links.colombian();
  expect((await startPse(donor, link.id, goOn)).status).toBe(400);
  await startPse(donor, link.id);
  await chooseAmount(donor, link.id, 80_000);
  expect((await startPse(donor, link.id, goOn)).status).toBe(400);
  expect(await statesOf(link.id)).toEqual(['pending']);
});

test('a transfer that the bank has declined is not gone on with; the page is told so', async () => {
  const link = await links.colombian();
  await startPse(service, link.id);
  const [transfer] = await paymentsAt(service, link.id);
  await service.control('mercado-pago-co/reject', { payment_id: transfer.id });
  expect((await startPse(service, link.id, goOn)).status).toBe(400);
  expect((await donorReturns(service, link.id)).body).toMatchObject({ declined: true, waitingFor: null });
});

test('a card tried after a declined transfer is not called declined, nor does it hide a transfer under way', async () => {
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
