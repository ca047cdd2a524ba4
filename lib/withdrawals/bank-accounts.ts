import { lockHolder } from '#lib/accounts/account.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { open, type StoredPlace, seal } from '#lib/encryption/seal.ts';
import { newId } from '#lib/ids.ts';
import { lockBankAccount } from '#lib/locks.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { requireNoPart } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { BankAccount } from '#prisma/generated/client.ts';
import type { NewBankAccount } from './bank-account-input.ts';
import type { AccountType, BankCodes } from './bank-format-view.ts';
import { type Evidence, storeEvidence } from './evidence.ts';
import { mailBankAccount } from './mail-bank-account.ts';
import { requireStaff } from './require-staff.ts';

/** The audited view of the whole number and the holder's document. */
const REVEAL = 'bank_account.reveal';

/** A bank account for display: only the last four characters of its number. */
export type BankAccountView = {
  id: string;
  ownerId: string;
  country: string;
  currency: string;
  bankName: string;
  /** Null where the number alone identifies the account. */
  accountType: AccountType | null;
  bankCodes: BankCodes;
  maskedNumber: string;
  holderName: string;
  state: string;
  reviewNote: string | null;
  createdAt: Date;
};

/** The displayed end of an account's number, by which its owner recognises it. */
export function maskedNumber({ accountNumberEnd }: Pick<BankAccount, 'accountNumberEnd'>): string {
  return `•••• ${accountNumberEnd}`;
}

/** A bank account, shown field by field. */
function presentBankAccount(account: BankAccount): BankAccountView {
  const { id, ownerId, country, currency, bankName, holderName } = account;
  const { state, reviewNote, createdAt } = account;
  return {
    id,
    ownerId,
    country,
    currency,
    bankName,
    holderName,
    accountType: account.accountType as AccountType | null,
    bankCodes: account.bankCodes as BankCodes,
    state,
    reviewNote,
    createdAt,
    maskedNumber: maskedNumber(account),
  };
}

/**
 * Adds a bank account of the actor; no money is sent to it before staff has verified it.
 * @throws DomainError `not_found` if the actor was erased
 */
export async function addBankAccount(
  tx: Tx,
  actor: Actor,
  { accountNumber, holderDocument, ...shown }: NewBankAccount,
  now: Date,
): Promise<BankAccountView> {
  await lockHolder(tx, actor.id);
  const id = newId('bankAccount');
  const given = {
    accountNumber: seal(accountNumber, placeOf('account_number', id)),
    accountNumberEnd: accountNumber.slice(accountNumber.length > 4 ? -4 : -1),
    holderDocument: seal(holderDocument, placeOf('holder_document', id)),
  };
  const account = await tx.bankAccount.create({
    data: { id, ownerId: actor.id, createdAt: now, ...shown, ...given },
  });
  await audit(tx, { actor: actor.id, action: 'bank_account.add', subject: id, data: {} });
  const view = presentBankAccount(account);
  await mailBankAccount(tx, view, 'added');
  return view;
}

/** The bank accounts of a creator, newest first: the viewer's own, or any for staff. @throws DomainError `not_allowed` */
export async function listBankAccounts(actor: Actor, ownerId: string = actor.id): Promise<BankAccountView[]> {
  if (ownerId !== actor.id) requireStaff(actor);
  const accounts = await db().bankAccount.findMany({ where: { ownerId }, orderBy: { createdAt: 'desc' } });
  return accounts.map(presentBankAccount);
}

/** Bank accounts that staff has not reviewed yet, oldest first. @throws DomainError `not_allowed` */
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
 * The whole number and the holder's document, for the staff member who checks or pays; the view is audited.
 * @throws DomainError `not_allowed`, `bank_account_not_found`; UnreadableValue.
 */
export async function revealBankAccount(actor: Actor, id: string): Promise<Numbers> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const account = await findBankAccountOrThrow(tx, id);
    await audit(tx, { actor: actor.id, action: REVEAL, subject: id, data: {} });
    return decryptNumbers(account);
  });
}

