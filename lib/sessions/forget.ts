import { db } from '#lib/db.ts';
import { KNOWN_BROWSER_SECONDS } from './known-browser.ts';

/** How long what became of a form is kept, in milliseconds: what was typed may be personal. */
export const FORM_RESULT_MS = 3_600_000;

/** Deletes what nobody can use any more: challenges, sessions, and what became of forms. */
export async function forgetExpired(now: Date): Promise<void> {
  const isOver = { where: { expiresAt: { lt: now } } };
  await db().verification.deleteMany(isOver);
  const before = new Date(now.getTime() - FORM_RESULT_MS);
  // Whose a session was is known for as long as a form that came after its end is kept.
  await db().session.deleteMany({ where: { expiresAt: { lt: before } } });
  const unseenSince = new Date(now.getTime() - KNOWN_BROWSER_SECONDS * 1000);
  await db().knownBrowser.deleteMany({ where: { lastSeenAt: { lt: unseenSince } } });
  const createdAt = { lt: before };
  await db().formResult.deleteMany({ where: { createdAt } });
}
