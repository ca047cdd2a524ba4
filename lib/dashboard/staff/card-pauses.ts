import { listCurrentPauses } from '#lib/payments/card-testing/decline-limits.ts';

/** A pause of new card payments from a network, to a cause, or from its page, against card testing, with its counts. */
export type CardPauseRow = Awaited<ReturnType<typeof cardPauses>>[number];

/** Pauses of card payments against card testing, all of them or those that affect a link; newest first. */
export async function cardPauses(now: Date, link?: { id: string; causeKey: string; clientId: string }) {
  const pauses = await listCurrentPauses(now, link);
  return pauses.map(({ id, kind, subject, title, linkId, declines, approvals, startedAt, endsAt }) => ({
    id,
    kind,
    /** The link of the last decline. */
    linkId,
    declines,
    approvals,
    startedAt,
    endsAt,
    /** The cause, unless a network is paused. */
    cause: title === null ? null : { key: subject, title },
  }));
}
