/** The states of a cause as exposed (spec 3.2). */
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

/** What a state means to a donor; `hidden` where the public sees no page. */
export type Standing =
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
  /** Whether everyone may see the cause (decisions.md 9): all but those that are `hidden`. */
  standing: Standing;
  /** Takes payments, while its closing time has not passed. Entering a state that does not cancels live intents (4, 45). */
  collects: boolean;
  /** A withdrawal of the balance may be asked for and paid out. */
  paysOut: boolean;
  /** Its creator may change title, story, cover, address, closing time and what is shown; staff always may. */
  creatorEdits: boolean;
};

/** Compact rows of the table below: what donors see, then which of the three hold. */
function rules(standing: Standing, ...holds: Exclude<keyof StateRules, 'standing'>[]): StateRules {
  const has = (rule: (typeof holds)[number]) => holds.includes(rule);
  return {
    standing,
    collects: has('collects'),
    paysOut: has('paysOut'),
    creatorEdits: has('creatorEdits'),
  };
}

/** What each state does to the page, to payments, to withdrawals and to editing. Who may move between them: transitions.ts. */
export const STATE_RULES: Record<CauseState, StateRules> = {
  draft: rules('hidden', 'creatorEdits'),
  created: rules('hidden', 'creatorEdits'),
  published: rules('open', 'collects', 'paysOut', 'creatorEdits'),
  verified: rules('verified', 'collects', 'paysOut', 'creatorEdits'),
  // Collects, and keeps what it collects until the check is done.
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

/** The public name of a stored state; `unknown` where it has none (decisions.md 29). */
export function causeState(stored: string): CauseState {
  return (CAUSE_STATES as readonly string[]).includes(stored) ? (stored as CauseState) : 'unknown';
}

/** The rules of a stored state. */
export function rulesOf(stored: string): StateRules {
  return STATE_RULES[causeState(stored)];
}

/** What a cause does with money now: collects, does not yet, or no longer (decisions.md 4). */
export type Acceptance = 'accepting' | 'not_open_yet' | 'not_accepting';

/** Whether a cause accepts payments at an instant: by its state, and its closing time not having passed. */
export function acceptance(cause: { state: string; closesAt: Date | null }, now: Date): Acceptance {
  if (hasClosed(cause, now)) return 'not_accepting';
  if (causeState(cause.state) === 'draft') return 'not_open_yet';
  return rulesOf(cause.state).collects ? 'accepting' : 'not_accepting';
}

/** Whether the closing time of a cause has passed. */
export function hasClosed({ closesAt }: { closesAt: Date | null }, now: Date): boolean {
  return closesAt !== null && closesAt.getTime() < now.getTime();
}

/** Whether everyone may see a cause in this state (decisions.md 9). */
export function isPubliclyVisible(stored: string): boolean {
  return rulesOf(stored).standing !== 'hidden';
}
