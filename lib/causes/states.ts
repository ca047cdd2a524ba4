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

const COLLECTING: ReadonlySet<string> = new Set<CauseState>(['published', 'verified', 'in_verification']);
const HIDDEN: ReadonlySet<string> = new Set<CauseState>([
  'draft',
  'created',
  'rejected',
  'archived',
  'not_activated',
  'fraud',
  'unknown',
]);

/** The public name of a stored state; `unknown` where it has none (decisions.md 29). */
export function causeState(stored: string): CauseState {
  return (CAUSE_STATES as readonly string[]).includes(stored) ? (stored as CauseState) : 'unknown';
}

/** What a cause does with money now: collects, does not yet, or no longer (decisions.md 4). */
export type Acceptance = 'accepting' | 'not_open_yet' | 'not_accepting';

/** Whether a cause accepts payments at an instant: by its state, and its closing time not having passed. */
export function acceptance(cause: { state: string; closesAt: Date | null }, now: Date): Acceptance {
  if (causeState(cause.state) === 'draft') return 'not_open_yet';
  if (cause.closesAt && cause.closesAt.getTime() < now.getTime()) return 'not_accepting';
  return COLLECTING.has(cause.state) ? 'accepting' : 'not_accepting';
}

/** Whether everyone may see a cause in this state (decisions.md 9). */
export function isPubliclyVisible(stored: string): boolean {
  return !HIDDEN.has(causeState(stored));
}
