import { acceptance } from '#lib/causes/states.ts';
import { isOverdue, linkStatus } from '#lib/checkout-links/status.ts';
import { type PaymentFacts, paymentEntries } from '#lib/ledger/payment-postings.ts';
import { decideClaim, decideStarted } from '#lib/payments/attempts/decisions.ts';
import { isPayable } from '#lib/payments/lock-link.ts';
import { isLive, PAYMENT_STATES, type PaymentState } from '#lib/payments/states.ts';
import {
  classifyPayment,
  decideEnd,
  finalState,
  isUnwanted,
  mustCancelAtGateway,
} from '#lib/payments/sync/decisions.ts';
import {
  chargebackAmounts,
  decidePendingRefund,
  dueRefund,
  refundChange,
  stateAfterReversals,
} from '#lib/payments/sync/reversals.ts';
import type { RemoteAttempt, RemotePayment } from '#lib/rails/port/payment.ts';
import type { Model } from './explore.ts';

/*
 * A model of one checkout link: its attempts on two rails, what the gateways have, what our rows say, and the work of ours
 * that is under way and can die at any step. Every decision about status, classification, cancelling and refunding is made
 * by the product's own functions, imported above; the model supplies the world around them.
 *
 * What is modeled. A step of ours is one transaction under the link's row lock, or one call of a gateway; between two steps
 * anything else can happen, and at each step the process can die. What a gateway answered is kept as it was at the call
 * (a snapshot), so that it can be outdated when it is recorded. The donor confirms, the bank decides late or against what
 * was cancelled, a refund comes back, a chargeback is opened, won or lost, the amount is changed, the cause stops, staff
 * cancel the link or refund the donation.
 *
 * Time is early (before the expiry for everybody), at the expiry, or late. At the expiry every clock, ours and a gateway's,
 * may say either, which is every clock skew around the one instant that matters.
 *
 * Reductions, and why none hides anything:
 * - One link. Links share nothing but their cause: whether it collects is part of the state, and its total is a sum.
 * - An event, a returning donor, a poll past expiry, a job and the daily reconciliation all do the same: a sync of one
 *   attempt (ruling 52: an event is a hint). So the model has syncs that begin at any time. A lost event is a sync that
 *   never begins, a doubled or reordered one begins twice or late.
 * - A sync whose snapshot says nothing new is left out: applying it changes no row, now or later, because a row that
 *   changes meanwhile has another revision or is not live any more.
 * - Everything that ends an attempt (another method chosen, the amount changed, another browser) is one action that can
 *   happen at any time, which allows more than the product does.
 * - Symmetry: the work under way is a set, stored in order. Attempts that can never bring or return money again are stored
 *   without what only mattered while they could.
 * - Refunds and chargebacks are of the whole payment here. Parts, several refunds at once and the ledger's entries between
 *   them are `money-model.ts`: they depend on one payment alone.
 */

export type Bounds = {
  /** Attempts on each of the two rails: 1 to 3. */
  attempts: readonly [number, number];
  /** How many pieces of our work are under way at once: 1 or 2. */
  workers: number;
  /** How often the donor changes the amount. */
  amountChanges: number;
  /** What banks and staff do to received money, and approvals against what was cancelled, together. */
  surprises: number;
};

const MAX_ATTEMPTS = 3;
const SLOTS = 2 * MAX_ATTEMPTS;

// Rows: their position in PAYMENT_STATES plus one; 0 is no row.
const rowOf = (state: PaymentState) => PAYMENT_STATES.indexOf(state) + 1;
const [STARTING, PENDING, APPROVED] = [rowOf('starting'), rowOf('pending'), rowOf('approved')];
const [CANCELED, DECLINED, FAILED] = [rowOf('canceled'), rowOf('declined'), rowOf('failed')];
const [REFUND_DUE, REFUNDED, CHARGED_BACK] = [rowOf('refund_due'), rowOf('refunded'), rowOf('charged_back')];

// The gateway's object of an attempt.
const NOTHING = 0;
const LIVE = 1;
const PROCESSING = 2;
const PAID_IN_TIME = 3;
const PAID_LATE = 4;
const GW_CANCELED = 5;
const GW_DECLINED = 6;
const PAID_OTHER_AMOUNT = 7;

// A refund at the gateway; a dispute at the gateway and as recorded.
const R_PENDING = 1;
const R_SUCCEEDED = 2;
const R_FAILED = 3;
const D_OPEN = 1;
const D_LOST = 2;
const D_WON = 3;

/*
 * The bytes of an attempt:
 * 0  bits 0–3 row, 4 whether we know the gateway's reference, 5 the amount's version, 6 whether staff asked for the refund
 * 1  what the gateway has: bits 0–2 object, 3–4 refund, 5–6 dispute, 7 whether a donor was shown where to pay
 * 2  what we recorded of reversals: bits 0–1 our refund, 2–3 failed refunds, 4–5 dispute, 6–7 the gateway's refund: pending or succeeded
 * 3  unused
 */
const row = (s: Uint8Array, i: number) => (s[4 * i] as number) & 15;
const setRow = (s: Uint8Array, i: number, to: number) => {
  s[4 * i] = ((s[4 * i] as number) & ~15) | to;
};
const isKnown = (s: Uint8Array, i: number) => ((s[4 * i] as number) & 16) !== 0;
const setKnown = (s: Uint8Array, i: number) => {
  s[4 * i] = (s[4 * i] as number) | 16;
};
const version = (s: Uint8Array, i: number) => ((s[4 * i] as number) >> 5) & 1;
const byStaff = (s: Uint8Array, i: number) => ((s[4 * i] as number) & 64) !== 0;
const remote = (s: Uint8Array, i: number) => s[4 * i + 1] as number;
const object = (gw: number) => gw & 7;
const refundAt = (gw: number) => (gw >> 3) & 3;
const disputeAt = (gw: number) => (gw >> 5) & 3;
const isShown = (s: Uint8Array, i: number) => (remote(s, i) & 128) !== 0;
const setObject = (s: Uint8Array, i: number, to: number) => {
  s[4 * i + 1] = (remote(s, i) & ~7) | to;
};
const setRefundAt = (s: Uint8Array, i: number, to: number) => {
  s[4 * i + 1] = (remote(s, i) & ~24) | (to << 3);
};
const setDisputeAt = (s: Uint8Array, i: number, to: number) => {
  s[4 * i + 1] = (remote(s, i) & ~96) | (to << 5);
};
const recorded = (s: Uint8Array, i: number) => s[4 * i + 2] as number;
const ourRefund = (s: Uint8Array, i: number) => recorded(s, i) & 3;
const failures = (s: Uint8Array, i: number) => (recorded(s, i) >> 2) & 3;
const recordedDispute = (s: Uint8Array, i: number) => (recorded(s, i) >> 4) & 3;
const recordedRefund = (s: Uint8Array, i: number) => recorded(s, i) >> 6;
const isRefunded = (s: Uint8Array, i: number) => recordedRefund(s, i) === R_SUCCEEDED;
const setRecorded = (s: Uint8Array, i: number, refund: number, failed: number, dispute: number, gone: number) => {
  s[4 * i + 2] = refund | (failed << 2) | (dispute << 4) | (gone << 6);
};
const isPaidObject = (o: number) => o === PAID_IN_TIME || o === PAID_LATE || o === PAID_OTHER_AMOUNT;
const hasMoney = (r: number) => r === APPROVED || r === REFUND_DUE || r === REFUNDED || r === CHARGED_BACK;

