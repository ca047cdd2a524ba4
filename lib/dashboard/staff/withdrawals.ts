import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { listUnverifiedBankAccounts, maskedNumber, wasRevealedTo } from '#lib/withdrawals/bank-accounts.ts';
import type { AccountType, BankCodes } from '#lib/withdrawals/bank-format-view.ts';
import { openBatchOf } from '#lib/withdrawals/change.ts';
import { holdReason, partiesOf } from '#lib/withdrawals/checks.ts';
import { findWithdrawal } from '#lib/withdrawals/list.ts';
import { presentWithdrawal, type WithdrawalView } from '#lib/withdrawals/present.ts';
import { actionsOn, TRANSITIONS, WITHDRAWAL_STATES, type WithdrawalAction } from '#lib/withdrawals/states.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { fromMinor } from './amounts.ts';
import { hasDays, type ListQuery, readChoice, withinDays } from './filters.ts';
import { listPage, MOST_WAITING, type StaffList } from './list.ts';
import { byAmount, byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

export type StaffWithdrawalRow = Awaited<ReturnType<typeof withdrawalRows>>[number];
export type WithdrawalDetail = NonNullable<Awaited<ReturnType<typeof findWithdrawalDetail>>>;
export type StaffBankAccountRow = ReturnType<typeof accountRow>;
/** A bank account on its own page. */
export type BankAccountDetail = NonNullable<Awaited<ReturnType<typeof findAccountToVerify>>>;
export type BankAccountState = 'unverified' | 'verified' | 'rejected';

/** What staff have to do something about: to decide, to send, and to record what became of it. */
const OPEN = ['requested', 'approved', 'sending'] as const;

/** How many withdrawals are to be decided, to be sent, and being sent. */
export async function countOpenWithdrawals(): Promise<Record<(typeof OPEN)[number], number>> {
  const [requested, approved, sending] = await Promise.all(
    OPEN.map((state) => db().withdrawal.count({ where: { state } })),
  );
  return { requested: requested ?? 0, approved: approved ?? 0, sending: sending ?? 0 };
}

const SHOWN = { bankAccount: true } as const;

/** Withdrawals, oldest first: the open ones, or those in a chosen state. */
export function withdrawalList(
  query: ListQuery,
): StaffList<Prisma.WithdrawalGetPayload<{ include: typeof SHOWN }>, StaffWithdrawalRow> {
  const state = readChoice(query, 'state', WITHDRAWAL_STATES);
  const { oldest, newest } = byTime('requestedAt');
  return {
    where: { state: { in: state ? [state] : [...OPEN] }, ...withinDays(query, 'requestedAt') },
    orders: { oldest, newest, ...(hasDays(query) ? {} : byAmount('amount')) },
    find: (where, paging) => db().withdrawal.findMany({ where, ...paging, include: SHOWN }),
    count: (where, paging) => db().withdrawal.count({ where, ...paging }),
    present: (found) => withdrawalRows(found.map(presentWithdrawal)),
  };
}

/** A page of that list. */
export function listWithdrawals(query: ListQuery): Promise<Listed<StaffWithdrawalRow>> {
  return listPage(withdrawalList(query), query);
}

/** Withdrawals as lists show them. */
export async function withdrawalRows(withdrawals: WithdrawalView[]) {
  const causes = await db().cause.findMany({
    where: { key: { in: withdrawals.map(({ causeKey }) => causeKey) } },
    select: { key: true, title: true, owner: { select: { name: true, email: true } } },
  });
  const byKey = new Map(causes.map((cause) => [cause.key, cause]));
  return withdrawals.map((withdrawal) => {
    const { id, causeKey, amountMajor, currency, bankName, maskedNumber, bankAccountId } = withdrawal;
    const cause = byKey.get(causeKey);
    return {
      id,
      causeKey,
      bankAccountId,
      state: withdrawal.state,
      requestedAt: withdrawal.requestedAt,
      causeTitle: cause?.title ?? causeKey,
      creator: { name: cause?.owner.name ?? '', email: readableEmail(cause?.owner.email ?? '') },
      amount: { amountMajor, currency },
      account: `${bankName} ${maskedNumber}`,
      sentReference: withdrawal.sentReference,
      sentOn: withdrawal.sentOn,
      failedAt: withdrawal.failedAt,
    };
  });
}

/** A withdrawal with the viewer's possible decisions; null if there is none. */
export async function findWithdrawalDetail(actor: Actor, id: string, now: Date) {
  const withdrawal = await findWithdrawal(actor, id).catch((error: unknown) => {
    if (isDomainError(error) && error.code === 'withdrawal_not_found') return null;
    throw error;
  });
  if (!withdrawal) return null;
  const [row] = await withdrawalRows([withdrawal]);
  if (!row) throw new Error('Bug: a row that vanished');
  const { reason, note, requestedBy, decidedBy, decidedAt, sendingBy, sendingAt, paidAt, version, heldFor } =
    withdrawal;
  const { causeKey, bankAccountId, currency } = withdrawal;
  const cause = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const { availableMinor } = await withdrawableOf(db(), cause, now);
  const nameOf = await actorNames([requestedBy, decidedBy, sendingBy]);
  const possible = actionsOn(withdrawal.state).filter((action) => action !== 'cancel');
  const reasonToHold = possible.some((action) => TRANSITIONS[action].isChecked)
    ? await holdReason(db(), { causeKey, bankAccountId, amountMajor: 0 }, now)
    : null;
  // What would be refused is not offered. Where it is only too early, starting to send it puts it back into review.
  const isRefused = (action: WithdrawalAction) =>
    reasonToHold !== null && (action === 'approve' || (action === 'start_sending' && withdrawal.isAccountRejected));
  const openBatchId = await openBatchOf(db(), id);
  const bankAccount = await db().bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  const parties = partiesOf({ requestedBy, decidedBy, cause, bankAccount });
  const parts = await partsOf(db(), 'withdrawal.start_sending', actor.id, parties);
  const isOwn = parts.has('asked') || parts.has('owns');
  const isVerifier = possible.includes('start_sending') && parts.has('verified');
  return {
    ...row,
    /** Which its forms are about: another one after each change. */
    version,
    reason,
    note,
    decidedAt,
    sendingAt,
    paidAt,
    /** Why it returned to be decided again after it was approved. */
    heldFor,
    isOwn,
    /** They verified the bank account, so somebody else has to start to send it. */
    isVerifier,
    /** The open batch that it is sent with, in place of being sent alone; null for none. */
    openBatchId,
    requester: nameOf(requestedBy),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    sendingBy: sendingBy === null ? null : nameOf(sendingBy),
    available: fromMinor(availableMinor, currency),
    /** What prevents its approval or the start of sending now; null if nothing does, or neither is due. */
    holdReason: reasonToHold,
    // With its batch it is sent, and only then can it fail.
    /** The viewer's possible decisions; none if they requested it. */
    actions:
      isOwn || openBatchId
        ? []
        : possible.filter((action) => !isRefused(action) && (action !== 'start_sending' || !isVerifier)),
  };
}

/** Bank accounts that wait for verification, oldest first. */
export async function listAccountsToVerify(actor: Actor): Promise<StaffBankAccountRow[]> {
  const waiting = await listUnverifiedBankAccounts(actor, MOST_WAITING + 1);
  const found = await db().bankAccount.findMany({ where: { id: { in: waiting.map(({ id }) => id) } } });
  const nameOf = await actorNames(waiting.map(({ ownerId }) => ownerId));
  const order = waiting.map(({ id }) => id);
  return found.map((account) => accountRow(account, nameOf)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** A bank account with a masked number; null if there is none. */
export async function findAccountToVerify(actor: Actor, id: string) {
  const account = await db().bankAccount.findUnique({
    where: { id },
    include: { evidence: { select: { link: true, mediaType: true, addedAt: true } } },
  });
  if (!account) return null;
  return {
    ...accountRow(account, await actorNames([account.ownerId, account.reviewedBy])),
    /** It is the viewer's own, so somebody else decides about it. */
    isOwn: (await partsOf(db(), 'bank_account.verify', actor.id, { owns: account.ownerId })).has('owns'),
    /** What it was verified by: `link`, or a file of this media type. */
    evidence: account.evidence,
    /** The viewer had the number and the document shown to them, without which they cannot verify it. */
    hasSeen: await wasRevealedTo(db(), { id: actor.id }, id),
  };
}

type Account = NonNullable<Awaited<ReturnType<ReturnType<typeof db>['bankAccount']['findUnique']>>>;

function accountRow(account: Account, nameOf: Awaited<ReturnType<typeof actorNames>>) {
  const { id, bankName, holderName, country, currency, createdAt, reviewNote, reviewedBy } = account;
  return {
    owner: nameOf(account.ownerId),
    /** Who verified or rejected it; null while nobody has. */
    reviewedBy: reviewedBy === null ? null : nameOf(reviewedBy),
    id,
    bankName,
    holderName,
    country,
    currency,
    createdAt,
    note: reviewNote,
    /** Null where the number alone identifies the account. */
    accountType: account.accountType as AccountType | null,
    bankCodes: account.bankCodes as BankCodes,
    state: account.state as BankAccountState,
    maskedNumber: maskedNumber(account),
  };
}
