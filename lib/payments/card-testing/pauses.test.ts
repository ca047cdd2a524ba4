import { beforeEach, expect, test } from 'vitest';
import { mintLink } from '#lib/checkout-links/mint.ts';
import { db } from '#lib/db.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { asOwner } from '#testing/as-owner.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { openLink, pay, publishedCause } from '#testing/factories.ts';
import { askIntent, donorReturns, intentsAt, resetProcessor } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { type CallerNetworks, callerNetworks, deleteOldCallers } from './callers.ts';
import { listCurrentPauses } from './decline-limits.ts';

const { service, partner } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });
let cause: string;
beforeEach(async () => {
  await resetProcessor(service);
  await asOwner('DELETE FROM declines');
  await db().cardCaller.deleteMany();
  await db().cardPause.deleteMany();
  await db().approvedNetwork.deleteMany();
  cause = await publishedCause(service, partner);
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const newLink = async (of = cause): Promise<string> => (await openLink(service, partner, { cause: of })).id;
/** Requests the card form of a link from an address. */
const ask = (id: string, address: string) => askIntent(service, id, from(address));
const statusFrom = async (address: string, of = cause) => (await ask(await newLink(of), address)).status;

/**
 * So many links, each declined nine times, one less than locks it. Of all but the last `pages` of them the service has learned
 * before. Those are requested from their addresses, and the service learns of their last `reported` declines when they return.
 */
async function declineOn(
  links: number,
  address: (n: number) => string,
  { of = () => Promise.resolve(cause), mint = newLink, pages = 1, reported = 1 } = {},
) {
  const numbers = Array.from({ length: links }, (_, n) => n + 1);
  for (const n of numbers.slice(0, links - pages))
    await learned(await mint(await of()), await callerNetworks(address(n)), 9);
  const asked = await Promise.all(
    numbers.slice(links - pages).map(async (n) => {
      const id = await mint(await of());
      const intent = (await ask(id, address(n))).body.payment_intent_id;
      await learned(id, await callerNetworks(address(n)), 9 - reported);
      return { id, intent };
    }),
  );
  await Promise.all(
    asked.map(async ({ id, intent }) => {
      for (let n = 0; n < reported; n++)
        await expect(pay(service, intent, 'pm_card_chargeDeclined')).rejects.toThrow(/declined/);
      await donorReturns(service, id);
    }),
  );
}

/** Declines of a link from a network that the service has recorded a moment ago. */
async function learned(linkId: string, networks: CallerNetworks | undefined, count: number): Promise<void> {
  const { causeKey } = await db().checkoutLink.findUniqueOrThrow({ where: { id: linkId } });
  const from = { network: networks?.own ?? null, wideNetwork: networks?.wide ?? null };
  const decline = { gateway: 'stripe', linkId, causeKey, ...from, declinedAt: new Date(), code: 'card_declined' };
  const references = Array.from({ length: count }, (_, n) => `ch_${linkId}_${n}`);
  await db().decline.createMany({ data: references.map((reference) => ({ ...decline, reference })) });
}

const anotherCause = () => publishedCause(service, partner);
const pausesOf = (kind: string) => db().cardPause.findMany({ where: { kind } });

/** Stored donations: approved just now, requested from a network if one is given. */
async function donations(count: number, address?: string): Promise<void> {
  const networks = await callerNetworks(address);
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: cause } });
  const [now, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)];
  const ids = Array.from({ length: count }, (_, n) => `${cause}-${n}`);
  const money = { amount: 50n, currency: 'USD', createdAt: now };
  const link = { clientId, causeKey: cause, feePercent: 5, ...money, expiresAt };
  await db().checkoutLink.createMany({ data: ids.map((id) => ({ id, ...link })) });
  const paid = { succeededAt: now, settledAt: now, amountMinor: 5000n, causeTitle: 'A well' };
  const payment = { causeKey: cause, rail: 'card', gateway: 'stripe', attempt: 1, state: 'approved' };
  await db().payment.createMany({
    data: ids.map((id) => ({
      id: `pay_${id}`,
      linkId: id,
      ...payment,
      ...money,
      ...paid,
      gatewayReference: `pi_${id}`,
      gatewayPaymentId: `pi_${id}`,
      receiptToken: `rct_${id}`,
    })),
  });
  if (networks)
    await db().cardCaller.createMany({
      data: ids.map((linkId) => ({
        linkId,
        network: networks.own,
        wideNetwork: networks.wide,
        askedAt: now,
      })),
    });
}

test('thirty declines from one address pause its card payments for every cause; another address is not affected', async () => {
  await declineOn(3, () => '203.0.113.9', { of: anotherCause, reported: 9 });
  expect(await statusFrom('203.0.113.9')).toBe(200);
  await declineOn(1, () => '203.0.113.9', { of: anotherCause });
  const { status, body, headers } = await ask(await newLink(), '203.0.113.9');
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(body.detail).toContain('from this network');
  const seconds = Number(headers.get('retry-after'));
  expect(Number.isInteger(seconds) && seconds > 3500 && seconds <= 3600, `${seconds}`).toBe(true);
  expect(await statusFrom('203.0.113.10')).toBe(200);
});

