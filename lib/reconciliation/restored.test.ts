import type Stripe from 'stripe';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { RECONCILE_COMMANDS } from '#scripts/console/reconcile.ts';
import { backUp } from '#testing/back-up.ts';
import { intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { differences as ledgerDifferences } from '#testing/ledger.ts';
import {
  accountStateIn,
  approvedTransfer,
  chooseAmount,
  localLinks,
  payPreference,
  resetAccounts,
  startPreference,
  startTransfer,
} from '#testing/local-rails.ts';
import {
  donorReturns,
  loseWebhooks,
  onlyAttemptOf,
  poll,
  runMoneyJobs,
  statesOf,
  statusSeenBy,
} from '#testing/money.ts';
import { bothBooks, reconcile } from '#testing/reconcile.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

/*
 * A restore from a backup loses what was written since: rows of payments whose money is at the gateway, and whole links.
 */

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
const { colombian, mexican } = localLinks(service, partner);
const GATEWAYS = ['stripe', 'mercado-pago-co', 'mercado-pago-mx'] as const;
const statusOf = (id: string) => statusSeenBy(service, partner)(id);

beforeAll(async () => {
  await colombian();
  await mexican();
});
beforeEach(async () => {
  await loseWebhooks(service);
  await resetAccounts(service);
});
afterEach(async () => {
  expect(await ledgerDifferences()).toEqual([]);
});

const paidByCard = async (id: string) => pay(service, await intentOf(service, id));
const paidByBank = (id: string) => approvedTransfer(service, id);
const paidByWallet = async (id: string) => payPreference(service, await startPreference(service, id));

/** The payments that a run does not know. The balance of their account differs with them. */
async function unknownPayments(gateway: string) {
  return (await reconcile(gateway)).filter(({ about }) => about !== 'balance');
}

/** What the operator types after a restore. */
async function recover(gateway: string) {
  const answer = await RECONCILE_COMMANDS['reconcile recover']?.prepare({ gateway })(new Date());
  return answer as { recovered: number; payments: { payment: string; link: string | null; refused?: string }[] };
}

test('a payment whose row was lost is found by a run, on each rail, with the amount that the donor chose', async () => {
  const [card, bank, wallet] = [await newLink(), await colombian(), await mexican()];
  const backup = await backUp(service.databaseUrl);
  await chooseAmount(service, card.id, 70);
  await paidByCard(card.id);
  await paidByBank(bank.id);
  await paidByWallet(wallet.id);
  await donorReturns(service, card.id);
  expect(await statusOf(card.id)).toBe('completed');
  await backup.restore();
  expect(await statusOf(card.id)).toBe('open');

  for (const gateway of GATEWAYS) expect(await reconcile(gateway)).toEqual([]);
  expect((await poll(service, partner.key, card.id)).body).toMatchObject({ status: 'completed', amount_paid: 70 });
  expect(await statusOf(bank.id)).toBe('completed');
  expect(await statusOf(wallet.id)).toBe('completed');
  for (const gateway of GATEWAYS) {
    const { ours, theirs } = await bothBooks(service, gateway);
    expect(ours).toEqual(theirs);
  }
});

test('an event about a payment whose row was lost is enough', async () => {
  const [card, bank, wallet] = [await newLink(), await colombian(), await mexican()];
  const backup = await backUp(service.databaseUrl);
  const intent = await intentOf(service, card.id);
  const transfer = await startTransfer(service, bank.id);
  const preference = await startPreference(service, wallet.id);
  await backup.restore();
  for (const gateway of GATEWAYS) await service.control(`${gateway}/webhooks`, { drop: false });
  await pay(service, intent);
  await accountStateIn(service, 'co')('approve', { payment_id: transfer });
  await payPreference(service, preference);
  for (const gateway of GATEWAYS) await service.control(`${gateway}/idle`);
  for (const { id } of [card, bank, wallet]) expect(await statesOf(id)).toEqual(['approved']);
});

test('a lost payment of a link that was paid again meanwhile is given back', async () => {
  const { id } = await newLink();
  const backup = await backUp(service.databaseUrl);
  await paidByCard(id);
  await backup.restore();
  // The donor sees the form again. The gateway knows the first attempt's key, so that they pay with another amount.
  await chooseAmount(service, id, 60);
  await paidByCard(id);
  await donorReturns(service, id);
  expect(await reconcile('stripe')).toEqual([]);
  expect((await statesOf(id)).sort()).toEqual(['approved', 'refund_due']);
  await runMoneyJobs(service);
  expect((await statesOf(id)).sort()).toEqual(['approved', 'refunded']);
});

test('links whose rows were lost are listed with what the gateway knows, and made again by the console', async () => {
  const cause = await publishedCause(service, partner);
  const backup = await backUp(service.databaseUrl);
  const [card, bank, wallet] = [await openLink(service, partner, { cause }), await colombian(), await mexican()];
  const unpaid = await openLink(service, partner, { cause });
  const email = 'ana@example.org';
  await service.call('/checkout/donation', { body: { ref: card.id, amount: 80, name: 'Ana', email } });
  await service.stripe().paymentIntents.confirm(await intentOf(service, card.id), {
    payment_method_data: { type: 'card', card: { token: 'tok_google_pay' }, billing_details: { name: 'Ana', email } },
  } as Stripe.PaymentIntentConfirmParams);
  await paidByBank(bank.id);
  await paidByWallet(wallet.id);
  await donorReturns(service, card.id);
  await backup.restore();
  expect((await poll(service, partner.key, card.id)).status).toBe(404);

  const found = (await Promise.all(GATEWAYS.map(unknownPayments))).flat();
  expect(
    found.map(({ about, lostLink }) => ({ about, link: lostLink?.id, client: lostLink?.facts?.clientId })),
  ).toEqual([card, bank, wallet].map(({ id }) => ({ about: 'unknown_payment', link: id, client: partner.clientId })));
  expect(found[0]?.lostLink?.facts?.causeKey).toBe(cause);
  for (const [index, gateway] of GATEWAYS.entries()) {
    const link = [card, bank, wallet][index]?.id;
    expect(await recover(gateway)).toEqual({ recovered: 1, payments: [{ payment: found[index]?.subject, link }] });
  }
  for (const gateway of GATEWAYS) expect(await reconcile(gateway)).toEqual([]);
  const { body } = await poll(service, partner.key, card.id);
  expect(body).toMatchObject({ status: 'completed', cause, amount_paid: 80, expires_at: card.expires_at });
  expect(await statusOf(bank.id)).toBe('completed');
  expect(await statusOf(wallet.id)).toBe('completed');
  // Nobody has paid it: it is lost, and a new one can be minted.
  expect((await poll(service, partner.key, unpaid.id)).status).toBe(404);
  // The name is not shown, because nobody knows whether the donor wanted that.
  expect(await onlyAttemptOf(card.id)).toMatchObject({ donorAnonymous: true, donorName: null });
  const audited = await db().auditEntry.findMany({ where: { action: 'link.recover', subject: card.id } });
  expect(audited).toHaveLength(1);
  const told = await db().email.findMany({ where: { template: 'donation_completed', recipient: email } });
  expect(told).toHaveLength(1);
});

test('a link whose cause was lost too is told apart, and nothing is recorded', async () => {
  const backup = await backUp(service.databaseUrl);
  const cause = await publishedCause(service, partner);
  const { id } = await openLink(service, partner, { cause });
  await paidByCard(id);
  await backup.restore();
  const [difference, ...others] = await unknownPayments('stripe');
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ about: 'unknown_payment', lostLink: { id, facts: { causeKey: cause } } });
  const refused = { payment: difference?.subject, link: null, refused: 'lost_link_without_cause' };
  expect(await recover('stripe')).toEqual({ recovered: 0, payments: [refused] });
  expect(await db().checkoutLink.count({ where: { id } })).toBe(0);
});

