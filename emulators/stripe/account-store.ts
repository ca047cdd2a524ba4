import type Stripe from 'stripe';
import type { EmulatorContext } from '../emulator.ts';
import type { Collection, Store } from '../store.ts';
import type { AmountLimits } from './currencies.ts';
import type { ForcedOutcome } from './forced-outcomes.ts';

/** Wire objects as they are stored: references are ids, which `expand` replaces in responses. */
export type Intent = Stripe.PaymentIntent & {
  client_secret: string;
  latest_charge: string | null;
  payment_method: string | null;
};
export type Charge = Stripe.Charge & { balance_transaction: string | null; payment_intent: string };
export type Refund = Stripe.Refund & { charge: string; payment_intent: string };
export type Dispute = Stripe.Dispute & { charge: string; payment_intent: string };
export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };
export type Transaction = Stripe.BalanceTransaction & { source: string };
export type Payout = Stripe.Payout & { balance_transaction: string };

/** The card of a payment method. Contains published test numbers only, never another number that a donor typed. */
export type StoredCard = { number: string; forced?: ForcedOutcome };

/** A 3-D Secure challenge in progress. Its unguessable id is all that its page knows. */
export type Challenge = {
  id: string;
  intent: string;
  method: string;
  /** Where a redirect ends; null when Stripe.js shows the page in a dialog. */
  returnUrl: string | null;
};

export type StoredEvent = Omit<Stripe.EventBase, 'type' | 'data'> & {
  type: string;
  data: { object: object; previous_attributes?: object };
};

/** Where events go; `events` are the types that it subscribes to, all of them if there are none. */
export type Endpoint = { url: string; secret: string; events?: readonly string[] };

/** The request that caused an event. */
export type Cause = { id: string | null; idempotencyKey: string | null };

/**
 * The status of new refunds. `insufficient_balance` refuses them, and stores the error under the idempotency key.
 */
export const REFUND_MODES = ['succeeded', 'pending', 'requires_action', 'failed', 'insufficient_balance'] as const;
export type RefundMode = (typeof REFUND_MODES)[number];

/** The settlement currency of an account and the time of settlement; set by control. */
export type Settlement = {
  /** Lower case; null settles each charge in its own. */
  currency: string | null;
  /** Units of the settlement currency for one unit of another, both major. A currency without one is not converted. */
  rates: Record<string, number>;
  /** Charges get their balance transaction only when this is switched off again. */
  late: boolean;
  /** How many seconds new money takes to become available. */
  releaseSeconds: number;
  /** Balance transactions stay `pending` after their time, until this is switched off again. */
  held: boolean;
};

/** Behaviour of all accounts, set by control. */
export type Behaviour = {
  refunds: RefundMode;
  /** Confirmations stop in `processing` until control settles them. */
  processing: boolean;
  limits: AmountLimits;
  settlement: Settlement;
  /** Kinds of objects, such as `charge`, that report to be live although the keys are test keys. */
  live: string[];
};

/** The objects of one account, which its keys `sk_test_X` and `pk_test_X` see. */
export type AccountStore = {
  /** The X of its keys. */
  account: string;
  context: EmulatorContext;
  play: Behaviour;
  intents: Collection<Intent>;
  charges: Collection<Charge>;
  refunds: Collection<Refund>;
  disputes: Collection<Dispute>;
  methods: Collection<PaymentMethod>;
  cards: Collection<StoredCard>;
  /** The outcome of the next confirmation, by the reference in the intent's metadata. */
  forced: Collection<ForcedOutcome>;
  challenges: Collection<Challenge>;
  transactions: Collection<Transaction>;
  payouts: Collection<Payout>;
  /** The automatic payout that paid a balance transaction out, by the transaction's id. */
  paidOut: Collection<string>;
  events: Collection<StoredEvent>;
  /** Records an event and sends it to the account's webhook endpoint. */
  emit(type: string, object: object, cause: Cause, previous?: object): void;
};

/** The event has no request: something happened on Stripe's side. */
export const NO_REQUEST: Cause = { id: null, idempotencyKey: null };

/** Opens the store of an account; accounts share nothing. */
export function openAccountStore(
  context: EmulatorContext,
  account: string,
  play: Behaviour,
  record: (store: AccountStore, event: StoredEvent) => void,
): AccountStore {
  const at = <T>(noun: string) => collectionOf<T>(context.store, account, noun);
  const store: AccountStore = {
    account,
    context,
    play,
    intents: at('payment_intents'),
    charges: at('charges'),
    refunds: at('refunds'),
    disputes: at('disputes'),
    methods: at('payment_methods'),
    cards: at('cards'),
    forced: at('forced'),
    challenges: at('challenges'),
    transactions: at('balance_transactions'),
    payouts: at('payouts'),
    paidOut: at('paid_out'),
    events: at('events'),
    emit(type, object, cause, previous) {
      const event: StoredEvent = {
        id: `evt_${context.random()}`,
        object: 'event',
        api_version: API_VERSION,
        created: context.clock.nowSeconds(),
        data: {
          object: structuredClone(object),
          ...(previous === undefined ? {} : { previous_attributes: structuredClone(previous) }),
        },
        livemode: play.live.includes('event'),
        pending_webhooks: 0,
        request: { id: cause.id, idempotency_key: cause.idempotencyKey },
        type,
      };
      record(store, event);
    },
  };
  return store;
}

/** The API version of every event, which the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';

function collectionOf<T>(store: Store, account: string, noun: string): Collection<T> {
  return store.collection<T>(`stripe:${account}:${noun}`);
}