test('six links with nine declines each, reported at once from one address: nothing new starts from there', async () => {
  await declineOn(6, () => '203.0.113.9', { pages: 6 });
  expect(await db().decline.count()).toBe(54);
  // The network pays: nobody else waits.
  expect((await db().cardPause.findMany()).map(({ kind }) => kind)).toEqual(['network']);
  expect(await statusFrom('203.0.113.9', await anotherCause())).toBe(429);
  expect(await statusFrom('198.51.100.7')).toBe(200);
});

test('an IPv6 address counts as its network, from any of its addresses', async () => {
  await declineOn(4, (n) => `2001:db8:1:2::${n}`, { of: anotherCause });
  expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429);
  expect(await statusFrom('2001:db8:1:3::1')).toBe(200);
});

test('an IPv6 customer with a whole /48 pays alone, however many of its networks they use', async () => {
  await declineOn(6, (n) => `2001:db8:7:${n % 3}::${n}`);
  expect(await db().decline.count({ where: { causeKey: cause } })).toBe(54);
  expect(await statusFrom('2001:db8:7:99::1')).toBe(429);
  expect(await statusFrom('2001:db8:8:1::1')).toBe(200);
  expect(await statusFrom('198.51.100.7')).toBe(200);
});

/** A link as the page of a cause mints it. */
async function newGift(of = cause): Promise<string> {
  const wanted = { cause: of, amount: 50, currency: 'USD' } as const;
  return (await mintLink({ clientId: SERVICE_CLIENT_ID }, wanted, new Date())).id;
}

test('fifty declines of gifts pause gifts alone: who comes by a partner’s link pays', async () => {
  await declineOn(6, (n) => `203.0.113.${n}`, { mint: newGift });
  expect((await db().cardPause.findMany()).map(({ kind }) => kind)).toEqual(['gifts']);
  const { status, body } = await ask(await newGift(), '198.51.100.7');
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(body.detail).toContain('for this cause');
  expect(await statusFrom('198.51.100.7')).toBe(200);
  expect((await ask(await newGift(await anotherCause()), '198.51.100.7')).status).toBe(200);
});

test('fifty declines on the links of partners pause gifts too', async () => {
  await declineOn(6, (n) => `203.0.113.${n}`);
  expect((await ask(await newGift(), '198.51.100.7')).status).toBe(429);
  expect(await statusFrom('198.51.100.7')).toBe(429);
});

test.each([25, ...runs<number[]>([], [0, 24 * 6])])(
  'a network with a card payment approved %i hours ago pays while a cause is paused',
  async (hours) => {
    await donations(1, '198.51.100.7');
    await db().$executeRaw`UPDATE card_callers SET asked_at = asked_at - make_interval(hours => ${hours})`;
    await deleteOldCallers(new Date());
    await declineOn(6, (n) => `203.0.113.${n}`);
    expect(await statusFrom('198.51.100.7')).toBe(200);
    expect(await statusFrom('198.51.100.8')).toBe(429);
  },
);

test('an approval is remembered for a week', async () => {
  await donations(1, '198.51.100.7');
  await db().$executeRaw`UPDATE card_callers SET asked_at = asked_at - interval '8 days'`;
  await deleteOldCallers(new Date());
  await declineOn(6, (n) => `203.0.113.${n}`);
  expect(await statusFrom('198.51.100.7')).toBe(429);
  expect(await db().approvedNetwork.count()).toBe(0);
});

test('an approval does not excuse a network from its own declines', async () => {
  await donations(1, '203.0.113.9');
  await declineOn(4, () => '203.0.113.9', { of: anotherCause });
  expect(await statusFrom('203.0.113.9')).toBe(429);
});

test('fifty declines on one cause from anywhere pause it for a quarter of an hour; other causes accept cards', async () => {
  await declineOn(6, (n) => `203.0.113.${n}`);
  const { status, body, headers } = await ask(await newLink(), '198.51.100.7');
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(body.detail).toContain('for this cause');
  const seconds = Number(headers.get('retry-after'));
  expect(seconds > 800 && seconds <= 900, `${seconds}`).toBe(true);
  expect(await statusFrom('198.51.100.7', await anotherCause())).toBe(200);
  // The waiting page of an earlier decline shows the pause.
  const [known] = await db().cardCaller.findMany();
  expect((await donorReturns(service, known?.linkId ?? '')).body.cardLocked).toBe(true);
});

test('many declines with more approvals pause neither a cause nor a network shared by many donors', async () => {
  await donations(100, '203.0.113.9');
  await declineOn(7, () => '203.0.113.9');
  expect(await db().decline.count({ where: { causeKey: cause } })).toBe(63);
  expect(await db().cardPause.count()).toBe(0);
  expect(await statusFrom('203.0.113.9')).toBe(200);
});

