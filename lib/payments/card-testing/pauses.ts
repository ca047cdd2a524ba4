import { db, type Tx } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import type { CardPause } from '#prisma/generated/client.ts';
import { callerOfLink } from './callers.ts';

const HOUR_MS = 3_600_000;

/**
 * How many declines within an hour pause card payments from a network or to a cause, and for how long, in milliseconds.
 * Only if declines exceed approvals: one in ten or twenty ordinary payments is declined, so a large telethon or a mobile
 * carrier with many donors behind one address never gets there, while a card tester has hardly any approvals. A cause is
 * paused for a shorter time, because its other donors have to wait too.
 */
const LIMITS = {
  network: { declines: 30, pauseMs: HOUR_MS },
  cause: { declines: 50, pauseMs: HOUR_MS / 4 },
} as const;
export type PauseKind = keyof typeof LIMITS;
type Subject = { kind: PauseKind; subject: string };

/** The current pause of card payments to a cause or from a network; null if there is none. */
export async function cardPause(
  causeKey: string,
  network: string | undefined,
  now: Date,
): Promise<{ kind: PauseKind; endsAt: Date } | null> {
  const pause = await db().cardPause.findFirst({
    where: { OR: subjectsOf(causeKey, network), ...inForce(now) },
    orderBy: { endsAt: 'desc' },
  });
  return pause && { kind: pause.kind as PauseKind, endsAt: pause.endsAt };
}

/** Whether a link's payment intent should be cancelled: cards were declined on it, and its cause or network is paused. */
export async function isTesting(
  { id, causeKey, hasDeclines, hasPauses }: Pick<FoundLink, 'id' | 'causeKey' | 'hasDeclines' | 'hasPauses'>,
  now: Date,
): Promise<boolean> {
  if (!hasDeclines || !hasPauses) return false;
  return (await cardPause(causeKey, await callerOfLink(id), now)) !== null;
}

/** Called after declines of a link were recorded: pauses its cause and its network if there were too many. */
export async function watchDeclines(linkId: string, causeKey: string, now: Date): Promise<void> {
  for (const one of subjectsOf(causeKey, await callerOfLink(linkId))) await watch(one, linkId, now);
}

function subjectsOf(causeKey: string, network: string | undefined): Subject[] {
  const cause: Subject = { kind: 'cause', subject: causeKey };
  return network === undefined ? [cause] : [cause, { kind: 'network', subject: network }];
}

const inForce = (now: Date) => ({ endsAt: { gt: now }, liftedAt: null });

async function watch(one: Subject, linkId: string, now: Date): Promise<void> {
  const earlier = await db().cardPause.findUnique({ where: { kind_subject: one } });
  const ended = earlier && (earlier.liftedAt ?? earlier.endsAt);
  if (ended && ended > now) return;
  // Declines from before the last pause do not count again.
  const since = new Date(Math.max(now.getTime() - HOUR_MS, ended?.getTime() ?? 0));
  const { declines: bound, pauseMs } = LIMITS[one.kind];
  const declines = await countDeclines(one, since);
  if (declines < bound) return;
  const approvals = await countApprovals(one, since, declines);
  if (approvals >= declines) return;
  const endsAt = new Date(now.getTime() + pauseMs);
  const begun = { linkId, declines, approvals, startedAt: now, endsAt, liftedAt: null };
  const { count } = await db().cardPause.createMany({
    data: { id: newId('cardPause'), ...one, ...begun },
    skipDuplicates: true,
  });
  // Another process may have counted the same declines: one pause is enough.
  const again = { where: { ...one, startedAt: { lt: since } }, data: begun };
  const isOwn = count > 0 || (await db().cardPause.updateMany(again)).count > 0;
  if (isOwn) log().warn({ kind: one.kind, link: linkId, declines, approvals }, 'card payments are paused');
}

function countDeclines({ kind, subject }: Subject, since: Date): Promise<number> {
  const whose = kind === 'cause' ? { causeKey: subject } : { network: subject };
  return db().decline.count({ where: { ...whose, declinedAt: { gt: since } } });
}

/** Counts approvals since an instant, up to `most`: more would change nothing. */
async function countApprovals({ kind, subject }: Subject, since: Date, most: number): Promise<number> {
  if (kind === 'cause')
    return db().payment.count({
      where: { causeKey: subject, createdAt: { gt: since }, state: 'approved' },
      take: most,
    });
  const found = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM card_callers c JOIN payments p ON p.link_id = c.link_id
     WHERE c.network = ${subject} AND c.asked_at > ${since} AND p.state = 'approved' LIMIT ${most}`;
  return found.length;
}

/** The most pauses that staff see. */
const MAX_LISTED = 100;

/** A current pause, for staff. `title`: of a paused cause. */
export type CardPauseInForce = CardPause & { kind: PauseKind; title: string | null };

/** Every current pause, or those that affect a link; newest first. */
export async function pausesInForce(
  now: Date,
  link?: { id: string; causeKey: string },
): Promise<CardPauseInForce[]> {
  const of = link ? { OR: subjectsOf(link.causeKey, await callerOfLink(link.id)) } : {};
  const pauses = await db().cardPause.findMany({
    where: { ...of, ...inForce(now) },
    orderBy: { startedAt: 'desc' },
    take: MAX_LISTED,
  });
  const keys = pauses.filter(({ kind }) => kind === 'cause').map(({ subject }) => subject);
  const causes = await db().cause.findMany({
    where: { key: { in: keys } },
    select: { key: true, title: true },
  });
  const titles = new Map(causes.map(({ key, title }) => [key, title]));
  return pauses.map((pause) => ({
    ...pause,
    kind: pause.kind as PauseKind,
    title: titles.get(pause.subject) ?? null,
  }));
}

/** Ends a pause early: declines before now no longer count. */
export async function liftPause(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.cardPause.update({ where: { id }, data: { liftedAt: now } });
}
