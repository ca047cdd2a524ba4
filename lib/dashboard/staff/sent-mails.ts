import { db } from '#lib/db.ts';
import type { EmailTemplate } from '#lib/outbox/send-email.ts';
import type { SentMailRow } from './person-view.ts';

/** The most mails shown of one person. */
const MOST = 50;

/** The mails to an address, newest first. Each spelling (lib/email-key.ts) is read by the index. */
export async function listMailsTo(spellings: string[]): Promise<SentMailRow[]> {
  const mails = await db().$queryRaw<(Omit<SentMailRow, 'template'> & { template: string })[]>`
    SELECT mail.* FROM unnest(${spellings}::text[]) AS spelling CROSS JOIN LATERAL (
      SELECT id, template, created_at AS "createdAt", sent_at AS "sentAt", last_error AS "lastError", data->>'paymentId' AS "paymentId"
        FROM emails WHERE lower(recipient) = spelling ORDER BY created_at DESC, id DESC LIMIT ${MOST}) mail
     ORDER BY mail."createdAt" DESC, mail.id DESC LIMIT ${MOST}`;
  return mails.map((mail) => ({ ...mail, template: mail.template as EmailTemplate }));
}
