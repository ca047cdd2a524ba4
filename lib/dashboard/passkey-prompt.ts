import { db } from '#lib/db.ts';
import { withdrawableOfCreator } from '#lib/ledger/withdrawable.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { findPasskeyFacts } from '#lib/policy/authorise.ts';
import { lacksPasskeyFor } from '#lib/policy/decide.ts';
import { ruleOf } from '#lib/policy/table.ts';
import type { PasskeyPrompt } from './withdrawal-view.ts';

/** The cookie with the id of the account that answered "not now". */
export const POSTPONED_COOKIE = 'passkey_postponed';
/** How long the notice stays away then: a week. */
export const POSTPONED_SECONDS = 7 * 24 * 3600;

/**
 * Whether a page about a creator's money asks them to add a passkey.
 * @param isPostponed whether they answered "not now" lately
 * @param page `begins`: they are about to add a bank account or to ask for money, whatever there is to withdraw
 */
export async function passkeyPrompt(
  { actor, isPostponed, now }: { actor: Actor; isPostponed: boolean; now: Date },
  { begins }: { begins: boolean },
): Promise<PasskeyPrompt> {
  if (actor.role !== 'creator') return null;
  const holder = await findPasskeyFacts(db(), actor);
  if (holder.hasPasskey) return null;
  if (lacksPasskeyFor(ruleOf('withdrawal.request'), holder)) return 'required';
  if (isPostponed) return null;
  return begins || (await hasMoney(actor.id, now)) ? 'optional' : null;
}

/** Whether anything can be withdrawn now, in any currency. */
async function hasMoney(ownerId: string, now: Date): Promise<boolean> {
  const causes = await db().cause.findMany({ where: { ownerId } });
  const { byCurrency } = await withdrawableOfCreator(db(), causes, now);
  return [...byCurrency.values()].some(({ availableMinor }) => availableMinor > 0n);
}
