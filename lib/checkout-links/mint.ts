import { type FundedCause, findFundedCause, requireFunded } from '#lib/causes/find.ts';
import { acceptance } from '#lib/causes/states.ts';
import type { Caller } from '#lib/clients/authenticate.ts';
import { pool } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { statementOf } from '#lib/insert.ts';
import { writeJson } from '#lib/json.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { LinkInput } from './contract.ts';
import type { FoundLink } from './find.ts';
import { linkRow } from './link-row.ts';

/** For whom a link is minted. */
type Minter = Pick<Caller, 'clientId'>;

/**
 * A checkout link as it is to be minted (spec 4.1); nothing is written. The fee is the cause's at this moment
 * (decisions.md 17).
 * @param found the cause that the input names
 * @throws Problem `cause_not_found`, `cause_not_accepting_payments`, `currency_not_supported` (all 422).
 */
export function planLink(caller: Minter, found: FundedCause | null, input: LinkInput, now: Date): FoundLink {
  const cause = requireFunded(caller.clientId, found);
  if (!mayMint(cause, caller, now))
    throw new Problem('cause_not_accepting_payments', 'This cause cannot currently receive contributions.');
  if (input.currency !== cause.currency)
    throw new Problem(
      'currency_not_supported',
      `This cause collects in ${cause.currency}, not in ${input.currency}.`,
    );
  return {
    id: newId('checkoutLink'),
    clientId: caller.clientId,
    causeKey: cause.key,
    amount: input.amount,
    currency: input.currency,
    feePercent: cause.feePercent,
    email: input.email ?? null,
    externalReference: input.external_reference ?? null,
    callbackUrl: input.callback_url ?? null,
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
    anonymous: input.anonymous ?? null,
    metadata: input.metadata ? writeJson(input.metadata) : null,
    ...NOTHING_YET,
    createdAt: now,
    expiresAt: new Date(now.getTime() + env().checkoutLinkTtlSeconds * 1000),
  };
}

/** Mints a checkout link, as `planLink` decides. @throws what `planLink` does. */
export async function mintLink(caller: Minter, input: LinkInput, now: Date): Promise<FoundLink> {
  const link = planLink(caller, await findFundedCause(input.cause), input, now);
  await pool().query(statementOf(linkRow(link)));
  return link;
}

/** What donors and time add to a link. */
const NOTHING_YET = {
  donorAmount: null,
  donorName: null,
  donorEmail: null,
  donorAnonymous: null,
  donorLocale: null,
  browserHash: null,
  cancelledAt: null,
  expiredAt: null,
  declinesLiftedAt: null,
  approved: null,
  hasLiveAttempt: false,
} as const;

/** A client may prepare links for its own draft; every other cause must be collecting (decisions.md 4). */
function mayMint(cause: FundedCause, caller: Minter, now: Date): boolean {
  const accepts = acceptance(cause, now);
  return accepts === 'accepting' || (accepts === 'not_open_yet' && cause.clientId === caller.clientId);
}
