import type { Actor } from '#lib/accounts/actor.ts';
import { audit } from '#lib/audit.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { availableMinor } from '#lib/ledger/balance.ts';
import { lockBalance } from '#lib/ledger/post.ts';
import { isStorable } from '#lib/storable.ts';
import type { Prisma, Withdrawal } from '#prisma/generated/client.ts';
import { requireStaff } from './bank-accounts.ts';
import { bookWithdrawal } from './book.ts';
import { mailWithdrawal } from './mail.ts';
import { presentWithdrawal, type WithdrawalView } from './present.ts';
import { WithdrawalRefusal } from './refusal.ts';
import { refuseHeld } from './request.ts';
import { TRANSITIONS, type WithdrawalAction, type WithdrawalState } from './states.ts';

/**
 * Approves, rejects, cancels, notes as paid or as failed: the transition table decides what is possible and who may; of
 * two who act at once, one does. What becomes of the money is posted with it. Nothing is approved for a cause on hold, nor
 * while more has gone back than was left.
 * @param note what staff says of it, to its creator too: why, or the bank's reference. At most 500 characters.
 * @throws WithdrawalRefusal `not_found`, `not_allowed`, `own_request`, `wrong_state`, `cause_on_hold`, `over_available`,
 * `invalid`.
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
    const asked = await tx.withdrawal.findUnique({ where: { id }, select: { causeKey: true } });
    if (!asked) throw new WithdrawalRefusal('not_found');
    await lockBalance(tx, asked.causeKey);
    // Read after the lock: everything that changes a withdrawal takes turns on its cause's balance.
    const withdrawal = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
    refuseParty(actor, withdrawal, action);
    const { from, to } = TRANSITIONS[action];
    const event = from[withdrawal.state as WithdrawalState];
    if (!event) throw new WithdrawalRefusal('wrong_state');
    if (action === 'approve') await refuseUnsound(tx, withdrawal);
    const changed = await tx.withdrawal.update({
      where: { id },
      data: { state: to, ...(note === null ? {} : { note }), ...traceOf(action, actor, now) },
      include: { bankAccount: true },
    });
    if (event !== 'stays') await bookWithdrawal(tx, changed, event, now);
    await audit(tx, { actor: actor.accountId, action: `withdrawal ${action}`, subject: id, data: { note } });
    await mailWithdrawal(tx, changed);
    return presentWithdrawal(changed);
  });
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

async function refuseUnsound(tx: Tx, { causeKey, currency, bankAccountId }: Withdrawal): Promise<void> {
  refuseHeld(await tx.cause.findUniqueOrThrow({ where: { key: causeKey } }));
  const account = await tx.bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } });
  if (account.state !== 'verified') throw new WithdrawalRefusal('bank_account_not_verified');
  // Its own amount is reserved: below zero means that what was reserved is not all there any more.
  if ((await availableMinor(tx, causeKey, currency)) < 0n) throw new WithdrawalRefusal('over_available');
}

function traceOf(
  action: WithdrawalAction,
  { accountId }: Actor,
  now: Date,
): Prisma.WithdrawalUncheckedUpdateInput {
  if (action === 'pay') return { paidAt: now, paidBy: accountId };
  return action === 'fail' ? { failedAt: now } : { decidedAt: now, decidedBy: accountId };
}
