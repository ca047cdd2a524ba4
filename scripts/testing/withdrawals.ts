import type { Actor } from '#lib/accounts/actor.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { addBankAccount, reviewBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { requestWithdrawal, type WithdrawalRequest } from '#lib/withdrawals/request.ts';
import { NOW, storedCause } from './causes.ts';
import { donation } from './ledger.ts';

/** A bank account of Colombia, valid in every field. */
export const BANK_ACCOUNT = {
  country: 'CO',
  currency: 'USD',
  bankName: 'Banco de Bogotá',
  accountType: 'savings',
  accountNumber: '001-2345 6789',
  holderName: 'Olga Owner',
  holderDocument: 'CC 1020304050',
} as const;

/** A new member of staff. */
export async function staffMember(): Promise<Actor> {
  const accountId = newId('account');
  const email = `${accountId.toLowerCase()}@example.org`;
  await db().account.create({
    data: { id: accountId, email, emailKey: email, name: 'Sam Staff', role: 'staff' },
  });
  return { accountId, role: 'staff' };
}

/**
 * A creator with a cause that has collected so many dollars at no commission, and a verified bank account. `staff` is not
 * `verifier`, who verified it and so does not pay to it.
 */
export async function creatorWith(dollars: number, overrides: object = {}) {
  const { key, owner } = await storedCause(overrides);
  const [staff, verifier] = [await staffMember(), await staffMember()];
  if (dollars > 0) await donation(key, { amountMajor: dollars, feePercent: '0' });
  const currency = (await db().cause.findUniqueOrThrow({ where: { key } })).currency as 'USD';
  const { id: bankAccountId } = await addBankAccount(owner, { ...BANK_ACCOUNT, currency }, NOW);
  await reviewBankAccount(verifier, bankAccountId, 'verified', null, NOW);
  const creator: Actor = owner;
  const ask = (amountMajor: number, more: Partial<WithdrawalRequest> = {}, now = NOW) =>
    requestWithdrawal(
      creator,
      {
        ...{ causeKey: key, amountMajor, currency, bankAccountId, reason: 'Pipes' },
        ...{ key: newId('withdrawal'), ...more },
      },
      now,
    );
  return { key, creator, staff, verifier, bankAccountId, ask };
}

/** One more cause of a creator, with so many dollars if any. Returns its key. */
export async function anotherCauseOf({ accountId: ownerId }: Actor, dollars: number): Promise<string> {
  const { key } = await storedCause();
  await db().cause.update({ where: { key }, data: { ownerId } });
  if (dollars > 0) await donation(key, { amountMajor: dollars, feePercent: '0' });
  return key;
}

/** The code of a refusal; what was done, where nothing was refused. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code ?? String(error),
  );
}
