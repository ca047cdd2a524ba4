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
import { attemptsOf, donorReturns, type HoldingGateway, hold, setExpiry, statesOf, until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
let server: ChildServer;
let killed: Awaited<ReturnType<typeof killBeforeStoring>>;
beforeAll(async () => {
  await loseLocalWebhooks(service);
  server = await startChildServer();
  killed = await killBeforeStoring();
  // With a public base URL, for the last test.
  server = await startChildServer({ PUBLIC_BASE_URL: 'https://give.example.org/', EMULATORS: 'on' });
});
afterAll(async () => {
  await server.kill();
});

type Start = { linkId: string; asked: Promise<string> };
/** Starts a payment, whose answer the gateway holds once it has created it. */
async function startHeld(
  linkId: string,
  gateway: HoldingGateway,
  start: typeof startPse,
  made: () => Promise<unknown[]>,
): Promise<Start> {
  const asked = start(server, linkId).then(
    () => 'answered',
    () => 'broken off',
  );
  await until('it is created', async () => (await made()).length > 0);
  await gateway.arrived();
  expect(await made()).toHaveLength(1);
  return { linkId, asked };
}

/** Two bank transfers and a preference of a server that is killed after they were created, before it knows that. */
async function killBeforeStoring() {
  const ids = [await links.colombian(), await links.colombian(), await links.mexican()].map(({ id }) => id as string);
  // From here on it is quick: the server waits some seconds for a gateway.
  const transfer = async (id = '') => {
    const gateway = await hold(service, 'mercado-pago-co', { method: 'POST', path: START_PATH, executed: true });
    return startHeld(id, gateway, startPse, () => paymentsAt(service, id));
  };
  const preference = async (id = '') => {
    const gateway = await hold(service, 'mercado-pago-mx', { method: 'POST', executed: true });
    return startHeld(id, gateway, startWallet, () => preferencesAt(service, id));
  };
  const started = [await transfer(ids[0]), await transfer(ids[1]), await preference(ids[2])] as const;
  await server.kill();
  for (const { linkId, asked } of started) {
    expect(await asked).toBe('broken off');
    expect(await attemptsOf(linkId)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
    // Wait until the dead server's claim expires.
    await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${linkId}`;
  }
  const [resumed, expiring, wallet] = started;
  return { resumed, expiring, wallet };
}

test('killed after the bank transfer was created and before we stored it: that transfer is resumed', async () => {
  const { linkId } = killed.resumed;
  const { status, body } = await startPse(server, linkId);
  const [payment, ...others] = await paymentsAt(service, linkId);
  expect({ status, others }).toEqual({ status: 200, others: [] });
  expect(body.redirect_url).toBe(payment.transaction_details.external_resource_url);
  await service.control('mercado-pago-co/approve', { payment_id: payment.id });
  expect((await donorReturns(server, linkId)).body.status).toBe('completed');
});

test('killed after the preference was created and before we stored it: that preference is resumed', async () => {
  const { linkId } = killed.wallet;
  const { body } = await startWallet(server, linkId);
  const preferences = await preferencesAt(service, linkId);
  expect(preferences.map(({ init_point }) => init_point)).toEqual([body.redirect_url]);
  await payPreference(service, preferences[0].id);
  expect((await donorReturns(server, linkId)).body.status).toBe('completed');
});

test('a link whose attempt died with its server still expires', async () => {
  const { linkId } = killed.expiring;
  await setExpiry(linkId, new Date(Date.now() - 1));
  expect((await donorReturns(server, linkId)).body).toMatchObject({ status: 'expired', pending: false });
  expect(await statesOf(linkId)).toEqual(['canceled']);
});

test('with a public base URL the gateway gets the URLs for its events and for the donor’s return', async () => {
  const [colombian, mexican] = [await links.colombian(), await links.mexican()];
  await startPse(server, colombian.id);
  await startWallet(server, mexican.id);
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
});
