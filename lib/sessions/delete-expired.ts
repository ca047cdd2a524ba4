import type { Role } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';

/** How long an unused browser stays known, in seconds: 400 days, the longest lifetime of a cookie. */
export const KNOWN_BROWSER_SECONDS = 400 * 86_400;

/** How long a session lasts from its last request, in seconds. */
export const IDLE_SECONDS: Record<Role, number> = { creator: 3 * 86_400, staff: 1_800 };

/** How long the result of a form is kept, in milliseconds. It is short, because what was typed may be personal. */
export const FORM_RESULT_MS = 3_600_000;

/** Deletes expired challenges, sessions, known browsers and results of forms. */
export async function deleteExpired(now: Date): Promise<void> {
  const expired = { where: { expiresAt: { lt: now } } };
  await db().signInChallenge.deleteMany(expired);
  // Of servers of the release before, which write there while they are upgraded.
  await db().verification.deleteMany(expired);
  const before = new Date(now.getTime() - FORM_RESULT_MS);
  // An ended session is kept as long as the result of a form: the form may be sent after the session's end.
  await db().session.deleteMany({ where: { expiresAt: { lt: before } } });
  // Of staff, who are idle for a shorter time, the session expires within the day.
  const idleSince = new Date(before.getTime() - IDLE_SECONDS.creator * 1000);
  await db().session.deleteMany({ where: { lastSeenAt: { lt: idleSince } } });
  const unseenSince = new Date(now.getTime() - KNOWN_BROWSER_SECONDS * 1000);
  await db().knownBrowser.deleteMany({ where: { lastSeenAt: { lt: unseenSince } } });
  const createdAt = { lt: before };
  await db().formResult.deleteMany({ where: { createdAt } });
}
