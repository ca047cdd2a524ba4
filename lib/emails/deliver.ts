import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type Transporter } from 'nodemailer';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';
import { db } from '#lib/db.ts';
import { isErasedAddress } from '#lib/email-key.ts';
import { type Env, env } from '#lib/env.ts';
import { isEmailAddress } from '#lib/fields.ts';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { readerOfTag } from '#lib/i18n/reader.ts';
import { log } from '#lib/log.ts';
import { IN_DOUBT, isAtMostOnce } from '#lib/outbox/in-doubt.ts';
import type { EmailData, EmailTemplate } from '#lib/outbox/send-email.ts';
import { renderPdf } from '#lib/receipts/render-pdf.ts';
import { findSignInFacts } from '#lib/sessions/challenge.ts';
import { traceStep } from '#lib/trace.ts';
import type { Email } from '#prisma/generated/client.ts';
import { admitEmail } from './allowance.ts';
import { findDonationContext } from './donation-context.ts';
import { contactOf, type DonorTemplate, type EmailFacts, renderEmail } from './render.ts';
import { answerOf, refusesRecipient } from './smtp-answer.ts';

/** How long the mail server may take for one answer, and for a whole mail, in milliseconds. */
const SMTP_TIMEOUT_MS = 10_000;
const HAND_OVER_MS = 20_000;

/**
 * After so long the worker that began to hand over a mail no longer waits for the answer, in milliseconds: until then another
 * one asks the row again instead of sending it.
 */
const UNDER_WAY_MS = 60_000;
/**
 * A mail that is older is given up when the mail server refuses its recipient for good, in milliseconds: until then the domain of
 * the recipient may have answered so by mistake.
 */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;
/** How long and how often it tries to note the answer where the database takes no note, in milliseconds. */
const NOTE_LIMIT_MS = UNDER_WAY_MS - HAND_OVER_MS;
const NOTE_AGAIN_MS = 500;

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
  'transfer_returned',
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
  const content = await renderPdf({ view: context.receipt, locale, timeZone: undefined });
  return [{ filename: `receipt-${context.receipt.number}.pdf`, content, contentType: 'application/pdf' }];
}

/** Where answers go: without a contact, to the address that the mail is from. */
function replyTo(template: EmailTemplate, facts: EmailFacts[EmailTemplate]): { replyTo?: string } {
  const contact = contactOf(template, 'context' in facts ? facts.context : null);
  return contact === null ? {} : { replyTo: contact };
}

/**
 * Delivers a mail of the outbox. It drops a mail without a recipient, one about an expired challenge
 * (lib/sessions/request-sign-in.ts), one to somebody who was erased, and one whose recipient is no address (lib/fields.ts). The message id is
 * derived from the row's, so that mail programs recognise one that is sent twice.
 *
 * The row notes that the mail is begun, in a transaction of its own, after the mail server has asked for the content and before
 * it gets the first byte. So a mail that is not begun was not sent, whatever became of its worker; one that is begun, and of
 * which no answer is known, is in doubt. SMTP cannot be asked about it. It is sent again, except for what says that money
 * moved (lib/outbox/in-doubt.ts): that waits for staff. So does, a day after its event, a mail whose recipient is refused for good.
 * @throws Error when the mail server does not accept the mail, or has not answered; the job is retried.
 */
export async function deliverEmail(id: string, now: Date): Promise<void> {
  const row = await db().email.findUnique({ where: { id } });
  if (!row || row.sentAt || row.undeliverableAt) return;
  if (row.begunAt) {
    if (isUnderWay(row, now)) throw new Error('A worker has begun to hand over this mail');
    if (isAtMostOnce(row.template)) return leaveToStaff(row);
  }
  const template = row.template as EmailTemplate;
  const isErased = isErasedAddress(row.recipient);
  const isDeliverable = isEmailAddress(row.recipient) && !isErased;
  if (row.recipient !== '' && !isErased && !isDeliverable)
    log().error({ email: id, template }, 'a mail is dropped: its recipient is no address');
  const mail = isDeliverable ? await admitEmail(row, now) : row;
  if (!mail) return;
  const made = await noteFailure(row, async () => {
    const facts = await factsOf(template, mail.data as EmailData[typeof template], now);
    if (!isDeliverable || !facts) return null;
    return { message: await messageOf(row, template, facts), server: mailServer(env()) };
  });
  if (made) await handOver(row, now, made);
  else await db().email.deleteMany({ where: { id } });
}

type Message = Parameters<Transporter['sendMail']>[0];

