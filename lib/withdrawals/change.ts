import { factsOf } from '#lib/currencies.ts';
import { type Tx, transaction } from '#lib/db.ts';
import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';
import { lockAccount, lockBankAccountShared, lockCausesOf } from '#lib/locks.ts';
import { oneOf } from '#lib/one-of.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit, changedFields } from '#lib/policy/audit.ts';
import { requireNoPart } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { instantIn, localTimeIn } from '#lib/time-zone.ts';
import { unreachable } from '#lib/unreachable.ts';
import type { Prisma, Withdrawal } from '#prisma/generated/client.ts';
import { type HoldReason, holdReason, partiesOf, type ReturnReason } from './checks.ts';
import { mailWithdrawal } from './mail.ts';
import { postWithdrawal } from './post-withdrawal.ts';
import { presentWithdrawal, type WithdrawalView, type WithdrawalWithAccount } from './present.ts';
import { requireStaff } from './require-staff.ts';
import { TRANSITIONS, WITHDRAWAL_STATES, type WithdrawalAction, type WithdrawalState } from './states.ts';

/** That the bank has sent it: its reference of the transfer, and the day of that (`2026-12-03`) in a time zone. */
export type SentTransfer = { reference: string; day: string; zone: string };

/** The longest reference of a bank, in characters. */
export const LONGEST_REFERENCE = 140;

/**
 * Approves, rejects, cancels, starts to send, or notes as not sent or as failed: the transition table decides what is possible
 * and who may; of two who act at once, one does. What becomes of the money is posted with it. Approving and starting to send
 * check again what asking checked, under its locks: nothing is approved that could not be asked for, and what must not be sent
 * any more goes back to `requested`, its money still reserved.
 * @param note what staff says of this step, to its creator too. At most 500 characters.
 * @param seen the version that the actor was shown: any other is `wrong_state`, though it may be in the same state again
 * @returns how it stands: where it was to be sent and `heldFor` is set, it must not be.
 * @throws DomainError `withdrawal_not_found`, `not_allowed`, `own_request`, `wrong_state`, `invalid`, `verified_by_payer`,
 * `withdrawal_in_batch`, and to approve what forbids it (checks.ts).
 */
export async function changeWithdrawal(
  actor: Actor,
  id: string,
  action: Exclude<WithdrawalAction, 'mark_sent'>,
  note: string | null,
  now: Date,
  seen?: number,
): Promise<WithdrawalView> {
  return changeOneWithdrawal(actor, id, { action, note, now, seen });
}

/**
 * Records that the bank has sent a withdrawal, and posts it. Nothing about the balance, the cause or the bank account can
 * prevent this: the money has left. Told the same again, it changes nothing.
 * @param seen as of `changeWithdrawal`
 * @throws DomainError `withdrawal_not_found`, `not_allowed`, `own_request`, `withdrawal_in_batch`, `wrong_state`; `invalid`
 * without a reference or a day; `sent_in_future`, `sent_before_start`.
 */
export async function markWithdrawalSent(
  actor: Actor,
  id: string,
  { reference, ...sent }: SentTransfer,
  now: Date,
  seen?: number,
): Promise<WithdrawalView> {
  return changeOneWithdrawal(actor, id, {
    action: 'mark_sent',
    note: null,
    now,
    seen,
    sent: { ...sent, reference: reference.trim() },
  });
}

async function changeOneWithdrawal(actor: Actor, id: string, change: Change): Promise<WithdrawalView> {
  requireNote(change.note);
  return transaction(async (tx) => {
    const asked = await tx.withdrawal.findUnique({ where: { id } });
    if (!asked) throw new DomainError('withdrawal_not_found');
    await lockAccount(tx, asked.requestedBy);
    await lockCausesOf(tx, asked.requestedBy, asked.currency);
    return presentWithdrawal(await changeLocked(tx, actor, id, change));
  });
}

