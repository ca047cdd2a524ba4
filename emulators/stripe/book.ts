import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { EmulatorContext } from '../emulator.ts';
import type { Collection, Store } from '../store.ts';
import type { Settlement } from './balance.ts';
import type { AmountLimits } from './currencies.ts';
import type { ForcedOutcome } from './force.ts';

/** Wire objects as they are kept: references are ids, `expand` replaces them when an answer asks for it. */
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

/** What a payment method's card does; never the number a donor typed, unless it is a published test number. */
export type KeptCard = { number: string; forced?: ForcedOutcome };

/** A 3-D Secure challenge under way. Its id is unguessable and is all its page knows. */
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

export type Endpoint = { url: string; secret: string };

/** What caused an event, as its `request` says. */
export type Cause = { id: string | null; idempotencyKey: string | null };

/**
 * What a refund comes to when it is asked for. `insufficient_balance` refuses it, and stores the refusal under its
 * idempotency key.
 */
export const REFUND_MODES = [
  'succeeded',
  'pending',
  'requires_action',
  'failed',
  'insufficient_balance',
] as const;
export type RefundMode = (typeof REFUND_MODES)[number];

/** How refunds and charges of all accounts are played; set by control. */
export type Play = {
  refunds: RefundMode;
  /** Confirmations stop in `processing` until control settles them. */
  processing: boolean;
  limits: AmountLimits;
  settlement: Settlement;
  /** Objects of these kinds, such as `charge`, say that they are live, as if of the other mode than the keys. */
  live: string[];
};

/** Everything of one account: the objects behind one pair of `sk_test_X`, `pk_test_X`. */
export type Book = {
  /** The X of its keys. */
  account: string;
  accountId: string;
  context: EmulatorContext;
  play: Play;
  intents: Collection<Intent>;
  charges: Collection<Charge>;
  refunds: Collection<Refund>;
  disputes: Collection<Dispute>;
  methods: Collection<PaymentMethod>;
  cards: Collection<KeptCard>;
  /** What the next confirmation comes to, by the reference in the intent's metadata. */
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

/** Opens the book of an account; accounts share nothing. */
export function openBook(
  context: EmulatorContext,
  account: string,
  play: Play,
  record: (book: Book, event: StoredEvent) => void,
): Book {
  const at = <T>(noun: string) => collectionOf<T>(context.store, account, noun);
  const book: Book = {
    account,
    accountId: `acct_${createHash('sha256').update(account).digest('hex').slice(0, 16)}`,
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
      record(book, event);
    },
  };
  return book;
}

/** The version every event is rendered in, and the one the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';

function collectionOf<T>(store: Store, account: string, noun: string): Collection<T> {
  return store.collection<T>(`stripe:${account}:${noun}`);
}
