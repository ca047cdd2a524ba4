import { beforeAll, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { updateClient } from './client.ts';
import { createKey } from './keys.ts';
import { approveTerms, changeContact, rejectTerms, requestTerms } from './terms.ts';

ownDatabase();

const DAY_LATER = new Date(NOW.getTime() + 24 * 3_600_000);
const AGREED = { feePercent: 5, feeModel: 'plus_gateway_costs', contactEmail: 'old@example.org' };

let asker: string;
let other: string;
let serial = 0;
beforeAll(async () => {
  [asker, other] = [(await staffMember()).id, (await staffMember()).id];
});

/** A client with a cause in Chile, whose contact nobody else has. */
async function client(contact: string | null = 'old') {
  const { key } = await storedCause({ country: 'cl' });
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key } });
  serial += 1;
  const contactEmail = contact && `${contact}${serial}@example.org`;
  await db().client.update({ where: { id: clientId }, data: { ...AGREED, contactEmail } });
  return { id: clientId, contactEmail };
}

type Wanted = Partial<Omit<typeof AGREED, 'contactEmail'>> & { contactEmail?: string | null };
const ask = (id: string, wanted: Wanted, by = asker) =>
  transaction(async (tx) => {
    const found = await tx.client.findUniqueOrThrow({ where: { id } });
    const { feeModel, contactEmail } = found;
    const terms = { feePercent: found.feePercent.toNumber(), feeModel, contactEmail };
    return requestTerms(tx, found, { ...terms, ...wanted }, by, NOW);
  });
const approve = (id = '', by = other) => transaction((tx) => approveTerms(tx, id, by, NOW));
const refuse = (id = '', by = other) => transaction((tx) => rejectTerms(tx, id, by, 'Not agreed', NOW));

async function now(id: string) {
  const { feePercent, feeModel, contactEmail } = await db().client.findUniqueOrThrow({ where: { id } });
  return { feePercent: feePercent.toNumber(), feeModel, contactEmail };
}
const mailsTo = (recipient: string | null) =>
  db().email.findMany({ where: { recipient: recipient ?? '' }, orderBy: { createdAt: 'asc' } });

test('a fee waits for a second person, then applies, and the contact is mailed in its language', async () => {
  const { id, contactEmail } = await client();
  const change = await ask(id, { feePercent: 20, feeModel: 'all_inclusive' });
  expect(await now(id)).toEqual({ ...AGREED, contactEmail });
  expect(await mailsTo(contactEmail)).toEqual([]);
  expect(await refusalOf(approve(change?.id, asker))).toBe('own_request');
  await approve(change?.id);
  expect(await now(id)).toEqual({ feePercent: 20, feeModel: 'all_inclusive', contactEmail });
  const before = { ...AGREED, contactEmail };
  const after = { feePercent: 20, feeModel: 'all_inclusive', contactEmail };
  expect(await mailsTo(contactEmail)).toMatchObject([
    { template: 'client_terms_changed', locale: 'es', data: { before, after, contactAt: null } },
  ]);
  const entry = { action: 'client_terms.approve', actor: other, subject: id };
  expect(await db().auditEntry.findFirstOrThrow({ where: entry })).toMatchObject({
    data: { requestedBy: asker, before: { feePercent: 5 }, after: { feePercent: 20 } },
  });
});

test('a new contact takes effect a day after the old one was told; until then the old one gets the mails', async () => {
  const { id, contactEmail } = await client();
  const change = await ask(id, { contactEmail: 'thief@example.org' });
  await approve(change?.id);
  const until = await db().termsChange.findUniqueOrThrow({ where: { id: change?.id ?? '' } });
  expect(until.contactAt).toEqual(DAY_LATER);
  await changeContact(until.id, new Date(DAY_LATER.getTime() - 1));
  expect(await now(id)).toMatchObject({ contactEmail });
  await transaction((tx) => createKey(tx, { clientId: id, permissions: ['cause:read'], allowedIps: [] }));
  expect((await mailsTo(contactEmail)).map(({ template }) => template)).toEqual([
    'client_terms_changed',
    'key_created',
  ]);
  await changeContact(until.id, DAY_LATER);
  expect(await now(id)).toMatchObject({ contactEmail: 'thief@example.org' });
  expect(await ask(id, { feePercent: 4 })).not.toBeNull();
});

