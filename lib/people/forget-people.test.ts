import { beforeEach, expect, test } from 'vitest';
import { addNote } from '#lib/dashboard/staff/notes.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { lockCheckoutLinks } from '#lib/locks.ts';
import { applyReport, donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { creatorWith, staffMember } from '#testing/withdrawals.ts';
import { eraseDonor } from './erase-donor.ts';
import { forgetPeople, scheduleForgetting } from './forget-people.ts';

ownDatabase();

const NOW = new Date('2031-12-01T12:00:00Z');
const yearsAgo = (years: number, days = 0) => new Date(Date.UTC(2031 - years, 11, 1 - days, 12));
const dayBefore = (at: Date) => new Date(at.getTime() - 86_400_000);
const daysAgo = (days: number) => yearsAgo(0, days);

let causes: Record<'CO' | 'MX', string>;
beforeEach(async () => {
  const [colombian, mexican] = [(await creatorWith(0)).key, (await creatorWith(0)).key];
  await db().cause.update({ where: { key: colombian }, data: { country: 'co' } });
  await db().cause.update({ where: { key: mexican }, data: { country: 'mx' } });
  causes = { CO: colombian, MX: mexican };
});

let people = 0;
const somebody = () => `ximena${++people}@example.org`;

/** A donation in the past. */
async function gave(country: keyof typeof causes, createdAt: Date, donor: object) {
  const id = await donation(causes[country], { amountMajor: 40 });
  const { linkId } = await db().payment.update({ where: { id }, data: { createdAt, ...donor } });
  const data = { createdAt: dayBefore(createdAt), expiresAt: createdAt, donorSavedAt: createdAt, ...donor };
  await db().checkoutLink.update({ where: { id: linkId }, data });
  return { id, linkId };
}

const paymentOf = ({ id }: { id: string }) => db().payment.findUniqueOrThrow({ where: { id } });
const linkOf = ({ linkId }: { linkId: string }) => db().checkoutLink.findUniqueOrThrow({ where: { id: linkId } });
/** Who a payment and its link say gave. */
const donorsOf = async (given: { id: string; linkId: string }) => [
  (await paymentOf(given)).donorEmail,
  (await linkOf(given)).donorEmail,
];

test('donors are forgotten so many years after their donation as the country of the cause wants', async () => {
  const [kept, over, elsewhere] = [somebody(), somebody(), somebody()];
  const given = {
    kept: await gave('MX', yearsAgo(5, -1), { donorEmail: kept, donorName: 'Ximena' }),
    over: await gave('MX', yearsAgo(5, 1), { donorEmail: over, donorName: 'Ximena' }),
    elsewhere: await gave('CO', yearsAgo(5, 1), { donorEmail: elsewhere, donorName: 'Ximena' }),
  };
  await forgetPeople(NOW);
  expect(await donorsOf(given.kept)).toEqual([kept, kept]);
  expect(await donorsOf(given.over)).toEqual([null, null]);
  expect(await paymentOf(given.over)).toMatchObject({ donorName: null, erasedDonor: expect.stringMatching(/^era_/) });
  expect(await donorsOf(given.elsewhere)).toEqual([elsewhere, elsewhere]);
});

test('a donation that arrives while its donor is being forgotten keeps them', async () => {
  const donorEmail = somebody();
  const old = await gave('MX', yearsAgo(9), { donorEmail });
  const recent = await gave('MX', yearsAgo(0, 1), { donorEmail: somebody() });
  const { run } = await transaction(async (tx) => {
    await lockCheckoutLinks(tx, [old.linkId]);
    const forgetting = forgetPeople(NOW);
    await until('the donor to be forgotten', isLockAwaited);
    await tx.payment.update({ where: { id: recent.id }, data: { donorEmail } });
    return { run: forgetting };
  });
  await run;
  expect([(await paymentOf(old)).donorEmail, (await paymentOf(recent)).donorEmail]).toEqual([donorEmail, donorEmail]);
});

test('a later donation keeps a donor, and with it the earlier ones, also one to a country that keeps longer', async () => {
  const [recent, longer] = [somebody(), somebody()];
  const kept = [
    await gave('MX', yearsAgo(9), { donorEmail: recent }),
    await gave('MX', yearsAgo(1), { donorEmail: recent.toUpperCase() }),
    await gave('MX', yearsAgo(9), { donorEmail: longer }),
    await gave('CO', yearsAgo(8), { donorEmail: longer }),
  ];
  await forgetPeople(NOW);
  for (const { id } of kept) expect((await paymentOf({ id })).erasedDonor).toBeNull();
  await forgetPeople(yearsAgo(-10));
  const erased = await Promise.all(kept.map(async ({ id }) => (await paymentOf({ id })).erasedDonor));
  expect(erased.every((donor) => donor !== null)).toBe(true);
  expect(new Set(erased).size).toBe(2);
});

test('whoever gave without an address is forgotten with that donation', async () => {
  const given = await gave('MX', yearsAgo(6), { donorName: 'Ximena', donorMessage: 'Good luck' });
  const owed = await gave('MX', yearsAgo(6), { donorEmail: somebody() });
  await db().payment.update({ where: { id: owed.id }, data: { state: 'unclaimed', refundReason: 'late' } });
  await forgetPeople(NOW);
  expect(await paymentOf(given)).toMatchObject({ donorName: null, donorMessage: null });
  expect((await linkOf(given)).donorName).toBeNull();
  // Money that waits for its donor is not left without one.
  expect((await paymentOf(owed)).erasedDonor).toBeNull();
});

test('money that still waits for a donor who left no address keeps their name', async () => {
  const owed = await gave('MX', yearsAgo(6), { donorName: 'Olga' });
  await db().payment.update({ where: { id: owed.id }, data: { state: 'unclaimed', refundReason: 'late' } });
  await forgetPeople(NOW);
  expect(await paymentOf(owed)).toMatchObject({ donorName: 'Olga', erasedDonor: null });
});

test('notes on a donation go with its donor, whether they left an address or not', async () => {
  const staff = await staffMember();
  for (const donor of [{}, { donorEmail: somebody() }]) {
    const { id } = await gave('MX', yearsAgo(6), donor);
    const note = { kind: 'payment', id, text: 'Ximena called from +52 55 1234' } as const;
    await transaction((tx) => addNote(tx, note, staff.id, yearsAgo(6)));
    await forgetPeople(NOW);
    expect(await db().note.findMany({ where: { subject: id } })).toMatchObject([{ text: null }]);
  }
});

test('an old attempt without an address takes nothing from the donor of the same link, who is kept', async () => {
  const donor = { donorEmail: somebody(), donorName: 'Nora' };
  const paid = await gave('MX', yearsAgo(6), donor);
  await gave('MX', yearsAgo(1), donor);
  const { id: _, receiptToken: _token, receiptNumber: _number, ...row } = await paymentOf(paid);
  const attempt = { ...row, id: newId('payment'), attempt: 2, state: 'canceled', donorEmail: null, donorName: null };
  const unpaid = { gatewayReference: 'pi_earlier', gatewayPaymentId: null, amountMinor: null, succeededAt: null };
  await db().payment.create({ data: { ...attempt, ...unpaid, causeTitle: null, releasedAt: null, isReleased: false } });
  await forgetPeople(NOW);
  expect(await linkOf(paid)).toMatchObject({ donorName: 'Nora' });
});

test('a link that was minted lately for somebody whose donation is old enough keeps what its partner sent', async () => {
  const email = somebody();
  const old = await gave('MX', yearsAgo(6), { donorEmail: email });
  const { id: _, ...link } = await linkOf(old);
  const linkId = newId('checkoutLink');
  const sent = { email, metadata: JSON.stringify({ crm: email }), successUrl: `https://partner.example/${email}` };
  const typed = { donorName: 'Ximena', donorEmail: email };
  const lately = { createdAt: dayBefore(NOW), expiresAt: new Date(NOW.getTime() + 3_600_000), donorSavedAt: NOW };
  await db().checkoutLink.create({ data: { ...link, id: linkId, ...sent, ...typed, ...lately } });
  await forgetPeople(NOW);
  expect(await donorsOf(old)).toEqual([null, null]);
  expect(await linkOf({ linkId })).toMatchObject({ ...sent, ...typed });
});

test('money that arrives after its donor was erased brings no card back', async () => {
  const email = somebody();
  const id = await pendingPayment(causes.MX);
  await db().payment.update({ where: { id }, data: { state: 'canceled', settledAt: NOW, donorEmail: email } });
  await transaction((tx) => eraseDonor(tx, email, { by: 'acc_staff', reason: 'Asked' }, NOW));
  const source = { cardBrand: 'visa', cardLast4: '4242', cardWallet: null, bankName: null, statementDescriptor: null };
  await applyReport(id, { source });
  const { gatewayPaymentId, ...paid } = await paymentOf({ id });
  expect(gatewayPaymentId).not.toBeNull();
  expect(paid).toMatchObject({ cardBrand: null, cardLast4: null });
  await expect(db().payment.update({ where: { id }, data: { cardLast4: '4242' } })).rejects.toThrow('an erased donor');
});

test('an address that came with a payment intent of a link that ended unpaid is forgotten after a month', async () => {
  const { id, linkId } = await filledIn(daysAgo(40), 'canceled', { donorSavedAt: null, donorName: null });
  await forgetPeople(NOW);
  expect(await donorsOf({ id, linkId })).toEqual([null, null]);
});

/** A link that was filled in and has one attempt. */
async function filledIn(endedAt: Date, state: string, more: object = {}) {
  const linkId = newId('checkoutLink');
  const id = await pendingPayment(causes.MX, { linkId });
  const donor = { donorEmail: somebody(), donorName: 'Ximena' };
  await db().payment.update({ where: { id }, data: { state, ...donor, createdAt: endedAt } });
  await db().checkoutLink.update({
    where: { id: linkId },
    data: {
      ...donor,
      email: donor.donorEmail,
      createdAt: dayBefore(endedAt),
      donorSavedAt: endedAt,
      expiresAt: endedAt,
      ...more,
    },
  });
  return { id, linkId };
}

test('what was typed into a form is forgotten a month after its link has ended unpaid, and no earlier', async () => {
  const over = await filledIn(daysAgo(31), 'canceled');
  const kept = [
    await filledIn(daysAgo(29), 'canceled'),
    // Money may still come.
    await filledIn(daysAgo(31), 'pending'),
    await filledIn(daysAgo(31), 'canceled', { expiresAt: daysAgo(-1) }),
    await gave('MX', daysAgo(31), { donorEmail: somebody() }),
  ];
  const cancelled = await filledIn(daysAgo(40), 'canceled', { cancelledAt: daysAgo(31), expiresAt: daysAgo(-300) });
  await forgetPeople(NOW);
  for (const given of [over, cancelled]) {
    expect(await donorsOf(given)).toEqual([null, null]);
    // Its partner's own address stays as long as a donation would.
    expect((await linkOf(given)).email).not.toBeNull();
  }
  for (const given of kept) expect(await donorsOf(given)).not.toContain(null);
  await forgetPeople(yearsAgo(-5));
  for (const given of [over, cancelled]) expect((await linkOf(given)).email).toBeNull();
});

/** As many donations like one as are read at a time. */
async function fillAPage(one: { id: string; linkId: string }): Promise<void> {
  const [payment, link] = [await paymentOf(one), await linkOf(one)];
  const { receiptToken: _token, receiptNumber: _number, gatewayReference: _reference, ...given } = payment;
  const many = Array.from({ length: 500 }, (_, at) => `chl_${one.id}_${at}`);
  await db().checkoutLink.createMany({ data: many.map((id) => ({ ...link, id })) });
  await db().payment.createMany({
    data: many.map((linkId) => ({ ...given, id: `pay_${linkId}`, linkId, gatewayPaymentId: `ch_${linkId}` })),
  });
}

test('a donor is forgotten although as many older ones as are read at a time are kept', async () => {
  await fillAPage(await gave('CO', yearsAgo(7), { donorName: 'Nora' }));
  const given = await gave('MX', yearsAgo(6), { donorName: 'Ximena' });
  await forgetPeople(NOW);
  expect((await paymentOf(given)).donorName).toBeNull();
  expect(await db().payment.count({ where: { donorName: 'Nora', createdAt: yearsAgo(7) } })).toBe(501);
});

// The case before this one shows the second page; here the first is gone when it is read.
test('more than are read at a time are all forgotten', { tags: ['full'] }, async () => {
  const at = yearsAgo(6);
  const given = await gave('MX', at, { donorName: 'Ximena' });
  await fillAPage(given);
  await forgetPeople(NOW);
  expect(await db().payment.count({ where: { donorName: 'Ximena', createdAt: at } })).toBe(0);
  expect(await db().checkoutLink.count({ where: { donorName: 'Ximena', expiresAt: at } })).toBe(0);
});

test('it runs once a day', async () => {
  for (const _time of [1, 2]) await scheduleForgetting(NOW);
  const planned = await transaction(
    (tx) => tx.$queryRaw<{ at: Date }[]>`SELECT start_after AS at FROM pgboss.job WHERE name = 'forget_people'`,
  );
  expect(planned).toEqual([{ at: new Date('2031-12-02T09:00:00Z') }]);
});
