import { pauseOf } from '#lib/causes/change-state.ts';
import { editBase } from '#lib/causes/edit.ts';
import { type CauseWithOwner, findCause } from '#lib/causes/find.ts';
import { causePath, causeUrl } from '#lib/causes/present.ts';
import { acceptance, causeState, hasClosed, isPubliclyVisible, rulesOf } from '#lib/causes/states.ts';
import { causeTotals } from '#lib/causes/totals.ts';
import { possibleMoves } from '#lib/causes/transitions.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { goalMajor } from '#lib/money.ts';
import { LIVE_STATES } from '#lib/payments/states.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import type { Cause } from '#prisma/generated/client.ts';
import {
  type CauseFormView,
  type CauseMove,
  type CauseStopView,
  type OwnCauseHeader,
  type OwnCauseView,
  STOP_REASONS,
} from './cause-view.ts';
import { type DashboardPage, loadDashboardPage, type Query, requireVisible } from './dashboard-page.ts';
import { withdrawableView } from './withdrawable-view.ts';

/** A page of a creator's cause: `/dashboard/causes/{key}` and the paths below it. */
type OwnCausePage = DashboardPage & { cause: CauseWithOwner; head: OwnCauseHeader };

/**
 * Opens a page of a cause for its creator; for everybody else it is not found.
 * @param rest of the path after the key, such as `/edit`.
 */
export async function loadOwnCause(key: string, rest: string, query: Query): Promise<OwnCausePage> {
  const open = await loadDashboardPage(`/dashboard/causes/${encodeURIComponent(key)}${rest}`, query);
  const cause = requireVisible(open.actor, 'cause.own', await findCause(db(), key));
  return { ...open, cause, head: headerOf(cause) };
}

/** Opens a page of a cause for its creator and for staff; for everybody else it does not exist. */
export async function loadVisibleCause(key: string, rest: string, query: Query): Promise<OwnCausePage> {
  const open = await loadDashboardPage(`/dashboard/causes/${encodeURIComponent(key)}${rest}`, query);
  const cause = requireVisible(open.actor, 'cause.read', await findCause(db(), key));
  return { ...open, cause, head: headerOf(cause) };
}

/** The header of every page of a cause. */
export function headerOf({ key, ownerId, title, state, country, currency, slug }: Cause): OwnCauseHeader {
  const path = causePath(slug);
  return {
    key,
    ownerId,
    title,
    country,
    currency,
    path,
    state: causeState(state),
    isPublic: isPubliclyVisible(state),
  };
}

/** The overview of a cause. */
export async function viewOwnCause(cause: CauseWithOwner, now: Date): Promise<OwnCauseView> {
  const { key, currency, closesAt } = cause;
  const [totals, withdrawable, liveCount] = await Promise.all([
    causeTotals(db(), key),
    withdrawableOf(db(), cause, now),
    db().payment.count({ where: { causeKey: key, state: { in: LIVE_STATES } } }),
  ]);
  const goal = Number(cause.goalAmount);
  return {
    ...headerOf(cause),
    collectedMajor: totals.collected,
    contributions: totals.contributions,
    contributors: totals.contributors,
    goalMajor: goal === 0 ? null : goalMajor(goal, currency),
    withdrawable: withdrawableView(withdrawable),
    closesAt: closesAt && timestamp(closesAt),
    isCollecting: acceptance(cause, now) === 'accepting',
    hasClosed: hasClosed(cause, now),
    hidesAmounts: cause.hideAmounts,
    stop: findStop(cause),
    moves: movesOf(cause, now),
    url: causeUrl(cause.slug),
    liveCount,
  };
}

/** Why staff stopped a cause; null if they have not. A pause is theirs unless its creator made it. */
export function findStop({ state, pausedBy }: Cause): CauseStopView | null {
  const reason = STOP_REASONS.find((one) => one === state);
  if (!reason || (reason === 'paused' && pausedBy === 'creator')) return null;
  return { reason, supportEmail: env().about.supportEmail ?? null };
}

/** The actions of a cause's creator, by the table of transitions; with closing, while there is something to close. */
function movesOf(cause: CauseWithOwner, now: Date): CauseMove[] {
  const state = causeState(cause.state);
  const moves = possibleMoves('creator', state, pauseOf(cause)).map((to): CauseMove => {
    if (to === 'paused') return { kind: 'pause', to };
    return { kind: state === 'paused' ? 'resume' : 'publish', to };
  });
  const mayClose = (rulesOf(state).collects || state === 'paused') && !hasClosed(cause, now);
  return mayClose ? [...moves, { kind: 'close', to: null }] : moves;
}

/** The form that edits a cause, with its stored values. */
export function viewCauseForm(cause: CauseWithOwner, timeZone: string): CauseFormView {
  return {
    ...headerOf(cause),
    mayEdit: rulesOf(cause.state).creatorEdits,
    base: editBase(cause),
    description: cause.description ?? '',
    useOfFunds: cause.useOfFunds ?? '',
    coverImageUrl: cause.coverImageUrl ?? '',
    slug: cause.slug,
    addressPrefix: causeUrl(''),
    closesAt: cause.closesAt && timestamp(cause.closesAt),
    closesAtLocal: cause.closesAt ? localTimeIn(timeZone, cause.closesAt) : '',
    hidesAmounts: cause.hideAmounts,
  };
}
