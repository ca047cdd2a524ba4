import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lockHolder } from '#lib/accounts/account.ts';
import type { Tx } from '#lib/db.ts';
import { currency } from '#lib/fields.ts';
import { MAX_GOAL } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { causeTexts, countryField } from './contract.ts';
import { causeKey } from './create.ts';

const DAY_MS = 86_400_000;
/** Causes that one creator creates within a day: several campaigns, not a flood of pages. */
const PER_DAY = 10;
/** Letters and digits of a key's suffix, as many as those of the API have. */
const SUFFIX_LENGTH = 8;

/** What a creator says of a new cause, with the limits of the API (specification 4.4). */
export const ownCauseInput = z.object({
  title: causeTexts.title,
  country: countryField,
  currency,
  /** In the smallest customary unit of the currency (ruling 48); 0 means no goal. */
  goalAmount: z.number().int().min(0).max(MAX_GOAL),
  description: causeTexts.description.nullable(),
});
export type OwnCauseInput = z.output<typeof ownCauseInput>;

type Acceptance = { termsVersion: string; ip: string };

/**
 * Creates a draft for a creator who asks for it in the dashboard. It belongs to the service, like links that donors mint on its
 * page: the service's fees apply, and no partner reads it.
 * @param once names the form: sent twice, it creates one cause
 * @returns the cause, also where the same form created it before
 * @throws DomainError `not_found` if the creator was erased; `too_many_causes`; `cause_form_reused` where the same form created
 *   another one before
 */
export async function createOwnCause(
  tx: Tx,
  owner: Actor,
  input: OwnCauseInput,
  { termsVersion, ip }: Acceptance,
  once: string,
  now: Date,
): Promise<Cause> {
  // Two forms of one creator are counted one after another.
  await lockHolder(tx, owner.id);
  const suffix = suffixOf(owner, once);
  const own = { ownerId: owner.id, clientId: SERVICE_CLIENT_ID };
  const before = await tx.cause.findFirst({ where: { ...own, key: { endsWith: `-${suffix}` } } });
  if (before) return sameInput(before, input);
  const since = new Date(now.getTime() - DAY_MS);
  if ((await tx.cause.count({ where: { ...own, createdAt: { gt: since } } })) >= PER_DAY)
    throw new DomainError('too_many_causes');
  const key = causeKey(input.title, suffix);
  const { feePercent, feeModel } = await tx.client.findUniqueOrThrow({ where: { id: SERVICE_CLIENT_ID } });
  const cause = await tx.cause.create({
    data: {
      key,
      slug: key,
      clientId: SERVICE_CLIENT_ID,
      ownerId: owner.id,
      feePercent,
      feeModel,
      title: input.title,
      country: input.country,
      currency: input.currency,
      goalAmount: BigInt(input.goalAmount),
      description: input.description,
      termsAcceptedAt: now,
      termsVersion,
      termsAcceptedIp: ip,
      createdAt: now,
      addresses: { create: { address: key } },
    },
  });
  await audit(tx, { actor: owner.id, action: 'cause.create', subject: key, data: { ...input } });
  return cause;
}

/** Going back in the browser and sending the form with other values asks for another cause. */
function sameInput(before: Cause, { title, country, currency, goalAmount, description }: OwnCauseInput): Cause {
  const isSame =
    before.title === title &&
    before.country === country &&
    before.currency === currency &&
    before.goalAmount === BigInt(goalAmount) &&
    before.description === description;
  if (!isSame) throw new DomainError('cause_form_reused');
  return before;
}

/** The same for the same form of the same creator, and guessed by nobody else. */
function suffixOf({ id: accountId }: Actor, once: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([accountId, once]))
    .digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, SUFFIX_LENGTH);
}
