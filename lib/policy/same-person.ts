import type { Tx } from '#lib/db.ts';
import { emailKey } from '#lib/email-key.ts';
import { open } from '#lib/encryption/seal.ts';

/** A shorter number does not identify a document: then its whole text is compared. */
const LEAST_NUMBER = 4;

/**
 * Whether two accounts belong to one person, so that one cannot approve what the other asked
 * for: the same account, or all accounts of one mailbox
 * (`ana@example.org`, `ana+two@example.org`; `mailbox_of` in the database knows what providers ignore). Two mailboxes belong to
 * one person if their accounts share a passkey or a bank account, or name one identity document as a bank account's holder.
 */
export async function isSamePerson(tx: Tx, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const accounts = await tx.$queryRaw<{ id: string; isOfOne: boolean; isOfOther: boolean }[]>`
    WITH asked AS (
      SELECT (SELECT mailbox_of(email_key) FROM accounts WHERE id = ${one}) AS one,
             (SELECT mailbox_of(email_key) FROM accounts WHERE id = ${other}) AS other)
    SELECT id, mailbox_of(email_key) IS NOT DISTINCT FROM asked.one AS "isOfOne",
           mailbox_of(email_key) IS NOT DISTINCT FROM asked.other AS "isOfOther"
      FROM accounts, asked WHERE mailbox_of(email_key) IN (asked.one, asked.other)`;
  if (accounts.some(({ isOfOne, isOfOther }) => isOfOne && isOfOther)) return true;
  const ofOne = accounts.flatMap(({ id, isOfOne }) => (isOfOne ? [id] : []));
  const ofOther = accounts.flatMap(({ id, isOfOther }) => (isOfOther ? [id] : []));
  const [marksOfOne, marksOfOther] = [await marksOf(tx, ofOne), await marksOf(tx, ofOther)];
  return marksOfOne.some((mark) => marksOfOther.includes(mark));
}

/** All accounts of the mailbox of an account, which one person has; the account itself is among them. */
export async function accountsOfMailbox(tx: Tx, id: string): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM accounts WHERE mailbox_of(email_key) = (SELECT mailbox_of(email_key) FROM accounts WHERE id = ${id})`;
  return found.map((account) => account.id);
}

/** What only one person has, of some accounts: public keys of passkeys, numbers of bank accounts, and their holders' documents. */
async function marksOf(tx: Tx, accountIds: string[]): Promise<string[]> {
  const ofAccounts = { in: accountIds };
  const passkeys = await tx.passkey.findMany({
    where: { accountId: ofAccounts },
    select: { publicKey: true },
  });
  const accounts = await tx.bankAccount.findMany({
    where: { ownerId: ofAccounts, state: { not: 'rejected' } },
    select: { id: true, accountNumber: true, holderDocument: true },
  });
  return [
    ...passkeys.map(({ publicKey }) => `passkey ${Buffer.from(publicKey).toString('base64url')}`),
    ...accounts.flatMap(({ id, accountNumber, holderDocument }) => {
      const place = { table: 'bank_accounts', row: id } as const;
      const number = open(accountNumber, { ...place, column: 'account_number' });
      const document = open(holderDocument, { ...place, column: 'holder_document' });
      return [`account ${bankAccountNumber(number)}`, `document ${documentNumber(document)}`];
    }),
  ];
}

/** Letters and digits alone, in capitals: an account's number or a document, however it was typed. */
function plainText(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The number of a bank account without zeros before it: banks add them to the number's full length. Its country does not count:
 * territories share banks and IBANs with the country that they belong to.
 */
function bankAccountNumber(number: string): string {
  return plainText(number).replace(/^0+(?=.)/, '');
}

/** A document by its first digit to its last, which are its own: what stands around them names its kind, its country or a check. */
function documentNumber(document: string): string {
  const plain = plainText(document);
  const number = /[1-9](?:.*\d)?/.exec(plain)?.[0] ?? '';
  return number.length < LEAST_NUMBER ? plain : number;
}

/** The mailbox that an email address leads to, one for all of its spellings. Only for comparing: mail goes to the address. */
export async function mailboxOf(tx: Tx, email: string): Promise<string> {
  const [found] = await tx.$queryRaw<{ mailbox: string }[]>`SELECT mailbox_of(${emailKey(email)}) AS mailbox`;
  return found?.mailbox ?? email;
}
