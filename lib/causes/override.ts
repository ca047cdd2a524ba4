import type { Tx } from '#lib/db.ts';
import { claimAddress } from './address.ts';
import { beforeFraudOf, pauseOf } from './change-state.ts';
import type { CauseWithOwner } from './find.ts';
import { findCauseForUpdate } from './lock-cause.ts';
import { type CauseState, causeState } from './states.ts';
import { enqueueStopPayments } from './stop-payments.ts';
import { pauseAfter } from './transitions.ts';

/** The fields of a cause that an operator can change. A null `closesAt` removes the closing time. */
export type CauseChange = {
  state?: CauseState;
  slug?: string;
  closesAt?: Date | null;
  hideAmounts?: boolean;
};

/** Another cause has or had this address (ruling 10). */
export class AddressTaken extends Error {}

/**
 * Changes a cause as an operator may: from any state to any state, without the table of transitions (ruling 71). If the cause then
 * no longer collects, a job cancels its live payments (ruling 45).
 * @throws AddressTaken; Error for a cause that does not exist
 */
export async function overrideCause(tx: Tx, key: string, change: CauseChange, now: Date): Promise<CauseWithOwner> {
  const before = await findCauseForUpdate(tx, key);
  if (!before) throw new Error(`there is no cause ${key}`);
  if (change.slug !== undefined && !(await claimAddress(tx, key, change.slug))) throw new AddressTaken(change.slug);
  const cause = await tx.cause.update({
    where: { key },
    data: {
      ...change,
      ...(change.state === undefined
        ? {}
        : { ...pauseData(before, change.state), beforeFraud: beforeFraudOf(before, change.state) }),
    },
    include: { owner: true },
  });
  await enqueueStopPayments(tx, cause, now);
  return cause;
}

function pauseData(before: CauseWithOwner, to: CauseState) {
  const { from, by } = pauseAfter('staff', causeState(before.state), to, pauseOf(before));
  return { pausedFrom: from, pausedBy: by };
}