async function messageOf(
  { id, recipient, locale }: Email,
  template: EmailTemplate,
  facts: EmailFacts[EmailTemplate],
): Promise<Message> {
  return {
    // As an object: nodemailer would parse a text, and might find another address in it.
    to: { name: '', address: recipient },
    messageId: `<${id}@${new URL(env().publicBaseUrl).hostname}>`,
    // So that absence notes do not answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...renderEmail(template, locale, facts),
    ...replyTo(template, facts),
    attachments: await attachmentsOf(template, facts, locale),
  };
}

/**
 * Notes that a mail could not be made, or that there is no mail server, so that staff find it among those that were not delivered.
 * @throws what `make` throws
 */
async function noteFailure<T>({ id, begunAt }: Email, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    // A database that is away takes no note, and nothing is wrong with the mail.
    if (!isDatabaseUnavailable(error))
      await db().email.updateMany({
        where: { id, sentAt: null, begunAt },
        data: { attempts: { increment: 1 }, lastError: answerOf(error) },
      });
    throw error;
  }
}

/** Whether the worker that began it may still note how it ended. */
function isUnderWay({ begunAt, lastError }: Email, now: Date): boolean {
  return lastError !== IN_DOUBT && begunAt !== null && now.getTime() - begunAt.getTime() < UNDER_WAY_MS;
}

/** A mail in doubt that is not sent again automatically. Staff find it among the mails that were not delivered. */
async function leaveToStaff({ id, template, lastError }: Email): Promise<void> {
  if (lastError !== IN_DOUBT) await db().email.update({ where: { id }, data: { lastError: IN_DOUBT } });
  log().error({ email: id, template }, 'a mail may have been delivered: it is not sent again by itself');
}

/** Sends a mail and notes what became of it: accepted, known not to be accepted, or in doubt. */
async function handOver(
  row: Email,
  now: Date,
  { message, server }: { message: Message; server: Transporter },
): Promise<void> {
  const { id } = row;
  let isBegun = false;
  let isOver = false;
  let note: Promise<{ count: number }> | undefined;
  /** Read once the mail server has asked for the content: nodemailer connects a stream to the socket only then. */
  async function* begin(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const refuseLate = () => {
      if (isOver) throw new Error('The mail was given up before it was begun');
    };
    refuseLate();
    note = db().email.updateMany({ where: { id, sentAt: null, begunAt: row.begunAt }, data: { begunAt: now } });
    const { count } = await note;
    if (count === 0) throw new Error('Another worker has begun to hand over this mail');
    refuseLate();
    isBegun = true;
    yield* content;
  }
  server.use('stream', (mail, done) => {
    mail.message.processFunc((content: Readable) => Readable.from(begin(content), { objectMode: false }));
    done();
  });
  try {
    // An SMTP_URL with `pool` would keep a connection for each mail.
    await traceStep('smtp send', () =>
      within(HAND_OVER_MS, server.sendMail(message)).finally(() => server.close({ force: true })),
    );
  } catch (error) {
    isOver = true;
    const isInDoubt = isBegun && !isRefusal(error);
    const lastError = isInDoubt ? IN_DOUBT : answerOf(error);
    const isGivenUp = refusesRecipient(error) && now.getTime() - row.createdAt.getTime() >= GIVE_UP_MS;
    // What was to be noted before may be stored only now: it is taken back where nothing was sent.
    const isNoted = (await note?.catch(() => undefined))?.count === 1;
    await noteAnswer(() =>
      db().email.updateMany({
        // Unless another worker has begun since: then it notes what becomes of the mail.
        where: { id, sentAt: null, begunAt: isNoted ? now : row.begunAt },
        // An earlier try may be in doubt: a later refusal says nothing about that one.
        data: {
          attempts: { increment: 1 },
          lastError,
          ...(isInDoubt ? {} : { begunAt: row.begunAt }),
          ...(isGivenUp ? { undeliverableAt: now } : {}),
        },
      }),
    );
    if (isInDoubt && isAtMostOnce(row.template)) return leaveToStaff({ ...row, lastError });
    if (!isGivenUp) throw error;
    log().error({ email: id, template: row.template }, 'a mail is given up: its recipient is refused');
    return;
  }
  await noteAnswer(() =>
    db().email.update({
      where: { id },
      data: { sentAt: now, begunAt: now, attempts: { increment: 1 }, lastError: null },
    }),
  );
}

/**
 * Stores what the mail server answered. While the database takes no note, as with a full disk, it is tried again for as long as no
 * other worker sends the mail: without the note it would be sent twice, or left to staff.
 * @throws what the last try throws
 */
async function noteAnswer(store: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - started > NOTE_LIMIT_MS) throw error;
      await sleep(NOTE_AGAIN_MS);
    }
  }
}

/** Waits for so many milliseconds at most. @throws Error when they are over, or what `work` throws. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server has taken too long')), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the mail server answered that it does not take the mail: a code of 4xx or 5xx (RFC 5321, 4.2.1). */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 400;
}
