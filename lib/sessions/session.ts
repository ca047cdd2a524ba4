import { ROLES, type Role } from '#lib/accounts/account.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { IDLE_SECONDS } from './delete-expired.ts';
import { mustAddPasskey } from './passkey-policy.ts';
import { noSessionCookie, sessionHashOf } from './session-cookie.ts';

/** How long a session lasts from its sign-in, in seconds. It is not extended. Staff can move money, so theirs is shorter. */
export const SESSION_SECONDS: Record<Role, number> = { creator: 14 * 86_400, staff: 12 * 3_600 };
/** How long a sign-in counts as fresh, in seconds. Actions that move money require a fresh one. */
export const FRESH_SECONDS = 900;
/** How often `lastSeenAt` is written at most, in milliseconds. */
const SEEN_EVERY_MS = 60_000;

/** Who acts in the dashboard: an account with its current role and its name. */
export type SignedIn = Actor & { name: string };

/**
 * A valid session. `isFresh`: its holder has authenticated within `FRESH_SECONDS`. `timeZone`: the one that they chose, such as
 * `America/Bogota`; `csvSeparator`: how they chose to have files separated. Null where they chose none.
 */
export type Session = {
  id: string;
  actor: SignedIn;
  isFresh: boolean;
  timeZone: string | null;
  csvSeparator: string | null;
};

/** The session of a request: valid, or ended. */
type RequestSession = { kind: 'signed_in'; session: Session } | { kind: 'ended'; accountId: string };

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function findRow(tokenHash: string) {
  const account = {
    select: {
      id: true,
      name: true,
      role: true,
      timeZone: true,
      csvSeparator: true,
      _count: { select: { passkeys: true } },
    },
  };
  return db().session.findUnique({ where: { tokenHash }, include: { account } });
}

/**
 * Reads the session of a request with the account's current role, and records that it was seen.
 * @returns null where there is no session, or it still waits for a passkey.
 */
export async function readSession(headers: Headers, now: Date): Promise<RequestSession | null> {
  const hash = await sessionHashOf(headers);
  const row = hash === null ? null : await findRow(hash);
  const role = ROLES.find((one) => one === row?.account.role);
  if (!row || !role || row.provenAt === null) return null;
  const { id, account, provenAt } = row;
  const isBarred = mustAddPasskey(role, account._count.passkeys);
  if (isBarred || hasEnded(row, role, now)) return { kind: 'ended', accountId: account.id };
  await recordLastSeen(row, now);
  const actor = { id: account.id, name: account.name, role };
  const { timeZone, csvSeparator } = account;
  const session = { id, actor, isFresh: isFreshAt(provenAt, now), timeZone, csvSeparator };
  return { kind: 'signed_in', session };
}

/** The account that is signed in; null where nobody is. */
export async function findActor(headers: Headers): Promise<Actor | null> {
  const visit = await readSession(headers, readClock());
  return visit?.kind === 'signed_in' ? visit.session.actor : null;
}

/** Whether a session has expired or was idle for too long. */
export function hasEnded({ expiresAt, lastSeenAt }: Times, role: Role, now: Date): boolean {
  return expiresAt <= now || lastSeenAt.getTime() + IDLE_SECONDS[role] * 1000 <= now.getTime();
}
type Times = { expiresAt: Date; lastSeenAt: Date };

/** Whether an authentication at `provenAt` still counts as fresh. */
export function isFreshAt(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() < provenAt.getTime() + FRESH_SECONDS * 1000;
}

/** Writes `lastSeenAt`. Of concurrent requests, one writes. */
async function recordLastSeen({ id, lastSeenAt }: Row, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: now } });
}

/** Ends the session of a request. Returns the cookies that delete its token. */
export async function endSession(headers: Headers): Promise<string[]> {
  const tokenHash = await sessionHashOf(headers);
  if (tokenHash !== null) await db().session.deleteMany({ where: { tokenHash } });
  return [noSessionCookie()];
}

/** Ends all sessions of an account. Returns the cookies that delete this browser's token. */
export async function endAllSessions(accountId: string): Promise<string[]> {
  await db().session.deleteMany({ where: { accountId } });
  return [noSessionCookie()];
}
