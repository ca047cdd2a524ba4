import type { Actor } from '#lib/accounts/actor.ts';
import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { lockBalances } from '#lib/ledger/post.ts';
import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';
import { oneOf } from '#lib/one-of.ts';
import { isStorable } from '#lib/storable.ts';
import type { Prisma, Withdrawal } from '#prisma/generated/client.ts';
import { requireStaff } from './bank-accounts.ts';
import { bookWithdrawal } from './book.ts';
import { FIELD_OF, type HoldReason, holdReason, isPaidByVerifier } from './checks.ts';
import { mailWithdrawal } from './mail.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { WithdrawalRefusal } from './refusal.ts';
import { TRANSITIONS, WITHDRAWAL_STATES, type WithdrawalAction, type WithdrawalState } from './states.ts';

/**
 * Approves, rejects, cancels, notes as paid or as failed: the transition table decides what is possible and who may; of
 * two who act at once, one does. What becomes of the money is posted with it. Approving and paying check again what asking
 * checked, under its locks: nothing is approved that could not be asked for, and what cannot be paid any more goes back to
 * `requested`, its money still reserved.
 * @param note what staff says of it, to its creator too: why, or the bank's reference. At most 500 characters.
 * @returns how it stands: where it was to be paid and `heldFor` is set, it was not.
 * @throws WithdrawalRefusal `not_found`, `not_allowed`, `own_request`, `wrong_state`, `invalid`, `verified_by_payer`, and to
 * approve what forbids it (checks.ts).
 */
export async function changeWithdrawal(
  actor: Actor,
  id: string,
  action: WithdrawalAction,
  note: string | null,
  now: Date,
): Promise<WithdrawalView> {
  if (note !== null && ([...note].length > 500 || !isStorable(note)))
    throw new WithdrawalRefusal('invalid', 'note');
  return transaction(async (tx) => {
    const asked = await tx.withdrawal.findUnique({ where: { id } });
    if (!asked) throw new WithdrawalRefusal('not_found');
    await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${asked.requestedBy} FOR NO KEY UPDATE`;
    await lockBalances(tx, asked.requestedBy, asked.currency);
    // Read after the lock: everything that changes a withdrawal takes turns on its creator's balances.
    const withdrawal = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
    refuseParty(actor, withdrawal, action);
    const { from, to, ifHeld } = TRANSITIONS[action];
    const event = from[oneOf(WITHDRAWAL_STATES, withdrawal.state)];
    if (!event) throw new WithdrawalRefusal('wrong_state');
    if (action === 'pay' && (await isPaidByVerifier(tx, actor.accountId, withdrawal.bankAccountId)))
      throw new WithdrawalRefusal('verified_by_payer');
    const reason = CHECKED.includes(action) ? await holdOf(tx, withdrawal, now) : null;
    if (reason && !ifHeld) throw new WithdrawalRefusal(reason, FIELD_OF[reason]);
    const changed =
      reason && ifHeld
        ? await putBack(tx, actor, withdrawal, ifHeld, reason)
        : await moveOn(tx, actor, withdrawal, { action, to, event, note, now });
    await mailWithdrawal(tx, changed);
    return presentWithdrawal(changed);
  });
}

/** What lets money out. */
const CHECKED: readonly WithdrawalAction[] = ['approve', 'pay'];

/** Its own amount is reserved already: nothing more is asked for than that what is reserved is all there. */
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

async function moveOn(tx: Tx, actor: Actor, { id }: Withdrawal, { action, to, event, note, now }: Step) {
  const changed = await tx.withdrawal.update({
    where: { id },
    data: { state: to, heldFor: null, ...(note === null ? {} : { note }), ...traceOf(action, actor, now) },
    include: { bankAccount: true },
  });
  if (event !== 'stays') await bookWithdrawal(tx, changed, event, now);
  await audit(tx, { actor: actor.accountId, action: `withdrawal ${action}`, subject: id, data: { note } });
  return changed;
}

/** It waits for a decision again, as if nobody had decided; the audit log keeps who had. */
async function putBack(
  tx: Tx,
  actor: Actor,
  { id, decidedBy }: Withdrawal,
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
    action: 'withdrawal put back',
    subject: id,
    data: { reason: heldFor, approvedBy: decidedBy },
  });
  return changed;
}

/** Another creator's looks like a missing one. */
function refuseParty(actor: Actor, { requestedBy }: Withdrawal, action: WithdrawalAction): void {
  const isOwn = requestedBy === actor.accountId;
  if (actor.role !== 'staff' && !isOwn) throw new WithdrawalRefusal('not_found');
  if (TRANSITIONS[action].by === 'creator') {
    if (!isOwn) throw new WithdrawalRefusal('not_allowed');
    return;
  }
  requireStaff(actor);
  if (isOwn) throw new WithdrawalRefusal('own_request');
}

function traceOf(
  action: WithdrawalAction,
  { accountId }: Actor,
  now: Date,
): Prisma.WithdrawalUncheckedUpdateInput {
  if (action === 'pay') return { paidAt: now, paidBy: accountId };
  return action === 'fail' ? { failedAt: now } : { decidedAt: now, decidedBy: accountId };
}
