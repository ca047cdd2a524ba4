import { CAUSE_STATES, type CauseState, STATE_RULES } from './states.ts';

/** Who moves a cause: its own creator, our staff, or the service by itself once money has moved. */
export const ROLES = ['creator', 'staff', 'service'] as const;
export type Role = (typeof ROLES)[number];

/** Of a paused cause: what it was before, and who paused it. Null where nothing was noted. */
export type Pause = { from: CauseState | null; by: 'creator' | 'staff' | null };
export const NO_PAUSE: Pause = { from: null, by: null };

const STAFF = ['staff'] as const;
const OWN = ['creator', 'staff'] as const;
const AUTOMATIC = ['service', 'staff'] as const;
type Moves = Partial<Record<CauseState, readonly Role[]>>;

/** Where staff may send every cause that has money to protect: stop, give back, call it fraud. */
const SAFEGUARDS = { funds_on_hold: STAFF, refunding: STAFF, fraud: STAFF } as const satisfies Moves;

/**
 * Every transition and who may make it (spec 3.2 shows the first; the rest is ours). What is not here cannot happen, short
 * of an operator's override. Rules it keeps: nothing goes back to draft; nothing enters or leaves `unknown`; `archived` is
 * the end; a creator alone moves only between draft, paused and what collects; a mark of being verified comes from a
 * verification; money is disbursed, or refunded, before a cause says so; what was held, refunded or fraud collects again
 * only through a verification.
 */
const MOVES: Record<CauseState, Moves> = {
  draft: { published: OWN, created: STAFF, rejected: STAFF, not_activated: STAFF, archived: STAFF },
  created: { published: STAFF, rejected: STAFF, not_activated: STAFF, archived: STAFF },
  rejected: { created: STAFF, archived: STAFF },
  not_activated: { created: STAFF, archived: STAFF },
  published: {
    paused: OWN,
    in_verification: STAFF,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  in_verification: {
    paused: OWN,
    verified: STAFF,
    published: STAFF,
    info_required: STAFF,
    ...SAFEGUARDS,
  },
  info_required: { in_verification: STAFF, ...SAFEGUARDS },
  verified: {
    paused: OWN,
    in_verification: STAFF,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  // To what collects under the rule of `mayResume`.
  paused: {
    published: OWN,
    verified: OWN,
    in_verification: OWN,
    info_required: STAFF,
    confirming_contributions: STAFF,
    pending_withdrawal: STAFF,
    ...SAFEGUARDS,
  },
  confirming_contributions: { published: STAFF, pending_withdrawal: STAFF, ...SAFEGUARDS },
  // No way back to collecting: what collects pays out as well.
  pending_withdrawal: { in_disbursement: AUTOMATIC, ...SAFEGUARDS },
  in_disbursement: { disbursed: AUTOMATIC, pending_withdrawal: STAFF, ...SAFEGUARDS },
  // Money can still come back to it: a dispute that is won.
  disbursed: { invoiced: STAFF, pending_withdrawal: STAFF, archived: STAFF, ...SAFEGUARDS },
  invoiced: { archived: STAFF, ...SAFEGUARDS },
  funds_on_hold: { in_verification: STAFF, pending_withdrawal: STAFF, refunding: STAFF, fraud: STAFF },
  refunding: { refunded: AUTOMATIC, funds_on_hold: STAFF, fraud: STAFF },
  refunded: { archived: STAFF },
  fraud: { funds_on_hold: STAFF, refunding: STAFF, archived: STAFF },
  archived: {},
  unknown: {},
};

/** Whether a role may move a cause from one state to another. `pause` matters while it is paused. */
export function mayMove(role: Role, from: CauseState, to: CauseState, pause: Pause): boolean {
  if (!MOVES[from][to]?.includes(role)) return false;
  return from !== 'paused' || !STATE_RULES[to].collects || mayResume(role, to, pause);
}

/**
 * A creator takes back a pause of their own, to exactly what the cause was before. Staff take back any, but `verified` is
 * given only to what had it.
 */
function mayResume(role: Role, to: CauseState, pause: Pause): boolean {
  if (role === 'creator') return pause.by === 'creator' && to === pause.from;
  return to !== 'verified' || pause.from === 'verified';
}

/** The states a role may move a cause to now, in the order of the specification: the buttons of a dashboard. */
export function possibleMoves(role: Role, from: CauseState, pause: Pause): CauseState[] {
  return CAUSE_STATES.filter((to) => mayMove(role, from, to, pause));
}

/** What is noted of a pause when a cause moves. The service pauses nothing; an operator counts as staff. */
export function pauseAfter(role: Role, from: CauseState, to: CauseState, before: Pause): Pause {
  if (to !== 'paused') return NO_PAUSE;
  return from === 'paused' ? before : { from, by: role === 'creator' ? 'creator' : 'staff' };
}
