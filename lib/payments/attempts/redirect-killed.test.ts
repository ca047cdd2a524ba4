import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import {
  localLinks,
  loseLocalWebhooks,
  paymentsAt,
  payPreference,
  preferencesAt,
  START_PATH,
  startPse,
  startWallet,
} from '#testing/local-rails.ts';
import { attemptsOf, donorReturns, type HoldingGateway, hold, setExpiry, statesOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
let server: ChildServer;
beforeAll(async () => {
  await loseLocalWebhooks(service);
  server = await startChildServer();
});
afterAll(async () => {
  await server.kill();
});

/** Starts a payment on a server that is killed after the gateway has created it, before it knows that. */
async function killBeforeStoring(
  linkId: string,
  gateway: HoldingGateway,
  start: () => Promise<unknown>,
  made: () => Promise<unknown[]>,
): Promise<void> {
  const asked = start().then(
    () => 'answered',
    () => 'broken off',
  );
  await gateway.arrived();
  expect(await made()).toHaveLength(1);
  await server.kill();
  expect(await asked).toBe('broken off');
  expect(await attemptsOf(linkId)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
  // Wait until the dead server's claim expires.
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${linkId}`;
  server = await startChildServer();
}

/** The same for a bank transfer. */
async function killAtTheBank(linkId: string): Promise<void> {
  const creation = { method: 'POST', path: START_PATH, executed: true };
  await killBeforeStoring(
    linkId,
    await hold(service, 'mercado-pago-co', creation),
    () => startPse(server, linkId),
    () => paymentsAt(service, linkId),
  );
}

test('killed after the bank transfer was created and before we stored it: that transfer is resumed', async () => {
  const link = await links.colombian();
  await killAtTheBank(link.id);
  const { status, body } = await startPse(server, link.id);
  const [payment, ...others] = await paymentsAt(service, link.id);
  expect({ status, others }).toEqual({ status: 200, others: [] });
  expect(body.redirect_url).toBe(payment.transaction_details.external_resource_url);
  await service.control('mercado-pago-co/approve', { payment_id: payment.id });
  expect((await donorReturns(server, link.id)).body.status).toBe('completed');
});

test('killed after the preference was created and before we stored it: that preference is resumed', async () => {
  const link = await links.mexican();
  await killBeforeStoring(
    link.id,
    await hold(service, 'mercado-pago-mx', { method: 'POST', executed: true }),
    () => startWallet(server, link.id),
    () => preferencesAt(service, link.id),
  );
  const { body } = await startWallet(server, link.id);
  const preferences = await preferencesAt(service, link.id);
  expect(preferences.map(({ init_point }) => init_point)).toEqual([body.redirect_url]);
  await payPreference(service, preferences[0].id);
  expect((await donorReturns(server, link.id)).body.status).toBe('completed');
});

test('a link whose attempt died with its server still expires', async () => {
  const link = await links.colombian();
  await killAtTheBank(link.id);
  await setExpiry(link.id, new Date(Date.now() - 1));
  expect((await donorReturns(server, link.id)).body).toMatchObject({ status: 'expired', pending: false });
  expect(await statesOf(link.id)).toEqual(['canceled']);
});

test('with a public base URL the gateway gets the URLs for its events and for the donor’s return', async () => {
  const reachable = await startChildServer({
    PUBLIC_BASE_URL: 'https://give.example.org/',
    EMULATORS: 'on',
  });
  try {
    const [colombian, mexican] = [await links.colombian(), await links.mexican()];
    await startPse(reachable, colombian.id);
    await startWallet(reachable, mexican.id);
    const doors = 'https://give.example.org/webhooks/mercado-pago';
    expect(await paymentsAt(service, colombian.id)).toMatchObject([
      {
        notification_url: `${doors}-co?source_news=webhooks`,
        callback_url: `https://give.example.org/checkout/return?ref=${colombian.id}`,
      },
    ]);
    const back = `https://give.example.org/checkout/return?ref=${mexican.id}`;
    expect(await preferencesAt(service, mexican.id)).toMatchObject([
      {
        notification_url: `${doors}-mx?source_news=webhooks`,
        back_urls: { success: back, pending: back, failure: back },
        auto_return: 'approved',
      },
    ]);
  } finally {
    await reachable.kill();
  }
});