test('staff stop a new contact within its day, and the fee that came with it stays', async () => {
  const { id, contactEmail } = await client();
  const change = await ask(id, { feePercent: 6, contactEmail: 'new@example.org' });
  await approve(change?.id);
  await refuse(change?.id);
  await changeContact(change?.id ?? '', DAY_LATER);
  expect(await now(id)).toMatchObject({ feePercent: 6, contactEmail });
  const [, kept, ...others] = await mailsTo(contactEmail);
  expect(kept).toMatchObject({ template: 'client_contact_kept', locale: 'es', data: { hasOtherTerms: true } });
  expect([others, await mailsTo('new@example.org')]).toEqual([[], []]);
  expect(await refusalOf(refuse(change?.id))).toBe('already_decided');
});

test('what is rejected changes nothing, and its requester takes it back in the same way', async () => {
  for (const by of [asker, other]) {
    const { id, contactEmail } = await client();
    const change = await ask(id, { feePercent: 19 });
    await refuse(change?.id, by);
    expect(await refusalOf(approve(change?.id))).toBe('already_decided');
    expect(await now(id)).toEqual({ ...AGREED, contactEmail });
    expect(await mailsTo(contactEmail)).toEqual([]);
  }
});

test('one change of a client waits at a time, and one of terms that have changed since is not approved', async () => {
  const { id } = await client();
  const change = await ask(id, { feePercent: 7 });
  expect(await refusalOf(ask(id, { feePercent: 8 }))).toBe('terms_wait');
  expect(await ask(id, {})).toBeNull();
  await transaction((tx) => updateClient(tx, id, { feePercent: 3 }, 'console'));
  expect(await refusalOf(approve(change?.id))).toBe('client_changed');
});

test('a client without a contact gets one at once, because nobody could object', async () => {
  const { id } = await client(null);
  const change = await ask(id, { contactEmail: 'first@example.org' });
  await approve(change?.id);
  expect(await now(id)).toMatchObject({ contactEmail: 'first@example.org' });
});

test('the console changes terms at once; the contact is mailed all the same, and the entry says that nobody approved it', async () => {
  const { id, contactEmail } = await client();
  await transaction((tx) => updateClient(tx, id, { contactEmail: 'by-console@example.org' }, 'console'));
  expect(await mailsTo(contactEmail)).toMatchObject([{ template: 'client_terms_changed', data: { contactAt: null } }]);
  await transaction((tx) => updateClient(tx, id, { displayName: 'Manos' }, 'console'));
  expect(await mailsTo('by-console@example.org')).toEqual([]);
  const entries = await db().auditEntry.findMany({ where: { subject: id }, orderBy: { at: 'asc' } });
  expect(entries.map(({ data }) => (data as Record<string, unknown>).withoutSecondPerson)).toEqual([true, undefined]);
});

test('a contact that the console changed meanwhile stays', async () => {
  const { id } = await client();
  const change = await ask(id, { contactEmail: 'new@example.org' });
  await approve(change?.id);
  await transaction((tx) => updateClient(tx, id, { contactEmail: 'console@example.org' }, 'console'));
  await changeContact(change?.id ?? '', DAY_LATER);
  expect(await now(id)).toMatchObject({ contactEmail: 'console@example.org' });
});

test('the sweep finds a contact whose job was lost', async () => {
  const { id } = await client();
  const change = await ask(id, { contactEmail: 'swept@example.org' });
  await approve(change?.id);
  const jobs = () => db().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'change_contact' AND data->>'id' = ${change?.id}`;
  const [before] = await jobs();
  await sweep(new Date(DAY_LATER.getTime() + 3_600_000));
  expect((await jobs())[0]?.n).toBe((before?.n ?? 0) + 1);
});

test('the database refuses terms approved by their requester, and keeps what was decided', async () => {
  const { id } = await client();
  const change = await ask(id, { feePercent: 7 });
  const decided = { decidedAt: NOW, outcome: 'approved', endedAt: NOW };
  const update = (data: object) => db().termsChange.update({ where: { id: change?.id ?? '' }, data });
  await expect(update({ ...decided, decidedBy: asker })).rejects.toThrow('approved_by_another');
  await expect(update({ feePercent: 20 })).rejects.toThrow('written once');
  await approve(change?.id);
  await expect(update({ decidedBy: 'acc_nobody' })).rejects.toThrow('written once');
});
