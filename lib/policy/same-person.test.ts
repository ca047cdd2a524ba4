import { expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { NewBankAccount } from '#lib/withdrawals/bank-account-input.ts';
import { addBankAccount, rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { NOW } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { NEW_BANK_ACCOUNT, staffMember } from '#testing/withdrawals.ts';
import { isSamePerson } from './same-person.ts';

ownDatabase();

let count = 0;
/** Makes addresses of one test unlike those of all others. */
function own(email: string): string {
  count += 1;
  return email.replace('sam', `sam${count}x`);
}

async function accountOf(email: string) {
  const { account } = await provisionAccount(db(), { email, name: 'Sam' });
  return account.id;
}

async function compare(one: string, other: string): Promise<boolean> {
  const [first, second] = [await accountOf(one), await accountOf(other)];
  const said = await isSamePerson(db(), first, second);
  expect(await isSamePerson(db(), second, first)).toBe(said);
  return said;
}

test.each([
  ['what follows a plus', 'sam@example.org', 'Sam+staff@example.org'],
  ['two tags', 'tom+a@example.org', 'tom+b+c@example.org'],
  ['dots at a provider that ignores them', 'sam.jones@gmail.com', 's.a.m.jones+x@gmail.com'],
  ['two domains of that provider', 'tomjones@gmail.com', 'Tom.Jones@GoogleMail.com'],
  ['other separators', 'sam-jones@proton.me', 'sam_jones@protonmail.com'],
  ['a tag after a hyphen', 'samjones@yahoo.com.mx', 'samjones-shop@yahoo.com.mx'],
  ['a provider’s domains of many countries', 'sam.jones@yandex.com.tr', 'sam-jones@yandex.kz'],
  ['a subdomain for each name', 'samjones@fastmail.fm', 'shop@samjones.fastmail.fm'],
  ['an international domain in ASCII', 'sam+1@bücher.example', 'sam+2@xn--bcher-kva.example'],
])('one mailbox: %s', async (_what, one, other) => {
  expect(await compare(one, other)).toBe(true);
});

test.each([
  ['dots elsewhere', 'sam.jones@example.org', 'samjones@example.org'],
  ['another domain', 'sam@example.org', 'sam@example.com'],
  ['a plus with nothing before it', '+sam@example.org', '+tom@example.org'],
  ['a hyphen elsewhere', 'sam-jones@example.org', 'sam-smith@example.org'],
  ['two names at one provider', 'shop@sam.fastmail.com', 'shop@tom.fastmail.com'],
])('two mailboxes: %s', async (_what, one, other) => {
  expect(await compare(own(one), own(other))).toBe(false);
});

test('an international domain is one address, and signs in to one account', async () => {
  const one = await provisionAccount(db(), { email: 'ines@Bücher.example', name: 'Inés' });
  const again = await provisionAccount(db(), { email: 'ines@xn--bcher-kva.example', name: 'Inés' });
  expect([again.created, again.account.id]).toEqual([false, one.account.id]);
});

let numbers = 10_203_040;
/** Adds a bank account of an account, with a number of its own. Returns its id. */
async function addAccount(ownerId: string, more: Partial<NewBankAccount>) {
  const given = { ...NEW_BANK_ACCOUNT, accountNumber: String(++numbers), ...more };
  return (await transaction((tx) => addBankAccount(tx, { id: ownerId, role: 'creator' }, given, NOW))).id;
}

async function compareAccounts(one: Partial<NewBankAccount>, other: Partial<NewBankAccount>) {
  count += 1;
  const people = [await accountOf(`dora${count}@example.org`), await accountOf(`doris${count}@example.org`)];
  const [first = '', second = ''] = people;
  await addAccount(first, one);
  await addAccount(second, other);
  return isSamePerson(db(), first, second);
}

test('one document of holders of bank accounts, unless the account was rejected', async () => {
  const people = [await accountOf('dora@example.org'), await accountOf('another.dora@example.org')] as const;
  await addAccount(people[0], { holderDocument: 'Passport AB-102.030' });
  const id = await addAccount(people[1], { holderDocument: 'passport ab102030' });
  expect(await isSamePerson(db(), ...people)).toBe(true);
  // Also of another account of that mailbox.
  expect(await isSamePerson(db(), people[0], await accountOf('another.dora+staff@example.org'))).toBe(true);
  await rejectBankAccount(await staffMember(), id, 'Not theirs', NOW);
  expect(await isSamePerson(db(), ...people)).toBe(false);
});

test.each([
  ['CC 1020304051', '1020304051'],
  ['CC 1020304052', 'Cédula de ciudadanía 1.020.304.052'],
  ['CC 1020304053', 'ＣＣ １０２０３０４０５３'],
  ['CC 1020304054', '01020304054'],
  ['CC 1020304055', '1020304055 (Bogotá)'],
  ['DNI 12345678Z', '12.345.678-z'],
  ['VECJ880326XXX', 'RFC: VECJ-880326-XXX'],
])('one document, however it is written: %s, %s', async (one, other) => {
  expect(await compareAccounts({ holderDocument: one }, { holderDocument: other })).toBe(true);
});

test.each([
  ['CC 1020304060', 'CC 1020304061'],
  ['VECJ880327AB1', 'VECJ880327AB2'],
  ['A1', 'B1'],
])('two documents: %s, %s', async (one, other) => {
  expect(await compareAccounts({ holderDocument: one }, { holderDocument: other })).toBe(false);
});

test('one bank account, whoever is named as its holder', async () => {
  const compareNumbers = (one: string, other: string, country = 'us') =>
    compareAccounts(
      { holderDocument: 'Passport 7001', accountNumber: one },
      { holderDocument: 'Passport 7002', accountNumber: other, country },
    );
  expect(await compareNumbers('0012345678', '0012345678')).toBe(true);
  expect(await compareNumbers('0012345679', '0012345670')).toBe(false);
  // Without the zeros that a bank adds, and at a bank of a territory.
  expect(await compareNumbers('0012345671', '12345671')).toBe(true);
  expect(await compareNumbers('0012345672', '12345672000')).toBe(false);
  expect(await compareNumbers('0012345673', '0012345673', 'pr')).toBe(true);
});

test('one passkey', async () => {
  const people = [await accountOf('paul@example.org'), await accountOf('saul@example.org')] as const;
  const add = (accountId: string, publicKey: Uint8Array<ArrayBuffer>) => {
    const id = newId('passkey');
    const data = { id, accountId, credentialId: id, publicKey, counter: 0n, transports: [], userAgent: '' };
    return db().passkey.create({ data });
  };
  await add(people[0], Buffer.from('one key'));
  await add(people[1], Buffer.from('another key'));
  expect(await isSamePerson(db(), ...people)).toBe(false);
  await add(people[1], Buffer.from('one key'));
  expect(await isSamePerson(db(), ...people)).toBe(true);
});

test('nobody is the same as somebody who has no account, such as the console', async () => {
  const id = await accountOf('alone@example.org');
  expect(await isSamePerson(db(), id, 'console')).toBe(false);
  expect(await isSamePerson(db(), 'console', 'service')).toBe(false);
});
