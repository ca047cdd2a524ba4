import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';

const DAY_MS = 86_400_000;
/** The most at a time. The next sweep takes the rest. */
const BATCH = 500;

/**
 * Deletes mails that were delivered longer ago than the environment says (docs/privacy.md): their texts name people. One that was
 * not delivered is kept, however old.
 */
export async function deleteOldMails(now: Date): Promise<void> {
  const before = new Date(now.getTime() - env().mailRetentionDays * DAY_MS);
  await db().$executeRaw`
    DELETE FROM emails WHERE id IN (SELECT id FROM emails WHERE sent_at < ${before} ORDER BY sent_at LIMIT ${BATCH})`;
}
