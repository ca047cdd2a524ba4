import type { Actor } from '#lib/accounts/actor.ts';
import { audit } from '#lib/audit.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { open, type Place, seal } from '#lib/encryption/seal.ts';
import { newId } from '#lib/ids.ts';
import type { BankAccount } from '#prisma/generated/client.ts';
import { type BankAccountInput, bankAccountInput } from './bank-account-input.ts';
import { mailBankAccount } from './mail-bank-account.ts';
import { WithdrawalRefusal } from './refusal.ts';

/** A bank account as it is shown: of its number the last four characters alone. */
export type BankAccountView = {
  id: string;
  ownerId: string;
  country: string;
  currency: string;
  bankName: string;
  accountType: string;
  maskedNumber: string;
  holderName: string;
  state: string;
  reviewNote: string | null;
  createdAt: Date;
};

/** How an account's number is shown: of all of it the end alone, by which its owner knows it. */
export function maskedNumber({ accountNumberEnd }: Pick<BankAccount, 'accountNumberEnd'>): string {
  return `•••• ${accountNumberEnd}`;
}

/** A bank account, shown field by field. */
export function presentBankAccount(account: BankAccount): BankAccountView {
  const { id, ownerId, country, currency, bankName, accountType, holderName } = account;
  const { state, reviewNote, createdAt } = account;
  return {
    ...{ id, ownerId, country, currency, bankName, accountType, holderName },
    ...{ state, reviewNote, createdAt, maskedNumber: maskedNumber(account) },
  };
}

/**
 * Adds a bank account of the actor's own; nothing is sent to it before staff has verified it.
 * @throws WithdrawalRefusal `invalid`, naming the field.
 */
export async function addBankAccount(
  actor: Actor,
  input: BankAccountInput,
  now: Date,
): Promise<BankAccountView> {
  const parsed = bankAccountInput.safeParse(input);
  if (!parsed.success) throw new WithdrawalRefusal('invalid', parsed.error.issues[0]?.path.join('.'));
  const { accountNumber, holderDocument, ...shown } = parsed.data;
  const id = newId('bankAccount');
  const given = {
    accountNumber: seal(accountNumber, placeOf('account_number', id)),
    accountNumberEnd: accountNumber.slice(accountNumber.length > 4 ? -4 : -1),
    holderDocument: seal(holderDocument, placeOf('holder_document', id)),
  };
  return transaction(async (tx) => {
    const account = await tx.bankAccount.create({
      data: { id, ownerId: actor.accountId, createdAt: now, ...shown, ...given },
    });
    await audit(tx, { actor: actor.accountId, action: 'bank_account add', subject: id, data: {} });
    const view = presentBankAccount(account);
    await mailBankAccount(tx, view, 'added');
    return view;
  });
}

/** The bank accounts of a creator, newest first: one's own, or anybody's for staff. @throws WithdrawalRefusal `not_allowed` */
export async function listBankAccounts(
  actor: Actor,
  ownerId: string = actor.accountId,
): Promise<BankAccountView[]> {
  if (ownerId !== actor.accountId) requireStaff(actor);
  const accounts = await db().bankAccount.findMany({ where: { ownerId }, orderBy: { createdAt: 'desc' } });
  return accounts.map(presentBankAccount);
}

/** Bank accounts that staff has not looked at yet, oldest first. @throws WithdrawalRefusal `not_allowed` */
export async function listUnverifiedBankAccounts(actor: Actor, limit = 50): Promise<BankAccountView[]> {
  requireStaff(actor);
  const accounts = await db().bankAccount.findMany({
    where: { state: 'unverified' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
  return accounts.map(presentBankAccount);
}

/**
 * The whole number and the holder's document, for the member of staff who checks or pays: the audit log says who looked.
 * @throws WithdrawalRefusal `not_allowed`, `not_found`; UnreadableValue.
 */
export async function revealBankAccount(
  actor: Actor,
  id: string,
): Promise<Pick<BankAccount, 'accountNumber' | 'holderDocument'>> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const { accountNumber, holderDocument } = await foundBankAccount(tx, id);
    await audit(tx, { actor: actor.accountId, action: 'bank_account reveal', subject: id, data: {} });
    return {
      accountNumber: open(accountNumber, placeOf('account_number', id)),
      holderDocument: open(holderDocument, placeOf('holder_document', id)),
    };
  });
}

function placeOf(column: 'account_number' | 'holder_document', row: string): Place {
  return { table: 'bank_accounts', column, row };
}

/**
 * What staff has found a bank account to be. One that was verified can be rejected later; a rejected one stays so.
 * @throws WithdrawalRefusal `not_allowed`, `own_request`, `not_found`, `wrong_state`.
 */
export async function reviewBankAccount(
  actor: Actor,
  id: string,
  verdict: 'verified' | 'rejected',
  note: string | null,
  now: Date,
): Promise<BankAccountView> {
  requireStaff(actor);
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM bank_accounts WHERE id = ${id} FOR UPDATE`;
    const account = await foundBankAccount(tx, id);
    if (account.ownerId === actor.accountId) throw new WithdrawalRefusal('own_request');
    if (account.state === 'rejected' || account.state === verdict) throw new WithdrawalRefusal('wrong_state');
    const reviewed = await tx.bankAccount.update({
      where: { id },
      data: { state: verdict, reviewedAt: now, reviewedBy: actor.accountId, reviewNote: note },
    });
    await audit(tx, {
      actor: actor.accountId,
      action: `bank_account ${verdict}`,
      subject: id,
      data: { note },
    });
    const view = presentBankAccount(reviewed);
    await mailBankAccount(tx, view, verdict === 'verified' ? 'verified' : 'refused');
    return view;
  });
}

async function foundBankAccount(tx: Tx, id: string): Promise<BankAccount> {
  const account = await tx.bankAccount.findUnique({ where: { id } });
  if (!account) throw new WithdrawalRefusal('not_found');
  return account;
}

/** @throws WithdrawalRefusal `not_allowed` */
export function requireStaff({ role }: Actor): void {
  if (role !== 'staff') throw new WithdrawalRefusal('not_allowed');
}
