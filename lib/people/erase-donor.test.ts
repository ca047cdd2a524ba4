import { beforeEach, expect, test } from 'vitest';
import { wrongTotals } from '#lib/causes/check-totals.ts';
import { addNote } from '#lib/dashboard/staff/notes.ts';
import { db, snapshot, transaction } from '#lib/db.ts';
import { deleteExpiredResponses } from '#lib/http/idempotency.ts';
import { loadReceipt } from '#lib/receipts/load-receipt.ts';
import { readVerificationLink, verifyReceipt } from '#lib/receipts/verify.ts';
import { intentOf, mintLink, pay, publishedCause } from '#testing/factories.ts';
import { differences } from '#testing/ledger.ts';
import { donorReturns, onlyAttemptOf, poll } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { findStored } from '#testing/stored-text.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { eraseDonor } from './erase-donor.ts';
import { exportDonor } from './export-donor.ts';

const { service, partner } = runningService();
const BY = { by: 'acc_staff', reason: 'Asked by email' };
const erase = (email: string) => transaction((tx) => eraseDonor(tx, email, BY, new Date()));

let cause: string;
beforeEach(async () => {
  cause = await publishedCause(service, partner);
});

/** A word that only this test's donor has. */
let donors = 0;
const somebody = () => `zoraida${++donors}x`;

/** A link that a donor opened, filled in and paid by card, as their browser does it. */
async function donate(word: string, { body = {}, typed = {}, key = '' } = {}) {
  const { body: link } = await mintLink(
    service,
    partner.key,
    { cause, ...body },
    key ? { 'Idempotency-Key': key } : {},
  );
  const name = `Rosa ${word}`;
  const given = { ref: link.id, name, email: `${word}@example.org`, message: `Greetings, ${word}`, ...typed };
  await service.call('/checkout/donation', { body: given });
  await pay(service, await intentOf(service, link.id));
  await donorReturns(service, link.id);
  return { link, payment: await onlyAttemptOf(link.id) };
}

const totals = async () => {
  const rows = await db().causeTotal.findMany({ where: { causeKey: cause } });
  return rows.reduce(
    (sum, row) => ({
      collected: sum.collected + Number(row.collected),
      contributions: sum.contributions + row.contributions,
      contributors: sum.contributors + row.contributors,
    }),
    { collected: 0, contributions: 0, contributors: 0 },
  );
};

test('nothing of an erased donor is left in the database: rows, mails, jobs, notes, idempotency keys, audit log', async () => {
  const word = somebody();
  const email = `${word}@example.org`;
  const body = {
    email: email.toUpperCase(),
    metadata: { who: email },
    success_url: `https://partner.example/thanks?email=${encodeURIComponent(email)}`,
  };
  const { link, payment } = await donate(word, { body, key: word });
  await donate(word);
  const { body: unpaid } = await mintLink(service, partner.key, { cause, email });
  const staff = await staffMember();
  for (const kind of ['donor', 'payment'] as const)
    await transaction((tx) => addNote(tx, { kind, id: payment.id, text: `${word} called` }, staff.id, new Date()));
  expect((await findStored(word)).length).toBeGreaterThan(8);
  expect(await erase(`Rosa${word}@example.org`).catch(({ code }) => code)).toBe('donor_not_found');

  expect(await erase(email.toUpperCase())).toEqual({ payments: 2, links: 3, mails: 2, notes: 2 });
  // What is kept for repeated requests goes by itself within a day.
  await deleteExpiredResponses(new Date(Date.now() + 25 * 3_600_000));
  expect(await findStored(word)).toEqual([]);
  const entry = await db().auditEntry.findFirstOrThrow({ where: { action: 'donor.erase' }, orderBy: { at: 'desc' } });
  expect(entry).toMatchObject({ actor: BY.by, data: { payments: 2, links: 3, mails: 2, notes: 2, reason: BY.reason } });
  // The partner's links are as they were, but for the address.
  const { body: paid } = await poll(service, partner.key, link.id);
  expect(paid).toMatchObject({ status: 'completed', amount: 50 });
  const { body: open } = await poll(service, partner.key, unpaid.id);
  expect(open.status).toBe('open');
  for (const { email: address, metadata, success_url } of [paid, open])
    expect([address, metadata, success_url]).toEqual([undefined, undefined, undefined]);
  expect(await erase(email).catch(({ code }) => code)).toBe('donor_not_found');
});

