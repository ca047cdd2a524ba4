import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Currency } from '#lib/money.ts';
import type { CauseReply } from './contract.ts';
import { publicFeeModel } from './fees.ts';
import type { CauseWithOwner } from './find.ts';
import { causeState } from './states.ts';
import { causeTotals } from './totals.ts';

/** The path of the public page of a cause. */
export function causePath(slug: string): string {
  return `/c/${slug}`;
}

/** The canonical public page of a cause. */
export function causeUrl(slug: string): string {
  return env().publicBaseUrl + causePath(slug);
}

/**
 * The cause resource (spec 2.3), field by field. For a client that did not bring the cause, `owners` is empty and
 * `external_reference` is left out (decisions.md 9). `viewer` undefined is an operator, who sees all.
 */
export async function presentCause(
  tx: Tx,
  cause: CauseWithOwner,
  viewer?: { clientId: string },
): Promise<CauseReply> {
  const own = viewer === undefined || viewer.clientId === cause.clientId;
  const currency = cause.currency as Currency;
  return {
    key: cause.key,
    object: 'cause',
    slug: cause.slug,
    url: causeUrl(cause.slug),
    state: causeState(cause.state),
    title: cause.title,
    country: cause.country,
    goal: { amount: Number(cause.goalAmount), currency },
    finance_data: {
      currency,
      fee_percent: cause.feePercent.toNumber(),
      fee_model: publicFeeModel(cause.feeModel),
    },
    owners: own ? [{ email: cause.owner.email }] : [],
    created_at: timestamp(cause.createdAt),
    ...(cause.category === null ? {} : { category: cause.category }),
    ...(cause.closesAt === null ? {} : { closes_at: timestamp(cause.closesAt) }),
    ...(cause.description === null ? {} : { description: escapeMarkup(cause.description) }),
    ...(own && cause.externalReference !== null ? { external_reference: cause.externalReference } : {}),
    ...(cause.hideAmounts ? {} : { totals: await causeTotals(tx, cause.key) }),
  };
}

/** Plain text is stored as sent and answered with its markup escaped (decisions.md 15). */
function escapeMarkup(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
