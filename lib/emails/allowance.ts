import { type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Email } from '#prisma/generated/client.ts';
import { type EmailData, type EmailTemplate, sendEmail } from './outbox.ts';

/** Mails that a partner causes to whoever it names, at no cost of its own. */
const BY_PARTNERS: readonly string[] = ['owner_provisioned', 'cause_created'] satisfies EmailTemplate[];
/** How many of these somebody gets within a day; what comes beyond them is told together. */
const MAX_A_DAY = 5;
const DAY_MS = 86_400_000;

/** What tells of what comes beyond: counts while it is open, for a day, and is delivered then. */
export const DIGEST = 'causes_created' satisfies EmailTemplate;

/** Since when a digest that is due by now has been open. */
export function digestsDue(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Lets a mail through, or adds it to the digest of its recipient and deletes it: partners may name the same owner for
 * thousands of causes. Asked before delivery, so that creating causes waits for nothing. Mails that no partner causes
 * always go through; one that was let through stays so, however often its delivery is tried.
 * @returns the mail as it is to be delivered now, or null.
 */
export async function letThrough(email: Email, now: Date): Promise<Email | null> {
  const isDigest = email.template === DIGEST;
  if (email.admittedAt || !(isDigest || BY_PARTNERS.includes(email.template))) return email;
  if (isDigest && email.createdAt > digestsDue(now)) return null;
  const { id, recipient } = email;
  return transaction(async (tx) => {
    // Of the mails to one recipient, one at a time is counted.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail to ${recipient}`}, 0))::text`;
    const row = await tx.email.findUnique({ where: { id } });
    if (!row) return null;
    if (isDigest || (await countAdmitted(tx, recipient, now)) < MAX_A_DAY)
      return tx.email.update({ where: { id }, data: { admittedAt: now } });
    await addToDigest(tx, row, now);
    return null;
  });
}

function countAdmitted(tx: Tx, recipient: string, now: Date): Promise<number> {
  const admittedAt = { gt: digestsDue(now) };
  return tx.email.count({ where: { recipient, template: { in: [...BY_PARTNERS] }, admittedAt } });
}

async function addToDigest(tx: Tx, { id, recipient, locale, data }: Email, now: Date): Promise<void> {
  await tx.email.delete({ where: { id } });
  const open = await tx.email.findFirst({ where: { recipient, template: DIGEST, admittedAt: null } });
  if (open) {
    const told = open.data as EmailData['causes_created'];
    await tx.email.update({ where: { id: open.id }, data: { data: { ...told, count: told.count + 1 } } });
    return;
  }
  const { name } = data as EmailData['cause_created'];
  const url = `${env().publicBaseUrl}/dashboard`;
  const to = { recipient, locale };
  await sendEmail(tx, DIGEST, to, { name, count: 1, url }, new Date(now.getTime() + DAY_MS));
}