test('totals, donors of a cause and ledger stay as they were, and so do receipts and their signatures, without the name', async () => {
  const word = somebody();
  const [first] = [await donate(word), await donate(word), await donate(somebody())];
  // A donor who left an address for the receipt alone is one of their own.
  const late = await donate(word, { typed: { email: '', anonymous: true } });
  await db().payment.update({ where: { id: late.payment.id }, data: { receiptEmail: `${word}@example.org` } });
  const before = await totals();
  expect(before).toEqual({ collected: 200, contributions: 4, contributors: 3 });
  const receipt = await loadReceipt(first.payment.receiptToken ?? '');
  expect(receipt?.donorName).toBe(`Rosa ${word}`);
  const path = readVerificationLink(receipt?.verifyUrl ?? '')?.split('/') ?? [];

  expect(await erase(`${word}@example.org`)).toMatchObject({ payments: 3 });
  expect(await totals()).toEqual(before);
  expect(await snapshot((tx) => wrongTotals(tx, 10))).toEqual([]);
  expect(await differences()).toEqual([]);
  await db().$queryRaw`SELECT rebuild_totals()`;
  expect(await totals()).toEqual(before);
  const after = await loadReceipt(first.payment.receiptToken ?? '');
  expect(after).toMatchObject({
    donorName: null,
    number: receipt?.number,
    amountMajor: 50,
    verifyUrl: receipt?.verifyUrl,
  });
  expect(after?.paidWith).toMatchObject({ method: 'card', cardLast4: null });
  expect(await verifyReceipt(path[2] ?? '', path[3] ?? '')).toMatchObject({ amountMajor: 50 });
});

test('a donor cannot be erased while a payment is open or money is on its way to them', async () => {
  const word = somebody();
  const email = `${word}@example.org`;
  const { payment } = await donate(word);
  const refused = () =>
    erase(email).then(
      () => 'erased',
      ({ code }) => code,
    );
  for (const open of [
    { state: 'pending' },
    { state: 'starting' },
    { state: 'refund_due', refundReason: 'late' },
    { state: 'unclaimed', refundReason: 'late' },
    { disputedMinor: 1n },
  ]) {
    await db().payment.update({ where: { id: payment.id }, data: open });
    expect([open, await refused()]).toEqual([open, 'donor_has_open_payment']);
    await db().payment.update({
      where: { id: payment.id },
      data: { state: 'approved', disputedMinor: 0n, refundReason: null },
    });
  }
  const refund = {
    id: `ref_${word}`,
    paymentId: payment.id,
    requestKey: word,
    amountMinor: 100n,
    reason: 'Asked',
    createdAt: new Date(),
  };
  await db().refund.create({ data: refund });
  expect(await refused()).toBe('donor_has_open_payment');
  await db().refund.update({
    where: { id: refund.id },
    data: { state: 'failed', lastError: 'card_closed', settledAt: new Date() },
  });
  expect(await refused()).toBe('donor_has_open_payment');
  await db().refund.update({
    where: { id: refund.id },
    data: { resolvedAt: new Date(), resolvedBy: 'acc_staff', resolution: 'nothing_sent' },
  });
  const dispute = {
    id: `dsp_${word}`,
    paymentId: payment.id,
    gateway: 'stripe',
    gatewayDisputeId: `du_${word}`,
    kind: 'inquiry',
    status: 'open',
    amountMinor: 5000n,
    currency: 'USD',
    openedAt: new Date(),
    createdAt: new Date(),
  };
  await db().dispute.create({ data: dispute });
  expect(await refused()).toBe('donor_has_open_payment');
  await db().dispute.update({ where: { id: dispute.id }, data: { endedAt: new Date(), status: 'closed' } });
  expect(await refused()).toBe('erased');
});

test('of a link that was minted for one donor and paid by another, each keeps what is theirs', async () => {
  const [minted, typed] = [somebody(), somebody()];
  const { link } = await donate(typed, { body: { email: `${minted}@example.org` } });
  await erase(`${minted}@example.org`);
  expect(await findStored(minted).then((rows) => rows.filter((row) => !row.includes('idempotency')))).toEqual([]);
  expect(await onlyAttemptOf(link.id)).toMatchObject({ donorEmail: `${typed}@example.org`, erasedDonor: null });
  expect(await db().checkoutLink.findUnique({ where: { id: link.id } })).toMatchObject({
    email: null,
    donorEmail: `${typed}@example.org`,
  });
  await erase(`${typed}@example.org`);
  expect(await findStored(typed)).toEqual([]);
});

test('of a link into which somebody else types now, they keep what they typed', async () => {
  const [first, other] = [somebody(), somebody()];
  const { body: link } = await mintLink(service, partner.key, { cause });
  const save = (word: string) =>
    service.call('/checkout/donation', {
      body: { ref: link.id, name: word, email: `${word}@example.org`, message: `From ${word}` },
    });
  await save(first);
  await intentOf(service, link.id);
  await save(other);
  await erase(`${first}@example.org`);
  expect(await db().checkoutLink.findUnique({ where: { id: link.id } })).toMatchObject({
    donorName: other,
    donorEmail: `${other}@example.org`,
    donorMessage: `From ${other}`,
  });
});

test('what a browser typed without an address goes with the donor who paid in it', async () => {
  const word = somebody();
  const { payment } = await donate(word, { typed: { email: '' } });
  await db().payment.update({ where: { id: payment.id }, data: { receiptEmail: `${word}@example.org` } });
  await erase(`${word}@example.org`);
  expect(await findStored(word)).toEqual([]);
});

