import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { POLICY, type PolicyAction } from './table.ts';

/** What became of an action. `started`: a gateway is about to be called, and another entry says what became of it. */
export const OUTCOMES = ['started', 'done', 'refused'] as const;
export type AuditOutcome = (typeof OUTCOMES)[number];

/** What the policy does not name: done at the console, by the service itself, or by a link in a mail. */
const OTHER_ACTIONS = [
  'account.create',
  'account.update',
  'backup.create',
  'backup.restore',
  'cause.recount',
  'client_terms.apply_contact',
  'client_terms.stop',
  'data.encrypt',
  'link.expire',
  'link.recover',
  'passkey.add',
  'reconciliation.run',
  'refund.ask',
  'withdrawal.put_back',
] as const;

/** What an entry can say was done: the noun, a point and the verb. What the policy allows has its name there. */
export type AuditAction = PolicyAction | (typeof OTHER_ACTIONS)[number];
export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...(Object.keys(POLICY) as PolicyAction[]),
  ...OTHER_ACTIONS,
].toSorted();

/** An action of an operator, of staff or of the service on a subject. `data` contains no secrets. */
export type AuditedAction = {
  actor: string;
  action: AuditAction;
  subject: string;
  data: Record<string, unknown>;
  /** `done` by default: the entry is written in the transaction of what it tells. */
  outcome?: AuditOutcome;
  /** The code of what refused it. */
  reason?: string;
  /** The time of the action where that is stored too; else the time of writing. */
  at?: Date;
};

/** Writes an entry of the audit log, in the transaction of the action itself. */
export async function audit(tx: Tx, entry: AuditedAction): Promise<void> {
  const { actor, action, subject, data, outcome = 'done', reason, at } = entry;
  await tx.auditEntry.create({
    data: {
      id: newId('auditEntry'),
      actor,
      action,
      subject,
      outcome,
      data: JSON.parse(JSON.stringify(data)),
      ...(reason === undefined ? {} : { reason }),
      ...(at ? { at } : {}),
    },
  });
}

/** What differs between two states of a thing, for the data of an entry: the named fields that are not the same. */
export function changedFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T)[],
): { before: Partial<T>; after: Partial<T> } {
  const differing = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const of = (state: T) => Object.fromEntries(differing.map((field) => [field, state[field]])) as Partial<T>;
  return { before: of(before), after: of(after) };
}
