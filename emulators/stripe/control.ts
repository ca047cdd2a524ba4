import { z } from 'zod';
import { ControlError, parseControlInput } from '#emulators/control-input.ts';
import type { WebhookChannel } from '#emulators/webhooks/channel.ts';
import { createActions, gatewayActions } from '../actions.ts';
import type { Failures } from '../failures.ts';
import type { Collection } from '../store.ts';
import { type AccountStore, type Behaviour, type Endpoint, NO_REQUEST, REFUND_MODES } from './account-store.ts';
import { balanceOf, moveRelease, type Sums, settleLateCharges } from './balance.ts';
import { finishChallenge, settleProcessing } from './confirm.ts';
import { closeDispute, DISPUTE_MOVES, moveDispute, openDispute } from './disputes.ts';
import { StripeApiError } from './errors.ts';
import { FORCED_OUTCOMES } from './forced-outcomes.ts';
import type { ScriptSwitch } from './pages.ts';
import { Params } from './params.ts';
import { createPayout, PAYOUT_OUTCOMES, settlePayout } from './payouts.ts';
import { createRefund, settleRefund } from './refunds.ts';
import { toMessage } from './webhooks.ts';

type Parts = {
  storeOf: (account: string) => AccountStore;
  channel: WebhookChannel;
  endpoints: Collection<Endpoint>;
  failures: Failures;
  play: Behaviour;
  script: ScriptSwitch;
  reset: () => void;
  /** The types of events that an endpoint subscribes to where none are given; all if undefined. */
  enabledEvents: readonly string[] | undefined;
};