/** How many donations the rehearsal makes before the backup, and after it. */
const [BEFORE, AFTER] = [700, 300];
const REHEARSAL = `of ${BEFORE} donations before a backup and ${AFTER} after it none is lost`;

test(REHEARSAL, { tags: ['full'], timeout: 1_200_000 }, async () => {
  const byCard = { mint: newLink, payOne: paidByCard };
  const others = [
    { mint: colombian, payOne: paidByBank },
    { mint: mexican, payOne: paidByWallet },
  ];
  const kindOf = (index: number) => others[index % 3] ?? byCard;
  const mint = (index: number) => kindOf(index).mint({ email: `donor-${index}@example.org` });
  const donate = async (index: number, link = mint(index)): Promise<string> => {
    const { id } = await link;
    await kindOf(index).payOne(id);
    await donorReturns(service, id);
    return id;
  };
  const earlier = new Set((await inTurns(GATEWAYS, unknownPayments)).flat().map(({ subject }) => subject));
  const unknownSince = async () =>
    (await inTurns(GATEWAYS, unknownPayments)).flat().filter(({ subject }) => !earlier.has(subject));
  const before = await inTurns(range(0, BEFORE), donate);
  // Half of the later donors have their link already.
  const minted = await inTurns(range(BEFORE, BEFORE + AFTER / 2), mint);
  const backup = await backUp(service.databaseUrl);
  const onKnown = await inTurns(range(BEFORE, BEFORE + AFTER / 2), (index) => donate(index, minted[index - BEFORE]));
  const onLost = await inTurns(range(BEFORE + AFTER / 2, BEFORE + AFTER), (index) => donate(index));
  await backup.restore();

  const lost = (await unknownSince()).map(({ lostLink }) => lostLink?.id);
  expect(lost.sort()).toEqual(onLost.toSorted());
  for (const gateway of GATEWAYS) await recover(gateway);
  expect(await unknownSince()).toEqual([]);
  const links = [...before, ...onKnown, ...onLost];
  const paid = await db().payment.findMany({ where: { linkId: { in: links } }, select: { state: true } });
  expect(paid.filter(({ state }) => state === 'approved')).toHaveLength(BEFORE + AFTER);
  expect(paid).toHaveLength(BEFORE + AFTER);
  const told = { template: 'donation_completed', recipient: { startsWith: 'donor-' } };
  // The address of a lost link's donor is lost too, where the gateway does not have it.
  expect(await db().email.count({ where: told })).toBe(BEFORE + AFTER / 2);
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Does the work for each, a few at once, and returns the results in order. */
async function inTurns<T, Result>(each: readonly T[], work: (one: T) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...each.entries()];
  const next = async (): Promise<void> => {
    for (let one = queue.shift(); one; one = queue.shift()) results[one[0]] = await work(one[1]);
  };
  await Promise.all(Array.from({ length: 8 }, next));
  return results;
}

test('a foreign payment of the account is no lost link', async () => {
  const stripe = service.stripe();
  const { id } = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { order: '1' },
  });
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const foreign = (await reconcile('stripe')).find(({ subject }) => subject === id);
  expect(foreign).toMatchObject({ about: 'unknown_payment' });
  expect(foreign).not.toHaveProperty('lostLink');
});