test.each([
  ['with letters and marks apart', 'jose\u0301x@example.org', 'jos\u00e9x@example.org'],
  ['in capitals whose small letters depend on their place', 'ΝΙΚΟΣ@example.org', 'ΝΙΚΟΣ@example.org'],
  ['with a dotted capital I', 'İpek@example.org', 'İpek@example.org'],
  ['at a domain in capitals', 'ana1@BÜCHER.example', 'ana1@bücher.example'],
  ['at a domain with marks apart', 'ana2@bu\u0308cher.example', 'ana2@bücher.example'],
])('an address %s is found and erased, minted and typed', async (_kind, stored, asked) => {
  const { payment } = await donate(somebody(), { typed: { email: stored } });
  const { body: minted } = await mintLink(service, partner.key, { cause, email: stored });
  const file = await transaction((tx) => exportDonor(tx, asked, BY.by, new Date()));
  expect(file.links.map(({ id }) => id)).toContain(minted.id);
  expect(await erase(asked)).toMatchObject({ payments: 1, links: 2 });
  expect(await onlyAttemptOf(payment.linkId)).toMatchObject({ donorEmail: null });
  expect(await db().checkoutLink.findUnique({ where: { id: minted.id } })).toMatchObject({ email: null });
});

test('the file of whom a link was minted for has nothing of whom typed into it, and the other way round', async () => {
  const [minted, typed] = [somebody(), somebody()];
  const body = { email: `${minted}@example.org`, metadata: { who: minted } };
  const { body: link } = await mintLink(service, partner.key, { cause, ...body });
  const given = { ref: link.id, name: typed, email: `${typed}@example.org`, message: `From ${typed}` };
  await service.call('/checkout/donation', { body: given });
  const [first, second] = [
    await transaction((tx) => exportDonor(tx, `${minted}@example.org`, BY.by, new Date())),
    await transaction((tx) => exportDonor(tx, `${typed}@example.org`, BY.by, new Date())),
  ];
  expect(JSON.stringify(first)).not.toContain(typed);
  expect(JSON.stringify(second)).not.toContain(minted);
  expect(first.links).toMatchObject([{ email: `${minted}@example.org`, typed: null }]);
  expect(second.links).toMatchObject([{ email: null, typed: { name: typed } }]);
});

test('an erased payment is not given a donor again, and of a note only the text can go', async () => {
  const word = somebody();
  const { payment } = await donate(word);
  const staff = await staffMember();
  await transaction((tx) => addNote(tx, { kind: 'donor', id: payment.id, text: 'Called' }, staff.id, new Date()));
  await erase(`${word}@example.org`);
  const where = { id: payment.id };
  await expect(db().payment.update({ where, data: { donorName: 'Rosa' } })).rejects.toThrow('an erased donor');
  await expect(db().payment.update({ where, data: { erasedDonor: null } })).rejects.toThrow('an erased donor');
  const note = await db().note.findFirstOrThrow({ where: { subject: payment.id } });
  expect(note).toMatchObject({ text: null, authorId: staff.id });
  const change = (data: object) => db().note.updateMany({ where: { id: note.id }, data });
  await expect(change({ text: 'Another' })).rejects.toThrow('a note');
  await expect(change({ authorId: 'acc_other' })).rejects.toThrow('permission denied');
});

test('an export has all that is stored of a donor, and the audit log says who made it', async () => {
  const word = somebody();
  const email = `${word}@example.org`;
  const { link, payment } = await donate(word, { body: { email, metadata: { campaign: 'spring' } } });
  const staff = await staffMember();
  await transaction((tx) => addNote(tx, { kind: 'donor', id: payment.id, text: 'Called' }, staff.id, new Date()));
  const file = await transaction((tx) => exportDonor(tx, email, staff.id, new Date()));
  expect(file).toMatchObject({
    email,
    payments: [
      {
        id: payment.id,
        link: link.id,
        status: 'approved',
        amount: 50,
        refunded: 0,
        currency: 'USD',
        name: `Rosa ${word}`,
        message: `Greetings, ${word}`,
        paid_with: { method: 'card', card_last4: '4242' },
        gateway: 'stripe',
        gateway_payment: payment.gatewayPaymentId,
      },
    ],
    links: [{ id: link.id, email, typed: { name: `Rosa ${word}` } }],
    emails: [{ about: 'donation_completed', to: email }],
    notes: [{ about: 'donor', text: 'Called' }],
  });
  expect(JSON.parse(JSON.stringify(file))).toEqual(file);
  const entry = await db().auditEntry.findFirstOrThrow({ where: { action: 'donor.export', subject: payment.id } });
  expect(entry).toMatchObject({
    actor: staff.id,
    subject: payment.id,
    data: { payments: 1, links: 1, mails: 1, notes: 1 },
  });
});
