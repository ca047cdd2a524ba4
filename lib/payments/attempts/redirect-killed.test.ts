import { beforeAll, expect, test } from 'vitest';
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
import { attemptsOf, donorReturns, hold, setExpiry, statesOf, until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

// The service of this process takes the place of the server that is started again; it has a public base URL for the last test.
const { service, partner } = runningService({ PUBLIC_BASE_URL: 'https://give.example.org/', EMULATORS: 'on' });
const links = localLinks(service, partner);
let killed: Awaited<ReturnType<typeof killBeforeStoring>>;
beforeAll(async () => {
  await loseLocalWebhooks(service);
  const server = await startChildServer();
  try {
    killed = await killBeforeStoring(server);
  } finally {
    await server.kill();
  }
});

/** Two bank transfers and a preference of a server that is killed after they were created, before it knows that. */
async function killBeforeStoring(server: ChildServer) {
  const [resumed, expiring]: [string, string] = [(await links.colombian()).id, (await links.colombian()).id];
  const wallet: string = (await links.mexican()).id;
  const transfer = { method: 'POST', path: START_PATH, executed: true };
  await hold(service, 'mercado-pago-co', transfer);
  await hold(service, 'mercado-pago-co', transfer);
  await hold(service, 'mercado-pago-mx', { method: 'POST', executed: true });
  // All at once: the server waits some seconds for a gateway.
  const starts = [startPse(server, resumed), startPse(server, expiring), startWallet(server, wallet)];
  const answers = starts.map((start) =>
    start.then(
      () => 'answered',
      () => 'broken off',
    ),
  );
  await until('the gateways hold all three', async () => {
    const held: unknown[][] = [
      await service.control('mercado-pago-co/held'),
      await service.control('mercado-pago-mx/held'),
    ];
    return held.flat().length === starts.length;
  });
  await server.kill();
  expect(await Promise.all(answers)).toEqual(starts.map(() => 'broken off'));
  for (const linkId of [resumed, expiring, wallet]) {
    expect(await attemptsOf(linkId)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
    // Wait until the dead server's claim expires.
    await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${linkId}`;
  }
  for (const linkId of [resumed, expiring]) expect(await paymentsAt(service, linkId)).toHaveLength(1);
  expect(await preferencesAt(service, wallet)).toHaveLength(1);
  return { resumed, expiring, wallet };
}

test('killed after the bank transfer was created and before we stored it: that transfer is resumed', async () => {
  const linkId = killed.resumed;
  const { status, body } = await startPse(service, linkId);
  const [payment, ...others] = await paymentsAt(service, linkId);
  expect({ status, others }).toEqual({ status: 200, others: [] });
  expect(body.redirect_url).toBe(payment.transaction_details.external_resource_url);
  await service.control('mercado-pago-co/approve', { payment_id: payment.id });
  expect((await donorReturns(service, linkId)).body.status).toBe('completed');
});

test('killed after the preference was created and before we stored it: that preference is resumed', async () => {
  const linkId = killed.wallet;
  const { body } = await startWallet(service, linkId);
  const preferences = await preferencesAt(service, linkId);
  expect(preferences.map(({ init_point }) => init_point)).toEqual([body.redirect_url]);
  await payPreference(service, preferences[0].id);
  expect((await donorReturns(service, linkId)).body.status).toBe('completed');
});

test('a link whose attempt died with its server still expires', async () => {
  const linkId = killed.expiring;
  await setExpiry(linkId, new Date(Date.now() - 1));
  expect((await donorReturns(service, linkId)).body).toMatchObject({ status: 'expired', pending: false });
  expect(await statesOf(linkId)).toEqual(['canceled']);
});

test('with a public base URL the gateway gets the URLs for its events and for the donor’s return', async () => {
  const [colombian, mexican] = [await links.colombian(), await links.mexican()];
  await startPse(service, colombian.id);
  await startWallet(service, mexican.id);
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