/** @throws DomainError `invalid` */
export function requireNote(note: string | null): void {
  if (note !== null && ([...note].length > 500 || !isStorableText(note)))
    throw new DomainError('invalid', { field: 'note' });
}

type Change = { note: string | null; now: Date; batchId?: string; seen?: number | undefined } & (
  | { action: 'mark_sent'; sent: SentTransfer }
  | { action: Exclude<WithdrawalAction, 'mark_sent'> }
);

/**
 * The same within a transaction that has locked the creator's account and causes: everything that changes a withdrawal does.
 * @param batchId where it is sent with its batch: without, staff does nothing with a withdrawal of an open batch. Its creator
 * still cancels it, until sending starts, and it leaves the batch.
 */
export async function changeLocked(
  tx: Tx,
  actor: Actor,
  id: string,
  { batchId, ...change }: Change,
): Promise<WithdrawalWithAccount> {
  const { action, now } = change;
  const { bankAccountId } = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
  // A review of the account at the same time comes before or after.
  await lockBankAccountShared(tx, bankAccountId);
  const withdrawal = await tx.withdrawal.findUniqueOrThrow({
    where: { id },
    include: { bankAccount: true, cause: { select: { ownerId: true } } },
  });
  await requireParty(tx, actor, withdrawal, action);
  if (change.action === 'mark_sent' && isSentAs(withdrawal, change.sent)) return withdrawal;
  const { from, isChecked, stateIfHeld } = TRANSITIONS[action];
  const event = from[oneOf(WITHDRAWAL_STATES, withdrawal.state)];
  if (!event || (change.seen ?? withdrawal.version) !== withdrawal.version) throw new DomainError('wrong_state');
  const open = await openBatchOf(tx, id);
  if (open !== null && open !== batchId) {
    if (action !== 'cancel') throw new DomainError('withdrawal_in_batch');
    await leaveBatch(tx, id, now);
  }
  const reason = isChecked ? await holdOf(tx, withdrawal, now) : null;
  if (reason && !stateIfHeld) throw new DomainError(reason);
  const changed =
    reason && stateIfHeld
      ? await returnToDecision(tx, actor, withdrawal, stateIfHeld, reason)
      : await moveOn(tx, actor, withdrawal, event, change);
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

/** Takes a withdrawal out of its batch, under the locks of its creator. */
export async function leaveBatch(tx: Tx, withdrawalId: string, now: Date): Promise<void> {
  await tx.payoutItem.updateMany({ where: { withdrawalId, releasedAt: null }, data: { releasedAt: now } });
}

/** Its amount is reserved already: the check is that what is reserved is available. */
function holdOf(tx: Tx, { causeKey, bankAccountId }: Withdrawal, now: Date): Promise<HoldReason | null> {
  return holdReason(tx, { causeKey, bankAccountId, amountMajor: 0 }, now);
}

async function moveOn(
  tx: Tx,
  actor: Actor,
  before: Withdrawal,
  event: WithdrawalEvent | 'stays',
  change: Change,
): Promise<WithdrawalWithAccount> {
  const { id } = before;
  const { action, note, now } = change;
  const { to } = TRANSITIONS[action];
  const sent = change.action === 'mark_sent' ? sentData(before, change.sent, now) : {};
  const changed = await tx.withdrawal.update({
    where: { id },
    data: { state: to, heldFor: null, note, ...traceOf(action, actor, now), ...sent },
    include: { bankAccount: true },
  });
  if (event !== 'stays') await postWithdrawal(tx, changed, event, now);
  const data = { ...changedFields(before, changed, ['state', 'sentReference', 'sentOn']), note };
  await audit(tx, { actor: actor.id, action: `withdrawal.${action}`, subject: id, data });
  return changed;
}

/** Returns it to a state in which it waits for a decision. The audit log contains the earlier decision. */
async function returnToDecision(
  tx: Tx,
  actor: Actor,
  { id, state: before, decidedBy }: Withdrawal,
  state: WithdrawalState,
  heldFor: ReturnReason,
) {
  const changed = await tx.withdrawal.update({
    where: { id },
    data: { state, note: null, ...undecided(heldFor) },
    include: { bankAccount: true },
  });
  await audit(tx, {
    actor: actor.id,
    action: 'withdrawal.put_back',
    subject: id,
    data: { before: { state: before }, after: { state }, reason: heldFor, approvedBy: decidedBy },
  });
  return changed;
}

/** Another creator's looks like a missing one; of staff, the policy says who may. */
async function requireParty(
  tx: Tx,
  actor: Actor,
  withdrawal: Parameters<typeof partiesOf>[0],
  action: WithdrawalAction,
): Promise<void> {
  const isOwn = withdrawal.requestedBy === actor.id;
  if (actor.role !== 'staff' && !isOwn) throw new DomainError('withdrawal_not_found');
  if (TRANSITIONS[action].by === 'creator') {
    if (!isOwn) throw new DomainError('not_allowed');
    return;
  }
  requireStaff(actor);
  await requireNoPart(tx, `withdrawal.${action}`, actor.id, partiesOf(withdrawal));
}

/** Who took a step, and when. */
function traceOf(action: WithdrawalAction, { id: accountId }: Actor, now: Date): Prisma.WithdrawalUncheckedUpdateInput {
  switch (action) {
    case 'start_sending':
      return { sendingAt: now, sendingBy: accountId };
    case 'mark_sent':
      return { paidAt: now, paidBy: accountId };
    case 'mark_not_sent':
      return undecided('not_sent');
    case 'fail':
      return { failedAt: now };
    case 'approve':
    case 'reject':
    case 'cancel':
      return { decidedAt: now, decidedBy: accountId };
    default:
      return unreachable(action);
  }
}

/** It waits to be decided again, as if nobody had approved it. */
function undecided(heldFor: ReturnReason) {
  return { heldFor, decidedAt: null, decidedBy: null, sendingAt: null, sendingBy: null };
}

/** @throws DomainError `invalid`, `sent_in_future`, `sent_before_start` */
function sentData({ sendingAt, currency }: Withdrawal, { reference, day, zone }: SentTransfer, now: Date) {
  if (reference === '' || [...reference].length > LONGEST_REFERENCE || !isStorableText(reference))
    throw new DomainError('invalid', { field: 'reference' });
  requirePossibleDay({ startedAt: sendingAt, currency }, { day, zone }, now);
  return { sentReference: reference, sentOn: new Date(`${day}T00:00:00Z`) };
}

/**
 * Requires a day on which money can have been sent whose sending was started then: a day in the reader's time zone, or at the
 * bank, whose statement and whose file (pain-001.ts) have it.
 * @throws DomainError `invalid`, `sent_in_future`, `sent_before_start`
 */
export function requirePossibleDay(
  { startedAt, currency }: { startedAt: Date | null; currency: string },
  { day, zone }: Omit<SentTransfer, 'reference'>,
  now: Date,
): void {
  if (!instantIn('UTC', day) || day.length > 10) throw new DomainError('invalid', { field: 'day' });
  const zones = [zone, factsOf(currency)?.bankZone ?? zone];
  const daysOf = (instant: Date) => zones.map((one) => localTimeIn(one, instant).slice(0, 10));
  if (daysOf(now).every((today) => day > today)) throw new DomainError('sent_in_future', { field: 'day' });
  if (startedAt && daysOf(startedAt).every((start) => day < start))
    throw new DomainError('sent_before_start', { field: 'day' });
}

/** Whether it was recorded as sent already with the same reference and day: by a form that was sent twice. */
function isSentAs({ state, sentReference, sentOn }: Withdrawal, { reference, day }: SentTransfer): boolean {
  return state === 'paid' && sentReference === reference && sentOn?.toISOString().slice(0, 10) === day;
}
