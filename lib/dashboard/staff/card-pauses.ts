import { pausesInForce } from '#lib/payments/card-testing.ts';
import type { CardPauseRow } from '../staff-view.ts';

/** Card payments that are paused against card testing, all of them or those that concern a link; the newest first. */
export async function cardPauses(
  now: Date,
  link?: { id: string; causeKey: string },
): Promise<CardPauseRow[]> {
  const pauses = await pausesInForce(now, link);
  return pauses.map(({ id, kind, subject, title, linkId, declines, approvals, startedAt, endsAt }) => ({
    ...{ id, kind, linkId, declines, approvals, startedAt, endsAt },
    cause: title === null ? null : { key: subject, title },
  }));
}
