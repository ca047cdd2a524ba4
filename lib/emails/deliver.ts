import { createTransport, type Transporter } from 'nodemailer';
import { db } from '#lib/db.ts';
import { type Env, env } from '#lib/env.ts';
import { isEmailAddress } from '#lib/fields.ts';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { readerOfTag } from '#lib/i18n/reader.ts';
import { log } from '#lib/log.ts';
import type { EmailData, EmailTemplate } from '#lib/outbox/send-email.ts';
import { renderPdf } from '#lib/receipts/render-pdf.ts';
import { findSignInFacts } from '#lib/sessions/read-challenge.ts';
import { admitEmail } from './allowance.ts';
import { findDonationContext } from './donation-context.ts';
import { type DonorTemplate, type EmailFacts, renderEmail } from './render.ts';

/** How long the mail server may take, in milliseconds. */
const SMTP_TIMEOUT_MS = 10_000;

const TRANSPORT = Symbol.for('fundraising.smtp');
type Holder = { [TRANSPORT]?: Transporter };

function transport(): Transporter {
  const holder = globalThis as Holder;
  holder[TRANSPORT] ??= mailServer(env());
  return holder[TRANSPORT];
}

/** The connection to the mail server. `smtpNeedsTls` requires STARTTLS, so that nobody in between can suppress it. */
export function mailServer({
  smtpUrl,
  smtpNeedsTls,
  mailFrom,
}: Pick<Env, 'smtpUrl' | 'smtpNeedsTls' | 'mailFrom'>): Transporter {
  if (!smtpUrl) throw new Error('SMTP_URL is not set: mail waits in the outbox');
  const timeouts = { connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };
  return createTransport({ url: smtpUrl, ...timeouts, requireTLS: smtpNeedsTls }, { from: mailFrom });
}

/** The data that a mail is rendered from; undefined for a sign-in that is no longer possible. */
async function factsOf(
  template: EmailTemplate,
  data: EmailData[EmailTemplate],
  now: Date,
): Promise<EmailFacts[EmailTemplate] | undefined> {
  if (template === 'sign_in') {
    const signIn = data as EmailData['sign_in'];
    const facts = await findSignInFacts(signIn.challengeId, now);
    return facts && { ...signIn, ...facts };
  }
  if (!isAboutDonation(template)) return data as EmailFacts[typeof template];
  const donation = data as EmailData[typeof template];
  return { ...donation, context: await findDonationContext(donation.paymentId) };
}

const DONOR_TEMPLATES: readonly string[] = [
  'donation_completed',
  'donation_refunded',
  'donation_given_back',
  'refund_returned',
  'refund_sent_by_hand',
] satisfies DonorTemplate[];

function isAboutDonation(template: EmailTemplate): template is DonorTemplate {
  return DONOR_TEMPLATES.includes(template);
}

/** The receipt itself as a PDF, for the mail that brings it. */
async function attachmentsOf(template: EmailTemplate, facts: EmailFacts[EmailTemplate], tag: string) {
  if (template !== 'donation_completed') return [];
  const { context } = facts as EmailFacts['donation_completed'];
  if (!context.receipt) return [];
  const locale = readerOfTag(tag)?.locale ?? DEFAULT_LOCALE;
  const content = await renderPdf(context.receipt, { locale, timeZone: undefined });
  return [{ filename: `receipt-${context.receipt.number}.pdf`, content, contentType: 'application/pdf' }];
}

/** Where answers go: to the client that the donor gave through, or to the service. */
function replyTo(facts: EmailFacts[EmailTemplate]): { replyTo?: string } {
  const { supportEmail = env().about.supportEmail } = ('context' in facts && facts.context.trust) || {};
  return supportEmail ? { replyTo: supportEmail } : {};
}

/**
 * Delivers a mail of the outbox. It drops a mail without a recipient, one about an expired challenge
 * (lib/sessions/request-sign-in.ts), and one to an invalid address of an earlier release (lib/fields.ts). The message id is
 * derived from the row's, so that a mail that is sent twice, after a crash, is recognisable as one.
 * @throws Error when the mail server does not accept the mail; the job is retried.
 */
export async function deliverEmail(id: string, now: Date): Promise<void> {
  const row = await db().email.findUnique({ where: { id } });
  if (!row || row.sentAt) return;
  const template = row.template as EmailTemplate;
  const isDeliverable = isEmailAddress(row.recipient);
  if (row.recipient !== '' && !isDeliverable)
    log().error({ email: id, template }, 'a mail is dropped: its recipient is no address');
  const mail = isDeliverable ? await admitEmail(row, now) : row;
  if (!mail) return;
  const facts = await factsOf(template, mail.data as EmailData[typeof template], now);
  if (!isDeliverable || !facts) {
    await db().email.deleteMany({ where: { id } });
    return;
  }
  const content = renderEmail(template, row.locale, facts);
  try {
    await transport().sendMail({
      // As an object: nodemailer would parse a text, and might find another address in it.
      to: { name: '', address: row.recipient },
      messageId: `<${id}@${new URL(env().publicBaseUrl).hostname}>`,
      ...content,
      ...replyTo(facts),
      attachments: await attachmentsOf(template, facts, row.locale),
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
