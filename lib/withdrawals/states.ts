import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';

/** States of a withdrawal; specification 4.7 names the first. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'sending',
  'rejected',
  'cancelled',
  'paid',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/**
 * The actions on a withdrawal. `start_sending` comes before the money leaves the bank; `mark_sent` and `mark_not_sent` record
 * what became of it; `fail`: the bank returned it afterwards.
 */
export const WITHDRAWAL_ACTIONS = [
  'approve',
  'reject',
  'cancel',
  'start_sending',
  'mark_sent',
  'mark_not_sent',
  'fail',
] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** Who can act: the creator of the cause, or a staff member other than the requester. */
type WithdrawalParty = 'creator' | 'staff';

type Transition = {
  by: WithdrawalParty;
  to: WithdrawalState;
  /** The step of the money, by the state before; from any other state the action is not possible. */
  from: Partial<Record<WithdrawalState, WithdrawalEvent | 'stays'>>;
  /** It pays money out, so what the request checked is checked again (checks.ts). */
  isChecked?: true;
  /** The state instead, if a check no longer passes; its money stays reserved. */
  stateIfHeld?: WithdrawalState;
};

/**
 * Every transition (ruling 55). Rejected, cancelled and failed are final. While it is being sent the money may have left, whatever
 * became of the balance, the cause and the bank account: it cannot be cancelled, and recording what happened checks none of them.
 */
export const TRANSITIONS: Readonly<Record<WithdrawalAction, Transition>> = {
  approve: { by: 'staff', to: 'approved', from: { requested: 'stays' }, isChecked: true },
  reject: { by: 'staff', to: 'rejected', from: { requested: 'released', approved: 'released' } },
  cancel: { by: 'creator', to: 'cancelled', from: { requested: 'released', approved: 'released' } },
  start_sending: {
    by: 'staff',
    to: 'sending',
    from: { approved: 'stays' },
    isChecked: true,
    stateIfHeld: 'requested',
  },
  mark_sent: { by: 'staff', to: 'paid', from: { sending: 'paid' } },
  mark_not_sent: { by: 'staff', to: 'requested', from: { sending: 'stays' } },
  fail: { by: 'staff', to: 'failed', from: { paid: 'returned' } },
};

/** The possible actions in a state. */
export function actionsOn(state: string): WithdrawalAction[] {
  return WITHDRAWAL_ACTIONS.filter((action) => state in TRANSITIONS[action].from);
}

/** The states in which a withdrawal counts towards the day's limit: not those whose money never left, or came back. */
export const DAILY_LIMIT_STATES: WithdrawalState[] = ['requested', 'approved', 'sending', 'paid'];

/**
 * Whether a request waits for staff: if the day's total with it is above the threshold. At or under the threshold it is
 * approved at once.
 */
export function needsApproval(ofTodayMinor: bigint, thresholdMinor: bigint): boolean {
  return ofTodayMinor > thresholdMinor;
}
