import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '#testing/as-owner.ts';
import { type Child, type ChildServer, startChild, startChildServer } from '#testing/child-server.ts';
import { causeBody, pay, publishedCause } from '#testing/factories.ts';
import { askIntent, donorReturns, eventOf, poll, setExpiry, until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const CARD = '4242424242424242';
const DONOR = { email: 'private.donor@example.org', name: 'Wilhelmina Quietgiver' };
const OWNER = { email: 'private.owner@example.org', name: 'Osvaldo Discreto', phone: '+573001234567' };

const { service, partner } = runningService();
let server: ChildServer;
let worker: Child;
beforeAll(async () => {
  server = await startChildServer({ LOG_LEVEL: 'trace' });
  worker = await startChild('scripts/worker.ts', { LOG_LEVEL: 'trace' });
  const url = `${server.url}/webhooks/stripe`;
  await service.control('stripe/webhook_endpoint', { url, secret: 'whsec_emulator' });
});
afterAll(async () => {
  await Promise.all([server.kill(), worker.kill()]);
});

/** A donation from the creation of the cause to the receipt, with every kind of failure on the way. */
async function eventfulDonation(): Promise<{ clientSecret: string }> {
  const { key } = partner;
  await server.call('/v1/causes', { key, body: causeBody({ owner: OWNER }) });
  await server.call('/v1/causes', { key, body: { ...causeBody({ owner: OWNER }), country: DONOR.email } });
  await server.call('/v1/causes', { key: `${key.slice(0, -1)}#`, body: causeBody() });
  const cause = await publishedCause(service, partner);
  const minting = { cause, amount: 50, currency: 'USD', email: DONOR.email };
  const link = (await server.call('/v1/checkout_links', { key, body: minting })).body;

  await service.control('stripe/gateway_down');
  await askIntent(server, link.id, { body: { email: DONOR.email } });
  await service.control('stripe/gateway_up');
  await service.control('stripe/fail', { kind: 'status', status: 500 });
  await askIntent(server, link.id);
  await server.call('/checkout/donation', { body: { ref: link.id, ...DONOR, amount: CARD } });
  await server.call('/checkout/donation', { body: { ref: link.id, email: DONOR.email, name: CARD } });
  await server.call('/checkout/donation', { body: { ref: link.id, ...DONOR } });
  const intent = (await askIntent(server, link.id, { headers: { 'idempotency-key': DONOR.email } })).body;

  await pay(service, intent.payment_intent_id, 'pm_card_chargeDeclined').catch(() => undefined);
  await service.control('stripe/webhooks', { drop: true });
  await service.control('mailbox/refuse', { code: 550, times: 1 });
  // An internal error: the row that cannot be written contains the donor's address and name. The worker meets it as well, if it
  // looks at the payment before the donor returns.
  await asOwner(`ALTER TABLE emails ADD CONSTRAINT none CHECK (template <> 'donation_completed')`);
  await pay(service, intent.payment_intent_id);
  expect((await donorReturns(server, link.id)).status).toBe(500);
  await asOwner('ALTER TABLE emails DROP CONSTRAINT none');
  await service.control('stripe/webhooks', { signature: 'wrong_secret' });
  const event = await eventOf(service, 'payment_intent.succeeded', intent.payment_intent_id);
  await service.control('stripe/resend', { event });
  await service.control('stripe/webhooks', { signature: 'valid' });
  await service.control('stripe/resend', { event });
  expect((await poll(server, key, link.id)).body.status).toBe('completed');
  await until('the worker has tried the mail', async () => worker.output().includes('a job failed'));
  return { clientSecret: intent.client_secret };
}

test('a donation with every kind of failure logs nothing secret or personal', async () => {
  const { clientSecret } = await eventfulDonation();
  expect(clientSecret).toMatch(/_secret_/);
  const [served, worked] = [server.output(), worker.output()];
  // By the API, and by an action of a page.
  expect(served.match(/"msg":"request failed"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(served).toContain('"msg":"refused a gateway event"');
  expect(worked).toContain('"msg":"a job failed and will be tried again"');
  const secrets = [
    CARD,
    CARD.replace(/(\d{4})(?=\d)/g, '$1 '),
    clientSecret,
    '_secret_',
    partner.key,
    'cause_live_',
    'sk_test_emulator',
    'whsec_emulator',
    DONOR.email,
    DONOR.name,
    ...Object.values(OWNER),
  ];
  for (const secret of secrets)
    for (const output of [served, worked])
      expect(output.includes(secret), `${secret} in ${lineWith(output, secret)}`).toBe(false);
});

function lineWith(output: string, text: string): string | undefined {
  return output.split('\n').find((line) => line.includes(text));
}

test('the page of an ended link shows nothing of the donor', async () => {
  const { key } = partner;
  const cause = await publishedCause(service, partner);
  const minting = { cause, amount: 50, currency: 'USD', email: DONOR.email };
  const { id } = (await server.call('/v1/checkout_links', { key, body: minting })).body;
  await setExpiry(id, new Date(Date.now() - 1000));
  const answers = [await server.call(`/v1/checkout_links/${id}/public`), await donorReturns(server, id)];
  for (const { text } of answers) expect(text).not.toContain(DONOR.email);
});
