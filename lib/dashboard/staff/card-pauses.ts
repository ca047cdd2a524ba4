import { listCurrentPauses } from '#lib/payments/card-testing/pauses.ts';
import type { CardPauseRow } from './link-view.ts';

/** Pauses of card payments against card testing, all of them or those that affect a link; newest first. */
export async function cardPauses(
  now: Date,
  link?: { id: string; causeKey: string; clientId: string },
): Promise<CardPauseRow[]> {
  const pauses = await listCurrentPauses(now, link);
  return pauses.map(({ id, kind, subject, title, linkId, declines, approvals, startedAt, endsAt }) => ({
    id,
    kind,
    linkId,
    declines,
    approvals,
    startedAt,
    endsAt,
    cause: title === null ? null : { key: subject, title },
  }));
}
