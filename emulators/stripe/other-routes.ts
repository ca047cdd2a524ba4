import { transactionNow } from './balance.ts';
import type { PaymentMethod } from './book.ts';
import type { Call } from './call.ts';
import { closeDispute } from './disputes.ts';
import { invalidRequest, missing } from './errors.ts';
import { requireSecretKey } from './keys.ts';
import { listPage, type Page } from './lists.ts';
import { findOrMakeMethod, makeMethod } from './payment-methods.ts';
import { createRefund } from './refunds.ts';
import { isReadable } from './webhooks.ts';

/** POST /v1/payment_methods — Stripe.js sends card numbers here; servers name a test card. */
export function createMethod({ book, params, origin }: Call): object {
  const token = params.map('card')?.text('token');
  if (token !== undefined) return findOrMakeMethod(book, token.replace(/^tok_/, 'pm_card_'));
  return makeMethod(book, params, origin);
}

/** GET /v1/payment_methods/:id */
export function retrieveMethod(call: Call): PaymentMethod {
  requireSecretKey(call.key);
  const id = call.path[0] ?? '';
  const method = call.book.methods.get(id);
  if (method === undefined) throw missing('PaymentMethod', id, 'payment_method', 404);
  return method;
}

/** GET /v1/charges/:id */
export function retrieveCharge(call: Call): object {
  return find(call, call.book.charges, 'charge', 'id');
}

/** GET /v1/charges?payment_intent= */
export function listCharges(call: Call): object {
  const intent = call.params.text('payment_intent');
  const charges = call.book.charges
    .values()
    .filter((one) => intent === undefined || one.payment_intent === intent);
  return secretPage(call, charges, '/v1/charges');
}

/** POST /v1/refunds */
export function refund(call: Call): object {
  requireSecretKey(call.key);
  call.params.allow(
    new Set(['amount', 'charge', 'expand', 'instructions_email', 'metadata', 'payment_intent', 'reason']),
  );
  return createRefund(call.book, call.params, call.cause);
}

/** GET /v1/refunds/:id */
export function retrieveRefund(call: Call): object {
  return find(call, call.book.refunds, 'refund', 'refund');
}

/** POST /v1/refunds/:id — only metadata may change. */
export function updateRefund(call: Call): object {
  call.params.allow(new Set(['expand', 'metadata']));
  const found = find(call, call.book.refunds, 'refund', 'refund');
  const updated = { ...found, metadata: call.params.metadata(found.metadata ?? {}) };
  call.book.refunds.set(updated.id, updated);
  call.book.emit('refund.updated', updated, call.cause, { metadata: found.metadata });
  return updated;
}

/** GET /v1/refunds?payment_intent=&charge= */
export function listRefunds(call: Call): object {
  const intent = call.params.text('payment_intent');
  const charge = call.params.text('charge');
  const refunds = call.book.refunds
    .values()
    .filter((one) => intent === undefined || one.payment_intent === intent)
    .filter((one) => charge === undefined || one.charge === charge);
  return secretPage(call, refunds, '/v1/refunds');
}

/** GET /v1/disputes/:id */
export function retrieveDispute(call: Call): object {
  return find(call, call.book.disputes, 'dispute', 'dispute');
}

/** GET /v1/disputes?payment_intent=&charge= */
export function listDisputes(call: Call): object {
  const intent = call.params.text('payment_intent');
  const charge = call.params.text('charge');
  const disputes = call.book.disputes
    .values()
    .filter((one) => intent === undefined || one.payment_intent === intent)
    .filter((one) => charge === undefined || one.charge === charge);
  return secretPage(call, disputes, '/v1/disputes');
}

/**
 * POST /v1/disputes/:id — evidence. As in Stripe's test mode, `uncategorized_text` of `winning_evidence` or
 * `losing_evidence` decides the dispute when it is submitted.
 */
export function updateDispute(call: Call): object {
  const dispute = find(call, call.book.disputes, 'dispute', 'dispute');
  const text = call.params.map('evidence')?.text('uncategorized_text');
  const submitted = call.params.flag('submit') ?? true;
  const updated = {
    ...dispute,
    metadata: call.params.metadata(dispute.metadata),
    evidence: { ...dispute.evidence, ...(text === undefined ? {} : { uncategorized_text: text }) },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: submitted ? 1 : 0,
    },
    status: submitted && dispute.status === 'needs_response' ? 'under_review' : dispute.status,
  };
  call.book.disputes.set(updated.id, updated);
  call.book.emit('charge.dispute.updated', updated, call.cause);
  if (submitted && text === 'winning_evidence') return closeDispute(call.book, updated, 'won');
  return submitted && text === 'losing_evidence' ? closeDispute(call.book, updated, 'lost') : updated;
}

/** POST /v1/disputes/:id/close — the merchant gives in. */
export function giveInDispute(call: Call): object {
  const dispute = find(call, call.book.disputes, 'dispute', 'dispute');
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed.', { param: 'dispute' });
  }
  return closeDispute(call.book, dispute, 'lost');
}

/** GET /v1/balance_transactions/:id */
export function retrieveTransaction(call: Call): object {
  return transactionNow(call.book, find(call, call.book.transactions, 'balance transaction', 'id'));
}

/** GET /v1/balance_transactions?source=&type= */
export function listTransactions(call: Call): object {
  const source = call.params.text('source');
  const type = call.params.text('type');
  const transactions = call.book.transactions
    .values()
    .map((transaction) => transactionNow(call.book, transaction))
    .filter((one) => source === undefined || one.source === source)
    .filter((one) => type === undefined || one.type === type);
  return secretPage(call, transactions, '/v1/balance_transactions');
}

/** GET /v1/events/:id */
export function retrieveEvent(call: Call): object {
  const event = find(call, call.book.events, 'event', 'id');
  if (!isReadable(event, call.book.context.clock)) throw missing('event', event.id, 'id', 404);
  return event;
}

/** GET /v1/events?type=&types[]= */
export function listEvents(call: Call): object {
  const type = call.params.text('type');
  const types = call.params.list('types');
  const events = call.book.events
    .values()
    .filter((event) => isReadable(event, call.book.context.clock))
    .filter((event) => type === undefined || matchesType(event.type, type))
    .filter((event) => types === undefined || types.includes(event.type));
  return secretPage(call, events, '/v1/events');
}

/** GET /v1/account — enough to check a key at start. */
export function retrieveAccount({ key, book }: Call): object {
  requireSecretKey(key);
  const { accountId: id, account } = book;
  return {
    id,
    object: 'account',
    business_profile: { name: `Emulated account ${account}` },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: 'standard',
  };
}

/** `charge.*` stands for all types that begin so. */
function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

function find<T>(call: Call, kept: { get(id: string): T | undefined }, noun: string, param: string): T {
  requireSecretKey(call.key);
  const id = call.path[0] ?? '';
  const found = kept.get(id);
  if (found === undefined) throw missing(noun, id, param, 404);
  return found;
}

function secretPage<T extends { id: string; created: number }>(call: Call, items: T[], url: string): Page<T> {
  requireSecretKey(call.key);
  return listPage(items, call.params, url);
}
