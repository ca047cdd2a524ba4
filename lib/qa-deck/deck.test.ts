// @module-tag full

import { beforeEach, expect, test } from 'vitest';
import { causeBody, intentOf, openLink, pay } from '#testing/factories.ts';
import {
  localLinks,
  paymentsAt,
  preferencesAt,
  startPse,
  startWallet,
  webhooksDelivered,
} from '#testing/local-rails.ts';
import { runEveryJob, statesOf, statusSeenBy, until } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import type { DeckView } from './deck-view.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
const statusOf = statusSeenBy(service, partner);
beforeEach(() => service.control('reset'));

/** The request of the deck's script. */
const ask = (ref: string, action?: object) => service.call('/qa', { body: { ref, ...(action && { action }) } });

/** The state of a link after an allowed action. */
async function after(ref: string, action?: object): Promise<DeckView> {
  const { status, body, text } = await ask(ref, action);
  if (status !== 200) throw new Error(text);
  return body;
}

async function refusal(ref: string, action: object) {
  const { status, body } = await ask(ref, action);
  return { status, code: body.code, errors: body.errors };
}

const reaches = (id: string, status: string) =>
  until(`${id} is ${status}`, async () => (await statusOf(id)) === status);

test('shows a link, the state of its gateways, and its trail', async () => {
  await service.control('stripe/webhooks', { drop: true });
  const { id } = await newLink();
  const intent = await intentOf(service, id);
  expect(await after(id)).toMatchObject({
    status: 'open',
    gateways: [
      {
        name: 'stripe',
        isDown: false,
        webhooks: 'deliver',
        held: 0,
        script: 'ok',
        forced: null,
        payments: [{ id: intent, status: 'requires_payment_method' }],
      },
    ],
    trail: [{ kind: 'link_minted' }, { kind: 'payment_started' }],
  });
  expect((await after((await colombian()).id)).gateways.map(({ name }) => name)).toEqual(['stripe', 'mercado-pago-co']);
  expect((await after((await mexican()).id)).gateways.map(({ name }) => name)).toEqual(['mercado-pago-mx']);
});

