import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { goalMajor } from '#lib/money.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { CausePageView } from './page-view.ts';
import { causeUrl } from './present.ts';
import { acceptance, isPubliclyVisible } from './states.ts';
import { causeTotals } from './totals.ts';

/** What an address of the public pages leads to: nothing that the public may see, another address, or a page. */
export type CauseAtAddress =
  | { kind: 'missing' }
  | { kind: 'moved'; slug: string }
  | { kind: 'found'; page: CausePageView };

/**
 * The public page at an address: a key or any slug that the cause has had leads to its present one (decisions.md 10).
 * A cause that is not publicly visible is missing, like one that never was (decisions.md 9).
 */
export async function loadCausePage(address: string, now: Date): Promise<CauseAtAddress> {
  if (address.includes('\0') || !address.isWellFormed()) return { kind: 'missing' };
  const row = await db().causeAddress.findUnique({ where: { address }, include: { cause: true } });
  if (!row || !isPubliclyVisible(row.cause.state)) return { kind: 'missing' };
  const { cause } = row;
  if (cause.slug !== address) return { kind: 'moved', slug: cause.slug };
  return { kind: 'found', page: await presentPage(cause, now) };
}

async function presentPage(cause: Cause, now: Date): Promise<CausePageView> {
  return {
    title: cause.title,
    story: cause.description ?? '',
    image: cause.coverImageUrl,
    url: causeUrl(cause.slug),
    country: cause.country,
    money: cause.hideAmounts ? null : await moneyOf(cause),
    closesAt: cause.closesAt && timestamp(cause.closesAt),
    isCollecting: acceptance(cause, now) === 'accepting',
    hasClosed: cause.closesAt !== null && cause.closesAt.getTime() < now.getTime(),
    testMode: !env().live,
  };
}

async function moneyOf(cause: Cause): Promise<CausePageView['money']> {
  const { collected } = await causeTotals(db(), cause.key);
  const goal = Number(cause.goalAmount);
  return {
    currency: cause.currency,
    collectedMajor: collected,
    goalMajor: goal === 0 ? null : goalMajor(goal, cause.currency),
  };
}
