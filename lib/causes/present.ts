import { timestamp } from '#lib/clock.ts';
import type { Currency } from '#lib/currencies.ts';
import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { CauseReply } from './contract.ts';
import { publicFeeModel } from './fees.ts';
import type { CauseWithOwner } from './find.ts';
import { causeState } from './states.ts';
import { causeTotals, type Totals } from './totals.ts';

/** The path of the public page of a cause. */
export function causePath(slug: string): string {
  return `/c/${slug}`;
}

/** The canonical public page of a cause. */
export function causeUrl(slug: string): string {
  return env().publicBaseUrl + causePath(slug);
}

/** Who reads the cause: a client, or undefined for an operator, who sees everything. */
type Viewer = { clientId: string } | undefined;

/** The cause resource (specification 2.3). */
export async function presentCause(tx: Tx, cause: CauseWithOwner, viewer?: Viewer): Promise<CauseReply> {
  return present(cause, cause.hideAmounts ? null : await causeTotals(tx, cause.key), viewer);
}

/** The resource of a cause that is being created: nobody has donated to it yet. */
export function presentNewCause(cause: PresentedCause, viewer: Viewer): CauseReply {
  return present(cause, { collected: 0, contributions: 0, contributors: 0 }, viewer);
}

/** The data of a cause that its resource shows. */
type PresentedCause = Pick<
  Cause,
  | 'key'
  | 'slug'
  | 'clientId'
  | 'state'
  | 'title'
  | 'country'
  | 'goalAmount'
  | 'currency'
  | 'feeModel'
  | 'createdAt'
  | 'category'
  | 'closesAt'
  | 'description'
  | 'externalReference'
> & { feePercent: number | Cause['feePercent']; owner: { email: string } };

/**
 * The resource, field by field. For a client that did not create the cause, `owners` is empty and `external_reference` is
 * absent (ruling 9).
 * @param totals null while the creator hides them
 */
function present(cause: PresentedCause, totals: Totals | null, viewer: Viewer): CauseReply {
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
      fee_percent: Number(cause.feePercent),
      fee_model: publicFeeModel(cause.feeModel),
    },
    owners: own ? [{ email: cause.owner.email }] : [],
    created_at: timestamp(cause.createdAt),
    ...(cause.category === null ? {} : { category: cause.category }),
    ...(cause.closesAt === null ? {} : { closes_at: timestamp(cause.closesAt) }),
    ...(cause.description === null ? {} : { description: escapeMarkup(cause.description) }),
    ...(own && cause.externalReference !== null ? { external_reference: cause.externalReference } : {}),
    ...(totals === null ? {} : { totals }),
  };
}

/** Plain text is stored as sent and returned with its markup escaped (ruling 15). */
function escapeMarkup(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
