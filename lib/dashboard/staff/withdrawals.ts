import { db } from '#lib/db.ts';
import { readCursor, writeCursor } from '#lib/keyset.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import type { Actor } from '#lib/sessions/session.ts';
import { listUnverifiedBankAccounts, maskedNumber } from '#lib/withdrawals/bank-accounts.ts';
import { holdReason, isPaidByVerifier } from '#lib/withdrawals/checks.ts';
import { findWithdrawal, listWithdrawalsIn } from '#lib/withdrawals/list.ts';
import type { WithdrawalView } from '#lib/withdrawals/present.ts';
import { isWithdrawalRefusal } from '#lib/withdrawals/refusal.ts';
import { actionsOn, WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';
import type { Query } from '../open-page.ts';
import type {
  BankAccountRow,
  BankAccountState,
  Listed,
  WithdrawalDetail,
  WithdrawalRow,
} from '../staff-view.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import { chosen } from './filters.ts';

/** As many as lib/withdrawals/list.ts answers at once. */
const PAGE_SIZE = 50;

const asParty = ({ id: accountId, role }: Actor) => ({ accountId, role });

/** Withdrawals in one state, the oldest first: what staff has to do. */
export async function listWithdrawals(actor: Actor, query: Query): Promise<Listed<WithdrawalRow>> {
  const state = chosen(query, 'state', WITHDRAWAL_STATES) ?? 'requested';
  const found = await listWithdrawalsIn(asParty(actor), state, readCursor(query.after));
  const last = found.at(-1);
  return {
    rows: await rowsOf(found),
    after: last && found.length === PAGE_SIZE ? writeCursor({ at: last.requestedAt, id: last.id }) : null,
  };
}

async function rowsOf(withdrawals: WithdrawalView[]): Promise<WithdrawalRow[]> {
  const causes = await db().cause.findMany({
    where: { key: { in: withdrawals.map(({ causeKey }) => causeKey) } },
    select: { key: true, title: true, country: true },
  });
  const byKey = new Map(causes.map((cause) => [cause.key, cause]));
  return withdrawals.map((withdrawal) => {
    const { id, causeKey, amountMajor, currency, bankName, maskedNumber, bankAccountId } = withdrawal;
    const cause = byKey.get(causeKey);
    return {
      ...{ id, causeKey, bankAccountId, state: withdrawal.state, requestedAt: withdrawal.requestedAt },
      causeTitle: cause?.title ?? causeKey,
      amount: { amountMajor, currency, country: cause?.country ?? '' },
      account: `${bankName} ${maskedNumber}`,
    };
  });
}

/** One withdrawal with what this member of staff may do with it; null where there is none. */
export async function findWithdrawalDetail(
  actor: Actor,
  id: string,
  now: Date,
): Promise<WithdrawalDetail | null> {
  const withdrawal = await findWithdrawal(asParty(actor), id).catch((error: unknown) => {
    if (isWithdrawalRefusal(error)) return null;
    throw error;
  });
  if (!withdrawal) return null;
  const [row] = await rowsOf([withdrawal]);
  if (!row) throw new Error('Bug: a row that vanished');
  const { reason, note, requestedBy, decidedBy, decidedAt, paidAt, failedAt, heldFor } = withdrawal;
  const { causeKey, bankAccountId, currency } = withdrawal;
  const cause = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const { availableMinor } = await withdrawableOf(db(), cause, now);
  const nameOf = await actorNames([requestedBy, decidedBy]);
  const isOwn = requestedBy === actor.id;
  const possible = actionsOn(withdrawal.state).filter((action) => action !== 'cancel');
  const isVerifier = possible.includes('pay') && (await isPaidByVerifier(db(), actor.id, bankAccountId));
  return {
    ...row,
    ...{ reason, note, decidedAt, paidAt, failedAt, heldFor, isOwn, isVerifier },
    requester: nameOf(requestedBy),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    available: fromMinor(availableMinor, currency, cause.country),
    holdReason: possible.some((action) => action === 'approve' || action === 'pay')
      ? await holdReason(db(), { causeKey, bankAccountId, amountMajor: 0 }, now)
      : null,
    actions: isOwn ? [] : possible.filter((action) => action !== 'pay' || !isVerifier),
  };
}

/** Bank accounts that nobody has looked at, the oldest first. */
export async function listAccountsToVerify(actor: Actor): Promise<BankAccountRow[]> {
  const waiting = await listUnverifiedBankAccounts(asParty(actor));
  const found = await db().bankAccount.findMany({ where: { id: { in: waiting.map(({ id }) => id) } } });
  const nameOf = await actorNames(waiting.map(({ ownerId }) => ownerId));
  const order = waiting.map(({ id }) => id);
  return found
    .map((account) => accountRow(actor, account, nameOf))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** One bank account, its number masked; null where there is none. */
export async function findAccountToVerify(actor: Actor, id: string): Promise<BankAccountRow | null> {
  const account = await db().bankAccount.findUnique({ where: { id } });
  if (!account) return null;
  return accountRow(actor, account, await actorNames([account.ownerId, account.reviewedBy]));
}

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof db>['bankAccount']['findUnique']>>>;

function accountRow(
  actor: Actor,
  account: Account,
  nameOf: Awaited<ReturnType<typeof actorNames>>,
): BankAccountRow {
  const { id, bankName, holderName, country, currency, createdAt, reviewNote, reviewedBy } = account;
  return {
    owner: nameOf(account.ownerId),
    reviewedBy: reviewedBy === null ? null : nameOf(reviewedBy),
    ...{ id, bankName, holderName, country, currency, createdAt, note: reviewNote },
    accountType: account.accountType as BankAccountRow['accountType'],
    state: account.state as BankAccountState,
    maskedNumber: maskedNumber(account),
    isOwn: account.ownerId === actor.id,
  };
}