/* The link: byte 24 bits 0–1 time, 2–3 stored end, 4 cause stopped, 5 the amount's version; byte 25 changes and surprises. */
const LINK = 4 * SLOTS;
const BUDGET = LINK + 1;
const EARLY = 0;
const LATE = 2;
const EXPIRED = 1;
const CANCELLED = 2;
const time = (s: Uint8Array) => (s[LINK] as number) & 3;
const end = (s: Uint8Array) => ((s[LINK] as number) >> 2) & 3;
const isStopped = (s: Uint8Array) => ((s[LINK] as number) & 16) !== 0;
const wanted = (s: Uint8Array) => ((s[LINK] as number) >> 5) & 1;
const changesLeft = (s: Uint8Array) => (s[BUDGET] as number) & 3;
const surprisesLeft = (s: Uint8Array) => (s[BUDGET] as number) >> 2;
const surprise = (s: Uint8Array) => {
  s[BUDGET] = (s[BUDGET] as number) - 4;
};

/*
 * A piece of our work: byte 0 what its next step is, 1 bits 0–2 its attempt, 3 whether it cancels the link, 4 whether the
 * row has changed since the snapshot, 2 the snapshot, 3 the attempts that were live when the end of the link began.
 */
const WORK = LINK + 4;
const IDLE = 0;
/** Call the gateway to start the attempt. */
const START = 1;
/** Store the attempt that the gateway has started. */
const STORE = 2;
/** Cancel the attempt at the gateway, and read it. */
const CANCEL = 3;
/** Record what the gateway said, reversals too. */
const APPLY = 4;
/** Record what the gateway said of an attempt that was ended. */
const APPLY_END = 5;
/** End the next attempt of a link that is being ended, or store its end. */
const END = 6;
/** Cancel that attempt at the gateway. */
const END_CANCEL = 7;
/** Record what the gateway said of it. */
const END_APPLY = 8;

const work = (s: Uint8Array, w: number) => s[WORK + 4 * w] as number;
const about = (s: Uint8Array, w: number) => (s[WORK + 4 * w + 1] as number) & 7;
const cancels = (s: Uint8Array, w: number) => ((s[WORK + 4 * w + 1] as number) & 8) !== 0;
const isStale = (s: Uint8Array, w: number) => ((s[WORK + 4 * w + 1] as number) & 16) !== 0;
const snapshot = (s: Uint8Array, w: number) => s[WORK + 4 * w + 2] as number;
const seenAtEnd = (s: Uint8Array, w: number) => s[WORK + 4 * w + 3] as number;
const setWork = (s: Uint8Array, w: number, next: number, i: number, flags: number, gw: number, seen: number) => {
  s[WORK + 4 * w] = next;
  s[WORK + 4 * w + 1] = i | flags;
  s[WORK + 4 * w + 2] = gw;
  s[WORK + 4 * w + 3] = seen;
};
const drop = (s: Uint8Array, w: number) => setWork(s, w, IDLE, 0, 0, 0, 0);

/* The values that the product's functions get: the model's few bits as rows, reports and instants. */

const EXPIRES = new Date('2026-11-23T12:00:00Z');
/** The last instant in time, and the first that is not: at exactly its expiry a link can still be paid. */
const BEFORE = EXPIRES;
const AFTER = new Date(EXPIRES.getTime() + 1);
const AMOUNT_MINOR = 5000n;
const FACTS: Omit<PaymentFacts, 'counted'> = {
  gateway: 'stripe',
  causeKey: 'cause',
  currency: 'USD',
  amountMinor: AMOUNT_MINOR,
  feePercent: '5',
  feeModel: 'all_inclusive',
};

function linkFacts(isPaid: boolean, stored: number) {
  return {
    id: 'chl_1',
    expiresAt: EXPIRES,
    expiredAt: stored === EXPIRED ? AFTER : null,
    cancelledAt: stored === CANCELLED ? BEFORE : null,
    isPaid,
    approved: isPaid ? { id: 'pay_1', amount: 50, currency: 'USD', succeededAt: BEFORE } : null,
  };
}

/** Remembers what a decision of the product is for each of the model's few inputs, packed into a small number. */
function remembered<T>(decide: (input: number) => T): (input: number) => T {
  const known: T[] = [];
  return (input) => {
    let decision = known[input];
    if (decision === undefined) {
      decision = decide(input);
      known[input] = decision;
    }
    return decision;
  };
}

const bit = (input: number, n: number) => ((input >> n) & 1) === 1;
const pack = (isPaid: boolean, stored: number, more: number) => (isPaid ? 1 : 0) | (stored << 1) | (more << 3);

