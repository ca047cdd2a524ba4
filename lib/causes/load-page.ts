import { sanitiseBranding } from '#lib/clients/branding.ts';
import { presentRecipient } from '#lib/clients/recipient.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { readCursor } from '#lib/keyset.ts';
import { goalMajor } from '#lib/money.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Cause, Client } from '#prisma/generated/client.ts';
import { recentContributions } from './contributions.ts';
import { loadStory } from './load-story.ts';
import type { CausePageView } from './page-view.ts';
import { causePath, causeUrl } from './present.ts';
import { publicName } from './public-name.ts';
import { acceptance, hasClosed, isPubliclyVisible, rulesOf } from './states.ts';
import { causeTotals } from './totals.ts';

/** The signed-in account. */
type Viewer = { id: string; role: string };

/** The result for an address: missing, a redirect, or a page. */
type CauseAtAddress = { kind: 'missing' } | { kind: 'moved'; slug: string } | { kind: 'found'; page: CausePageView };

type PageRequest = {
  /** Only called for a cause that the public may not see. */
  viewer?: () => Promise<Viewer | null>;
  /** A cursor of contributions; without it the page has the newest. */
  before?: string | undefined;
  /** A cursor: the updates begin there, instead of with the newest. */
  updatesBefore?: string | undefined;
};

/**
 * The public page at an address. The key and earlier slugs redirect to the current slug (ruling 10). A cause that is not
 * publicly visible is missing, as if it did not exist (ruling 9), except for its owner and staff, who see a preview.
 */
export async function loadCausePage(address: string, now: Date, request: PageRequest = {}): Promise<CauseAtAddress> {
  const cause = await findAt(address);
  if (!cause) return { kind: 'missing' };
  const isPreview = !isPubliclyVisible(cause.state);
  const dashboardPath = isPreview ? dashboardPathOf(cause, (await request.viewer?.()) ?? null) : null;
  if (isPreview && dashboardPath === null) return { kind: 'missing' };
  if (cause.slug !== address) return { kind: 'moved', slug: cause.slug };
  return { kind: 'found', page: { ...(await presentPage(cause, now, request)), isPreview, dashboardPath } };
}

type Found = Cause & { client: Client };

async function findAt(address: string): Promise<Found | null> {
  if (!isStorableText(address)) return null;
  const row = await db().causeAddress.findUnique({
    where: { address },
    include: { cause: { include: { client: true } } },
  });
  return row?.cause ?? null;
}

/** Where its owner, and staff, manage a cause; null for everybody else. */
function dashboardPathOf({ key, ownerId }: Cause, viewer: Viewer | null): string | null {
  if (viewer?.id === ownerId) return `/dashboard/causes/${encodeURIComponent(key)}`;
  return viewer?.role === 'staff' ? `/dashboard/staff/causes/${encodeURIComponent(key)}` : null;
}

async function presentPage(
  cause: Found,
  now: Date,
  request: PageRequest,
): Promise<Omit<CausePageView, 'isPreview' | 'dashboardPath'>> {
  const { before, updatesBefore } = request;
  const isShown = !cause.hideAmounts;
  const [{ shown, next }, money, story] = await Promise.all([
    recentContributions(cause.key, before, isShown),
    isShown ? moneyOf(cause) : null,
    loadStory(cause, readCursor(updatesBefore)),
  ]);
  return {
    title: cause.title,
    story: cause.description ?? '',
    image: cause.coverImageUrl,
    useOfFunds: cause.useOfFunds ?? '',
    organiser: publicName(story.ownerName),
    pictures: story.pictures,
    updates: story.updates,
    nextUpdates: story.nextUpdates,
    showsEarlierUpdates: updatesBefore !== undefined,
    path: causePath(cause.slug),
    url: causeUrl(cause.slug),
    country: cause.country,
    currency: cause.currency,
    money,
    contributions: shown,
    nextContributions: next,
    showsEarlier: before !== undefined,
    branding: sanitiseBranding(cause.client) ?? null,
    trust: presentRecipient(cause.client, { feePercent: cause.feePercent.toNumber(), feeModel: cause.feeModel }),
    publicStatus: rulesOf(cause.state).publicStatus,
    closesAt: cause.closesAt && timestamp(cause.closesAt),
    isCollecting: acceptance(cause, now) === 'accepting',
    hasClosed: hasClosed(cause, now),
    isDraft: cause.state === 'draft' || cause.state === 'created',
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
