import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Difference } from './difference.ts';

/** Stores the differences of a ledger check; nothing if there are none. */
export async function recordCheck(tx: Tx, differences: Difference[], checkedAt: Date): Promise<void> {
  await tx.ledgerCheck.create({ data: { id: newId('ledgerCheck'), checkedAt, differences } });
}
