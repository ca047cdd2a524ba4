import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { CauseWithOwner } from './find.ts';
import { acceptance, type CauseState } from './states.ts';

/** What may be changed of a cause after its creation. `closesAt` null takes the closing time away. */
export type CauseChange = {
  state?: CauseState;
  slug?: string;
  closesAt?: Date | null;
  hideAmounts?: boolean;
};

/** Another cause has this address, or once had it (decisions.md 10). */
export class AddressTaken extends Error {}

/**
 * Changes a cause. When it stops collecting, its live attempts are to be cancelled at their gateways (decisions.md 45):
 * the jobs that do so are part of the same transaction.
 * @throws AddressTaken
 */
export async function updateCause(
  tx: Tx,
  key: string,
  change: CauseChange,
  now: Date,
): Promise<CauseWithOwner> {
  if (change.slug !== undefined) await takeAddress(tx, key, change.slug);
  const cause = await tx.cause.update({ where: { key }, data: change, include: { owner: true } });
  if (acceptance(cause, now) !== 'accepting') await stopLiveAttempts(tx, key);
  return cause;
}

async function takeAddress(tx: Tx, key: string, slug: string): Promise<void> {
  await tx.causeAddress.createMany({ data: [{ address: slug, causeKey: key }], skipDuplicates: true });
  const holder = await tx.causeAddress.findUniqueOrThrow({ where: { address: slug } });
  if (holder.causeKey !== key) throw new AddressTaken(slug);
}

async function stopLiveAttempts(tx: Tx, causeKey: string): Promise<void> {
  const live = await tx.payment.findMany({ where: { causeKey, state: 'pending' }, select: { id: true } });
  for (const { id } of live) await enqueue(tx, 'check_payment', { id });
}
