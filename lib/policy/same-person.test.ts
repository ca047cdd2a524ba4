import { expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
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
  ['two tags', 'sam+a@example.org', 'sam+b+c@example.org'],
  ['dots at a provider that ignores them', 'sam.jones@gmail.com', 's.a.m.jones+x@gmail.com'],
  ['two domains of that provider', 'samjones@gmail.com', 'Sam.Jones@GoogleMail.com'],
  ['other separators', 'sam-jones@proton.me', 'sam_jones@protonmail.com'],
  ['an international domain in ASCII', 'sam+1@bücher.example', 'sam+2@xn--bcher-kva.example'],
])('one mailbox: %s', async (_what, one, other) => {
  count += 1;
  const mark = `${count}q`;
  const named = (email: string) => email.replace('@', `${mark}@`).replace(/\+(.*)(\d+q)@/, `$2+$1@`);
  expect(await compare(named(one), named(other))).toBe(true);
});

test.each([
  ['dots elsewhere', 'sam.jones@example.org', 'samjones@example.org'],
  ['another domain', 'sam@example.org', 'sam@example.com'],
  ['a plus with nothing before it', '+sam@example.org', '+tom@example.org'],
])('two mailboxes: %s', async (_what, one, other) => {
  expect(await compare(own(one), own(other))).toBe(false);
});

test('an international domain is one address, and signs in to one account', async () => {
  const one = await provisionAccount(db(), { email: 'ines@Bücher.example', name: 'Inés' });
  const again = await provisionAccount(db(), { email: 'ines@xn--bcher-kva.example', name: 'Inés' });
  expect([again.created, again.account.id]).toEqual([false, one.account.id]);
});

test('one document of holders of bank accounts, however it is written, unless the account was rejected', async () => {
  const people = [await accountOf('dora@example.org'), await accountOf('another.dora@example.org')] as const;
  const add = (ownerId: string, holderDocument: string) =>
    addBankAccount({ accountId: ownerId, role: 'creator' }, { ...NEW_BANK_ACCOUNT, holderDocument }, NOW);
  await add(people[0], 'Passport AB-102.030');
  const { id } = await add(people[1], 'passport ab102030');
  expect(await isSamePerson(db(), ...people)).toBe(true);
  // Also of another account of that mailbox.
  expect(await isSamePerson(db(), people[0], await accountOf('another.dora+staff@example.org'))).toBe(true);
  await rejectBankAccount(await staffMember(), id, 'Not theirs', NOW);
  expect(await isSamePerson(db(), ...people)).toBe(false);
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