test('publishes a cause that a partner has created, whose donors can then pay', async () => {
  const created = await service.call('/v1/causes', { key: partner.key, body: causeBody() });
  const { key } = created.body;
  const publish = (body: object) => service.call('/qa/publish', { body });
  const { status, body } = await publish({ cause: key });
  expect([status, body.state]).toEqual([200, 'published']);
  const { id } = await openLink(service, partner, { cause: key });
  await pay(service, await intentOf(service, id));
  await reaches(id, 'completed');
  expect((await publish({ cause: 'no-such-cause' })).body).toMatchObject({ status: 404, code: 'cause_not_found' });
  expect((await publish({ key })).body).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('forces the next card payment of this link, and of no other', async () => {
  const [{ id }, other] = [await newLink(), await newLink()];
  expect((await after(id, { kind: 'force_card', outcome: 'stolen_card' })).gateways[0]?.forced).toBe('stolen_card');
  await expect(pay(service, await intentOf(service, id))).rejects.toMatchObject({
    decline_code: 'stolen_card',
  });
  await pay(service, await intentOf(service, other.id));
  await reaches(other.id, 'completed');
});

test.each([
  ['authenticate', { kind: 'answer_challenge', outcome: 'complete' }, 'completed'],
  ['authenticate', { kind: 'answer_challenge', outcome: 'fail' }, 'open'],
  ['processing', { kind: 'settle_card', outcome: 'succeeded' }, 'completed'],
  ['processing', { kind: 'settle_card', outcome: 'failed' }, 'open'],
])('a waiting payment (%s) ends as chosen: %j', async (outcome, action, status) => {
  const { id } = await newLink();
  await after(id, { kind: 'force_card', outcome });
  await pay(service, await intentOf(service, id));
  expect(await statusOf(id)).toBe('open');
  await after(id, action);
  if (status === 'completed') await reaches(id, status);
  else await service.call('/checkout/confirmation', { body: { ref: id } });
  expect(await statusOf(id)).toBe(status);
});

test('decides a waiting bank transfer', async () => {
  const [good, bad] = [await colombian(), await colombian()];
  await startPse(service, good.id);
  await startPse(service, bad.id);
  await after(good.id, { kind: 'decide', outcome: 'approve' });
  await after(bad.id, { kind: 'decide', outcome: 'reject' });
  await reaches(good.id, 'completed');
  await webhooksDelivered(service);
  expect(await statesOf(bad.id)).toEqual(['declined']);
});

test('approves a bank transfer late, and the money is refunded', async () => {
  const { id } = await colombian();
  await startPse(service, id);
  await after(id, { kind: 'expire' });
  await runEveryJob(service);
  expect(await statusOf(id)).toBe('expired');
  await after(id, { kind: 'decide', outcome: 'approve_late' });
  await webhooksDelivered(service);
  await runEveryJob(service);
  expect(await statesOf(id)).toEqual(['refunded']);
  expect((await after(id)).trail.map(({ kind }) => kind)).toContain('money_given_back');
});

test('pays at a wallet without a payment, or declines there', async () => {
  const [good, bad] = [await mexican(), await mexican()];
  await startWallet(service, good.id);
  await startWallet(service, bad.id);
  expect(await preferencesAt(service, good.id)).toHaveLength(1);
  await after(good.id, { kind: 'decide', outcome: 'approve' });
  await after(bad.id, { kind: 'decide', outcome: 'reject' });
  await reaches(good.id, 'completed');
  expect(await paymentsAt(service, bad.id, 'mx')).toMatchObject([{ status: 'rejected' }]);
});

test('holds webhooks about this link back until they are released', async () => {
  const { id } = await newLink();
  await after(id, { kind: 'webhooks', mode: 'hold' });
  await pay(service, await intentOf(service, id), 'pm_card_chargeDeclined').catch(() => {});
  await pay(service, await intentOf(service, id));
  await service.control('stripe/idle');
  const held = (await after(id)).gateways[0]?.held ?? 0;
  expect(held).toBeGreaterThan(1);
  expect(await statesOf(id)).toEqual(['pending']);
  expect((await after(id, { kind: 'release_webhooks' })).gateways[0]?.held).toBe(0);
  await reaches(id, 'completed');
});

test('a webhook sent twice makes one payment', async () => {
  const { id } = await newLink();
  await after(id, { kind: 'webhooks', mode: 'double' });
  await pay(service, await intentOf(service, id));
  await reaches(id, 'completed');
  await service.control('stripe/idle');
  expect(await statesOf(id)).toEqual(['approved']);
});

test('switches the gateways of a link off and on, and changes how the script loads', async () => {
  const { id } = await colombian();
  const isDown = async (up: boolean) =>
    (await after(id, { kind: 'gateway', up })).gateways.map((gateway) => gateway.isDown);
  expect(await isDown(false)).toEqual([true, true]);
  expect(await isDown(true)).toEqual([false, false]);
  expect((await after(id, { kind: 'script', mode: 'error' })).gateways[0]?.script).toBe('error');
  expect((await fetch(`${service.emulatorUrl}/emu/stripe.js`)).status).toBe(500);
});

test('an outage of the gateways of one link leaves other links alone', async () => {
  const [{ id }, other] = [await newLink(), await newLink()];
  await after(id, { kind: 'gateway', up: false });
  expect((await after(other.id)).gateways[0]?.isDown).toBe(false);
  await expect(intentOf(service, id)).rejects.toThrow();
  await pay(service, await intentOf(service, other.id));
  await reaches(other.id, 'completed');
});

test('cancels a link, audited, and once', async () => {
  const { id } = await newLink();
  expect(await after(id, { kind: 'cancel' })).toMatchObject({ status: 'cancelled' });
  expect((await after(id)).trail.map(({ kind }) => kind)).toContain('operator_acted');
  const again = await refusal(id, { kind: 'expire' });
  expect(again).toMatchObject({ status: 409, code: 'checkout_link_not_payable' });
});

test.each([
  ['refund', 'refunded'],
  ['dispute', 'disputed'],
])('%s: an approved card payment, of which the gateway tells us', async (kind, status) => {
  const { id } = await newLink();
  expect(await refusal(id, { kind })).toMatchObject({ status: 400, code: 'validation_failed' });
  await pay(service, await intentOf(service, id));
  await reaches(id, 'completed');
  await after(id, { kind });
  const reached = async () => (await after(id)).payments.map((payment) => payment.status).join() === status;
  await until(`the payment is ${status}`, reached);
  expect(await statusOf(id)).toBe('completed');
});

test('makes a partner of its own, whose key works and whose causes can be given to', async () => {
  const { status, body } = await service.call('/qa/partner', { body: {} });
  expect(status).toBe(200);
  expect(await (await fetch(`${body.mailbox_url}?to=nobody@example.org`)).json()).toEqual([]);
  for (const [country, cause] of Object.entries(
    body.causes as Record<string, { key: string; goal: { currency: string } }>,
  )) {
    const { currency } = cause.goal;
    const input = { cause: cause.key, amount: 60_000, currency };
    const minted = await service.call('/v1/checkout_links', { key: body.api_key, body: input });
    expect([country, minted.status]).toEqual([country, 201]);
  }
  const other = await service.call('/qa/partner', { body: {} });
  expect(other.body.api_key).not.toBe(body.api_key);
  expect((await service.call('/qa/partner', { body: { name: 'x' } })).status).toBe(400);
});

test('explains an invalid action, and does nothing', async () => {
  const { id } = await newLink();
  const field = (message: RegExp) => [{ field: 'action', message: expect.stringMatching(message) }];
  const invalid = { status: 400, code: 'validation_failed' };
  expect(await refusal(id, { kind: 'answer_challenge', outcome: 'complete' })).toEqual({
    ...invalid,
    errors: field(/No card payment of this link is in requires_action/),
  });
  expect(await refusal(id, { kind: 'decide', outcome: 'approve' })).toEqual({
    ...invalid,
    errors: field(/No bank transfer or wallet payment/),
  });
  expect(await refusal((await mexican()).id, { kind: 'force_card', outcome: 'approve' })).toEqual({
    ...invalid,
    errors: field(/not paid by card/),
  });
  expect(await refusal(id, { kind: 'explode' })).toMatchObject({
    ...invalid,
    errors: [{ field: 'action.kind' }],
  });
  expect(await refusal(id, { kind: 'expire', at: 1 })).toMatchObject(invalid);
  expect(await refusal('chl_nothing', { kind: 'expire' })).toMatchObject({
    status: 404,
    code: 'checkout_link_not_found',
  });
  expect((await after(id)).trail.map(({ kind }) => kind)).toEqual(['link_minted']);
});
