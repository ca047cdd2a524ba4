import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { RefusalCode } from '#lib/problems/refusals.ts';
import type { Actor } from './actor.ts';
import { type Decision, decide, lacksPasskeyFor, type PasskeyFacts } from './decide.ts';
import { isSamePerson } from './same-person.ts';
import { PARTS, type Part, type PolicyAction, ruleOf } from './table.ts';

/** The accounts that already have a part in what an action decides; null or nothing where nobody has. */
export type Parties = Partial<Record<Part, string | null | undefined>>;

/**
 * The resource of an action: its owner's account, which decides who sees it; who else has a part in it; and further data that
 * the action needs.
 */
export type Resource = { ownerId?: string | null; parties?: Parties; [more: string]: unknown };

/** What the policy says of somebody's action on a resource; null is a missing one. The owner's account has the part `owns`. */
export async function authorise(
  tx: Tx,
  actor: Actor,
  action: PolicyAction,
  resource: Resource | null,
): Promise<Decision> {
  if (resource === null) return 'missing';
  const { ownerId = null, parties } = resource;
  // Creators act on what is their own, and decide about nothing else.
  const parts = actor.role === 'staff' ? await partsOf(tx, action, actor.id, { owns: ownerId, ...parties }) : NO_PARTS;
  return decide(ruleOf(action), { role: actor.role, isOwner: ownerId === actor.id, parts });
}

/** What decides whether an account needs a passkey for its money. */
export async function findPasskeyFacts(tx: Tx, { id, role }: Actor): Promise<PasskeyFacts> {
  const [passkey, paid] = [
    await tx.passkey.findFirst({ where: { accountId: id }, select: { id: true } }),
    await tx.withdrawal.findFirst({
      where: { requestedBy: id, paidAt: { not: null } },
      // The oldest are paid first, and their index begins with them.
      orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    }),
  ];
  return { role, hasPasskey: passkey !== null, wasPaid: paid !== null };
}

/**
 * Requires that somebody has the passkey that the policy asks for.
 * @throws DomainError `passkey_needed`
 */
export async function requirePasskey(tx: Tx, actor: Actor, action: PolicyAction): Promise<void> {
  const rule = ruleOf(action);
  if (rule.passkey === undefined) return;
  if (lacksPasskeyFor(rule, await findPasskeyFacts(tx, actor))) throw new DomainError('passkey_needed');
}

const NO_PARTS: ReadonlySet<Part> = new Set();

/** The parts of a person that the policy refuses an action for, or limits it. Only those are looked up. */
export async function partsOf(tx: Tx, action: PolicyAction, accountId: string, parties: Parties): Promise<Set<Part>> {
  const rule = ruleOf(action);
  const parts = new Set<Part>();
  for (const part of PARTS) {
    const partRule = rule.parts?.[part];
    const party = parties[part] ?? null;
    if (partRule === undefined || partRule === 'allowed' || party === null) continue;
    if (await hasPart(tx, part, accountId, party)) parts.add(part);
  }
  return parts;
}

/** Where one member of staff is enough, other accounts are other people, and nobody has verified or approved anything. */
async function hasPart(tx: Tx, part: Part, accountId: string, party: string): Promise<boolean> {
  if (env().allowSingleStaff) return (part === 'asked' || part === 'owns') && accountId === party;
  return isSamePerson(tx, accountId, party);
}

/**
 * Whether what is asked for waits for a second person.
 * @param isBeyond whether it is one of the cases that the table names
 */
export function requiresApproval(action: PolicyAction, isBeyond = true): boolean {
  const { who, waits } = ruleOf(action);
  // Creators wait for staff, of whom one is enough.
  const isAlone = env().allowSingleStaff && who === 'staff';
  return waits !== undefined && isBeyond && !isAlone;
}

const REFUSAL: Record<Part, RefusalCode> = {
  asked: 'own_request',
  owns: 'own_request',
  verified: 'verified_by_payer',
  approved: 'own_request',
};

/**
 * Requires that no part of a person forbids them an action: what the domain checks under its locks, whoever calls it.
 * @throws DomainError `own_request`, `verified_by_payer`
 */
export async function requireNoPart(tx: Tx, action: PolicyAction, accountId: string, parties: Parties): Promise<void> {
  const parts = await partsOf(tx, action, accountId, parties);
  const refused = PARTS.find((part) => parts.has(part) && ruleOf(action).parts?.[part] === 'refused');
  if (refused) throw new DomainError(REFUSAL[refused]);
}
