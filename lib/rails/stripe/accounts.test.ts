import { beforeAll, expect, test } from 'vitest';
import { linkIn } from '#testing/factories.ts';
import { askIntent, attemptsOf, eventOf, loseWebhooks, poll } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService((emulatorUrl) => ({
  STRIPE_SECRET_KEY: 'sk_test_emulator',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_emulator',
  STRIPE_WEBHOOK_SECRET: 'whsec_emulator',
  STRIPE_BR_SECRET_KEY: 'sk_test_br',
  STRIPE_BR_PUBLISHABLE_KEY: 'pk_test_br',
  // As while the secret is changed: the new one, and the one that events are still signed with.
  STRIPE_BR_WEBHOOK_SECRET: 'whsec_br_new,whsec_br',
  STRIPE_API_BASE: emulatorUrl,
}));
beforeAll(async () => {
  await loseWebhooks(service);
  await listen('whsec_br');
});

/** The Brazilian account's events go to its own URL, signed with its own secret. */
function listen(secret: string, gateway = 'stripe-br') {
  return service.control('stripe/webhook_endpoint', {
    account: 'br',
    url: `${service.url}/webhooks/${gateway}`,
    secret,
  });
}

async function intentIn(country: string, currency: string) {
  const { id } = await linkIn(service, partner, currency, { country });
  return { id: id as string, intent: (await askIntent(service, id)).body };
}

/** A payment at the Brazilian account, and the response status to its event. */
async function deliverTo(secret: string, gateway?: string) {
  await listen(secret, gateway);
  const { id, intent } = await intentIn('BR', 'BRL');
  const stripe = service.stripe('br');
  await stripe.paymentIntents.confirm(intent.payment_intent_id, { payment_method: 'pm_card_visa' });
  const event = await eventOf(service, 'payment_intent.succeeded', intent.payment_intent_id, 'br');
  const [delivery] = await service.control('stripe/resend', { account: 'br', event });
  return { id, status: delivery.status };
}

test('an intent is created at the account of the cause’s country, with its publishable key', async () => {
  const [br, us] = [await intentIn('BR', 'BRL'), await intentIn('US', 'USD')];
  expect([br.intent.publishable_key, us.intent.publishable_key]).toEqual(['pk_test_br', 'pk_test_emulator']);
  expect(await attemptsOf(br.id)).toMatchObject([{ gateway: 'stripe-br' }]);
  await expect(service.stripe().paymentIntents.retrieve(br.intent.payment_intent_id)).rejects.toThrow(/No such/);
  await expect(service.stripe('br').paymentIntents.retrieve(br.intent.payment_intent_id)).resolves.toBeDefined();
});

test.each(['whsec_br', 'whsec_br_new'])(
  'an event of an account is accepted at its own URL, with its own secret %s',
  async (secret) => {
    const { id, status } = await deliverTo(secret);
    expect(status).toBe(200);
    expect((await poll(service, partner.key, id)).body).toMatchObject({
      status: 'completed',
      currency_paid: 'BRL',
    });
  },
);

test.each([
  ['the secret of another account', 'whsec_emulator', 'stripe-br'],
  ['both secrets as one text', 'whsec_br_new,whsec_br', 'stripe-br'],
  ['the door of another account', 'whsec_br', 'stripe'],
])('an event under %s is refused', async (_name, secret, gateway) => {
  const { id, status } = await deliverTo(secret, gateway);
  expect(status).toBe(400);
  expect((await poll(service, partner.key, id)).body.status).toBe('open');
});