const statusOf = remembered((input) => linkStatus(linkFacts(bit(input, 0), (input >> 1) & 3)));
const overdue = remembered((input) =>
  isOverdue(linkFacts(bit(input, 0), (input >> 1) & 3), bit(input, 3) ? AFTER : BEFORE),
);
const openAt = remembered((input) =>
  isPayable(linkFacts(bit(input, 0), (input >> 1) & 3), bit(input, 3) ? AFTER : BEFORE),
);
const unwantedOf = remembered((input) =>
  isUnwanted(
    linkFacts(bit(input, 0), (input >> 1) & 3),
    acceptance({ state: bit(input, 3) ? 'paused' : 'published', closesAt: null }, BEFORE) === 'accepting',
  ),
);
/** Bits from 3: whether our clock is past the expiry, whether the attempt was live, then how it was paid. */
const classified = remembered((input) => {
  const paid = input >> 5;
  return classifyPayment({
    money: {
      linkId: 'chl_1',
      amountMajor: paid === PAID_OTHER_AMOUNT ? 51 : 50,
      currency: 'USD',
      succeededAt: paid === PAID_LATE ? AFTER : BEFORE,
    },
    attempt: { amount: 50n, currency: 'USD', wasLive: bit(input, 4), refundReason: null },
    link: linkFacts(bit(input, 0), (input >> 1) & 3),
    now: bit(input, 3) ? AFTER : BEFORE,
  });
});
/** Bits from 3: whether our clock is past the expiry, then the state of the rail's live attempt; 0 is none. */
const claimed = remembered((input) => {
  const state = PAYMENT_STATES[(input >> 4) - 1];
  const payments = state ? [{ rail: 'card', state, claimedUntil: null }] : [];
  const link = { ...linkFacts(bit(input, 0), (input >> 1) & 3), payments };
  return decideClaim(link, 'card', true, bit(input, 3) ? AFTER : BEFORE).kind;
});
/** Bits from 3: whether our clock is past the expiry, whether the cause stopped, then the row. */
const startedAs = remembered((input) => {
  const state = PAYMENT_STATES[(input >> 5) - 1] ?? 'starting';
  const link = linkFacts(bit(input, 0), (input >> 1) & 3);
  const stored = { state, gatewayReference: null };
  return decideStarted(link, stored, 'pi_1', !bit(input, 4), bit(input, 3) ? AFTER : BEFORE);
});
/** Bits from 3: whether another attempt has become live. */
const ending = remembered((input) => {
  const payments = bit(input, 3) ? [{ id: 'pay_2', state: 'pending' }] : [];
  return decideEnd({ ...linkFacts(bit(input, 0), (input >> 1) & 3), payments }, new Set());
});

const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
const OUR_REFUNDS = ['pending', 'succeeded', 'failed'] as const;
const DISPUTES = ['open', 'lost', 'won'] as const;

/** What the gateway reports of an attempt with a snapshot. */
const reported = remembered((gw): RemoteAttempt => {
  const o = object(gw);
  const status =
    o === PROCESSING ? 'processing' : o === GW_CANCELED ? 'canceled' : o === GW_DECLINED ? 'declined' : 'live';
  const money = isPaidObject(o) ? [{ id: 'pi_1', paymentId: null } as RemotePayment] : [];
  return { status, money, declines: [] };
});
const isCancelledFirst = remembered((gw) => mustCancelAtGateway(reported(gw), 'pay_1', false));
const endOf = remembered((gw) => {
  const state = finalState(reported(gw), 'pay_1');
  return state ? rowOf(state) : 0;
});

/** What a dispute takes: held back while it is open, gone once it is lost. */
const chargebacks = remembered((dispute) => {
  const status = DISPUTES[dispute - 1];
  const one = { kind: 'chargeback' as const, amountMinor: AMOUNT_MINOR, currency: 'USD' };
  return chargebackAmounts(status ? [{ ...one, status }] : [], {
    amountMinor: AMOUNT_MINOR,
    currency: 'USD',
  });
});
const reversalsOf = (gone: number, dispute: number) => ({
  refundedMinor: gone === R_SUCCEEDED ? AMOUNT_MINOR : 0n,
  refundsPendingMinor: gone === R_PENDING ? AMOUNT_MINOR : 0n,
  refundsMovedMinor: gone === R_PENDING ? AMOUNT_MINOR : 0n,
  sentByHandMinor: 0n,
  ...chargebacks(dispute),
});

/** The money of a refund has left from when it was requested; one that failed has brought it back. */
const goneAt = (gw: number) => (refundAt(gw) === R_FAILED ? 0 : refundAt(gw));

/** The row after a report of reversals. The input is the row (4 bits) and the snapshot's refund and dispute. */
const rowAfter = remembered((input) => {
  const gw = input & 0x78;
  const status = REFUND_STATUSES[refundAt(gw) - 1];
  const before = PAYMENT_STATES[((input >> 7) & 15) - 1] ?? 'refund_due';
  const after = reversalsOf(goneAt(gw), disputeAt(gw));
  return rowOf(stateAfterReversals(before, AMOUNT_MINOR, after, status ? [{ status }] : []));
});
/** Our refund after a report. The input is our refund (2 bits) and the gateway's. */
const refundAfter = remembered((input) => {
  const [state, status] = [OUR_REFUNDS[(input & 3) - 1], REFUND_STATUSES[(input >> 2) - 1]];
  const change = state && status ? refundChange({ state }, { status }, BEFORE) : undefined;
  return change ? OUR_REFUNDS.indexOf(change.state) + 1 : input & 3;
});
/** Whether a refund is due. The input: row (4 bits), our refund (2), failed refunds (2), dispute (2), what has gone (2). */
const dueOf = remembered((input) => {
  const [refund, failed] = [(input >> 4) & 3, (input >> 6) & 3];
  const reversals = reversalsOf((input >> 10) & 3, (input >> 8) & 3);
  const payment = {
    state: PAYMENT_STATES[(input & 15) - 1] ?? '',
    amountMinor: AMOUNT_MINOR,
    gatewayPaymentId: 'pi_1',
    ...reversals,
  };
  const open = {
    gatewayRefundId: 're_1',
    lastError: null,
    resolvedAt: null,
    manualRefunds: [],
  };
  const rows = Array.from({ length: failed }, (_, n) => ({ ...open, id: `failed_${n}`, state: 'failed' }));
  if (refund === R_PENDING) rows.push({ ...open, id: 'pending', state: 'pending' });
  return dueRefund(payment, rows).kind;
});
/** Whether our pending refund is performed. The input: row (4 bits) and the recorded dispute. */
const performs = remembered((input) =>
  decidePendingRefund({
    state: PAYMENT_STATES[(input & 15) - 1] ?? '',
    disputedMinor: chargebacks(input >> 4).disputedMinor,
  }),
);
/** What the ledger says the gateway holds. The input: whether it is counted, what has gone (2 bits), the dispute. */
const heldInLedger = remembered((input) => {
  const entries = paymentEntries({ ...FACTS, counted: bit(input, 0) }, reversalsOf((input >> 1) & 3, input >> 3));
  if (entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== 0n) return -1;
  return Number(entries.find(({ account }) => account === 'gateway')?.amountMinor ?? 0n);
});

