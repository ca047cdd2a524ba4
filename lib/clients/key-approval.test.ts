import { beforeAll, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { findCaller } from '#lib/hot-queries/find-caller.ts';
import type { Permission } from '#lib/permissions.ts';
import { storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { until } from '#testing/money.ts';
import { refusalOf } from '#testing/refusals.ts';
import { staffMember } from '#testing/withdrawals.ts';
import { createClient } from './client.ts';
import { approveKey, rejectKey } from './key-approval.ts';
import { createKey, revokeKey, rotateKey } from './keys.ts';

ownDatabase();

let asker: string;
let other: string;
beforeAll(async () => {
  [asker, other] = [(await staffMember()).id, (await staffMember()).id];
});

/** A key that a staff member creates for a new client. */
const made = (permissions: Permission[], createdBy = asker) =>
  transaction(async (tx) => {
    const { id: clientId } = await createClient(tx, { name: 'Manos Unidas' });
    return { clientId, ...(await createKey(tx, { clientId, permissions, allowedIps: [], createdBy })) };
  });
const works = async (key: string) => (await findCaller(key)) !== undefined;
const approve = (id: string, by: string) => transaction((tx) => approveKey(tx, id, by, new Date()));
const refuse = (id: string) => transaction((tx) => rejectKey(tx, id, new Date()));

test.each<Permission>(['causes:set_fee', 'creators:provision'])(
  'a key with %s does not authenticate before a second staff member has approved it',
  async (permission) => {
    const { id, key } = await made(['cause:read', permission]);
    expect(await works(key)).toBe(false);
    expect(await refusalOf(approve(id, asker))).toBe('own_request');
    expect(await works(key)).toBe(false);
    await approve(id, other);
    expect(await works(key)).toBe(true);
    expect(await db().apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({
      createdBy: asker,
      approvedBy: other,
    });
  },
);

test('any other key works at once', async () => {
  const { key } = await made(['checkout_links:write', 'checkout_links:read', 'causes:write', 'cause:read']);
  expect(await works(key)).toBe(true);
});

test('a rejected key never works, even if somebody approves it later', async () => {
  const { id, key } = await made(['causes:set_fee']);
  await refuse(id);
  expect(await refusalOf(approve(id, other))).toBe('already_decided');
  expect(await works(key)).toBe(false);
  expect((await db().apiKey.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull();
});

test('of two concurrent decisions one is made: the other waits, and is refused', async () => {
  const { id, key } = await made(['causes:set_fee']);
  const second = await transaction(async (tx) => {
    await approveKey(tx, id, other, new Date());
    const refused = { outcome: refusalOf(refuse(id)) };
    await until('the other to wait for their turn', isLockAwaited);
    return refused;
  });
  expect(await second.outcome).toBe('already_decided');
  expect(await works(key)).toBe(true);
});

test('a second account with the same mailbox is not a second person', async () => {
  const { id } = await made(['causes:set_fee']);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: asker } });
  const twin = (await staffMember()).id;
  const tagged = email.replace('@', '+two@');
  await db().account.update({ where: { id: twin }, data: { email: tagged, emailKey: tagged } });
  expect(await refusalOf(approve(id, twin))).toBe('own_request');
  const same = { id: 'acc_same', email: email.toUpperCase(), emailKey: email, name: 'S', role: 'staff' };
  await expect(db().account.create({ data: same })).rejects.toThrow('Unique constraint');
});

test('the database refuses a key approved by its creator, and the use of a key that needs approval', async () => {
  const { id } = await made(['causes:set_fee']);
  const own = { awaitsApproval: false, approvedBy: asker, approvedAt: new Date() };
  await expect(db().apiKey.update({ where: { id }, data: own })).rejects.toThrow('api_keys_approved_by_another');
  await expect(db().apiKey.update({ where: { id }, data: { awaitsApproval: false } })).rejects.toThrow('written once');
});

test('its replacement waits as well, and a key that waits cannot be replaced', async () => {
  const { id } = await made(['creators:provision']);
  const rotate = (by: string) => transaction((tx) => rotateKey(tx, id, 24, by, new Date()));
  expect(await refusalOf(rotate(other))).toBe('key_stopped');
  await approve(id, other);
  const fresh = await rotate(other);
  expect(await works(fresh.key)).toBe(false);
  expect(await refusalOf(approve(fresh.id, other))).toBe('own_request');
  await approve(fresh.id, asker);
  expect(await works(fresh.key)).toBe(true);
});

test('a key is not replaced at once by one that waits: nothing would work until that is approved', async () => {
  const { id, key } = await made(['causes:set_fee']);
  await approve(id, other);
  const rotate = (hours: number) => transaction((tx) => rotateKey(tx, id, hours, asker, new Date()));
  await expect(rotate(0)).rejects.toMatchObject({ code: 'overlap_needed', field: 'hours' });
  expect(await works(key)).toBe(true);
  await rotate(1);
  expect(await works(key)).toBe(true);
});

/** A key in use that a waiting one shall replace, with a day of overlap. */
async function waitingReplacement() {
  const { clientId, ...old } = await made(['causes:set_fee']);
  await approve(old.id, other);
  const contactEmail = `${clientId}@manos.example`;
  await db().client.update({ where: { id: clientId }, data: { contactEmail } });
  const rotate = () => transaction((tx) => rotateKey(tx, old.id, 24, asker, new Date()));
  const endOfOld = async () => (await db().apiKey.findUniqueOrThrow({ where: { id: old.id } })).expiresAt;
  const mails = () => db().email.findMany({ where: { recipient: contactEmail }, orderBy: { createdAt: 'asc' } });
  return { old, fresh: await rotate(), rotate, endOfOld, mails };
}

test('a key works on as if nothing had been asked for while its replacement waits, and once that is rejected or revoked', async () => {
  for (const end of [refuse, (id: string) => transaction((tx) => revokeKey(tx, id, new Date()))]) {
    const { old, fresh, rotate, endOfOld } = await waitingReplacement();
    expect([await works(old.key), await endOfOld()]).toEqual([true, null]);
    expect(await refusalOf(rotate())).toBe('key_stopped');
    await end(fresh.id);
    expect([await works(old.key), await endOfOld()]).toEqual([true, null]);
    await rotate();
  }
});

test('the overlap begins when the replacement is approved; the client is mailed, and the history of the old one says so', async () => {
  const { old, fresh, rotate, endOfOld, mails } = await waitingReplacement();
  expect((await mails()).map(({ data }) => data)).toMatchObject([{ keyId: fresh.id, awaitsApproval: true }]);
  expect(JSON.stringify(await mails())).not.toContain(old.id);
  const now = new Date(Date.now() + 72 * 3_600_000);
  await transaction((tx) => approveKey(tx, fresh.id, other, now));
  const stopsAt = new Date(now.getTime() + 24 * 3_600_000);
  expect(await endOfOld()).toEqual(stopsAt);
  expect((await mails())[1]).toMatchObject({ template: 'key_decided' });
  expect((await mails())[1]?.data).toMatchObject({
    keyId: fresh.id,
    isApproved: true,
    replaces: { keyId: old.id, stopsAt: stopsAt.toISOString() },
  });
  const entryOf = (subject: string) =>
    db().auditEntry.findMany({ where: { subject }, select: { actor: true, data: true } });
  expect(await entryOf(old.id)).toMatchObject([
    { actor: other, data: { by: fresh.id, before: { stopsAt: null }, after: { stopsAt: stopsAt.toISOString() } } },
  ]);
  expect(await refusalOf(rotate())).toBe('key_stopped');
});

test('a key that was revoked while its replacement waited keeps its end', async () => {
  const { old, fresh, endOfOld, mails } = await waitingReplacement();
  await transaction((tx) => revokeKey(tx, old.id, new Date()));
  await approve(fresh.id, other);
  expect([await works(old.key), await endOfOld(), (await mails())[1]?.data]).toEqual([
    false,
    null,
    { name: 'Manos Unidas', keyId: fresh.id, isApproved: true },
  ]);
  expect(await works(fresh.key)).toBe(true);
});

test('its client is mailed whether a key that waited was approved, rejected or revoked', async () => {
  const revoke = (id: string) => transaction((tx) => revokeKey(tx, id, new Date()));
  const ends: [(id: string) => Promise<unknown>, boolean][] = [
    [(id) => approve(id, other), true],
    [refuse, false],
    [revoke, false],
  ];
  for (const [end, isApproved] of ends) {
    const { clientId, id } = await made(['causes:set_fee']);
    const contactEmail = `${clientId}@decided.example`;
    await db().client.update({ where: { id: clientId }, data: { contactEmail } });
    await end(id);
    const mails = await db().email.findMany({ where: { recipient: contactEmail } });
    expect(mails).toMatchObject([{ template: 'key_decided', data: { name: 'Manos Unidas', keyId: id, isApproved } }]);
  }
});

test('its client is mailed when a key stops that another replaces', async () => {
  const contactEmail = 'replaced@manos.example';
  const { id: clientId } = await transaction((tx) => createClient(tx, { name: 'Manos Unidas', contactEmail }));
  const old = await transaction((tx) => createKey(tx, { clientId, permissions: ['cause:read'], allowedIps: [] }));
  const now = new Date('2026-11-29T12:00:00.000Z');
  const { id } = await transaction((tx) => rotateKey(tx, old.id, 72, asker, now));
  const mails = await db().email.findMany({ where: { recipient: contactEmail }, orderBy: { createdAt: 'desc' } });
  expect(mails[0]?.data).toMatchObject({ keyId: id, replaces: { keyId: old.id, stopsAt: '2026-12-02T12:00:00.000Z' } });
});

test('its client is mailed about each key and its permissions, never the key itself', async () => {
  const contactEmail = 'tech@manos.example';
  const mails = () => db().email.findMany({ where: { recipient: contactEmail }, orderBy: { createdAt: 'asc' } });
  const { id: clientId } = await transaction((tx) => createClient(tx, { name: 'Manos Unidas', contactEmail }));
  const wish = { clientId, permissions: ['causes:set_fee' as const], allowedIps: ['203.0.113.0/24'] };
  const byStaff = await transaction((tx) => createKey(tx, { ...wish, createdBy: asker }));
  const byConsole = await transaction((tx) => createKey(tx, wish));
  const facts = { name: 'Manos Unidas', permissions: ['causes:set_fee'], allowedIps: ['203.0.113.0/24'] };
  expect((await mails()).map(({ template, data }) => [template, data])).toEqual([
    ['key_created', { ...facts, keyId: byStaff.id, awaitsApproval: true }],
    ['key_created', { ...facts, keyId: byConsole.id, awaitsApproval: false }],
  ]);
  const failed = transaction(async (tx) => {
    await createKey(tx, wish);
    throw new Error('after all not');
  });
  await expect(failed).rejects.toThrow('after all not');
  expect(await mails()).toHaveLength(2);
  expect(JSON.stringify(await mails())).not.toContain('cause_live_');
});

test('the mail is in the language of the country of the client’s newest cause, or in English without one', async () => {
  const { key } = await storedCause();
  const { clientId } = await db().cause.findUniqueOrThrow({ where: { key } });
  await db().client.update({ where: { id: clientId }, data: { contactEmail: 'tech@newest.example' } });
  const localeOfMail = async (country: string) => {
    await db().cause.update({ where: { key }, data: { country } });
    await transaction((tx) => createKey(tx, { clientId, permissions: ['cause:read'], allowedIps: [] }));
    const mail = await db().email.findFirstOrThrow({
      where: { recipient: 'tech@newest.example' },
      orderBy: { createdAt: 'desc' },
    });
    return mail.locale;
  };
  expect([await localeOfMail('co'), await localeOfMail('br'), await localeOfMail('jp')]).toEqual(['es', 'pt', 'en']);
});
