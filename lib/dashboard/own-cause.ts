import { pauseOf } from '#lib/causes/change-state.ts';
import { editBase } from '#lib/causes/edit.ts';
import type { CauseWithOwner } from '#lib/causes/find.ts';
import { findCause } from '#lib/causes/find.ts';
import { causeUrl } from '#lib/causes/present.ts';
import { acceptance, causeState, hasClosed, isPubliclyVisible, rulesOf } from '#lib/causes/states.ts';
import { causeTotals } from '#lib/causes/totals.ts';
import { possibleMoves } from '#lib/causes/transitions.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { goalMajor } from '#lib/money.ts';
import { LIVE_STATES } from '#lib/payments/states.ts';
import type { Cause } from '#prisma/generated/client.ts';
import type { CauseFormView, CauseMove, OwnCauseHead, OwnCauseView } from './cause-view.ts';
import { type OpenPage, openPage, type Query, requireSight } from './open-page.ts';
import { withdrawableView } from './withdrawable-view.ts';

/** A page of a creator's own cause: `/dashboard/causes/{key}` and what lies under it. */
export type OwnCausePage = OpenPage & { cause: CauseWithOwner; head: OwnCauseHead };

/**
 * Opens a page of a cause for its creator; for everybody else it does not exist.
 * @param rest of the path after the key, such as `/edit`.
 */
export async function openOwnCause(key: string, rest: string, query: Query): Promise<OwnCausePage> {
  const open = await openPage(`/dashboard/causes/${encodeURIComponent(key)}${rest}`, query);
  const cause = requireSight(open.actor, 'cause.own', await findCause(db(), key));
  return { ...open, cause, head: headOf(cause) };
}

/** What every page of a cause says of it. */
export function headOf({ key, title, state, country, currency, slug }: Cause): OwnCauseHead {
  const path = `/c/${encodeURIComponent(slug)}`;
  return {
    key,
    title,
    country,
    currency,
    path,
    state: causeState(state),
    isPublic: isPubliclyVisible(state),
  };
}

/** Everything that the overview of a cause says. */
export async function viewOwnCause(cause: CauseWithOwner, now: Date): Promise<OwnCauseView> {
  const { key, currency, closesAt } = cause;
  const [totals, withdrawable, liveCount] = await Promise.all([
    causeTotals(db(), key),
    withdrawableOf(db(), cause, now),
    db().payment.count({ where: { causeKey: key, state: { in: LIVE_STATES } } }),
  ]);
  const goal = Number(cause.goalAmount);
  return {
    ...headOf(cause),
    collectedMajor: totals.collected,
    contributions: totals.contributions,
    contributors: totals.contributors,
    goalMajor: goal === 0 ? null : goalMajor(goal, currency),
    withdrawable: withdrawableView(withdrawable),
    closesAt: closesAt && timestamp(closesAt),
    isCollecting: acceptance(cause, now) === 'accepting',
    hasClosed: hasClosed(cause, now),
    hidesAmounts: cause.hideAmounts,
    isPausedByStaff: cause.state === 'paused' && cause.pausedBy !== 'creator',
    moves: movesOf(cause, now),
    liveCount,
  };
}

/** What its creator may do with a cause, by the table of transitions; closing, while there is something to close. */
function movesOf(cause: CauseWithOwner, now: Date): CauseMove[] {
  const state = causeState(cause.state);
  const moves = possibleMoves('creator', state, pauseOf(cause)).map((to): CauseMove => {
    if (to === 'paused') return { kind: 'pause', to };
    return { kind: state === 'paused' ? 'resume' : 'publish', to };
  });
  const mayClose = (rulesOf(state).collects || state === 'paused') && !hasClosed(cause, now);
  return mayClose ? [...moves, { kind: 'close', to: null }] : moves;
}

/** The form that edits a cause, as it is stored now. */
export function viewCauseForm(cause: CauseWithOwner): CauseFormView {
  return {
    ...headOf(cause),
    mayEdit: rulesOf(cause.state).creatorEdits,
    base: editBase(cause),
    description: cause.description ?? '',
    coverImageUrl: cause.coverImageUrl ?? '',
    slug: cause.slug,
    addressPrefix: causeUrl(''),
    closesAt: cause.closesAt && timestamp(cause.closesAt),
    hidesAmounts: cause.hideAmounts,
  };
}
