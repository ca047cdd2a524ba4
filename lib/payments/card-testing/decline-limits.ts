import { db, type Tx } from '#lib/db.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import type { CardPause } from '#prisma/generated/client.ts';
import { type CallerNetworks, callerOfLink, hasApproval } from './callers.ts';

/* What too many declines stop: first the payment intents of one link, then card payments of a network or to a cause. */

const HOUR_MS = 3_600_000;

/** Ten declines within an hour lock a link's payment intents (ruling 24). */
const MAX_DECLINES = 10;

/**
 * How long a link stays locked against card testing: whole seconds until the oldest of its latest ten declines is an hour
 * old, or undefined if it is not locked. Counted in the database, so that every process sees the same.
 */
export async function declineLock(
  link: Pick<FoundLink, 'id' | 'declinesLiftedAt' | 'hasDeclines'>,
  now: Date,
): Promise<number | undefined> {
  if (!link.hasDeclines) return undefined;
  const since = Math.max(now.getTime() - HOUR_MS, link.declinesLiftedAt?.getTime() ?? 0);
  const latest = await db().decline.findMany({
    where: { linkId: link.id, declinedAt: { gt: new Date(since) } },
    orderBy: { declinedAt: 'desc' },
    take: MAX_DECLINES,
    select: { declinedAt: true },
  });
  const oldest = latest[MAX_DECLINES - 1];
  if (!oldest) return undefined;
  return Math.max(1, Math.ceil((oldest.declinedAt.getTime() + HOUR_MS - now.getTime()) / 1000));
}

/** Lifts the lock: declines before `now` no longer count. */
export async function liftDeclineLock(tx: Tx, linkId: string, now: Date): Promise<void> {
  await tx.checkoutLink.update({ where: { id: linkId }, data: { declinesLiftedAt: now } });
}

/**
 * What is paused after so many declines within an hour, and for how long, in milliseconds: card payments from a network; gifts
 * from the page of a cause; every card payment to a cause. Only if declines exceed approvals: one in ten or twenty ordinary
 * payments is declined, so a large telethon or a mobile carrier with many donors behind one address never gets there, while a
 * card tester has hardly any approvals. The smallest network pays first: declines beyond its bound count neither for the /48
 * around it nor for a cause. A cause is paused for a shorter time, because its other donors have to wait too.
 */
const LIMITS = {
  network: { declines: 30, pauseMs: HOUR_MS },
  gifts: { declines: 50, pauseMs: HOUR_MS / 4 },
  cause: { declines: 50, pauseMs: HOUR_MS / 4 },
} as const;
export type PauseKind = keyof typeof LIMITS;
type Subject = { kind: PauseKind; subject: string };
type PausedLink = Pick<FoundLink, 'id' | 'causeKey' | 'clientId'>;

/**
 * The current pause of card payments on a link by somebody from a network; null if there is none. A network whose own card
 * payments were approved in the last days does not wait because of what others did to a cause.
 */
export async function cardPause(
  link: PausedLink,
  networks: CallerNetworks | undefined,
  now: Date,
): Promise<{ kind: PauseKind; endsAt: Date } | null> {
  const pauses = await db().cardPause.findMany({
    where: { OR: subjectsOf(link, networks), ...inForce(now) },
    orderBy: { endsAt: 'desc' },
  });
  const own = pauses.find(({ kind }) => kind === 'network');
  const pause = own ?? (networks && pauses[0] && (await hasApproval(networks, now)) ? undefined : pauses[0]);
  return pause ? { kind: pause.kind as PauseKind, endsAt: pause.endsAt } : null;
}

/** Whether a link's payment intent should be cancelled: cards were declined on it, and its cause or network is paused. */
export async function isSuspectedCardTesting(
  link: PausedLink & Pick<FoundLink, 'hasDeclines' | 'hasPauses'>,
  now: Date,
): Promise<boolean> {
  if (!link.hasDeclines || !link.hasPauses) return false;
  return (await cardPause(link, await callerOfLink(link.id), now)) !== null;
}

/** Called after declines of a link were recorded: pauses its networks, and then its cause, if there were too many. */
export async function pauseAfterDeclines(linkId: string, now: Date): Promise<void> {
  const link = await db().checkoutLink.findUniqueOrThrow({
    where: { id: linkId },
    select: { id: true, causeKey: true, clientId: true },
  });
  for (const one of subjectsOf(link, await callerOfLink(linkId))) await pauseIfTooMany(one, linkId, now);
  // A link of a partner counts for gifts too, though a pause of these does not stop it.
  if (!isGift(link)) await pauseIfTooMany({ kind: 'gifts', subject: link.causeKey }, linkId, now);
}