type Numbers = Pick<BankAccount, 'accountNumber' | 'holderDocument'>;

/** The decrypted number and document of an account. A caller that shows them audits it. @throws UnreadableValue */
export function decryptNumbers({ id, accountNumber, holderDocument }: Numbers & { id: string }): Numbers {
  return {
    accountNumber: open(accountNumber, placeOf('account_number', id)),
    holderDocument: open(holderDocument, placeOf('holder_document', id)),
  };
}

function placeOf(column: 'account_number' | 'holder_document', row: string): StoredPlace {
  return { table: 'bank_accounts', column, row };
}

/**
 * Verifies a bank account by the evidence of whose it is, which is stored. The member of staff must have had its number and
 * document shown to them (`revealBankAccount`): the audit log proves it.
 * @param note for the creator, or null
 * @throws DomainError `not_allowed`, `own_request`, `bank_account_not_found`, `wrong_state`, `bank_account_not_revealed`,
 * `evidence_needed`.
 */
export function verifyBankAccount(
  actor: Actor,
  id: string,
  { note, evidence }: { note: string | null; evidence: Evidence },
  now: Date,
): Promise<BankAccountView> {
  return review(actor, id, { state: 'verified', note }, now, async (tx) => {
    if (!(await wasRevealedTo(tx, actor, id))) throw new DomainError('bank_account_not_revealed');
    await storeEvidence(tx, id, evidence, { addedBy: actor.id, addedAt: now });
  });
}

/**
 * Rejects a bank account, also one that was verified before; a rejected one stays so.
 * @param reason for the creator
 * @throws DomainError `not_allowed`, `own_request`, `bank_account_not_found`, `wrong_state`, `reason_needed`.
 */
export function rejectBankAccount(actor: Actor, id: string, reason: string, now: Date): Promise<BankAccountView> {
  return review(actor, id, { state: 'rejected', note: reason }, now, async () => {
    if (reason.trim() === '') throw new DomainError('reason_needed', { field: 'note' });
  });
}

/** Whether a member of staff had the number and the document shown to them. Neither changes after it was added. */
export async function wasRevealedTo(tx: Tx, { id: accountId }: Pick<Actor, 'id'>, id: string): Promise<boolean> {
  const seen = await tx.auditEntry.findFirst({
    where: { subject: id, actor: accountId, action: REVEAL, outcome: 'done' },
    select: { id: true },
  });
  return seen !== null;
}

type Review = { state: 'verified' | 'rejected'; note: string | null };

async function review(
  actor: Actor,
  id: string,
  { state, note }: Review,
  now: Date,
  decide: (tx: Tx) => Promise<void>,
): Promise<BankAccountView> {
  requireStaff(actor);
  return transaction(async (tx) => {
    await lockBankAccount(tx, id);
    const account = await findBankAccountOrThrow(tx, id);
    const action = state === 'verified' ? 'bank_account.verify' : 'bank_account.reject';
    await requireNoPart(tx, action, actor.id, { owns: account.ownerId });
    if (account.state === 'rejected' || account.state === state) throw new DomainError('wrong_state');
    await decide(tx);
    const reviewed = await tx.bankAccount.update({
      where: { id },
      data: { state, reviewedAt: now, reviewedBy: actor.id, reviewNote: note },
    });
    await audit(tx, {
      actor: actor.id,
      action,
      subject: id,
      data: { before: { state: account.state }, after: { state }, note },
    });
    const view = presentBankAccount(reviewed);
    await mailBankAccount(tx, view, state === 'verified' ? 'verified' : 'refused');
    return view;
  });
}

async function findBankAccountOrThrow(tx: Tx, id: string): Promise<BankAccount> {
  const account = await tx.bankAccount.findUnique({ where: { id } });
  if (!account) throw new DomainError('bank_account_not_found');
  return account;
}
