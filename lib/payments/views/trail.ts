import { endOfSecond, inCausalOrder, type TimedEvent } from '#lib/causal-order.ts';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { timestamp } from '#lib/clock.ts';
import { db, pool } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { findLink } from '#lib/hot-queries/find-link.ts';
import type { AuditEntry, CheckoutLink, Decline, GatewayEvent, Payment } from '#prisma/generated/client.ts';
import { TRAIL_ORDER, type TrailEntry, type TrailKind } from './trail-view.ts';

/** An entry with what it is sorted by. */
type Dated = TimedEvent<TrailKind> & { subject: string; facts: Record<string, Fact> };
type Fact = string | number | boolean | null | undefined;
type Mail = {
  id: string;
  recipient: string;
  template: string;
  locale: string;
  createdAt: Date;
  sentAt: Date | null;
  attempts: number;
  paymentId: string;
};

/** The trail's name for the end of an attempt. Other states are not ends and have no time of their own. */
const ENDS: Readonly<Record<string, TrailKind>> = {
  approved: 'payment_approved',
  declined: 'payment_declined',
  canceled: 'payment_canceled',
  failed: 'payment_failed',
  refund_due: 'money_not_counted',
  refunded: 'money_not_counted',
  charged_back: 'money_not_counted',
  unclaimed: 'money_not_counted',
};

/**
 * Everything stored about what happened to a link, in the order of time: plain data for the pages of staff and QA, without
 * names and with masked email addresses. Reads only: it ends no link and calls no gateway.
 * @throws Problem `checkout_link_not_found`
 */
export async function linkTrail(linkId: string): Promise<TrailEntry[]> {
  const link = await findLink(linkId);
  const row = link && (await db().checkoutLink.findUnique({ where: { id: linkId } }));
  if (!link || !row) throw linkNotFound();
  const payments = await db().payment.findMany({ where: { linkId }, orderBy: { createdAt: 'asc' } });
  const declines = await db().decline.findMany({ where: { linkId }, orderBy: { declinedAt: 'asc' } });
  const [events, mails, audited] = await Promise.all([
    eventsOf(payments, declines),
    mailsOf(payments),
    db().auditEntry.findMany({
      where: { subject: { in: [linkId, ...payments.map(({ id }) => id)] }, outcome: 'done' },
    }),
  ]);
  const all = [
    ...linkEntries(row),
    ...payments.flatMap(paymentEntries),
    ...declines.map((decline) => declineEntry(decline, payments)),
    ...events.flatMap(eventEntries),
    ...mails.flatMap(mailEntries),
    ...audited.map(auditEntry),
  ];
  return inCausalOrder(all, TRAIL_ORDER).map(plain);
}

/** Enough of an address to tell two donors apart: `r…@example.org`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${[...address][0]}…${readableEmail(address.slice(at))}`;
}

/** Events and declines name either what we started or the gateway's payment. */
async function eventsOf(payments: Payment[], declines: Decline[]): Promise<GatewayEvent[]> {
  const references = [
    ...payments.flatMap(({ gatewayReference, gatewayPaymentId }) => [gatewayReference, gatewayPaymentId]),
    ...declines.map(({ reference }) => reference),
  ].filter((reference) => reference !== null);
  const gateways = payments.map(({ gateway }) => gateway);
  return db().gatewayEvent.findMany({
    where: { reference: { in: references }, gateway: { in: gateways } },
    orderBy: { receivedAt: 'asc' },
  });
}

/** In SQL, because the index is on a member of the JSON. */
async function mailsOf(payments: Payment[]): Promise<Mail[]> {
  const { rows } = await pool().query<Mail>(
    `SELECT id, recipient, template, locale, created_at AS "createdAt", sent_at AS "sentAt", attempts,
            data->>'paymentId' AS "paymentId"
       FROM emails WHERE data->>'paymentId' = ANY ($1) ORDER BY created_at`,
    [payments.map(({ id }) => id)],
  );
  return rows;
}

