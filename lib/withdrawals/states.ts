import type { WithdrawalEvent } from '#lib/ledger/withdrawal-postings.ts';

/** States of a withdrawal; the specification names the first (4.7). */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'rejected',
  'cancelled',
  'paid',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** What can be done with one. `fail`: the bank did not take it, or sent it back after it was paid. */
export const WITHDRAWAL_ACTIONS = ['approve', 'reject', 'cancel', 'pay', 'fail'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** Who may: the creator whose cause it is, or a member of staff other than whoever asked. */
export type WithdrawalParty = 'creator' | 'staff';

type Transition = {
  by: WithdrawalParty;
  to: WithdrawalState;
  /** What becomes of the money, by the state it comes from: from any other, the action is not possible. */
  from: Partial<Record<WithdrawalState, WithdrawalEvent | 'stays'>>;
  /** Where it goes instead when what asking checked does not hold any more (checks.ts); its money stays reserved. */
  ifHeld?: WithdrawalState;
};

/** Every transition. Rejected, cancelled and failed are for good. */
export const TRANSITIONS: Readonly<Record<WithdrawalAction, Transition>> = {
  approve: { by: 'staff', to: 'approved', from: { requested: 'stays' } },
  reject: { by: 'staff', to: 'rejected', from: { requested: 'released' } },
  cancel: { by: 'creator', to: 'cancelled', from: { requested: 'released' } },
  pay: { by: 'staff', to: 'paid', from: { approved: 'paid' }, ifHeld: 'requested' },
  fail: { by: 'staff', to: 'failed', from: { approved: 'released', paid: 'returned' } },
};

/** What can still be done with a withdrawal in a state. */
export function actionsOn(state: string): WithdrawalAction[] {
  return WITHDRAWAL_ACTIONS.filter((action) => state in TRANSITIONS[action].from);
}

/** Whether a withdrawal counts towards the day's limit: money that never left does not. */
export const COUNTED_STATES: WithdrawalState[] = ['requested', 'approved', 'paid'];

/**
 * Whether one that is asked for waits for staff: where the day's sum with it is above the threshold. At or under it, it is
 * approved at once.
 */
export function needsApproval(ofTodayMajor: number, thresholdMajor: number): boolean {
  return ofTodayMajor > thresholdMajor;
}
