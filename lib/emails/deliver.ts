import { createTransport, type Transporter } from 'nodemailer';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, isLocale } from '#lib/i18n/locales.ts';
import type { EmailData, EmailTemplate } from './outbox.ts';
import { renderEmail } from './render.ts';

/** How long the mail server may take, in milliseconds. */
const SMTP_TIMEOUT_MS = 10_000;

const TRANSPORT = Symbol.for('fundraising.smtp');
type Holder = { [TRANSPORT]?: Transporter };

function transport(): Transporter {
  const { smtpUrl } = env();
  if (!smtpUrl) throw new Error('SMTP_URL is not set: mail waits in the outbox');
  const holder = globalThis as Holder;
  holder[TRANSPORT] ??= createTransport(
    { url: smtpUrl, connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS },
    { from: env().mailFrom },
  );
  return holder[TRANSPORT];
}

/**
 * Delivers a mail of the outbox. Its message id is that of the row: a mail sent twice, because we were stopped between
 * the sending and the note of it, is recognisably the same.
 * @throws Error when the mail server does not take it; the job tries again.
 */
export async function deliverEmail(id: string, now: Date): Promise<void> {
  const row = await db().email.findUnique({ where: { id } });
  if (!row || row.sentAt) return;
  const language = row.locale.split('-')[0];
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  const template = row.template as EmailTemplate;
  const content = renderEmail(template, locale, row.data as EmailData[typeof template]);
  try {
    await transport().sendMail({
      to: row.recipient,
      messageId: `<${id}@${new URL(env().publicBaseUrl).hostname}>`,
      ...content,
    });
  } catch (error) {
    const lastError = error instanceof Error ? error.name : 'unknown';
    await db().email.update({ where: { id }, data: { attempts: { increment: 1 }, lastError } });
    throw error;
  }
  await db().email.update({
    where: { id },
    data: { sentAt: now, attempts: { increment: 1 }, lastError: null },
  });
}