/** Whether a link was minted by a donor on the page of its cause. */
function isGift({ clientId }: Pick<PausedLink, 'clientId'>): boolean {
  return clientId === SERVICE_CLIENT_ID;
}

/** What can be paused of a link's payments: networks before its cause. */
function subjectsOf(link: PausedLink, networks: CallerNetworks | undefined): Subject[] {
  const subject = link.causeKey;
  const own = [networks?.own, networks?.wide].filter((network) => typeof network === 'string');
  return [
    ...own.map((network) => ({ kind: 'network', subject: network }) as const),
    { kind: 'cause', subject },
    ...(isGift(link) ? [{ kind: 'gifts', subject } as const] : []),
  ];
}

const inForce = (now: Date) => ({ endsAt: { gt: now }, liftedAt: null });

/** Pauses a subject if its declines since the last pause, within an hour, reach its bound and exceed its approvals. */
async function pauseIfTooMany(one: Subject, linkId: string, now: Date): Promise<void> {
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

/**
 * Counts declines since an instant: of a network; of a wide one, those of its parts that are within their own bound; of a cause,
 * those of all such networks. Whether these are paused by now does not matter: other processes count at the same moment.
 */
async function countDeclines({ kind, subject }: Subject, since: Date): Promise<number> {
  const [found] = await db().$queryRawUnsafe<{ count: number }[]>(COUNT_DECLINES[kind], subject, since);
  return found?.count ?? 0;
}

/** Whether the network of a decline `d` has fewer declines than pause it, in SQL. */
const isWithin = (column: 'network' | 'wide_network') => `(
  SELECT count(*) FROM (
    SELECT FROM declines o WHERE o.${column} = d.${column} AND o.declined_at > $2 LIMIT ${LIMITS.network.declines}) counted
  ) < ${LIMITS.network.declines}`;
const countOf = (whose: string) => `
  SELECT count(*)::int AS count FROM declines d JOIN checkout_links l ON l.id = d.link_id
   WHERE d.declined_at > $2 AND (${whose})`;
const OF_CAUSE = `d.cause_key = $1 AND ${isWithin('network')} AND ${isWithin('wide_network')}`;

/** Parameters: the subject, since when. */
const COUNT_DECLINES: Record<PauseKind, string> = {
  network: countOf(`d.network = $1 OR (d.wide_network = $1 AND ${isWithin('network')})`),
  gifts: countOf(OF_CAUSE),
  cause: countOf(`${OF_CAUSE} AND l.client_id <> '${SERVICE_CLIENT_ID}'`),
};

/** Counts approvals since an instant, up to `most`: more would change nothing. */
async function countApprovals({ kind, subject }: Subject, since: Date, most: number): Promise<number> {
  if (kind !== 'network') {
    const ofPartners = { link: { clientId: { not: SERVICE_CLIENT_ID } } };
    return db().payment.count({
      where: {
        causeKey: subject,
        createdAt: { gt: since },
        state: 'approved',
        ...(kind === 'cause' ? ofPartners : {}),
      },
      take: most,
    });
  }
  const found = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM card_callers c JOIN payments p ON p.link_id = c.link_id
     WHERE (c.network = ${subject} OR c.wide_network = ${subject}) AND c.asked_at > ${since} AND p.state = 'approved'
     LIMIT ${most}`;
  return found.length;
}

/** The most pauses that staff see. */
const MAX_LISTED = 100;

/** A current pause, for staff. `title`: of the cause, unless a network is paused. */
export type CurrentCardPause = CardPause & { kind: PauseKind; title: string | null };

/** Every current pause, or those that affect a link; newest first. */
export async function listCurrentPauses(now: Date, link?: PausedLink): Promise<CurrentCardPause[]> {
  const of = link ? { OR: subjectsOf(link, await callerOfLink(link.id)) } : {};
  const pauses = await db().cardPause.findMany({
    where: { ...of, ...inForce(now) },
    orderBy: { startedAt: 'desc' },
    take: MAX_LISTED,
  });
  const keys = pauses.filter(({ kind }) => kind !== 'network').map(({ subject }) => subject);
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

/**
 * Ends a pause early: declines before now no longer count. The next pause of the same subject has the same id.
 * @param begun when the pause began that is meant
 * @throws DomainError `wrong_state` if it is over
 */
export async function liftPause(tx: Tx, id: string, begun: Date, now: Date): Promise<void> {
  const current = { id, startedAt: begun, ...inForce(now) };
  const { count } = await tx.cardPause.updateMany({ where: current, data: { liftedAt: now } });
  if (count === 0) throw new DomainError('wrong_state');
}
