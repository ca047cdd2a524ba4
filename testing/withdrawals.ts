import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { bankAccountInput } from '#lib/withdrawals/bank-account-input.ts';
import {
  addBankAccount,
  type BankAccountView,
  revealBankAccount,
  verifyBankAccount,
} from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal, markWithdrawalSent, type SentTransfer } from '#lib/withdrawals/change.ts';
import type { WithdrawalView } from '#lib/withdrawals/present.ts';
import { requestWithdrawal, type WithdrawalRequest } from '#lib/withdrawals/request.ts';
import { NOW, storedCause } from './causes.ts';
import { donation } from './ledger.ts';

/** A bank account of the United States, valid in every field. */
export const BANK_ACCOUNT = {
  country: 'US',
  currency: 'USD',
  bankName: 'First Bank',
  routingNumber: '021000021',
  accountType: 'savings',
  accountNumber: '001-2345 6789',
  holderName: 'Olga Owner',
  holderDocument: 'Passport 1020304050',
} as const;

/** The same, checked. */
export const NEW_BANK_ACCOUNT = bankAccountInput.parse(BANK_ACCOUNT);

/** Stores a bank account in any currency, unchecked. Returns its id. */
export async function storedBankAccount({ id: ownerId }: Actor, currency: string): Promise<string> {
  const id = newId('bankAccount');
  const { bankName, holderName, holderDocument } = BANK_ACCOUNT;
  const number = { accountNumber: '00123456789', accountNumberEnd: '6789', accountType: 'savings' };
  const texts = { country: 'us', currency, bankName, holderName, holderDocument };
  await db().bankAccount.create({ data: { id, ownerId, ...texts, ...number, createdAt: NOW } });
  return id;
}

/** A new staff member. */
export async function staffMember(): Promise<Actor> {
  const accountId = newId('account');
  const email = `${accountId.toLowerCase()}@example.org`;
  await db().account.create({
    data: { id: accountId, email, emailKey: email, name: 'Sam Staff', role: 'staff' },
  });
  return { id: accountId, role: 'staff' };
}

/** Verifies a bank account as staff do: once its number was shown, and with evidence. */
export async function verifyAccount(staff: Actor, id: string): Promise<BankAccountView> {
  await revealBankAccount(staff, id);
  return verifyBankAccount(staff, id, { note: null, evidence: EVIDENCE }, NOW);
}

/** What a bank account is verified by. */
export const EVIDENCE = { link: 'https://bank.example.org/letters/1' } as const;

/** What the bank said of a transfer that it sent on the day of an instant. */
export function sentOn(now: Date, reference = 'ACH 4711'): SentTransfer {
  return { reference, day: now.toISOString().slice(0, 10), zone: 'UTC' };
}

/** Sends an approved withdrawal: it is started, and recorded as sent. */
export async function sendWithdrawal(staff: Actor, id: string, now = NOW): Promise<WithdrawalView> {
  await changeWithdrawal(staff, id, 'start_sending', null, now);
  return markWithdrawalSent(staff, id, sentOn(now), now);
}

/**
 * A creator with a cause that has collected so many dollars at no commission, and a verified bank account. `staff` is not
 * `verifier`, who cannot start to send money to it.
 */
export async function creatorWith(dollars: number, overrides: object = {}) {
  const { key, owner } = await storedCause(overrides);
  const [staff, verifier] = [await staffMember(), await staffMember()];
  if (dollars > 0) await donation(key, { amountMajor: dollars, feePercent: '0' });
  const { currency } = await db().cause.findUniqueOrThrow({ where: { key } });
  const bankAccountId =
    currency === BANK_ACCOUNT.currency
      ? (await transaction((tx) => addBankAccount(tx, owner, NEW_BANK_ACCOUNT, NOW))).id
      : await storedBankAccount(owner, currency);
  await verifyAccount(verifier, bankAccountId);
  const creator: Actor = owner;
  const ask = (amountMajor: number, more: Partial<WithdrawalRequest> = {}, now = NOW) =>
    requestWithdrawal(
      creator,
      {
        causeKey: key,
        amountMajor,
        currency,
        bankAccountId,
        reason: 'Pipes',
        key: newId('withdrawal'),
        ...more,
      },
      now,
    );
  return { key, creator, staff, verifier, bankAccountId, ask };
}

/** Another cause of a creator, with so many dollars. Returns its key. */
export async function anotherCauseOf({ id }: Actor, dollars: number): Promise<string> {
  const { key } = await storedCause({ owner: { connect: { id } } });
  if (dollars > 0) await donation(key, { amountMajor: dollars, feePercent: '0' });
  return key;
}
