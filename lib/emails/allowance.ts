import { db, type Tx, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { type EmailData, type EmailTemplate, sendEmail } from '#lib/outbox/send-email.ts';
import { mailboxOf } from '#lib/policy/same-person.ts';
import type { Email } from '#prisma/generated/client.ts';

/** Mails that partners cause, to any address that they name. */
const BY_PARTNERS: readonly string[] = ['owner_provisioned', 'cause_created'] satisfies EmailTemplate[];
/** How many of these one mailbox gets within a day, however its address is spelled. Further ones go into a digest. */
const MAX_A_DAY = 5;
const DAY_MS = 86_400_000;

/** The digest of further mails. It collects them for a day and is then delivered. */
export const DIGEST = 'causes_created' satisfies EmailTemplate;

/** Digests created before this instant are due. */
export function digestsDue(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * Admits a mail to delivery, or adds it to its mailbox's digest and deletes it: a partner may name the same owner for
 * thousands of causes. It runs on delivery, so that creating causes waits for nothing. Other mails are always admitted, and
 * an admitted mail stays so through all retries.
 * @returns the mail to deliver now, or null.
 */
export async function admitEmail(email: Email, now: Date): Promise<Email | null> {
  const isDigest = email.template === DIGEST;
  if (email.admittedAt || !(isDigest || BY_PARTNERS.includes(email.template))) return email;
  if (isDigest && email.createdAt > digestsDue(now)) return null;
  const { id, recipient } = email;
  const mailbox = await mailboxOf(db(), recipient);
  return transaction(async (tx) => {
    // The mails to one mailbox are counted one after another.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail to ${mailbox}`}, 0))::text`;
    const row = await tx.email.findUnique({ where: { id } });
    if (!row) return null;
    if (isDigest || (await countAdmitted(tx, mailbox, now)) < MAX_A_DAY)
      return tx.email.update({ where: { id }, data: { admittedAt: now, mailbox } });
    await addToDigest(tx, row, mailbox, now);
    return null;
  });
}

function countAdmitted(tx: Tx, mailbox: string, now: Date): Promise<number> {
  const admittedAt = { gt: digestsDue(now) };
  return tx.email.count({ where: { mailbox, template: { in: [...BY_PARTNERS] }, admittedAt } });
}

async function addToDigest(tx: Tx, email: Email, mailbox: string, now: Date): Promise<void> {
  const { id, recipient, locale, data } = email;
  await tx.email.delete({ where: { id } });
  const open = await tx.email.findFirst({ where: { mailbox, template: DIGEST, admittedAt: null } });
  if (open) {
    const digest = open.data as EmailData['causes_created'];
    await tx.email.update({ where: { id: open.id }, data: { data: { ...digest, count: digest.count + 1 } } });
    return;
  }
  const { name } = data as EmailData['cause_created'];
  const url = `${env().publicBaseUrl}/dashboard`;
  const to = { recipient, locale };
  await sendEmail(tx, DIGEST, to, { name, count: 1, url }, new Date(now.getTime() + DAY_MS));
  await tx.email.updateMany({
    where: { recipient, template: DIGEST, admittedAt: null },
    data: { mailbox },
  });
}
