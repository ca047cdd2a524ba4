/** The states of a cause as exposed (specification 3.2). */
export const CAUSE_STATES = [
  'draft',
  'created',
  'published',
  'verified',
  'in_verification',
  'rejected',
  'confirming_contributions',
  'in_disbursement',
  'info_required',
  'disbursed',
  'invoiced',
  'archived',
  'not_activated',
  'fraud',
  'paused',
  'refunding',
  'pending_withdrawal',
  'refunded',
  'funds_on_hold',
  'unknown',
] as const;
export type CauseState = (typeof CAUSE_STATES)[number];

/** The status on the public page of a cause; `hidden` if there is no public page. */
export type PublicStatus =
  | 'open'
  | 'verified'
  | 'in_verification'
  | 'paused'
  | 'on_hold'
  | 'ended'
  | 'refunding'
  | 'refunded'
  | 'hidden';

type StateRules = {
  /** Also decides whether the public may see the cause at all (ruling 9). */
  publicStatus: PublicStatus;
  /** Accepts payments until its closing time. Entering a state that does not cancels live payments (rulings 4, 45). */
  collects: boolean;
  /** Withdrawals can be requested and paid out. */
  paysOut: boolean;
  /** Its creator may edit title, story, cover, address, closing time and what is shown. Staff always may. */
  creatorEdits: boolean;
};

/** A row of the table below: the public status, then which of the three rules hold. */
function rules(publicStatus: PublicStatus, ...holds: Exclude<keyof StateRules, 'publicStatus'>[]): StateRules {
  const has = (rule: (typeof holds)[number]) => holds.includes(rule);
  return {
    publicStatus,
    collects: has('collects'),
    paysOut: has('paysOut'),
    creatorEdits: has('creatorEdits'),
  };
}

/** What each state means for the page, payments, withdrawals and editing. transitions.ts has the allowed transitions. */
export const STATE_RULES: Record<CauseState, StateRules> = {
  draft: rules('hidden', 'creatorEdits'),
  created: rules('hidden', 'creatorEdits'),
  published: rules('open', 'collects', 'paysOut', 'creatorEdits'),
  verified: rules('verified', 'collects', 'paysOut', 'creatorEdits'),
  // Collects, but pays out nothing until the verification is complete.
  in_verification: rules('in_verification', 'collects', 'creatorEdits'),
  rejected: rules('hidden'),
  confirming_contributions: rules('ended', 'creatorEdits'),
  in_disbursement: rules('ended', 'paysOut', 'creatorEdits'),
  info_required: rules('on_hold', 'creatorEdits'),
  disbursed: rules('ended', 'creatorEdits'),
  invoiced: rules('ended', 'creatorEdits'),
  archived: rules('hidden'),
  not_activated: rules('hidden'),
  fraud: rules('hidden'),
  paused: rules('paused', 'paysOut', 'creatorEdits'),
  refunding: rules('refunding'),
  pending_withdrawal: rules('ended', 'paysOut', 'creatorEdits'),
  refunded: rules('refunded'),
  funds_on_hold: rules('on_hold'),
  unknown: rules('hidden'),
};

/** The public name of a stored state; `unknown` if it has none (ruling 29). */
export function causeState(stored: string): CauseState {
  return (CAUSE_STATES as readonly string[]).includes(stored) ? (stored as CauseState) : 'unknown';
}

/** The rules of a stored state. */
export function rulesOf(stored: string): StateRules {
  return STATE_RULES[causeState(stored)];
}

/** Whether a cause accepts payments now, not yet, or no longer (ruling 4). */
export type Acceptance = 'accepting' | 'not_open_yet' | 'not_accepting';

/** Whether a cause accepts payments at an instant, by its state and its closing time. */
export function acceptance(cause: { state: string; closesAt: Date | null }, now: Date): Acceptance {
  if (hasClosed(cause, now)) return 'not_accepting';
  if (causeState(cause.state) === 'draft') return 'not_open_yet';
  return rulesOf(cause.state).collects ? 'accepting' : 'not_accepting';
}

/** The causes that accept payments at an instant, as a condition of the database: `acceptance` says the same of one. */
export function acceptingAt(now: Date) {
  const states = CAUSE_STATES.filter((state) => STATE_RULES[state].collects);
  return { state: { in: states }, OR: [{ closesAt: null }, { closesAt: { gte: now } }] };
}

/** Whether the closing time of a cause has passed. */
export function hasClosed({ closesAt }: { closesAt: Date | null }, now: Date): boolean {
  return closesAt !== null && closesAt.getTime() < now.getTime();
}

/** Whether the public may see a cause in this state (ruling 9). */
export function isPubliclyVisible(stored: string): boolean {
  return rulesOf(stored).publicStatus !== 'hidden';
}

/** Whether a client may see a cause: its own in any state, another's in publicly visible states. */
export function isVisibleToClient(cause: { clientId: string; state: string }, clientId: string): boolean {
  return cause.clientId === clientId || isPubliclyVisible(cause.state);
}
