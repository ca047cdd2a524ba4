import { db } from '#lib/db.ts';
import { canonicalEmail } from '#lib/email-key.ts';
import type { EmailTemplate } from '#lib/outbox/send-email.ts';
import { cutTo } from './list.ts';
import type { Cut } from './list-view.ts';

/** The most mails shown of one person. */
const MOST = 50;

/** A mail to a person, and what became of it. */
export type SentMailRow = {
  id: string;
  template: EmailTemplate;
  createdAt: Date;
  /** Null while the mail server has not accepted it. */
  sentAt: Date | null;
  lastError: string | null;
  /** The payment that it is about; null for none. */
  paymentId: string | null;
};

/** The mails to an address, newest first. */
export async function listMailsTo(email: string): Promise<Cut<SentMailRow>> {
  const mails = await db().$queryRaw<(Omit<SentMailRow, 'template'> & { template: string })[]>`
    SELECT id, template, created_at AS "createdAt", sent_at AS "sentAt", last_error AS "lastError", data->>'paymentId' AS "paymentId"
      FROM emails WHERE lower(recipient) = lower(${canonicalEmail(email)}) ORDER BY created_at DESC, id DESC LIMIT ${MOST + 1}`;
  return cutTo(
    MOST,
    mails.map((mail) => ({ ...mail, template: mail.template as EmailTemplate })),
  );
}
