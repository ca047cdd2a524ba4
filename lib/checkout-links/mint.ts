import { resolveCause } from '#lib/causes/find.ts';
import { acceptance } from '#lib/causes/states.ts';
import type { Caller } from '#lib/clients/authenticate.ts';
import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { writeJson } from '#lib/json.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { LinkInput } from './contract.ts';
import type { FoundLink } from './find.ts';

/** For whom a link is minted. */
type Minter = Pick<Caller, 'clientId'>;

/**
 * Mints a checkout link (spec 4.1). The fee is the cause's at this moment (decisions.md 17).
 * @throws Problem `cause_not_found`, `cause_not_accepting_payments`, `currency_not_supported` (all 422).
 */
export async function mintLink(tx: Tx, caller: Minter, input: LinkInput, now: Date): Promise<FoundLink> {
  const cause = await resolveCause(tx, caller.clientId, input.cause);
  if (!mayMint(cause, caller, now))
    throw new Problem('cause_not_accepting_payments', 'This cause cannot currently receive contributions.');
  if (input.currency !== cause.currency)
    throw new Problem(
      'currency_not_supported',
      `This cause collects in ${cause.currency}, not in ${input.currency}.`,
    );
  const row = await tx.checkoutLink.create({
    data: {
      id: newId('checkoutLink'),
      clientId: caller.clientId,
      causeKey: cause.key,
      amount: BigInt(input.amount),
      currency: input.currency,
      feePercent: cause.feePercent,
      email: input.email ?? null,
      externalReference: input.external_reference ?? null,
      callbackUrl: input.callback_url ?? null,
      successUrl: input.success_url ?? null,
      cancelUrl: input.cancel_url ?? null,
      anonymous: input.anonymous ?? null,
      metadata: input.metadata ? writeJson(input.metadata) : null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + env().checkoutLinkTtlSeconds * 1000),
    },
  });
  return {
    ...row,
    amount: input.amount,
    donorAmount: null,
    feePercent: row.feePercent.toNumber(),
    approved: null,
    hasLiveAttempt: false,
  };
}

/** A client may prepare links for its own draft; every other cause must be collecting (decisions.md 4). */
function mayMint(cause: Cause, caller: Minter, now: Date): boolean {
  const accepts = acceptance(cause, now);
  return accepts === 'accepting' || (accepts === 'not_open_yet' && cause.clientId === caller.clientId);
}
