import { ROLES, type Role } from '#lib/accounts/account.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { noSessionCookie, sessionHashOf } from './session-cookie.ts';

/** How long a session lasts from its sign-in, in seconds. It is not prolonged. Staff can move money: theirs ends the same day. */
export const SESSION_SECONDS: Record<Role, number> = { creator: 14 * 86_400, staff: 12 * 3_600 };
/** How long a session lasts from its last request, in seconds. */
export const IDLE_SECONDS: Record<Role, number> = { creator: 3 * 86_400, staff: 1_800 };
/** For how long a sign-in counts as fresh, in seconds: what moves money asks for one. */
export const FRESH_SECONDS = 900;
/** How often the last request is written down, in milliseconds. */
const SEEN_EVERY_MS = 60_000;

/** Who acts in the dashboard: an account with its role of this very moment. */
export type Actor = { id: string; name: string; role: Role };

/** A session that lasts. `isFresh`: its holder has proven who they are within the last minutes. */
export type Session = { id: string; actor: Actor; isFresh: boolean };

/** Who sends a request: somebody signed in, or somebody whose session has ended since. */
export type Visit = { kind: 'signed_in'; session: Session } | { kind: 'ended'; accountId: string };

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function findRow(tokenHash: string) {
  const account = { select: { id: true, name: true, role: true } };
  return db().session.findUnique({ where: { tokenHash }, include: { account } });
}

/**
 * Reads the session of a request, and notes that it was seen. The role is read anew every time.
 * @returns null where the cookie is of no session, of one that was forgotten, or of one that still waits for a passkey.
 */
export async function readVisit(headers: Headers, now: Date): Promise<Visit | null> {
  const hash = await sessionHashOf(headers);
  const row = hash === null ? null : await findRow(hash);
  const role = ROLES.find((one) => one === row?.account.role);
  if (!row || !role || row.provenAt === null) return null;
  const { id, account, provenAt } = row;
  if (hasEnded(row, role, now)) return { kind: 'ended', accountId: account.id };
  await noteSeen(row, now);
  const actor = { id: account.id, name: account.name, role };
  return { kind: 'signed_in', session: { id, actor, isFresh: isFreshAt(provenAt, now) } };
}

/** Who is signed in by the cookie of a request; null where nobody is. */
export async function findActor(headers: Headers): Promise<Actor | null> {
  const visit = await readVisit(headers, readClock());
  return visit?.kind === 'signed_in' ? visit.session.actor : null;
}

/** Whether a session is over: its time is up, or nothing was heard of it for too long. */
export function hasEnded({ expiresAt, lastSeenAt }: Times, role: Role, now: Date): boolean {
  return expiresAt <= now || lastSeenAt.getTime() + IDLE_SECONDS[role] * 1000 <= now.getTime();
}
type Times = { expiresAt: Date; lastSeenAt: Date };

/** Whether who somebody is was proven within the last minutes. */
export function isFreshAt(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() < provenAt.getTime() + FRESH_SECONDS * 1000;
}

/** Of several requests at once, one writes. */
async function noteSeen({ id, lastSeenAt }: Row, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await db().session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: now } });
}

/** Ends the session of a request. Returns the cookies that say so. */
export async function endSession(headers: Headers): Promise<string[]> {
  const tokenHash = await sessionHashOf(headers);
  if (tokenHash !== null) await db().session.deleteMany({ where: { tokenHash } });
  return noSessionCookie();
}

/** Ends every session of an account, in all browsers. Returns the cookies that say so. */
export async function endAllSessions(accountId: string): Promise<string[]> {
  await db().session.deleteMany({ where: { accountId } });
  return noSessionCookie();
}
