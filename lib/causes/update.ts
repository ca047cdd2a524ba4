import type { Tx } from '#lib/db.ts';
import { lockCause } from './actor.ts';
import { takeAddress } from './address.ts';
import { pauseOf } from './change-state.ts';
import type { CauseWithOwner } from './find.ts';
import { type CauseState, causeState } from './states.ts';
import { stopUnwantedPayments } from './stop-payments.ts';
import { pauseAfter } from './transitions.ts';

/** What an operator may change of a cause after its creation. `closesAt` null takes the closing time away. */
export type CauseChange = {
  state?: CauseState;
  slug?: string;
  closesAt?: Date | null;
  hideAmounts?: boolean;
};

/** Another cause has this address, or once had it (decisions.md 10). */
export class AddressTaken extends Error {}

/**
 * An operator's override: any state to any state. When the cause stops collecting, its live payments are to be cancelled
 * at their gateways (decisions.md 45).
 * @throws AddressTaken
 */
export async function updateCause(
  tx: Tx,
  key: string,
  change: CauseChange,
  now: Date,
): Promise<CauseWithOwner> {
  const before = await lockCause(tx, key);
  if (!before) throw new Error(`there is no cause ${key}`);
  if (change.slug !== undefined && !(await takeAddress(tx, key, change.slug)))
    throw new AddressTaken(change.slug);
  const cause = await tx.cause.update({
    where: { key },
    data: { ...change, ...(change.state === undefined ? {} : pauseData(before, change.state)) },
    include: { owner: true },
  });
  await stopUnwantedPayments(tx, cause, now);
  return cause;
}

function pauseData(before: CauseWithOwner, to: CauseState) {
  const { from, by } = pauseAfter('staff', causeState(before.state), to, pauseOf(before));
  return { pausedFrom: from, pausedBy: by };
}
