import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';

/** States of a withdrawal; specification 4.7 names the first. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'rejected',
  'cancelled',
  'paid',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** The actions on a withdrawal. `fail`: the bank refused it, or returned it after payment. */
export const WITHDRAWAL_ACTIONS = ['approve', 'reject', 'cancel', 'pay', 'fail'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** Who can act: the creator of the cause, or a staff member other than the requester. */
export type WithdrawalParty = 'creator' | 'staff';

type Transition = {
  by: WithdrawalParty;
  to: WithdrawalState;
  /** The step of the money, by the state before; from any other state the action is not possible. */
  from: Partial<Record<WithdrawalState, WithdrawalEvent | 'stays'>>;
  /** The state instead, if the checks of the request no longer pass (checks.ts); its money stays reserved. */
  ifHeld?: WithdrawalState;
};

/** Every transition. Rejected, cancelled and failed are final. */
export const TRANSITIONS: Readonly<Record<WithdrawalAction, Transition>> = {
  approve: { by: 'staff', to: 'approved', from: { requested: 'stays' } },
  reject: { by: 'staff', to: 'rejected', from: { requested: 'released' } },
  // Until it is sent: `pay` of the same withdrawal comes before or after, under the locks of change.ts.
  cancel: { by: 'creator', to: 'cancelled', from: { requested: 'released', approved: 'released' } },
  pay: { by: 'staff', to: 'paid', from: { approved: 'paid' }, ifHeld: 'requested' },
  fail: { by: 'staff', to: 'failed', from: { approved: 'released', paid: 'returned' } },
};

/** The possible actions in a state. */
export function actionsOn(state: string): WithdrawalAction[] {
  return WITHDRAWAL_ACTIONS.filter((action) => state in TRANSITIONS[action].from);
}

/** Whether a withdrawal counts towards the day's limit: money that never left does not. */
export const COUNTED_STATES: WithdrawalState[] = ['requested', 'approved', 'paid'];

/**
 * Whether a request waits for staff: if the day's total with it is above the threshold. At or under the threshold it is
 * approved at once.
 */
export function needsApproval(ofTodayMinor: bigint, thresholdMinor: bigint): boolean {
  return ofTodayMinor > thresholdMinor;
}
