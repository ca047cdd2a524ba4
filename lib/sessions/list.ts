import { db } from '#lib/db.ts';
import { browserName } from './browser-name.ts';
import { hasEnded, type Session } from './session.ts';

/** More than a person has. */
const MOST = 50;

/** The valid sessions of the account that is signed in, the one last seen first. */
export async function listSessions({ id: own, actor }: Session, now: Date) {
  const sessions = await listSessionsOf(actor, now);
  return sessions.map((session) => ({ ...session, isThis: session.id === own }));
}

/** The valid sessions of an account, the one last seen first. */
export async function listSessionsOf(actor: Pick<Session['actor'], 'id' | 'role'>, now: Date) {
  const rows = await db().session.findMany({
    where: { accountId: actor.id, expiresAt: { gt: now }, provenAt: { not: null } },
    orderBy: { lastSeenAt: 'desc' },
    take: MOST,
  });
  return rows
    .filter((row) => !hasEnded(row, actor.role, now))
    .map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      createdAt,
      lastSeenAt,
      ...browserName(userAgent ?? ''),
    }));
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(accountId: string) {
  const rows = await db().passkey.findMany({
    where: { accountId },
    orderBy: { createdAt: 'asc' },
    take: MOST,
  });
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    createdAt,
    lastUsedAt,
    ...browserName(userAgent),
  }));
}
