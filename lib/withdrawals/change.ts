import type { Actor } from '#lib/accounts/actor.ts';
import { audit, changeBetween } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';
import { lockAccount, lockCausesOf } from '#lib/locks.ts';
import { oneOf } from '#lib/one-of.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Prisma, Withdrawal } from '#prisma/generated/client.ts';
import { type HoldReason, holdReason, isPaidByVerifier } from './checks.ts';
import { mailWithdrawal } from './mail.ts';
import { postWithdrawal } from './post-withdrawal.ts';
import { presentWithdrawal, type WithdrawalView, type WithdrawalWithAccount } from './present.ts';
import { requireStaff } from './require-staff.ts';
import { TRANSITIONS, WITHDRAWAL_STATES, type WithdrawalAction, type WithdrawalState } from './states.ts';

/**
 * Approves, rejects, cancels, notes as paid or as failed: the transition table decides what is possible and who may; of
 * two who act at once, one does. What becomes of the money is posted with it. Approving and paying check again what asking
 * checked, under its locks: nothing is approved that could not be asked for, and what cannot be paid any more goes back to
 * `requested`, its money still reserved.
 * @param note what staff says of it, to its creator too: why, or the bank's reference. At most 500 characters.
 * @returns how it stands: where it was to be paid and `heldFor` is set, it was not.
 * @throws DomainError `withdrawal_not_found`, `not_allowed`, `own_request`, `wrong_state`, `invalid`, `verified_by_payer`,
 * `withdrawal_in_batch`, and to approve what forbids it (checks.ts).
 */
export async function changeWithdrawal(
  actor: Actor,
  id: string,
  action: WithdrawalAction,
  note: string | null,
  now: Date,
): Promise<WithdrawalView> {
  if (note !== null && ([...note].length > 500 || !isStorableText(note)))
    throw new DomainError('invalid', { field: 'note' });
  return transaction(async (tx) => {
    const asked = await tx.withdrawal.findUnique({ where: { id } });
    if (!asked) throw new DomainError('withdrawal_not_found');
    await lockAccount(tx, asked.requestedBy);
    await lockCausesOf(tx, asked.requestedBy, asked.currency);
    return presentWithdrawal(await changeLocked(tx, actor, id, { action, note, now }));
  });
}

type Change = { action: WithdrawalAction; note: string | null; now: Date; batchId?: string };

/**
 * The same within a transaction that has locked the creator's account and causes: everything that changes a withdrawal does.
 * @param batchId where it is paid with its batch: without, a withdrawal of an open batch is neither paid nor failed
 */
export async function changeLocked(
  tx: Tx,
  actor: Actor,
  id: string,
  { action, note, now, batchId }: Change,
): Promise<WithdrawalWithAccount> {
  const withdrawal = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
  requireParty(actor, withdrawal, action);
  const { from, to, ifHeld } = TRANSITIONS[action];
  const event = from[oneOf(WITHDRAWAL_STATES, withdrawal.state)];
  if (!event) throw new DomainError('wrong_state');
  const open = await openBatchOf(tx, id);
  if (open !== null && open !== batchId) throw new DomainError('withdrawal_in_batch');
  if (action === 'pay' && (await isPaidByVerifier(tx, actor.accountId, withdrawal.bankAccountId)))
    throw new DomainError('verified_by_payer');
  const reason = CHECKED.includes(action) ? await holdOf(tx, withdrawal, now) : null;
  if (reason && !ifHeld) throw new DomainError(reason);
  const changed =
    reason && ifHeld
      ? await putBack(tx, actor, withdrawal, ifHeld, reason)
      : await moveOn(tx, actor, withdrawal, { action, to, event, note, now });
  await mailWithdrawal(tx, changed);
  return changed;
}

/** The batch that a withdrawal waits in to be sent; null for none. */
export async function openBatchOf(tx: Tx, withdrawalId: string): Promise<string | null> {
  const item = await tx.payoutItem.findFirst({
    where: { withdrawalId, releasedAt: null, batch: { sentAt: null } },
    select: { batchId: true },
  });
  return item?.batchId ?? null;
}

/** Actions that pay money out. */
const CHECKED: readonly WithdrawalAction[] = ['approve', 'pay'];

/** Its amount is reserved already: the check is that what is reserved is available. */
function holdOf(tx: Tx, { causeKey, bankAccountId }: Withdrawal, now: Date): Promise<HoldReason | null> {
  return holdReason(tx, { causeKey, bankAccountId, amountMajor: 0 }, now);
}

type Step = {
  action: WithdrawalAction;
  to: WithdrawalState;
  event: WithdrawalEvent | 'stays';
  note: string | null;
  now: Date;
};

async function moveOn(tx: Tx, actor: Actor, before: Withdrawal, { action, to, event, note, now }: Step) {
  const { id } = before;
  const changed = await tx.withdrawal.update({
    where: { id },
    data: { state: to, heldFor: null, ...(note === null ? {} : { note }), ...traceOf(action, actor, now) },
    include: { bankAccount: true },
  });
  if (event !== 'stays') await postWithdrawal(tx, changed, event, now);
  const data = { ...changeBetween(before, changed, ['state']), note };
  await audit(tx, { actor: actor.accountId, action: `withdrawal.${action}`, subject: id, data });
  return changed;
}

/** Returns it to a state in which it waits for a decision. The audit log contains the earlier decision. */
async function putBack(
  tx: Tx,
  actor: Actor,
  { id, state: before, decidedBy }: Withdrawal,
  state: WithdrawalState,
  heldFor: HoldReason,
) {
  const changed = await tx.withdrawal.update({
    where: { id },
    data: { state, heldFor, decidedAt: null, decidedBy: null },
    include: { bankAccount: true },
  });
  await audit(tx, {
    actor: actor.accountId,
    action: 'withdrawal.put_back',
    subject: id,
    data: { before: { state: before }, after: { state }, reason: heldFor, approvedBy: decidedBy },
  });
  return changed;
}

/** Another creator's looks like a missing one. */
function requireParty(actor: Actor, { requestedBy }: Withdrawal, action: WithdrawalAction): void {
  const isOwn = requestedBy === actor.accountId;
  if (actor.role !== 'staff' && !isOwn) throw new DomainError('withdrawal_not_found');
  if (TRANSITIONS[action].by === 'creator') {
    if (!isOwn) throw new DomainError('not_allowed');
    return;
  }
  requireStaff(actor);
  if (isOwn) throw new DomainError('own_request');
}

function traceOf(
  action: WithdrawalAction,
  { accountId }: Actor,
  now: Date,
): Prisma.WithdrawalUncheckedUpdateInput {
  if (action === 'pay') return { paidAt: now, paidBy: accountId };
  return action === 'fail' ? { failedAt: now } : { decidedAt: now, decidedBy: accountId };
}
