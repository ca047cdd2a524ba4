import { unreachable } from '#lib/unreachable.ts';
import { type Audience, type Part, type PolicyAction, type Rule, ruleOf } from './table.ts';

/** Somebody who acts, as far as the policy knows them. */
type ActorFacts = {
  role: 'creator' | 'staff';
  /** Their very account owns the resource: only that makes a creator see it. */
  isOwner: boolean;
  /** The parts that their person has. */
  parts: ReadonlySet<Part>;
};

/** `missing`: they may not see it, so it looks missing. `refused`: they see it, and somebody else has to act. */
export type Decision = 'allowed' | 'refused' | 'missing';

/** What the policy says of somebody's action, without input or output. What is allowed may still wait (`requiresApproval`). */
export function decide(rule: Rule, { role, isOwner, parts }: ActorFacts): Decision {
  const seen = decideVisibility(rule.who, role === 'staff', isOwner);
  if (seen !== 'allowed') return seen;
  return [...parts].some((part) => rule.parts?.[part] === 'refused') ? 'refused' : 'allowed';
}

/** Whether somebody may see the page of a resource, on which nobody has another part than its owner. */
export function canSeePage(
  actor: { id: string; role: 'creator' | 'staff' },
  page: PolicyAction,
  { ownerId }: { ownerId?: string | null },
): boolean {
  return decideVisibility(ruleOf(page).who, actor.role === 'staff', ownerId === actor.id) === 'allowed';
}

function decideVisibility(who: Audience, isStaff: boolean, isOwner: boolean): Decision {
  switch (who) {
    case 'account':
      return 'allowed';
    case 'owner':
      // Staff see everything, but do not act in an owner's place.
      return isOwner ? 'allowed' : isStaff ? 'refused' : 'missing';
    case 'owner_or_staff':
      return isOwner || isStaff ? 'allowed' : 'missing';
    case 'staff':
      return isStaff ? 'allowed' : 'missing';
    default:
      return unreachable(who);
  }
}

/** A creator, as far as it matters whether they need a passkey. */
export type PasskeyFacts = { role: 'creator' | 'staff'; hasPasskey: boolean; wasPaid: boolean };

/**
 * Whether somebody must add a passkey before an action. Staff need theirs to sign in at all (lib/sessions/passkey-policy.ts).
 * @param holder `wasPaid`: a withdrawal of theirs has been paid, whatever became of it later
 */
export function lacksPasskeyFor({ passkey }: Rule, { role, hasPasskey, wasPaid }: PasskeyFacts): boolean {
  return passkey === 'after_payout' && role === 'creator' && wasPaid && !hasPasskey;
}

/** Whether somebody must have signed in within the last minutes: the action decides about money, holds, terms or access. */
export function needsFreshSignIn({ who, effect }: Rule, role: 'creator' | 'staff'): boolean {
  return effect !== undefined && (who !== 'owner_or_staff' || role === 'staff');
}