function linkEntries(link: CheckoutLink): Dated[] {
  const { id, donorAmount, donorEmail } = link;
  const entries: Dated[] = [
    {
      when: link.createdAt,
      kind: 'link_minted',
      about: [],
      subject: id,
      facts: { amount: Number(link.amount), currency: link.currency, expires: timestamp(link.expiresAt) },
    },
  ];
  if (link.donorSavedAt)
    entries.push({
      when: link.donorSavedAt,
      kind: 'donor_saved',
      about: [],
      subject: id,
      facts: {
        amount: donorAmount === null ? null : Number(donorAmount),
        email: donorEmail ? maskEmail(donorEmail) : null,
        named: Boolean(link.donorName),
        anonymous: link.donorAnonymous,
        language: link.donorLocale,
      },
    });
  if (link.cancelledAt)
    entries.push({ when: link.cancelledAt, kind: 'link_cancelled', about: [], subject: id, facts: {} });
  if (link.expiredAt)
    entries.push({
      when: link.expiresAt,
      kind: 'link_expired',
      about: [],
      subject: id,
      facts: { settled: timestamp(link.expiredAt) },
    });
  return entries;
}

function paymentEntries(payment: Payment): Dated[] {
  const { id, rail, gateway, attempt, currency, state } = payment;
  const amount = Number(payment.amount);
  const entries: Dated[] = [
    {
      when: payment.createdAt,
      kind: 'payment_started',
      about: [id],
      subject: id,
      facts: { rail, gateway, attempt, amount, currency, reference: payment.gatewayReference },
    },
  ];
  const end = ENDS[state];
  if (end && payment.settledAt)
    entries.push({
      when: payment.settledAt,
      kind: end,
      about: [id],
      subject: id,
      facts: {
        rail,
        amount,
        currency,
        reason: payment.refundReason ?? payment.lastError,
        succeeded: payment.succeededAt && timestamp(payment.succeededAt),
        refunded_minor: Number(payment.refundedMinor) || null,
        sent_by_hand_minor: Number(payment.sentByHandMinor) || null,
        being_refunded_minor: Number(payment.refundsPendingMinor) || null,
        disputed_minor: Number(payment.disputedMinor) || null,
        charged_back_minor: Number(payment.chargedBackMinor) || null,
      },
    });
  if (payment.refundedAt)
    entries.push({
      when: payment.refundedAt,
      kind: 'money_given_back',
      about: [id],
      subject: id,
      facts: { amount, currency },
    });
  return entries;
}

/** Declines name no attempt of ours: it is the latest one at that time. */
function declineEntry({ gateway, reference, code, declinedAt: when }: Decline, payments: Payment[]): Dated {
  const started = payments.findLast((payment) => payment.gateway === gateway && payment.createdAt <= endOfSecond(when));
  const subject = started?.id ?? reference;
  return { when, kind: 'payment_declined_try', about: [subject], subject, facts: { gateway, code } };
}

function eventEntries(event: GatewayEvent): Dated[] {
  const { id: subject, gateway, type, handledAt, lastError } = event;
  const about = [subject];
  const received: Dated = {
    when: event.receivedAt,
    kind: 'event_received',
    about,
    subject,
    facts: { gateway, type, error: handledAt ? null : lastError },
  };
  if (!handledAt) return [received];
  return [received, { when: handledAt, kind: 'event_handled', about, subject, facts: { gateway, type } }];
}

function mailEntries(mail: Mail): Dated[] {
  const { id: subject, template, locale, attempts, paymentId } = mail;
  const facts = { template, to: maskEmail(mail.recipient), language: locale };
  const tries = mail.sentAt ? {} : { attempts };
  const queued: Dated = {
    when: mail.createdAt,
    kind: 'mail_queued',
    about: [subject, paymentId],
    subject,
    facts: { ...facts, ...tries },
  };
  if (!mail.sentAt) return [queued];
  return [queued, { when: mail.sentAt, kind: 'mail_sent', about: [subject], subject, facts }];
}

/** What was done and by whom. `data` can hold anything and is left out. */
function auditEntry({ at, actor, action, subject }: AuditEntry): Dated {
  const by = actor.includes('@') ? maskEmail(actor) : actor;
  return { when: at, kind: 'operator_acted', about: [], subject, facts: { by, action } };
}

function plain({ when, kind, subject, facts }: Dated): TrailEntry {
  const known = Object.entries(facts).filter(
    (fact): fact is [string, string | number | boolean] => fact[1] !== null && fact[1] !== undefined,
  );
  return { at: timestamp(when), kind, subject, facts: Object.fromEntries(known) };
}
