import { createTransport, type Transporter } from 'nodemailer';
import { db } from '#lib/db.ts';
import { type Env, env } from '#lib/env.ts';
import { isEmailAddress } from '#lib/fields.ts';
import { DEFAULT_LOCALE, isLocale } from '#lib/i18n/locales.ts';
import { log } from '#lib/log.ts';
import { signInFacts } from '#lib/sessions/mail-facts.ts';
import { letThrough } from './allowance.ts';
import type { EmailData, EmailTemplate } from './outbox.ts';
import { type EmailFacts, renderEmail } from './render.ts';

/** How long the mail server may take, in milliseconds. */
const SMTP_TIMEOUT_MS = 10_000;

const TRANSPORT = Symbol.for('fundraising.smtp');
type Holder = { [TRANSPORT]?: Transporter };

function transport(): Transporter {
  const holder = globalThis as Holder;
  holder[TRANSPORT] ??= mailServer(env());
  return holder[TRANSPORT];
}

/** What hands mail on: with `smtpNeedsTls` only after STARTTLS, so that nobody between who hides it from us reads mail. */
export function mailServer({
  smtpUrl,
  smtpNeedsTls,
  mailFrom,
}: Pick<Env, 'smtpUrl' | 'smtpNeedsTls' | 'mailFrom'>): Transporter {
  if (!smtpUrl) throw new Error('SMTP_URL is not set: mail waits in the outbox');
  const timeouts = { connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };
  return createTransport({ url: smtpUrl, ...timeouts, requireTLS: smtpNeedsTls }, { from: mailFrom });
}

/** What a mail is written from; undefined where there is nothing to tell any more. */
async function factsOf(
  template: EmailTemplate,
  data: EmailData[EmailTemplate],
  now: Date,
): Promise<EmailFacts[EmailTemplate] | undefined> {
  if (template !== 'sign_in') return data as EmailFacts[typeof template];
  const signIn = data as EmailData['sign_in'];
  const facts = await signInFacts(signIn.challengeId, now);
  return facts && { ...signIn, ...facts };
}

/**
 * Delivers a mail of the outbox. One to nobody, or about what is over, is dropped (lib/sessions/ask.ts), and so is one to
 * what was stored as an address before such texts were refused (lib/fields.ts). Its message id is that of the row: a mail
 * sent twice, because we were stopped between the sending and the note of it, is recognisably the same.
 * @throws Error when the mail server does not take it; the job tries again.
 */
export async function deliverEmail(id: string, now: Date): Promise<void> {
  const row = await db().email.findUnique({ where: { id } });
  if (!row || row.sentAt) return;
  const language = row.locale.split('-')[0];
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  const template = row.template as EmailTemplate;
  const isDeliverable = isEmailAddress(row.recipient);
  if (row.recipient !== '' && !isDeliverable)
    log().error({ email: id, template }, 'a mail is dropped: its recipient is no address');
  const mail = isDeliverable ? await letThrough(row, now) : row;
  if (!mail) return;
  const facts = await factsOf(template, mail.data as EmailData[typeof template], now);
  if (!isDeliverable || !facts) {
    await db().email.deleteMany({ where: { id } });
    return;
  }
  const content = renderEmail(template, locale, facts);
  try {
    await transport().sendMail({
      // Handed over whole: a text would be parsed, and might name somebody else.
      to: { name: '', address: row.recipient },
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
