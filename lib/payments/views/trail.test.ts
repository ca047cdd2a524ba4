// @module-tag full

import { beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { audit } from '#lib/policy/audit.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { deliverEvent, donorReturns, poll, resetProcessor, secondsAgo, setExpiry } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { linkTrail, maskEmail } from './trail.ts';

const { service, partner } = runningService();
const { newLink, paidLink } = linksOnOneCause(service, partner);
beforeEach(() => resetProcessor(service));

const trail = linkTrail;
const kinds = async (id: string) => (await trail(id)).map(({ kind }) => kind);

test('tells a donation from the minting to the mail, in the order it happened', async () => {
  const { id } = await newLink();
  const choice = { amount: 80, name: 'Rosa Díaz', email: 'rosa.diaz@example.org', anonymous: true };
  await service.call('/checkout/donation', { body: { ref: id, ...choice, locale: 'es' } });
  const intent = await intentOf(service, id);
  await pay(service, intent, 'pm_card_chargeDeclinedInsufficientFunds').catch(() => {});
  await donorReturns(service, id);
  await pay(service, intent);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await service.runJobs();

  const entries = await trail(id);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'link_minted',
    'donor_saved',
    'payment_started',
    'payment_declined_try',
    'event_received',
    'payment_approved',
    'mail_queued',
    'event_handled',
    'mail_sent',
  ]);
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
  for (const { at } of entries) expect(new Date(at).toISOString()).toBe(at);
  const facts = (kind: string) => entries.find((entry) => entry.kind === kind)?.facts;
  expect(facts('link_minted')).toMatchObject({ amount: 50, currency: 'USD' });
  expect(facts('donor_saved')).toEqual({
    amount: 80,
    email: 'r…@example.org',
    named: true,
    anonymous: true,
    language: 'es',
  });
  expect(facts('payment_started')).toMatchObject({ rail: 'card', attempt: 1, amount: 80, reference: intent });
  expect(facts('payment_declined_try')).toEqual({ gateway: 'stripe', code: 'insufficient_funds' });
  expect(facts('event_received')).toEqual({ gateway: 'stripe', type: 'payment_intent.succeeded' });
  expect(facts('mail_sent')).toMatchObject({ template: 'donation_completed', to: 'r…@example.org' });
});

test('says nothing that tells who gave', async () => {
  const { id } = await newLink({ email: 'minted.for@example.org' });
  const choice = { name: 'Rosa Díaz', email: 'rosa.diaz@example.org' };
  await service.call('/checkout/donation', { body: { ref: id, ...choice } });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  await transaction((tx) =>
    audit(tx, {
      actor: 'olga@example.org',
      action: 'link.cancel',
      subject: id,
      data: { to: 'rosa.diaz@example.org' },
    }),
  );
  const text = JSON.stringify(await trail(id));
  expect(text).toContain('"by":"o…@example.org"');
  for (const secret of ['Rosa', 'Díaz', 'rosa.diaz', 'olga@', 'minted.for', 'rct_']) expect(text).not.toContain(secret);
  expect(maskEmail('josé@example.org')).toBe('j…@example.org');
  expect(maskEmail('nobody')).toBe('…');
});

test('tells how a link ended, and of money that came too late and went back', async () => {
  const cancelled = await newLink();
  await cancelLink(cancelled.id, new Date());
  expect(await kinds(cancelled.id)).toEqual(['link_minted', 'link_cancelled']);

  const expired = await newLink();
  await setExpiry(expired.id, secondsAgo(5));
  // The end is not shown before it is stored, which the first read past the expiry does.
  expect(await kinds(expired.id)).toEqual(['link_minted']);
  await poll(service, partner.key, expired.id);
  const end = (await trail(expired.id)).find(({ kind }) => kind === 'link_expired');
  expect(end?.at).toBe(
    (await db().checkoutLink.findUniqueOrThrow({ where: { id: expired.id } })).expiresAt.toISOString(),
  );

  const late = await paidLink();
  await setExpiry(late.id, secondsAgo(5));
  await donorReturns(service, late.id);
  await service.runJobs();
  const facts = (await trail(late.id)).find(({ kind }) => kind === 'money_not_counted')?.facts;
  expect(facts).toMatchObject({ reason: 'late', amount: 50 });
  expect(await kinds(late.id)).toContain('money_given_back');
});

test('is of one link alone, and 404 for one that does not exist', async () => {
  const [mine, other] = [await paidLink(), await paidLink()];
  await donorReturns(service, other.id);
  expect(await kinds(mine.id)).toEqual(['link_minted', 'payment_started']);
  await expect(trail('chl_nothing')).rejects.toMatchObject({ code: 'checkout_link_not_found' });
  expect(await db().payment.count({ where: { linkId: mine.id, state: 'pending' } })).toBe(1);
});

test('a cause comes before its effect, whichever clock was behind within a second; what is further apart stays', async () => {
  const { id } = await newLink();
  await service.call('/checkout/donation', { body: { ref: id, email: 'rosa.diaz@example.org' } });
  const intent = await intentOf(service, id);
  await pay(service, intent, 'pm_card_chargeDeclinedInsufficientFunds').catch(() => {});
  await donorReturns(service, id);
  await pay(service, intent);
  await deliverEvent(service, 'payment_intent.succeeded', intent);
  await service.runJobs();
  const second = new Date('2026-03-01T10:00:00.000Z').getTime();
  const at = (ms: number) => new Date(second + ms);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId: id } });
  // Everything that follows is written with the second alone.
  const [instant, mail] = [at(0), { data: { path: ['paymentId'], equals: payment.id } }];
  await db().checkoutLink.update({ where: { id }, data: { createdAt: at(300), donorSavedAt: instant } });
  await db().payment.update({
    where: { id: payment.id },
    data: { createdAt: at(700), succeededAt: instant, settledAt: instant },
  });
  await db().decline.updateMany({ where: { linkId: id }, data: { declinedAt: instant } });
  await db().gatewayEvent.updateMany({
    where: { reference: intent },
    data: { receivedAt: at(800), handledAt: instant },
  });
  await db().email.updateMany({ where: mail, data: { createdAt: instant, sentAt: instant } });
  expect(await kinds(id)).toEqual([
    'link_minted',
    'donor_saved',
    'payment_started',
    'payment_declined_try',
    'payment_approved',
    'mail_queued',
    'mail_sent',
    'event_received',
    'event_handled',
  ]);
  const times = (await trail(id)).map((entry) => entry.at);
  expect(times).toEqual(times.toSorted());

  await db().email.updateMany({ where: mail, data: { createdAt: at(-2000), sentAt: at(-1500) } });
  expect((await kinds(id)).slice(0, 3)).toEqual(['mail_queued', 'mail_sent', 'link_minted']);
});