const KINDS = [
  'the model begins',
  'time passes',
  'the donor changes the amount',
  'the cause stops collecting',
  'a donor claims {}',
  'a donor claims {} again, whose start brought no answer',
  'a donor is shown {}, which is live',
  'the gateway starts {}',
  'the gateway starts {}, and its answer is lost',
  'the call to start {} is lost',
  'the gateway answers the start of {} with an error',
  '{} is stored',
  'the donor confirms {}, and its gateway has to decide',
  'the donor pays {} in time',
  'the donor pays {} after the expiry',
  '{} is declined for good',
  '{} may be tried again after a decline',
  'the bank approves {} in time, although it had ended',
  'the bank approves {} late, although it had ended',
  'the gateway takes another amount for {}',
  'somebody begins to sync {}: it is retrieved',
  '{} is being ended: it is retrieved',
  '{} is cancelled at its gateway and retrieved',
  'the gateway refuses to cancel {}, and it is retrieved',
  'what was retrieved of {} is recorded',
  'what was retrieved of {} is recorded by a clock that is past the expiry',
  'somebody begins to end the link, which is past its expiry',
  'staff begin to cancel the link',
  'the link is being ended: {} is retrieved',
  'the end of the link is stored, unless it was paid',
  'a process dies',
  'the gateway refunds {}',
  'the gateway takes the refund of {}, which is pending',
  'the gateway does not make the refund of {}',
  'the refund of {} arrives',
  'the refund of {} comes back',
  'a chargeback of {} is opened',
  'the chargeback of {} is lost',
  'the chargeback of {} is won',
  'staff refund {}',
  'the refund of {} has become pointless',
  '{} is stored by a clock that is past the expiry',
] as const;
export type Kind = (typeof KINDS)[number];
const CODE = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Record<Kind, number>;

/** A step's code: what happens, and to which attempt. */
export function codeOf(kind: Kind, i = 0): number {
  return CODE[kind] * 8 + i;
}

/** An attempt as walks compare it with the product. `slot`: 0 to 2 are cards, 3 to 5 bank transfers. */
export type SeenAttempt = {
  slot: number;
  state: PaymentState;
  /** The gateway's object. */
  object: (typeof OBJECT_NAMES)[number];
  isShown: boolean;
  /** Whether the attempt has the amount that the donor wants now. */
  hasWantedAmount: boolean;
  ourRefund: 'none' | 'pending' | 'succeeded' | 'failed';
  remoteRefund: 'none' | 'pending' | 'succeeded' | 'failed';
  dispute: 'none' | 'open' | 'lost' | 'won';
  recordedDispute: 'none' | 'open' | 'lost' | 'won';
  isRefunded: boolean;
};
const OBJECT_NAMES = ['none', 'live', 'processing', 'in_time', 'late', 'canceled', 'declined', 'other_amount'] as const;
const REFUND_NAMES = ['none', 'pending', 'succeeded', 'failed'] as const;
const DISPUTE_NAMES = ['none', 'open', 'lost', 'won'] as const;

/** A state of the link model, read. */
export function readState(s: Uint8Array) {
  const slots = Array.from({ length: SLOTS }, (_, i) => i).filter((i) => row(s, i) !== 0);
  const attempts = slots.map(
    (slot): SeenAttempt => ({
      slot,
      state: PAYMENT_STATES[row(s, slot) - 1] ?? 'failed',
      object: OBJECT_NAMES[object(remote(s, slot))] ?? 'none',
      isShown: isShown(s, slot),
      hasWantedAmount: version(s, slot) === wanted(s),
      ourRefund: REFUND_NAMES[ourRefund(s, slot)] ?? 'none',
      remoteRefund: REFUND_NAMES[refundAt(remote(s, slot))] ?? 'none',
      dispute: DISPUTE_NAMES[disputeAt(remote(s, slot))] ?? 'none',
      recordedDispute: DISPUTE_NAMES[recordedDispute(s, slot)] ?? 'none',
      isRefunded: isRefunded(s, slot),
    }),
  );
  const isPaid = attempts.some(({ state }) => state === 'approved');
  return {
    attempts,
    status: statusOf(pack(isPaid, end(s), 0)),
    isLate: time(s) === LATE,
    isStopped: isStopped(s),
    changesLeft: changesLeft(s),
    surprisesLeft: surprisesLeft(s),
    /** Whether a piece of our work is under way. */
    isBusy: s.subarray(WORK).some((byte, at) => at % 4 === 0 && byte !== IDLE),
  };
}

