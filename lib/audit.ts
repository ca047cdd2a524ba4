import type { Tx } from './db.ts';
import { newId } from './ids.ts';

/** What somebody with power over others' data did, and to what. `data` holds no secrets. */
export type AuditedAction = { actor: string; action: string; subject: string; data: Record<string, unknown> };

/** Writes an entry of the audit log, in the transaction of the action itself. */
export async function audit(tx: Tx, { actor, action, subject, data }: AuditedAction): Promise<void> {
  await tx.auditEntry.create({
    data: { id: newId('auditEntry'), actor, action, subject, data: JSON.parse(JSON.stringify(data)) },
  });
}
