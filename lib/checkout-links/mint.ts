import { acceptance, isVisibleToClient } from '#lib/causes/states.ts';
import { env } from '#lib/env.ts';
import type { Caller } from '#lib/hot-queries/find-caller.ts';
import type { PolledLink } from '#lib/hot-queries/find-link.ts';
import { insertRows } from '#lib/hot-queries/insert-rows.ts';
import { type CauseForMinting, findCauseForMinting, linkInsert } from '#lib/hot-queries/mint-link.ts';
import { newId } from '#lib/ids.ts';
import { writeJson } from '#lib/json.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { LinkInput } from './contract.ts';

/** The client that mints. */
type Minter = Pick<Caller, 'clientId'>;

/** A link as it is minted, with its client. */
type NewLink = PolledLink & { clientId: string };

/**
 * A checkout link as it will be minted (specification 4.1); writes nothing. The fee is the cause's at this moment (ruling
 * 17).
 * @param cause the cause that the input names, null if there is none
 * @throws Problem `cause_not_found`, `cause_not_accepting_payments`, `currency_not_supported` (all 422).
 */
export function planLink(caller: Minter, cause: CauseForMinting | null, input: LinkInput, now: Date): NewLink {
  if (!cause || !isVisibleToClient(cause, caller.clientId))
    throw new Problem('cause_not_found', 'No cause has this key.', { status: 422 });
  if (!mayMint(cause, caller, now))
    throw new Problem('cause_not_accepting_payments', 'This cause cannot currently receive contributions.');
  if (input.currency !== cause.currency)
    throw new Problem('currency_not_supported', `This cause collects in ${cause.currency}, not in ${input.currency}.`);
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
    // How long a link lives: ruling 2.
    expiresAt: new Date(now.getTime() + env().checkoutLinkTtlSeconds * 1000),
  };
}

/** Mints a checkout link, as `planLink` decides. @throws what `planLink` does. */
export async function mintLink(caller: Minter, input: LinkInput, now: Date): Promise<NewLink> {
  const link = planLink(caller, await findCauseForMinting(input.cause), input, now);
  await insertRows(linkInsert(link));
  return link;
}

/** What time brings to a link. */
const NOTHING_YET = { cancelledAt: null, expiredAt: null, approved: null } as const;

/** A client can prepare links for its own draft; every other cause must be collecting (ruling 4). */
function mayMint(cause: CauseForMinting, caller: Minter, now: Date): boolean {
  const accepts = acceptance(cause, now);
  return accepts === 'accepting' || (accepts === 'not_open_yet' && cause.clientId === caller.clientId);
}
