import { sanitiseBranding } from '#lib/clients/branding.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { goalMajor } from '#lib/money.ts';
import { isStorable } from '#lib/storable.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import { recentContributions } from './contributions.ts';
import type { CausePageView } from './page-view.ts';
import { causePath, causeUrl } from './present.ts';
import { acceptance, hasClosed, isPubliclyVisible, rulesOf } from './states.ts';
import { causeTotals } from './totals.ts';

/** Who reads a page, where they are signed in. */
export type Viewer = { id: string; role: string };

/** What an address of the public pages leads to: nothing that the reader may see, another address, or a page. */
export type CauseAtAddress =
  | { kind: 'missing' }
  | { kind: 'moved'; slug: string }
  | { kind: 'found'; page: CausePageView };

type Wish = {
  /** Asked only where it matters: of what the public may not see. */
  viewer?: () => Promise<Viewer | null>;
  /** Contributions from this cursor on, instead of the newest. */
  before?: string | undefined;
};

/**
 * The public page at an address: a key or any slug that the cause has had leads to its present one (decisions.md 10).
 * A cause that is not publicly visible is missing, like one that never was (decisions.md 9), for everyone but its owner and
 * staff, who see a preview.
 */
export async function loadCausePage(address: string, now: Date, wish: Wish = {}): Promise<CauseAtAddress> {
  const cause = await findAt(address);
  if (!cause || !(await maySee(cause, wish.viewer))) return { kind: 'missing' };
  if (cause.slug !== address) return { kind: 'moved', slug: cause.slug };
  return { kind: 'found', page: await presentPage(cause, now, wish.before) };
}

type Found = Cause & { client: Client };

async function findAt(address: string): Promise<Found | null> {
  if (!isStorable(address)) return null;
  const row = await db().causeAddress.findUnique({
    where: { address },
    include: { cause: { include: { client: true } } },
  });
  return row?.cause ?? null;
}

async function maySee(cause: Cause, findViewer: Wish['viewer']): Promise<boolean> {
  if (isPubliclyVisible(cause.state)) return true;
  const viewer = await findViewer?.();
  return viewer?.role === 'staff' || viewer?.id === cause.ownerId;
}

async function presentPage(cause: Found, now: Date, before: string | undefined): Promise<CausePageView> {
  const isShown = !cause.hideAmounts;
  const { shown, next } = await recentContributions(cause.key, before, isShown);
  return {
    title: cause.title,
    story: cause.description ?? '',
    image: cause.coverImageUrl,
    path: causePath(cause.slug),
    url: causeUrl(cause.slug),
    country: cause.country,
    currency: cause.currency,
    money: isShown ? await moneyOf(cause) : null,
    contributions: shown,
    nextContributions: next,
    showsEarlier: before !== undefined,
    branding: sanitiseBranding(cause.client) ?? null,
    standing: rulesOf(cause.state).standing,
    closesAt: cause.closesAt && timestamp(cause.closesAt),
    isCollecting: acceptance(cause, now) === 'accepting',
    hasClosed: hasClosed(cause, now),
    isPreview: !isPubliclyVisible(cause.state),
    testMode: !env().live,
  };
}

async function moneyOf(cause: Cause): Promise<CausePageView['money']> {
  const { collected, contributions } = await causeTotals(db(), cause.key);
  const goal = Number(cause.goalAmount);
  return {
    collectedMajor: collected,
    goalMajor: goal === 0 ? null : goalMajor(goal, cause.currency),
    contributions,
  };
}
