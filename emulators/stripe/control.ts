import { z } from 'zod';
import { check } from '../control.ts';
import { ControlError } from '../emulator.ts';
import type { Failures } from '../failures.ts';
import type { Collection } from '../store.ts';
import { webhookFaultControls } from '../webhook-faults.ts';
import type { WebhookChannel } from '../webhook-sender.ts';
import { balanceOf, bookLateCharges, type Sums } from './balance.ts';
import { type Book, type Endpoint, type Play, REFUND_MODES } from './book.ts';
import { finishChallenge, settleProcessing } from './confirm.ts';
import { closeDispute, DISPUTE_MOVES, moveDispute, openDispute } from './disputes.ts';
import { StripeFault } from './errors.ts';
import { FORCED_OUTCOMES } from './force.ts';
import type { ScriptSwitch } from './pages.ts';
import { createPayout, PAYOUT_OUTCOMES, settlePayout } from './payouts.ts';
import { settleRefund } from './refunds.ts';
import { SIGNATURES, toMessage } from './webhooks.ts';

type Parts = {
  bookOf: (account: string) => Book;
  channel: WebhookChannel;
  endpoints: Collection<Endpoint>;
  failures: Failures;
  play: Play;
  script: ScriptSwitch;
  reset: () => void;
};

const account = z.string().default('emulator');
/** The kinds of objects that say their mode. */
const MODED = ['payment_intent', 'charge', 'dispute', 'balance', 'payout', 'event'] as const;
const inputs = {
  webhookEndpoint: z.strictObject({ account, url: z.url(), secret: z.string().min(1) }),
  webhooks: z.looseObject({ signature: z.enum(SIGNATURES).optional() }),
  resend: z.strictObject({
    account,
    event: z.string(),
    times: z.int().min(1).max(50).default(1),
    parallel: z.boolean().default(false),
  }),
  script: z.strictObject({
    mode: z.enum(['ok', 'error', 'blocked', 'slow', 'loaderror']),
    delayMs: z.int().min(0).default(5000),
  }),
  refunds: z.strictObject({ mode: z.enum(REFUND_MODES) }),
  settleRefund: z.strictObject({
    account,
    refund: z.string(),
    outcome: z.enum(['succeeded', 'failed', 'canceled']),
  }),
  dispute: z.strictObject({
    account,
    payment_intent: z.string().optional(),
    charge: z.string().optional(),
    kind: z.enum(['fraudulent', 'product_not_received', 'inquiry']).default('fraudulent'),
    amount: z.int().min(1).optional(),
  }),
  moveDispute: z.strictObject({ account, dispute: z.string(), status: z.enum(DISPUTE_MOVES) }),
  closeDispute: z.strictObject({ account, dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
  payout: z.strictObject({
    account,
    amount: z.int().min(1).optional(),
    currency: z.string().length(3).toLowerCase().default('usd'),
    status: z.enum(['paid', 'in_transit']).default('paid'),
  }),
  settlePayout: z.strictObject({ account, payout: z.string(), outcome: z.enum(PAYOUT_OUTCOMES) }),
  books: z.strictObject({ account }),
  processing: z.strictObject({ on: z.boolean() }),
  live: z.strictObject({ objects: z.array(z.enum(MODED)) }),
  settlement: z.strictObject({
    account,
    currency: z.string().length(3).toLowerCase().nullable().optional(),
    rates: z.record(z.string().length(3).toLowerCase(), z.number().positive()).optional(),
    late: z.boolean().optional(),
    releaseSeconds: z.int().min(0).optional(),
  }),
  settle: z.strictObject({ account, payment_intent: z.string(), outcome: z.enum(['succeeded', 'failed']) }),
  authenticate: z.strictObject({
    account,
    payment_intent: z.string(),
    outcome: z.enum(['complete', 'fail']),
  }),
  force: z.strictObject({
    account,
    reference: z.string().min(1),
    outcome: z.enum(FORCED_OUTCOMES).nullable(),
  }),
  about: z.strictObject({ account, reference: z.string().min(1) }),
  limits: z.strictObject({
    currency: z.string().length(3).toLowerCase(),
    min: z.int().min(1).optional(),
    max: z.int().min(1).optional(),
  }),
};

type Action = (input: unknown) => unknown;

/** Creates the control actions of the Stripe emulator; README.md describes each. */
export function createStripeControl(parts: Parts) {
  const { bookOf, channel, endpoints, failures, play, script } = parts;

  const actions: Record<string, Action> = {
    reset: () => {
      parts.reset();
      return {};
    },
    fail: (input) => failures.add(input),
    gateway_down: () => failures.add({ kind: 'down' }),
    gateway_up: () => {
      failures.clear();
      return {};
    },
    script: (input) => Object.assign(script, check(inputs.script, input)),
    limits: (input) => {
      const { currency, min, max } = check(inputs.limits, input);
      play.limits[currency] = { min, max };
      return play.limits;
    },
    refunds: (input) => {
      play.refunds = check(inputs.refunds, input).mode;
      return { mode: play.refunds };
    },
    processing: (input) => {
      play.processing = check(inputs.processing, input).on;
      return { on: play.processing };
    },
    live: (input) => {
      play.live = check(inputs.live, input).objects;
      return { objects: play.live };
    },
    ...webhookFaultControls(channel),
    settlement: (input) => {
      const { account: owner, ...given } = check(inputs.settlement, input);
      play.settlement = { ...play.settlement, ...definedOf(given) };
      if (!play.settlement.late) bookLateCharges(bookOf(owner));
      return play.settlement;
    },
    webhooks: (input) => channel.control(check(inputs.webhooks, input)),
    deliveries: () => channel.deliveries(),
    async idle() {
      await channel.idle();
      return {};
    },
    webhook_endpoint: (input) => {
      const { account: owner, url, secret } = check(inputs.webhookEndpoint, input);
      endpoints.set(owner, { url, secret });
      return { account: owner, url };
    },
    resend: (input) => {
      const { account: owner, event: id, times, parallel } = check(inputs.resend, input);
      const event = bookOf(owner).events.get(id);
      const endpoint = endpoints.get(owner);
      if (event === undefined) throw new ControlError(`No such event: ${id}`);
      if (endpoint === undefined) throw new ControlError(`Account ${owner} has no webhook endpoint.`);
      return channel.resend(toMessage(owner, event, endpoint), times, parallel);
    },
    settle_refund: (input) => {
      const { account: owner, refund: id, outcome } = check(inputs.settleRefund, input);
      const book = bookOf(owner);
      return settleRefund(book, found(book.refunds.get(id), 'refund', id), outcome);
    },
    dispute: (input) => {
      const given = check(inputs.dispute, input);
      const book = bookOf(given.account);
      const intent = book.intents.get(given.payment_intent ?? '');
      const id = given.charge ?? intent?.latest_charge ?? '';
      const charge = found(book.charges.get(id), 'charge', id || (given.payment_intent ?? ''));
      if (!charge.paid) throw new ControlError(`${id} was not paid.`);
      return openDispute(book, charge, given.kind, given.amount);
    },
    move_dispute: (input) => {
      const { account: owner, dispute: id, status } = check(inputs.moveDispute, input);
      const book = bookOf(owner);
      return moveDispute(book, found(book.disputes.get(id), 'dispute', id), status);
    },
    close_dispute: (input) => {
      const { account: owner, dispute: id, outcome } = check(inputs.closeDispute, input);
      const book = bookOf(owner);
      return closeDispute(book, found(book.disputes.get(id), 'dispute', id), outcome);
    },
    payout: (input) => {
      const { account: owner, status, ...wanted } = check(inputs.payout, input);
      const book = bookOf(owner);
      const made = createPayout(book, wanted);
      return status === 'paid' ? settlePayout(book, made, 'paid') : made;
    },
    settle_payout: (input) => {
      const { account: owner, payout: id, outcome } = check(inputs.settlePayout, input);
      const book = bookOf(owner);
      return settlePayout(book, found(book.payouts.get(id), 'payout', id), outcome);
    },
    books: (input) => {
      const book = bookOf(check(inputs.books, input).account);
      const { total, available, pending } = balanceOf(book);
      const transactions = book.transactions.values();
      return { balance: byCode(total), available: byCode(available), pending: byCode(pending), transactions };
    },
    force: (input) => {
      const { account: owner, reference, outcome } = check(inputs.force, input);
      const { forced } = bookOf(owner);
      if (outcome === null) forced.delete(reference);
      else forced.set(reference, outcome);
      return { outcome };
    },
    about: (input) => {
      const { account: owner, reference } = check(inputs.about, input);
      const book = bookOf(owner);
      const intents = book.intents.values().filter((one) => Object.values(one.metadata).includes(reference));
      return {
        down: failures.isDown(),
        script: script.mode,
        forced: book.forced.get(reference) ?? null,
        webhooks: channel.about(reference),
        payments: intents.map(({ id, status }) => ({ id, status })),
      };
    },
    settle: (input) => {
      const { account: owner, payment_intent: id, outcome } = check(inputs.settle, input);
      const book = bookOf(owner);
      return settleProcessing(book, found(book.intents.get(id), 'payment_intent', id), outcome);
    },
    authenticate: (input) => {
      const { account: owner, payment_intent: id, outcome } = check(inputs.authenticate, input);
      const book = bookOf(owner);
      const challenge = book.challenges.values().findLast((one) => one.intent === id);
      return finishChallenge(book, found(challenge, 'challenge', id).id, outcome);
    },
  };

  return async (action: string, input: unknown): Promise<unknown> => {
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (run === undefined) {
      throw new ControlError(`Unknown action ${action}. Known: ${Object.keys(actions).join(', ')}.`);
    }
    try {
      return await run(input);
    } catch (cause) {
      if (cause instanceof StripeFault) throw new ControlError(cause.message);
      throw cause;
    }
  };
}

/** Sums under the codes that ISO 4217 writes. */
function byCode(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency.toUpperCase(), sum]));
}

function definedOf<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T & object;
}

function found<T>(value: T | undefined, noun: string, id: string): T {
  if (value === undefined) throw new ControlError(`No such ${noun}: ${id}`);
  return value;
}