/** The model of one link within bounds. */
export function linkModel(bounds: Bounds): Model {
  const bytes = WORK + 4 * bounds.workers;
  const workers = bounds.workers;
  const used = Array.from({ length: SLOTS }, (_, i) => i).filter(
    (i) => i % MAX_ATTEMPTS < (bounds.attempts[i < MAX_ATTEMPTS ? 0 : 1] as number),
  );
  const isCard = (i: number) => i < MAX_ATTEMPTS;
  const initial = new Uint8Array(bytes);
  initial[BUDGET] = bounds.amountChanges | (bounds.surprises << 2);

  const isPaid = (s: Uint8Array) => used.some((i) => row(s, i) === APPROVED);
  const facts = (s: Uint8Array, more = 0) => pack(isPaid(s), end(s), more);
  const freeWorker = (s: Uint8Array) => {
    for (let w = 0; w < workers; w++) if (work(s, w) === IDLE) return w;
    return -1;
  };
  /** The first and the last moment that a clock can say: 0 before the expiry, 1 after it. */
  const firstClock = (s: Uint8Array) => (time(s) === LATE ? 1 : 0);
  const lastClock = (s: Uint8Array) => (time(s) === EARLY ? 0 : 1);

  /** A row has changed: what others retrieved before is older. */
  const changed = (s: Uint8Array, i: number, by: number) => {
    for (let w = 0; w < workers; w++)
      if (w !== by && work(s, w) === APPLY && about(s, w) === i)
        s[WORK + 4 * w + 1] = (s[WORK + 4 * w + 1] as number) | 16;
  };

  /** Requests the refund that is due. */
  const requestRefund = (s: Uint8Array, i: number) => {
    const input =
      row(s, i) |
      (ourRefund(s, i) << 4) |
      (failures(s, i) << 6) |
      (recordedDispute(s, i) << 8) |
      (recordedRefund(s, i) << 10);
    if (dueOf(input) !== 'new') return;
    setRecorded(s, i, R_PENDING, failures(s, i), recordedDispute(s, i), recordedRefund(s, i));
    if (refundAt(remote(s, i)) === R_FAILED) setRefundAt(s, i, 0);
  };

  /** Records a report of refunds and disputes of known money. Returns whether anything changed. */
  const recordReversals = (s: Uint8Array, i: number, gw: number): boolean => {
    const before = [s[4 * i], s[4 * i + 2]];
    const refund = refundAfter(ourRefund(s, i) | (refundAt(gw) << 2));
    const hasFailed = refund === R_FAILED && ourRefund(s, i) !== R_FAILED;
    const failed = Math.min(3, failures(s, i) + (hasFailed ? 1 : 0));
    // A refund that succeeds resolves the earlier ones that failed.
    const unresolved = refund === R_SUCCEEDED && ourRefund(s, i) === R_PENDING ? 0 : failed;
    setRow(s, i, rowAfter((gw & 0x78) | (row(s, i) << 7)));
    setRecorded(s, i, refund, unresolved, disputeAt(gw), goneAt(gw));
    requestRefund(s, i);
    return before[0] !== s[4 * i] || before[1] !== s[4 * i + 2];
  };

  /** Records what a gateway said. Returns false if it may be older than the row. */
  const apply = (s: Uint8Array, w: number, i: number, gw: number, clock: number, reversals: boolean): boolean => {
    const o = object(gw);
    const wasLive = isLive(PAYMENT_STATES[row(s, i) - 1] ?? '');
    if (isPaidObject(o)) {
      if (hasMoney(row(s, i))) {
        if (reversals && isStale(s, w)) return false;
        if (reversals && recordReversals(s, i, gw)) changed(s, i, w);
        return true;
      }
      const classification = classified(facts(s, clock | (wasLive ? 2 : 0) | (o << 2)));
      setRow(s, i, classification === 'approved' ? APPROVED : REFUND_DUE);
      // Completing a link cancels what is still being started, as ending it does: its starter sees that.
      if (classification === 'approved')
        for (const other of used) if (row(s, other) === STARTING) setRow(s, other, CANCELED);
      if (refundAt(gw) !== 0 || disputeAt(gw) !== 0) recordReversals(s, i, gw);
      requestRefund(s, i);
      changed(s, i, w);
      return true;
    }
    const ended = endOf(gw & 7);
    if (wasLive && ended !== 0) {
      setRow(s, i, ended);
      changed(s, i, w);
    }
    return true;
  };

  /** Whether a sync of an attempt would find anything that is not recorded, or would cancel it. */
  const isNews = (s: Uint8Array, i: number): boolean => {
    if (!isKnown(s, i)) return false;
    const gw = remote(s, i);
    const o = object(gw);
    if (isPaidObject(o)) {
      if (!hasMoney(row(s, i))) return true;
      if (disputeAt(gw) !== recordedDispute(s, i) || goneAt(gw) !== recordedRefund(s, i)) return true;
      return refundAfter(ourRefund(s, i) | (refundAt(gw) << 2)) !== ourRefund(s, i) || isUnfinished(s, i, gw);
    }
    if (row(s, i) !== PENDING) return false;
    return endOf(gw & 7) !== 0 || unwantedOf(facts(s, isStopped(s) ? 1 : 0));
  };
  /** Whether the row would change with a refund that was pending and has arrived. */
  const isUnfinished = (s: Uint8Array, i: number, gw: number) => rowAfter((gw & 0x78) | (row(s, i) << 7)) !== row(s, i);

  const pendingSet = (s: Uint8Array) => {
    let set = 0;
    for (const i of used) if (row(s, i) === PENDING) set |= 1 << i;
    return set;
  };
  /** The next attempt of a link that is being ended, -1 for none: bank transfers, which have the higher numbers, come first. */
  const cursorOf = (s: Uint8Array, w: number) => 31 - Math.clz32(seenAtEnd(s, w));

  /** Makes equal what cannot be told apart any more. */
  const canonical = (s: Uint8Array) => {
    for (const i of used) {
      const r = row(s, i);
      const o = object(remote(s, i));
      const isOver = r === CANCELED || r === DECLINED || r === FAILED;
      const isUnpayable =
        o === NOTHING || (o === LIVE && !isShown(s, i)) || (o >= GW_CANCELED && isCard(i) && o !== PAID_OTHER_AMOUNT);
      if (isOver && isUnpayable && !isUnderWay(s, i)) {
        s[4 * i] = CANCELED;
        s[4 * i + 1] = GW_CANCELED;
        s[4 * i + 2] = 0;
      } else if (hasMoney(r)) s[4 * i] = (s[4 * i] as number) & ~32;
    }
    if (workers === 2 && key(s, 0) < key(s, 1))
      for (let byte = 0; byte < 4; byte++) {
        const first = s[WORK + byte] as number;
        s[WORK + byte] = s[WORK + 4 + byte] as number;
        s[WORK + 4 + byte] = first;
      }
  };
  const isUnderWay = (s: Uint8Array, i: number) => {
    for (let w = 0; w < workers; w++)
      if (work(s, w) !== IDLE && (about(s, w) === i || (seenAtEnd(s, w) & (1 << i)) !== 0)) return true;
    return false;
  };
  const key = (s: Uint8Array, w: number) =>
    work(s, w) * 0x1000000 + (s[WORK + 4 * w + 1] as number) * 0x10000 + snapshot(s, w) * 256 + seenAtEnd(s, w);

  const code = codeOf;

  /** The step that a piece of work takes when nothing goes wrong; `clock` says whether it is past the expiry. */
  const proceed = (s: Uint8Array, w: number, clock: number): number => {
    const i = about(s, w);
    const flags = (s[WORK + 4 * w + 1] as number) & 8;
    switch (work(s, w)) {
      case START:
        if (object(remote(s, i)) === NOTHING) setObject(s, i, LIVE);
        setWork(s, w, STORE, i, 0, 0, 0);
        return code('the gateway starts {}', i);
      case STORE: {
        const started = startedAs(facts(s, clock | (isStopped(s) ? 2 : 0) | (row(s, i) << 2)));
        setKnown(s, i);
        if (row(s, i) === STARTING) setRow(s, i, PENDING);
        if (started === 'live') {
          s[4 * i + 1] = remote(s, i) | 128;
          drop(s, w);
        } else setWork(s, w, CANCEL, i, 0, 0, 0);
        return code(clock ? '{} is stored by a clock that is past the expiry' : '{} is stored', i);
      }
      case CANCEL:
      case END_CANCEL: {
        const next = work(s, w) === CANCEL ? APPLY_END : END_APPLY;
        if (object(remote(s, i)) === LIVE || object(remote(s, i)) === PROCESSING) setObject(s, i, GW_CANCELED);
        setWork(s, w, next, i, flags, remote(s, i) & 127, seenAtEnd(s, w));
        return code('{} is cancelled at its gateway and retrieved', i);
      }
      case APPLY: {
        const isDone = apply(s, w, i, snapshot(s, w), clock, true);
        const isStillLive = isLive(PAYMENT_STATES[row(s, i) - 1] ?? '');
        if (!isDone) setWork(s, w, APPLY, i, 0, remote(s, i) & 127, 0);
        else if (isStillLive && unwantedOf(facts(s, isStopped(s) ? 1 : 0))) setWork(s, w, CANCEL, i, 0, 0, 0);
        else drop(s, w);
        break;
      }
      case APPLY_END:
        apply(s, w, i, snapshot(s, w), clock, false);
        drop(s, w);
        break;
      case END_APPLY:
        apply(s, w, i, snapshot(s, w), clock, false);
        setWork(s, w, END, 0, flags, 0, seenAtEnd(s, w) & ~(1 << i));
        break;
      case END: {
        const next = cursorOf(s, w);
        if (next < 0) {
          const isNew = (pendingSet(s) & ~(s[WORK + 4 * w + 2] as number)) !== 0;
          const decision = ending(facts(s, isNew ? 1 : 0));
          if (decision === 'again') beginEnd(s, w, cancels(s, w));
          else {
            if (decision === 'store') {
              for (const one of used) if (row(s, one) === STARTING) setRow(s, one, CANCELED);
              s[LINK] = (s[LINK] as number) | ((cancels(s, w) ? CANCELLED : EXPIRED) << 2);
            }
            drop(s, w);
          }
          return code('the end of the link is stored, unless it was paid');
        }
        const gw = remote(s, next) & 127;
        const step = isCancelledFirst(gw) ? END_CANCEL : END_APPLY;
        setWork(s, w, step, next, flags, gw, seenAtEnd(s, w));
        return code('the link is being ended: {} is retrieved', next);
      }
    }
    return code(
      clock
        ? 'what was retrieved of {} is recorded by a clock that is past the expiry'
        : 'what was retrieved of {} is recorded',
      i,
    );
  };

  /** Begins to end the link: the attempts that are live now are ended first. */
  const beginEnd = (s: Uint8Array, w: number, isCancel: boolean) => {
    const set = pendingSet(s);
    // While nothing is being retrieved, the snapshot's byte keeps what was live at the beginning.
    setWork(s, w, END, 0, isCancel ? 8 : 0, set, set);
  };

  const next: Model['next'] = (s, out, emit) => {
    const step = (action: number) => {
      canonical(out);
      emit(action);
    };
    const free = freeWorker(s);
    const [first, last] = [firstClock(s), lastClock(s)];

    if (time(s) < LATE) {
      out.set(s);
      out[LINK] = (out[LINK] as number) + 1;
      step(code('time passes'));
    }
    if (changesLeft(s) > 0 && openAt(facts(s, first))) {
      out.set(s);
      out[LINK] = (out[LINK] as number) ^ 32;
      out[BUDGET] = (out[BUDGET] as number) - 1;
      step(code('the donor changes the amount'));
    }
    if (!isStopped(s)) {
      out.set(s);
      out[LINK] = (out[LINK] as number) | 16;
      step(code('the cause stops collecting'));
    }

    for (const rail of [0, 1]) claim(s, out, rail, free, first, step);
    if (free >= 0) {
      for (let clock = first; clock <= last; clock++)
        if (overdue(facts(s, clock))) {
          out.set(s);
          beginEnd(out, free, false);
          step(code('somebody begins to end the link, which is past its expiry'));
        }
      if (statusOf(facts(s)) === 'open') {
        out.set(s);
        beginEnd(out, free, true);
        step(code('staff begin to cancel the link'));
      }
    }

    for (const i of used) {
      if (row(s, i) === 0) continue;
      gateway(s, out, i, first, last, step);
      if (free < 0) continue;
      if (isNews(s, i)) {
        out.set(s);
        setWork(out, free, APPLY, i, 0, remote(s, i) & 127, 0);
        step(code('somebody begins to sync {}: it is retrieved', i));
      }
      if (row(s, i) === PENDING && isKnown(s, i)) {
        const gw = remote(s, i) & 127;
        out.set(s);
        setWork(out, free, isCancelledFirst(gw) ? CANCEL : APPLY_END, i, 0, isCancelledFirst(gw) ? 0 : gw, 0);
        step(code('{} is being ended: it is retrieved', i));
      }
    }

    for (let w = 0; w < workers; w++) {
      const doing = work(s, w);
      if (doing === IDLE) continue;
      const i = about(s, w);
      const readsClock = doing === STORE || doing === APPLY || doing === APPLY_END || doing === END_APPLY;
      for (let clock = readsClock ? first : last; clock <= last; clock++) {
        out.set(s);
        const action = proceed(out, w, clock);
        step(action);
      }
      if (doing === START) {
        out.set(s);
        if (object(remote(s, i)) === NOTHING) setObject(out, i, LIVE);
        drop(out, w);
        step(code('the gateway starts {}, and its answer is lost', i));
        if (row(s, i) === STARTING) {
          out.set(s);
          setRow(out, i, FAILED);
          drop(out, w);
          step(code('the gateway answers the start of {} with an error', i));
        }
      }
      if ((doing === CANCEL || doing === END_CANCEL) && object(remote(s, i)) === PROCESSING) {
        out.set(s);
        const flags = (s[WORK + 4 * w + 1] as number) & 8;
        const after = doing === CANCEL ? APPLY_END : END_APPLY;
        setWork(out, w, after, i, flags, remote(s, i) & 127, seenAtEnd(s, w));
        step(code('the gateway refuses to cancel {}, and it is retrieved', i));
      }
      out.set(s);
      drop(out, w);
      step(code('a process dies', w));
    }
  };

  const slotsOf = (rail: number) => used.filter((i) => Math.floor(i / MAX_ATTEMPTS) === rail);
  const railSlots = [slotsOf(0), slotsOf(1)] as const;

  /** A donor asks to pay on a rail. */
  const claim = (
    s: Uint8Array,
    out: Uint8Array,
    rail: number,
    free: number,
    first: number,
    step: (action: number) => void,
  ) => {
    const slots = railSlots[rail] as number[];
    const live = slots.find((i) => isLive(PAYMENT_STATES[row(s, i) - 1] ?? ''));
    // The clock that still sees the link open allows the most.
    const decision = claimed(facts(s, first | ((live === undefined ? 0 : row(s, live)) << 1)));
    if (decision === 'create') {
      const slot = slots.find((i) => row(s, i) === 0);
      if (slot === undefined || isStopped(s)) return;
      for (const w of free >= 0 ? [free, -1] : [-1]) {
        out.set(s);
        out[4 * slot] = STARTING | (wanted(s) << 5);
        if (w >= 0) setWork(out, w, START, slot, 0, 0, 0);
        if (w >= 0) step(code('a donor claims {}', slot));
      }
    } else if (decision === 'take_over' && live !== undefined && free >= 0) {
      out.set(s);
      setWork(out, free, START, live, 0, 0, 0);
      step(code('a donor claims {} again, whose start brought no answer', live));
    } else if (
      decision === 'exists' &&
      !isStopped(s) &&
      live !== undefined &&
      !isShown(s, live) &&
      version(s, live) === wanted(s)
    ) {
      out.set(s);
      out[4 * live + 1] = remote(s, live) | 128;
      step(code('a donor is shown {}, which is live', live));
    }
  };

  /** What donors, banks and gateways do with an attempt, and staff with its money. */
  const gateway = (
    s: Uint8Array,
    out: Uint8Array,
    i: number,
    first: number,
    last: number,
    step: (action: number) => void,
  ) => {
    const gw = remote(s, i);
    const o = object(gw);
    const become = (to: number, kind: Kind, isSurprise = false) => {
      out.set(s);
      setObject(out, i, to);
      if (isSurprise) surprise(out);
      step(code(kind, i));
    };
    const canSurprise = surprisesLeft(s) > 0;
    const canPay = isShown(s, i) && o === LIVE;
    if (canPay) become(PROCESSING, 'the donor confirms {}, and its gateway has to decide');
    if (canPay || o === PROCESSING) {
      if (first === 0) become(PAID_IN_TIME, 'the donor pays {} in time');
      if (last === 1) become(PAID_LATE, 'the donor pays {} after the expiry');
    }
    if (o === PROCESSING && isCard(i)) become(LIVE, '{} may be tried again after a decline');
    if (o === PROCESSING && !isCard(i)) become(GW_DECLINED, '{} is declined for good');
    if (o === PROCESSING && canSurprise) become(PAID_OTHER_AMOUNT, 'the gateway takes another amount for {}', true);
    if ((o === GW_CANCELED || o === GW_DECLINED) && !isCard(i) && isShown(s, i) && canSurprise) {
      if (first === 0) become(PAID_IN_TIME, 'the bank approves {} in time, although it had ended', true);
      if (last === 1) become(PAID_LATE, 'the bank approves {} late, although it had ended', true);
    }
    if (!isPaidObject(o)) return;
    const refund = (to: number, kind: Kind, isSurprise = false) => {
      out.set(s);
      setRefundAt(out, i, to);
      if (isSurprise) surprise(out);
      step(code(kind, i));
    };
    const dispute = (to: number, kind: Kind, isSurprise = false) => {
      out.set(s);
      setDisputeAt(out, i, to);
      if (isSurprise) surprise(out);
      step(code(kind, i));
    };
    if (refundAt(gw) === R_PENDING) refund(R_SUCCEEDED, 'the refund of {} arrives');
    if (refundAt(gw) !== 0 && refundAt(gw) !== R_FAILED && canSurprise)
      refund(R_FAILED, 'the refund of {} comes back', true);
    if (disputeAt(gw) === 0 && canSurprise) dispute(D_OPEN, 'a chargeback of {} is opened', true);
    if (disputeAt(gw) === D_OPEN) {
      dispute(D_LOST, 'the chargeback of {} is lost');
      dispute(D_WON, 'the chargeback of {} is won');
    }
    if (!hasMoney(row(s, i))) return;
    if (row(s, i) === APPROVED && ourRefund(s, i) === 0 && recordedDispute(s, i) === 0 && canSurprise) {
      out.set(s);
      setRecorded(out, i, R_PENDING, 0, 0, 0);
      out[4 * i] = (out[4 * i] as number) | 64;
      surprise(out);
      changed(out, i, -1);
      step(code('staff refund {}', i));
    }
    if (ourRefund(s, i) !== R_PENDING) return;
    const decision = byStaff(s, i) ? 'perform' : performs(row(s, i) | (recordedDispute(s, i) << 4));
    // A gateway refuses a refund of money that a bank holds or has taken.
    const takes = disputeAt(gw) === 0 || disputeAt(gw) === D_WON;
    if (decision === 'perform' && refundAt(gw) === 0 && takes) {
      refund(R_SUCCEEDED, 'the gateway refunds {}');
      refund(R_PENDING, 'the gateway takes the refund of {}, which is pending');
      if (canSurprise) refund(R_FAILED, 'the gateway does not make the refund of {}', true);
    }
    if (decision === 'outdated' || (decision === 'perform' && refundAt(gw) === 0 && disputeAt(gw) === D_LOST)) {
      out.set(s);
      // It is outdated, and not one of the failed ones that are left to staff.
      setRecorded(out, i, R_FAILED, failures(s, i), recordedDispute(s, i), recordedRefund(s, i));
      changed(out, i, -1);
      step(code('the refund of {} has become pointless', i));
    }
  };

  const settle: Model['settle'] = (s, out) => {
    out.set(s);
    const action = settleStep(s, out);
    if (action !== undefined) canonical(out);
    return action;
  };
  const settleStep = (s: Uint8Array, out: Uint8Array): number | undefined => {
    for (let w = 0; w < workers; w++) if (work(s, w) !== IDLE) return proceed(out, w, lastClock(s));
    for (const i of used) {
      const gw = remote(s, i);
      if (object(gw) === PROCESSING) {
        setObject(out, i, time(s) === LATE ? PAID_LATE : PAID_IN_TIME);
        return code(time(s) === LATE ? 'the donor pays {} after the expiry' : 'the donor pays {} in time', i);
      }
      if (refundAt(gw) === R_PENDING) {
        setRefundAt(out, i, R_SUCCEEDED);
        return code('the refund of {} arrives', i);
      }
      if (disputeAt(gw) === D_OPEN) {
        setDisputeAt(out, i, D_LOST);
        return code('the chargeback of {} is lost', i);
      }
    }
    for (const i of used)
      if (row(s, i) !== 0 && isNews(s, i)) {
        setWork(out, 0, APPLY, i, 0, remote(s, i) & 127, 0);
        return code('somebody begins to sync {}: it is retrieved', i);
      }
    // What must not be paid any more is cancelled at once, and not only when the link ends.
    if (isStopped(s) && used.some((i) => row(s, i) === PENDING)) return undefined;
    if (time(s) < LATE) {
      out[LINK] = (out[LINK] as number) + 1;
      return code('time passes');
    }
    if (overdue(facts(s, 1))) {
      beginEnd(out, 0, false);
      return code('somebody begins to end the link, which is past its expiry');
    }
    for (const i of used) {
      const gw = remote(s, i);
      if (!hasMoney(row(s, i)) || ourRefund(s, i) !== R_PENDING) continue;
      const decision = byStaff(s, i) ? 'perform' : performs(row(s, i) | (recordedDispute(s, i) << 4));
      if (decision === 'perform' && refundAt(gw) === 0 && disputeAt(gw) !== D_LOST) {
        setRefundAt(out, i, R_SUCCEEDED);
        return code('the gateway refunds {}', i);
      }
      if (decision === 'outdated' || (decision === 'perform' && refundAt(gw) === 0)) {
        setRecorded(out, i, R_FAILED, failures(s, i), recordedDispute(s, i), recordedRefund(s, i));
        return code('the refund of {} has become pointless', i);
      }
    }
    return undefined;
  };

  const violated: Model['violated'] = (s) => {
    let approved = 0;
    for (const i of used) {
      const [r, gw] = [row(s, i), remote(s, i)];
      const o = object(gw);
      if (r === APPROVED) {
        approved += 1;
        if (o !== PAID_IN_TIME) return `${nameOf(i)} is approved, but its money did not arrive in time and in full.`;
      }
      if (hasMoney(r) && !isPaidObject(o)) return `${nameOf(i)} is recorded as paid, and its gateway has no money.`;
      if ((r === REFUNDED || isRefunded(s, i)) && refundAt(gw) === 0)
        return `${nameOf(i)} is recorded as refunded, and its gateway has made no refund.`;
      if (refundAt(gw) !== 0 && r === APPROVED && !byStaff(s, i))
        return `${nameOf(i)} counts, and was refunded unasked.`;
    }
    if (approved > 1) return 'The link is completed twice.';
    if (approved === 1 && end(s) !== 0) return 'The link is completed and has ended too.';
    for (const slots of railSlots)
      if (slots.filter((i) => isLive(PAYMENT_STATES[row(s, i) - 1] ?? '')).length > 1)
        return 'Two attempts of one rail are live.';
    return undefined;
  };

  return {
    name: `link with ${bounds.attempts.join(' and ')} attempts, ${workers} at work, ${bounds.amountChanges} changes, ${bounds.surprises} surprises`,
    bytes,
    initial,
    next,
    settle,
    violated,
    violatedBy: (before, after) => {
      const [was, is] = [statusOf(facts(before)), statusOf(facts(after))];
      if (was !== 'open' && is !== was) return `A link that was ${was} becomes ${is}.`;
      if (is === 'expired' && was === 'open' && time(after) === EARLY) return 'A link expires before its expiry.';
      for (const i of used) {
        const wasLive = row(before, i) === STARTING || row(before, i) === PENDING;
        const isInTime = was === 'open' && object(remote(before, i)) === PAID_IN_TIME;
        if (wasLive && isInTime && row(after, i) === REFUND_DUE)
          return `${nameOf(i)} was paid in time, and is refunded.`;
      }
      for (const i of used)
        if (isShown(after, i) && !isShown(before, i) && (was !== 'open' || isStopped(before) || time(before) === LATE))
          return `A donor is shown ${nameOf(i)}, although nothing may be paid any more.`;
      return undefined;
    },
    unsettled: (s) => {
      const left = used.find((i) => isStopped(s) && row(s, i) === PENDING);
      if (left !== undefined) return `${nameOf(left)} can be paid although the cause has stopped.`;
      if (statusOf(facts(s)) === 'open') return 'The link is open for ever.';
      for (const i of used) {
        const [r, gw] = [row(s, i), remote(s, i)];
        const o = object(gw);
        if (r === STARTING || r === PENDING) return `${nameOf(i)} waits for ever.`;
        if (o === LIVE && isShown(s, i)) return `${nameOf(i)} can be paid for ever.`;
        if (isPaidObject(o) && !hasMoney(r)) return `The money of ${nameOf(i)} is never recorded.`;
        if (!isPaidObject(o)) continue;
        const isReturned = refundAt(gw) === R_SUCCEEDED || disputeAt(gw) === D_LOST;
        const isLeftToStaff = failures(s, i) > 0 || (byStaff(s, i) && ourRefund(s, i) === R_FAILED);
        if (r !== APPROVED && !isReturned && !isLeftToStaff)
          return `The money of ${nameOf(i)} completes nothing and is never returned.`;
        if (ourRefund(s, i) === R_PENDING) return `The refund of ${nameOf(i)} waits for ever.`;
        const counted = r === APPROVED ? 1 : 0;
        const inLedger = heldInLedger(counted | (recordedRefund(s, i) << 1) | (recordedDispute(s, i) << 3));
        const atGateway =
          5000 - (goneAt(gw) ? 5000 : 0) - (disputeAt(gw) === D_OPEN || disputeAt(gw) === D_LOST ? 5000 : 0);
        if (inLedger !== atGateway) return `The ledger and the gateway of ${nameOf(i)} differ.`;
      }
      return undefined;
    },
    describe: (action) => (KINDS[action >> 3] ?? '').replaceAll('{}', nameOf(action & 7)),
    show: (s) => {
      const attempts = used
        .filter((i) => row(s, i) !== 0)
        .map(
          (i) => `${nameOf(i)} is ${PAYMENT_STATES[row(s, i) - 1]}, its gateway has ${OBJECTS[object(remote(s, i))]}`,
        );
      return [`the link is ${statusOf(facts(s))}`, ...attempts].join('; ');
    },
  };
}

const OBJECTS = [
  'nothing',
  'it open',
  'to decide',
  'the money, in time',
  'the money, too late',
  'cancelled it',
  'declined it',
  'money of another amount',
];

function nameOf(i: number): string {
  return `${i < MAX_ATTEMPTS ? 'card' : 'transfer'} ${(i % MAX_ATTEMPTS) + 1}`;
}
