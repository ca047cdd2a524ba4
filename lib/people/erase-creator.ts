import { acceptance } from '#lib/causes/states.ts';
import type { Tx } from '#lib/db.ts';
import { erasedAddress } from '#lib/email-key.ts';
import { type Balance, creatorBalances } from '#lib/ledger/balance.ts';
import { lockAccount, lockCausesOf } from '#lib/locks.ts';
import { LIVE_STATES } from '#lib/payments/states.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { type CreatorRecords, readCreatorRecords } from './creator.ts';

/** What takes the place of a creator's name. */
export const NAME_OF_ERASED = '—';

/** How many rows were, or would be, erased; `bankAccounts` are those that no money was ever requested to. */
export type ErasedCreator = { bankAccounts: number; sessions: number; passkeys: number; mails: number; notes: number };

/**
 * Erases the holder of an account: name, address, phone, sessions, browsers, passkeys, mails, the texts of notes about them, and
 * bank accounts to which no money was ever requested. What the books need stays: causes with their terms and texts, withdrawals
 * and the bank accounts that these name, whose numbers are encrypted. It cannot be undone.
 * @param by who erases, for the audit log, which keeps their reason
 * @throws DomainError `creator_not_found`; `creator_is_staff`; `creator_has_open_business`
 */
export async function eraseCreator(
  tx: Tx,
  accountId: string,
  { by, reason }: { by: string; reason: string },
  now: Date,
): Promise<ErasedCreator> {
  await lockAccount(tx, accountId);
  // None of them begins to collect meanwhile.
  await lockAllCausesOf(tx, accountId);
  const records = await readErasableCreator(tx, accountId, now);
  const { account, mails, notes } = records;
  const unused = unusedBankAccounts(records);
  const address = erasedAddress(account.id);
  await tx.account.update({
    where: { id: accountId },
    data: { name: NAME_OF_ERASED, email: address, emailKey: address, phone: null, timeZone: null, csvSeparator: null },
  });
  await tx.session.deleteMany({ where: { accountId } });
  await tx.knownBrowser.deleteMany({ where: { accountId } });
  await tx.passkey.deleteMany({ where: { accountId } });
  await tx.formResult.deleteMany({ where: { accountId } });
  await tx.bankAccountEvidence.deleteMany({ where: { bankAccountId: { in: unused } } });
  await tx.bankAccount.deleteMany({ where: { id: { in: unused } } });
  await tx.email.deleteMany({ where: { id: { in: mails.map(({ id }) => id) } } });
  await tx.note.updateMany({ where: { id: { in: notes.map(({ id }) => id) } }, data: { text: null } });
  const counts = countErasable(records);
  await audit(tx, { actor: by, action: 'creator.erase', subject: accountId, data: { ...counts, reason }, at: now });
  return counts;
}

async function lockAllCausesOf(tx: Tx, ownerId: string): Promise<void> {
  const found = await tx.cause.groupBy({ by: ['currency'], where: { ownerId }, orderBy: { currency: 'asc' } });
  for (const { currency } of found) await lockCausesOf(tx, ownerId, currency);
}

/** What `eraseCreator` would erase. @throws DomainError as that does */
export async function readErasableCreator(tx: Tx, accountId: string, now: Date): Promise<CreatorRecords> {
  const account = await tx.account.findUnique({ where: { id: accountId } });
  if (!account || account.email === erasedAddress(account.id)) throw new DomainError('creator_not_found');
  if (account.role !== 'creator') throw new DomainError('creator_is_staff');
  const records = await readCreatorRecords(tx, account);
  const open = records.causes.filter((cause) => acceptance(cause, now) === 'accepting').map(({ key }) => key);
  const owed = (await creatorBalances(tx, accountId)).filter(hasMoney).map(({ currency }) => currency);
  const coming = await findComing(
    tx,
    records.causes.map(({ key }) => key),
  );
  if (open.length + owed.length + coming.length === 0) return records;
  const parts = [
    `Causes that still collect: ${list(open)}.`,
    `Currencies in which money is left, reserved or owed: ${list(owed)}.`,
    `Payments in progress or disputed: ${list(coming)}.`,
  ];
  const message = parts.join(' ');
  throw new DomainError('creator_has_open_business', { message });
}

/** Whether money is left or owed, or reserved: what is reserved for a withdrawal or a refund that is not done comes back. */
function hasMoney({ leftMinor, reservedMinor, refundsReservedMinor }: Balance): boolean {
  return leftMinor !== 0n || reservedMinor !== 0n || refundsReservedMinor !== 0n;
}

/** Payments of causes that may still bring the creator money: in progress, or in a dispute that can be won. */
async function findComing(tx: Tx, causeKeys: string[]): Promise<string[]> {
  const isComing = { OR: [{ state: { in: LIVE_STATES } }, { disputes: { some: { endedAt: null } } }] };
  const found = await tx.payment.findMany({
    where: { causeKey: { in: causeKeys }, ...isComing },
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

const list = (names: string[]) => names.join(', ') || 'none';

export function countErasable(records: CreatorRecords): ErasedCreator {
  const { sessions, passkeys, mails, notes } = records;
  return {
    bankAccounts: unusedBankAccounts(records).length,
    sessions: sessions.length,
    passkeys: passkeys.length,
    mails: mails.length,
    notes: notes.length,
  };
}

/** Bank accounts that no withdrawal names. */
function unusedBankAccounts({ bankAccounts, withdrawals }: CreatorRecords): string[] {
  const used = new Set(withdrawals.map(({ bankAccountId }) => bankAccountId));
  return bankAccounts.flatMap(({ id }) => (used.has(id) ? [] : [id]));
}