test('approvals excuse at most as many declines', async () => {
  await donations(30);
  await declineOn(6, (n) => `203.0.113.${n}`);
  expect(await pausesOf('cause')).toEqual([
    expect.objectContaining({ subject: cause, declines: expect.any(Number), approvals: 30 }),
  ]);
});

test.each([undefined, '127.0.0.1', '10.0.0.7', '100.64.1.1', 'fd00::1', 'fe80::1', 'unknown'])(
  'the address %s is not public, and never stands for many donors',
  async (address) => {
    expect(await callerNetworks(address)).toBeUndefined();
  },
);

test('without a known address a cause alone is watched, and others go on', async () => {
  await declineOn(4, () => '10.0.0.7', { of: anotherCause });
  expect(await statusFrom('10.0.0.7')).toBe(200);
  expect(await db().cardCaller.count()).toBe(0);
});

test('card forms opened before the pause are cancelled with their first decline', async () => {
  const early = await newLink();
  const honest = await newLink();
  for (const id of [early, honest]) expect((await ask(id, '203.0.113.9')).status).toBe(200);
  await declineOn(4, () => '203.0.113.9', { of: anotherCause });
  const [intent] = await intentsAt(service, early);
  await expect(pay(service, intent?.id ?? '', 'pm_card_chargeDeclined')).rejects.toThrow(/declined/);
  await donorReturns(service, early);
  expect((await intentsAt(service, early)).map(({ status }) => status)).toEqual(['canceled']);
  // A form without declines continues: somebody else may be behind that address.
  await donorReturns(service, honest);
  const [other] = await intentsAt(service, honest);
  await pay(service, other?.id ?? '');
  expect((await donorReturns(service, honest)).body.status).toBe('completed');
});

test('a pause ends by itself, and its declines do not count again', async () => {
  await declineOn(6, (n) => `203.0.113.${n}`);
  expect(await statusFrom('198.51.100.7')).toBe(429);
  await db().$executeRaw`
    UPDATE card_pauses SET started_at = started_at - interval '16 minutes', ends_at = ends_at - interval '16 minutes'`;
  await db().$executeRaw`UPDATE declines SET declined_at = declined_at - interval '16 minutes'`;
  expect(await statusFrom('198.51.100.7')).toBe(200);
  await declineOn(1, () => '198.51.100.7');
  expect(await statusFrom('198.51.100.7')).toBe(200);
});

test('staff see every pause, also on the link, and lift it, which is audited; later declines count from zero', async () => {
  await declineOn(4, () => '203.0.113.9', { of: anotherCause });
  const refused = await newLink();
  expect((await ask(refused, '203.0.113.9')).status).toBe(429);
  const [pause] = await pausesOf('network');
  await ask(await newLink(await anotherCause()), '203.0.113.10');
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key: cause } });
  const seen = async (link?: { id: string; causeKey: string; clientId: string }) =>
    (await listCurrentPauses(new Date(), link)).map(({ id }) => id);
  const declined = { id: pause?.linkId ?? '', causeKey: cause, clientId };
  expect([await seen(), await seen(declined)]).toEqual([[pause?.id], [pause?.id]]);
  expect(await seen({ id: refused, causeKey: cause, clientId })).toEqual([pause?.id]);
  expect(await seen({ id: await newLink(), causeKey: cause, clientId })).toEqual([]);
  const { email, id: staffId } = await accountOf('staff@example.org', 'staff');
  const cookie = await signIn(email);
  const answer = await submit(
    service,
    '/dashboard/actions/card_pause.lift',
    { id: pause?.id ?? '', seen: pause?.startedAt.toISOString() ?? '', reason: 'A telethon' },
    { cookie },
  );
  expect(answer.status).toBe(303);
  expect(await db().auditEntry.findFirst({ where: { action: 'card_pause.lift' } })).toMatchObject({
    actor: staffId,
    subject: pause?.id,
    data: { kind: 'network', reason: 'A telethon' },
  });
  expect([await seen(), await seen(declined)]).toEqual([[], []]);
  expect((await ask(refused, '203.0.113.9')).status).toBe(200);
});

test('no address is stored: only a keyed hash for a day', async () => {
  await declineOn(4, () => '203.0.113.9', { of: anotherCause });
  const rows = async () =>
    JSON.stringify([
      await db().cardCaller.findMany(),
      await db().decline.findMany({ where: { network: { not: null } } }),
      await db().cardPause.findMany(),
    ]);
  expect(await rows()).not.toContain('203.0.113');
  const network = (await callerNetworks('203.0.113.9'))?.own ?? '';
  expect(await rows()).toContain(network);
  await sweep(new Date(Date.now() + 26 * 3_600_000));
  expect(await rows()).toBe('[[],[],[]]');
  expect(await db().decline.count()).toBe(36);
});
