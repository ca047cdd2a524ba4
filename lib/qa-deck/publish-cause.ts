import type { CauseReply } from '#lib/causes/contract.ts';
import { overrideCause } from '#lib/causes/override.ts';
import { presentCause } from '#lib/causes/present.ts';
import { transaction } from '#lib/db.ts';
import { audit } from '#lib/policy/audit.ts';
import { Problem } from '#lib/problems/problem.ts';
import { DECK_ACTOR } from './act.ts';
import type { PublishInput } from './contract.ts';

/**
 * Publishes a cause, as its owner or staff can: partners have no call for it.
 * @throws Problem `cause_not_found`
 */
export async function publishCause({ cause: key }: PublishInput, now: Date): Promise<CauseReply> {
  return transaction(async (tx) => {
    if (!(await tx.cause.findUnique({ where: { key }, select: { key: true } })))
      throw new Problem('cause_not_found', 'No cause has this key.');
    const cause = await overrideCause(tx, key, { state: 'published' }, now);
    await audit(tx, { actor: DECK_ACTOR, action: 'cause.change_state', subject: key, data: {} });
    return presentCause(tx, cause);
  });
}
