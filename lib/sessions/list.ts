import { db } from '#lib/db.ts';
import { nameOfBrowser } from './browser-name.ts';
import { hasEnded, type Session } from './session.ts';

/** More than a person has: who sees fifty strangers ends all. */
const MOST = 50;

/** The sessions of an account that last, those of a request's own holder, the one seen last first. */
export async function listSessions({ id: own, actor }: Session, now: Date) {
  const rows = await db().session.findMany({
    where: { accountId: actor.id, expiresAt: { gt: now }, provenAt: { not: null } },
    orderBy: { lastSeenAt: 'desc' },
    take: MOST,
  });
  return rows
    .filter((row) => !hasEnded(row, actor.role, now))
    .map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      ...{ id, createdAt, lastSeenAt, isThis: id === own },
      ...nameOfBrowser(userAgent ?? ''),
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
    ...{ id, createdAt, lastUsedAt },
    ...nameOfBrowser(userAgent),
  }));
}