const account = z.string().default('emulator');
/** The kinds of objects with `livemode`. */
const KINDS_WITH_MODE = ['payment_intent', 'charge', 'dispute', 'balance', 'payout', 'event'] as const;
const inputs = {
  webhookEndpoint: z.strictObject({
    account,
    url: z.url(),
    secret: z.string().min(1),
    events: z.array(z.string()).min(1).optional(),
  }),
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
  wallet: z.strictObject({
    on: z.boolean(),
    type: z.enum(['apple_pay', 'google_pay']).default('google_pay'),
    name: z.string().default('Wanda Wallet'),
    email: z.string().default('wanda@example.org'),
  }),
  refunds: z.strictObject({ mode: z.enum(REFUND_MODES) }),
  refund: z.strictObject({ account, payment_intent: z.string() }),
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
  live: z.strictObject({ objects: z.array(z.enum(KINDS_WITH_MODE)) }),
  settlement: z.strictObject({
    account,
    currency: z.string().length(3).toLowerCase().nullable().optional(),
    rates: z.record(z.string().length(3).toLowerCase(), z.number().positive()).optional(),
    late: z.boolean().optional(),
    releaseSeconds: z.int().min(0).optional(),
    held: z.boolean().optional(),
  }),
  moveRelease: z.strictObject({ account, payment_intent: z.string(), seconds: z.int() }),
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

/** Creates the control actions of the Stripe emulator; README.md describes each. */
export function createStripeControl(parts: Parts) {
  const { storeOf, channel, endpoints, failures, play, script } = parts;

  return createActions(
    {
      ...gatewayActions(failures, channel),
      reset: () => {
        parts.reset();
        return {};
      },
      script: (input) => Object.assign(script, parseControlInput(inputs.script, input)),
      wallet: (input) => {
        const { on, ...wallet } = parseControlInput(inputs.wallet, input);
        script.wallet = on ? wallet : null;
        return { wallet: script.wallet };
      },
      limits: (input) => {
        const { currency, min, max } = parseControlInput(inputs.limits, input);
        play.limits[currency] = { min, max };
        return play.limits;
      },
      refunds: (input) => {
        play.refunds = parseControlInput(inputs.refunds, input).mode;
        return { mode: play.refunds };
      },
      processing: (input) => {
        play.processing = parseControlInput(inputs.processing, input).on;
        return { on: play.processing };
      },
      live: (input) => {
        play.live = parseControlInput(inputs.live, input).objects;
        return { objects: play.live };
      },
      settlement: (input) => {
        const { account: owner, ...given } = parseControlInput(inputs.settlement, input);
        play.settlement = { ...play.settlement, ...definedOf(given) };
        if (!play.settlement.late) settleLateCharges(storeOf(owner));
        return play.settlement;
      },
      move_release: (input) => {
        const { account: owner, payment_intent: intent, seconds } = parseControlInput(inputs.moveRelease, input);
        const store = storeOf(owner);
        const charge = store.charges.values().find((one) => one.payment_intent === intent && one.paid);
        const moved = charge && moveRelease(store, charge.id, seconds);
        if (!moved) throw new ControlError(`No settled charge of ${intent}`);
        return { available_on: moved.available_on };
      },
      webhook_endpoint: (input) => {
        const {
          account: owner,
          url,
          secret,
          events = parts.enabledEvents,
        } = parseControlInput(inputs.webhookEndpoint, input);
        endpoints.set(owner, { url, secret, ...(events && { events }) });
        return { account: owner, url };
      },
      resend: (input) => {
        const { account: owner, event: id, times, parallel } = parseControlInput(inputs.resend, input);
        const event = storeOf(owner).events.get(id);
        const endpoint = endpoints.get(owner);
        if (event === undefined) throw new ControlError(`No such event: ${id}`);
        if (endpoint === undefined) throw new ControlError(`Account ${owner} has no webhook endpoint.`);
        return channel.resend(toMessage(owner, event, endpoint), times, parallel);
      },
      settle_refund: (input) => {
        const { account: owner, refund: id, outcome } = parseControlInput(inputs.settleRefund, input);
        const store = storeOf(owner);
        return settleRefund(store, found(store.refunds.get(id), 'refund', id), outcome);
      },
      refund: (input) => {
        const { account: owner, payment_intent } = parseControlInput(inputs.refund, input);
        return createRefund(storeOf(owner), new Params({ payment_intent }), NO_REQUEST);
      },
      dispute: (input) => {
        const given = parseControlInput(inputs.dispute, input);
        const store = storeOf(given.account);
        const intent = store.intents.get(given.payment_intent ?? '');
        const id = given.charge ?? intent?.latest_charge ?? '';
        const charge = found(store.charges.get(id), 'charge', id || (given.payment_intent ?? ''));
        if (!charge.paid) throw new ControlError(`${id} was not paid.`);
        return openDispute(store, charge, given.kind, given.amount);
      },
      move_dispute: (input) => {
        const { account: owner, dispute: id, status } = parseControlInput(inputs.moveDispute, input);
        const store = storeOf(owner);
        return moveDispute(store, found(store.disputes.get(id), 'dispute', id), status);
      },
      close_dispute: (input) => {
        const { account: owner, dispute: id, outcome } = parseControlInput(inputs.closeDispute, input);
        const store = storeOf(owner);
        return closeDispute(store, found(store.disputes.get(id), 'dispute', id), outcome);
      },
      payout: (input) => {
        const { account: owner, status, ...wanted } = parseControlInput(inputs.payout, input);
        const store = storeOf(owner);
        const made = createPayout(store, wanted);
        return status === 'paid' ? settlePayout(store, made, 'paid') : made;
      },
      settle_payout: (input) => {
        const { account: owner, payout: id, outcome } = parseControlInput(inputs.settlePayout, input);
        const store = storeOf(owner);
        return settlePayout(store, found(store.payouts.get(id), 'payout', id), outcome);
      },
      books: (input) => {
        const store = storeOf(parseControlInput(inputs.books, input).account);
        const { total, available, pending } = balanceOf(store);
        const transactions = store.transactions.values();
        return {
          balance: byCode(total),
          available: byCode(available),
          pending: byCode(pending),
          transactions,
        };
      },
      force: (input) => {
        const { account: owner, reference, outcome } = parseControlInput(inputs.force, input);
        const { forced } = storeOf(owner);
        if (outcome === null) forced.delete(reference);
        else forced.set(reference, outcome);
        return { outcome };
      },
      about: (input) => {
        const { account: owner, reference } = parseControlInput(inputs.about, input);
        const store = storeOf(owner);
        const intents = store.intents.values().filter((one) => Object.values(one.metadata).includes(reference));
        return {
          down: failures.isDown(reference),
          script: script.mode,
          forced: store.forced.get(reference) ?? null,
          webhooks: channel.deliveryRuleOf(reference),
          payments: intents.map(({ id, status }) => ({ id, status })),
        };
      },
      settle: (input) => {
        const { account: owner, payment_intent: id, outcome } = parseControlInput(inputs.settle, input);
        const store = storeOf(owner);
        return settleProcessing(store, found(store.intents.get(id), 'payment_intent', id), outcome);
      },
      authenticate: (input) => {
        const { account: owner, payment_intent: id, outcome } = parseControlInput(inputs.authenticate, input);
        const store = storeOf(owner);
        const challenge = store.challenges.values().findLast((one) => one.intent === id);
        return finishChallenge(store, found(challenge, 'challenge', id).id, outcome);
      },
    },
    StripeApiError,
  );
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
