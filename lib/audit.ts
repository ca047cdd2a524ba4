import type { Tx } from './db.ts';
import { newId } from './ids.ts';

/** What somebody with power over others' data did, and to what. `data` holds no secrets. */
export type AuditedAction = {
  actor: string;
  action: string;
  subject: string;
  data: Record<string, unknown>;
  /** When, where the action itself is written down with a time; else the moment of writing. */
  at?: Date;
};

/** Writes an entry of the audit log, in the transaction of the action itself. */
export async function audit(tx: Tx, { actor, action, subject, data, at }: AuditedAction): Promise<void> {
  await tx.auditEntry.create({
    data: {
      ...{ id: newId('auditEntry'), actor, action, subject, data: JSON.parse(JSON.stringify(data)) },
      ...(at ? { at } : {}),
    },
  });
}
