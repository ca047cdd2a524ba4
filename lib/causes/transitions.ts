import { CAUSE_STATES, type CauseState, STATE_RULES } from './states.ts';

/** The roles that move a cause: its creator, staff, or the service itself once money has moved. */
export const TRANSITION_ROLES = ['creator', 'staff', 'service'] as const;
export type TransitionRole = (typeof TRANSITION_ROLES)[number];

/** The state before a pause, and who paused it. Null if not recorded. */
export type Pause = { from: CauseState | null; by: 'creator' | 'staff' | null };
export const NO_PAUSE: Pause = { from: null, by: null };

const STAFF = ['staff'] as const;
const CREATOR_OR_STAFF = ['creator', 'staff'] as const;
const SERVICE_OR_STAFF = ['service', 'staff'] as const;
type Moves = Partial<Record<CauseState, readonly TransitionRole[]>>;

/** States to which staff may move any cause that holds money, to protect it. */
const SAFEGUARDS = { funds_on_hold: STAFF, refunding: STAFF, fraud: STAFF } as const satisfies Moves;

/**
 * Every allowed transition with its roles (specification 3.2 lists the states; the transitions are ours). Only an
 * operator's override makes others. The rules: nothing returns to `draft`; nothing enters or leaves `unknown`; `archived`
 * is final; a creator moves a cause only between `draft`, `paused` and the states that collect; `verified` requires a
 * verification; money is disbursed or refunded before the state says so; after a hold, a refund or fraud, a cause collects
 * again only after a verification.
 */
const TRANSITIONS: Record<CauseState, Moves> = {
  draft: {
    published: CREATOR_OR_STAFF,
    created: STAFF,
    rejected: STAFF,
    not_activated: STAFF,
    archived: STAFF,
  },
  created: { published: STAFF, rejected: STAFF, not_activated: STAFF, archived: STAFF },
  rejected: { created: STAFF, archived: STAFF },
  not_activated: { created: STAFF, archived: STAFF },
  published: {
    paused: CREATOR_OR_STAFF,
    in_verification: STAFF,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  in_verification: {
    paused: CREATOR_OR_STAFF,
    verified: STAFF,
    published: STAFF,
    info_required: STAFF,
    ...SAFEGUARDS,
  },
  info_required: { in_verification: STAFF, ...SAFEGUARDS },
  verified: {
    paused: CREATOR_OR_STAFF,
    in_verification: STAFF,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  // `mayResume` decides about the states that collect.
  paused: {
    published: CREATOR_OR_STAFF,
    verified: CREATOR_OR_STAFF,
    in_verification: CREATOR_OR_STAFF,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  confirming_contributions: { published: STAFF, pending_withdrawal: STAFF, ...SAFEGUARDS },
  // Never back to collecting, because the states that collect also pay out.
  pending_withdrawal: { in_disbursement: SERVICE_OR_STAFF, ...SAFEGUARDS },
  in_disbursement: { disbursed: SERVICE_OR_STAFF, pending_withdrawal: STAFF, ...SAFEGUARDS },
  // Money can still come back: a dispute can be won.
  disbursed: { invoiced: STAFF, pending_withdrawal: STAFF, archived: STAFF, ...SAFEGUARDS },
  invoiced: { archived: STAFF, ...SAFEGUARDS },
  funds_on_hold: { in_verification: STAFF, pending_withdrawal: STAFF, refunding: STAFF, fraud: STAFF },
  refunding: { refunded: SERVICE_OR_STAFF, funds_on_hold: STAFF, fraud: STAFF },
  refunded: { archived: STAFF },
  fraud: { funds_on_hold: STAFF, refunding: STAFF, archived: STAFF },
  archived: {},
  unknown: {},
};

/** Whether a role may move a cause from one state to another. `pause` matters while it is paused. */
export function mayMove(role: TransitionRole, from: CauseState, to: CauseState, pause: Pause): boolean {
  if (!TRANSITIONS[from][to]?.includes(role)) return false;
  return from !== 'paused' || !STATE_RULES[to].collects || mayResume(role, to, pause);
}

/**
 * A creator ends a pause of their own, and the cause returns to its state before. Staff end any pause, but a cause becomes
 * `verified` only if it was before.
 */
function mayResume(role: TransitionRole, to: CauseState, pause: Pause): boolean {
  if (role === 'creator') return pause.by === 'creator' && to === pause.from;
  return to !== 'verified' || pause.from === 'verified';
}

/** The states to which a role may move a cause now, in the specification's order, for the dashboard's buttons. */
export function possibleMoves(role: TransitionRole, from: CauseState, pause: Pause): CauseState[] {
  return CAUSE_STATES.filter((to) => mayMove(role, from, to, pause));
}

/** The pause to record after a transition. The service pauses nothing; an operator counts as staff. */
export function pauseAfter(role: TransitionRole, from: CauseState, to: CauseState, before: Pause): Pause {
  if (to !== 'paused') return NO_PAUSE;
  return from === 'paused' ? before : { from, by: role === 'creator' ? 'creator' : 'staff' };
}
