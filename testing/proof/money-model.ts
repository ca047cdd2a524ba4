import { figuresOf, type PaymentFigures } from '#lib/ledger/payment-figures.ts';
import {
  donationEntries,
  keptMinorOf,
  type PaymentFacts,
  paymentEntries,
  type Reversals,
  refundableMinorOf,
  reversalSteps,
  writeOffEntries,
} from '#lib/ledger/payment-postings.ts';
import { ACCOUNTS_OF, type Entry, type TransactionKind } from '#lib/ledger/post.ts';
import { REFUND_OUTDATED } from '#lib/payments/states.ts';
import {
  chargebackAmounts,
  decidePendingRefund,
  dueRefund,
  refundChange,
  refundToReopen,
  resolvedBy,
  returnsWrittenOffFunds,
  stateAfterReturn,
  stateAfterReversals,
} from '#lib/payments/sync/reversals.ts';
import type { Model } from './explore.ts';

/*
 * A model of one received payment: refunds of parts by staff, by the service and at the gateway's own dashboard, which fail and come
 * back, or which a gateway refuses for good; what staff send by hand, and a bank returns; what two people write off; inquiries and
 * chargebacks of parts and of the whole, won, lost and closed; reports that are outdated when they are recorded; and the ledger,
 * account by account, with the figures that every page, file and answer shows. The product's own functions decide, as in
 * `link-model.ts`.
 *
 * Why one payment is enough: nothing of this depends on another payment of the link. Amounts are quarters, because what is
 * decided depends on sums and comparisons of amounts alone.
 */

export type MoneyBounds = {
  /** Refunds together: 1 to 3. */
  refunds: number;
  /** Disputes together: 0 to 2. */
  disputes: number;
  /** Reports that were read and not recorded yet: 1 or 2. */
  reports: number;
};

const QUARTER = 1250n;
const QUARTERS = 4;
const AMOUNT = QUARTER * BigInt(QUARTERS);
const FACTS = {
  gateway: 'stripe',
  causeKey: 'cause',
  currency: 'USD',
  amountMinor: AMOUNT,
  feePercent: '5',
  feeModel: 'all_inclusive',
};
const NOW = new Date('2026-11-23T12:00:00Z');

// Byte 0: what the payment is; its state.
const STATES = ['pending', 'approved', 'refund_due', 'refunded', 'charged_back', 'unclaimed'] as const;
// Byte 1: whether two people have written it off. Bytes 2 to 4: recorded quarters.
const WRITTEN_OFF = 1;
const REFUNDED = 2;
const DISPUTED = 3;
const CHARGED_BACK = 4;
/**
 * Three refunds of two bytes. First: bits 0–1 quarters less one, 2–3 status at the gateway, 4–5 our row, 6–7 who asked.
 * Second: bit 0 whether ours is outdated, 1 whether it is resolved, 2 whether a transfer in its place was returned, 3 whether it
 * was asked for after the last return; bits 4–6 quarters that staff sent by hand in its place; bit 7 whether it came back while
 * another one was pending.
 */
const REFUND = 5;
const OUTDATED = 1;
const RESOLVED = 2;
const OPEN_AGAIN = 4;
const SINCE_RETURN = 8;
const BESIDE = 128;
const BY_HAND = 4;
const REFUND_STATUSES = ['none', 'pending', 'succeeded', 'failed'] as const;
const NOBODY = 0;
const SERVICE = 1;
const STAFF = 2;
const DASHBOARD = 3;
/** Two disputes of two bytes: at the gateway, and as recorded. Bits 0–2 status, 3 whether of the whole. */
const DISPUTE = 11;
const DISPUTES = ['none', 'inquiry', 'closed', 'open', 'won', 'lost'] as const;
/** Two reports of four bytes: 0 whether there is one and whether it is outdated, 1 the refunds, 2 and 3 the disputes. */
const REPORT = 16;
/** Pending refunds at the gateway, recorded in quarters: bits 0–3 all of them, 4–7 those that are none of ours. */
const UNDER_WAY = 15;
/** The ledger, an account a byte: its balance in quarters, plus 32. The commission is with the creator's part. */
const LEDGER = 24;
const ACCOUNTS = [
  ...(['gateway', 'refunds_in_transit', 'bank', 'dispute_losses'] as const),
  ...(['creator', 'refunds_reserved', 'to_give_back', 'unclaimed'] as const),
] as const;
const ZERO = 32;
const BYTES = LEDGER + ACCOUNTS.length;

const at = (s: Uint8Array, byte: number) => s[byte] as number;
const quarters = (s: Uint8Array, r: number) => (at(s, REFUND + 2 * r) & 3) + 1;
const remoteRefund = (s: Uint8Array, r: number) => (at(s, REFUND + 2 * r) >> 2) & 3;
const ownRefund = (s: Uint8Array, r: number) => (at(s, REFUND + 2 * r) >> 4) & 3;
const asker = (s: Uint8Array, r: number) => at(s, REFUND + 2 * r) >> 6;
const setRefund = (s: Uint8Array, r: number, size: number, remote: number, own: number, by: number) => {
  s[REFUND + 2 * r] = (size - 1) | (remote << 2) | (own << 4) | (by << 6);
};
const setRemote = (s: Uint8Array, r: number, remote: number) =>
  setRefund(s, r, quarters(s, r), remote, ownRefund(s, r), asker(s, r));
const setOwn = (s: Uint8Array, r: number, own: number) =>
  setRefund(s, r, quarters(s, r), remoteRefund(s, r), own, asker(s, r));
const has = (s: Uint8Array, r: number, bit: number) => (at(s, REFUND + 2 * r + 1) & bit) !== 0;
const mark = (s: Uint8Array, r: number, bit: number) => {
  s[REFUND + 2 * r + 1] = at(s, REFUND + 2 * r + 1) | bit;
};
const unmark = (s: Uint8Array, r: number, bits: number) => {
  s[REFUND + 2 * r + 1] = at(s, REFUND + 2 * r + 1) & ~bits;
};
/** Quarters that staff sent by hand in place of a refund. */
const byHand = (s: Uint8Array, r: number) => (at(s, REFUND + 2 * r + 1) >> BY_HAND) & 7;
const balance = (s: Uint8Array, account: Account) => at(s, LEDGER + ACCOUNTS.indexOf(account)) - ZERO;

/** What entries move in each account, in quarters. */
const movedBy = (entries: readonly Entry[]): number[] => {
  const sums = ACCOUNTS.map(() => 0n);
  for (const { account, amountMinor } of entries) {
    const index = ACCOUNTS.findIndex((one) => one === (account === 'commission' ? 'creator' : account));
    if (index < 0) throw new Error(`Bug: the model has no account ${account}`);
    sums[index] = (sums[index] ?? 0n) + amountMinor;
  }
  return sums.map((sum) => Number(sum / QUARTER));
};
/** What postings move in each account. One that the ledger would refuse brings it where it is not to be. */
const posted = (postings: readonly { kind: TransactionKind; entries: readonly Entry[] }[]): number[] => {
  const isPossible = postings.every(
    ({ kind, entries }) =>
      entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) === 0n &&
      entries.every(({ account }) => ACCOUNTS_OF[kind].includes(account)),
  );
  const moved = movedBy(postings.flatMap(({ entries }) => entries));
  return moved.map((one) => one + (isPossible ? 0 : 100));
};
const post = (s: Uint8Array, moved: readonly number[]) => {
  for (const [index, one] of moved.entries()) s[LEDGER + index] = at(s, LEDGER + index) + one;
};
/** The same of the same key is computed once: a search asks for little that is different, very often. */
const once = <T>(): ((key: number, compute: () => T) => T) => {
  const known = new Map<number, T>();
  return (key, compute) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const computed = compute();
    known.set(key, computed);
    return computed;
  };
};
const disputeStatus = (byte: number) => DISPUTES[byte & 7] ?? 'none';
const disputeQuarters = (byte: number) => ((byte & 8) === 0 ? 2 : QUARTERS);

/** Every kind of step; `{}` is the number of a refund, a dispute or a report. */
const KINDS = [
  'the payment is known',
  'it completes its link',
  'it completes nothing',
  'staff refund a quarter',
  'staff refund all that is left',
  'somebody refunds a half at the gateway',
  'somebody refunds a half at the gateway, which is pending',
  'the gateway makes refund {}',
  'the gateway takes refund {}, which is pending',
  'the gateway does not make refund {}',
  'refund {} has become pointless',
  'refund {} arrives',
  'refund {} comes back',
  'the gateway refuses refund {} for good',
  'staff have refund {} tried again',
  'staff close refund {}',
  'staff send a quarter by hand for refund {}',
  'staff send all that is left by hand for refund {}',
  'the transfer for refund {} is returned',
  'two people write off what is left',
  'an inquiry {} is opened',
  'the inquiry {} is closed',
  'a chargeback {} of a half is opened',
  'a chargeback {} of the whole is opened',
  'the inquiry {} becomes a chargeback',
  'the chargeback {} is won',
  'the chargeback {} is lost',
  'the payment is read: report {}',
  'report {} is recorded',
  'report {} is lost',
] as const;
type Kind = (typeof KINDS)[number];
type Step = (kind: Kind, n: number, change: () => void) => void;
const code = (kind: Kind, n = 0) => KINDS.indexOf(kind) * 8 + n;

const ELSEWHERE = [
  ['somebody refunds a half at the gateway', 2],
  ['somebody refunds a half at the gateway, which is pending', 1],
] as const;

type Account = (typeof ACCOUNTS)[number];
type Review = { position: number[]; wrong: string | undefined };

/** Each amount as a digit: what is the same has the same number. */
const numberOf = (reversals: Reversals) =>
  [
    reversals.refundedMinor,
    reversals.sentByHandMinor,
    reversals.refundsPendingMinor,
    reversals.refundsMovedMinor,
    reversals.disputedMinor,
    reversals.chargedBackMinor,
  ].reduce((number, minor) => number * MOST + Number(minor / QUARTER), 0);
const MOST = 16;
const MOST_AMOUNTS = MOST ** 6;

/** What is wrong with what every page, file and answer shows beside the ledger's accounts; undefined if they agree. */
const misshown = (
  state: string,
  of: (account: Account) => number,
  figures: PaymentFigures,
  left: number,
): string | undefined => {
  const parts = [
    figures.refundedMinor,
    figures.chargedBackMinor,
    figures.disputedMinor,
    figures.refundingMinor,
    figures.keptMinor,
  ].map((minor) => Number(minor / QUARTER));
  const [, , , refunding = 0, kept = 0] = parts;
  if (parts.some((part) => part < 0) || parts.reduce((sum, part) => sum + part, 0) !== QUARTERS)
    return 'What is shown of a payment is not the payment.';
  const [ours, reserved] = [-of('creator'), -of('refunds_reserved')];
  const [due, unclaimed] = [-of('to_give_back'), -of('unclaimed')];
  const counted = state === 'approved';
  const isShown = counted ? ours === kept && reserved === refunding : due + unclaimed === kept;
  if (!isShown || refunding + kept !== left) return 'What is shown as left is not what the ledger has.';
  if (counted ? due + unclaimed !== 0 : ours + reserved !== 0) return 'Somebody else is owed the money.';
  if (state === 'unclaimed' ? due !== 0 : unclaimed !== 0) return 'Written-off funds are not unclaimed.';
  if (of('dispute_losses') !== Number(figures.beyondMinor / QUARTER)) return 'A loss is not shown.';
  return of('refunds_in_transit') < 0 ? 'What never left is on its way.' : undefined;
};

/** The model of one payment within bounds. */
export function moneyModel(bounds: MoneyBounds): Model {
  const all = (n: number) => Array.from({ length: n }, (_, index) => index);
  const [refunds, disputes, reports] = [all(bounds.refunds), all(bounds.disputes), all(bounds.reports)];
  const stateOf = (s: Uint8Array) => STATES[at(s, 0)] ?? 'pending';
  const factsOf = (state: string): PaymentFacts => ({
    ...FACTS,
    counted: state === 'approved',
    isUnclaimed: state === 'unclaimed',
  });
  const indexOf = (state: string) => STATES.findIndex((one) => one === state);
  const setState = (s: Uint8Array, state: string) => {
    s[0] = indexOf(state);
  };
  const [changes, reviews] = [once<number[]>(), once<Review>()];
  const sumOf = (s: Uint8Array, isMeant: (r: number) => boolean) =>
    refunds.reduce((sum, r) => sum + (isMeant(r) ? quarters(s, r) : 0), 0);
  const sent = (s: Uint8Array) => refunds.reduce((sum, r) => sum + byHand(s, r), 0);
  const askedFor = (s: Uint8Array) => sumOf(s, (r) => ownRefund(s, r) === 1);
  const recorded = (s: Uint8Array): Reversals => ({
    refundedMinor: BigInt(at(s, REFUNDED) + sent(s)) * QUARTER,
    sentByHandMinor: BigInt(sent(s)) * QUARTER,
    refundsPendingMinor: BigInt(askedFor(s) + (at(s, UNDER_WAY) >> 4)) * QUARTER,
    refundsMovedMinor: BigInt(at(s, UNDER_WAY) & 15) * QUARTER,
    disputedMinor: BigInt(at(s, DISPUTED)) * QUARTER,
    chargedBackMinor: BigInt(at(s, CHARGED_BACK)) * QUARTER,
  });
  const refundable = (s: Uint8Array) => Number(refundableMinorOf(AMOUNT, recorded(s)) / QUARTER);
  /** What is left of the payment, asked for or not. */
  const left = (s: Uint8Array) => Number(keptMinorOf(AMOUNT, recorded(s)) / QUARTER);
  /** What is recorded as refunded, sent by hand, asked for as a refund, or held or taken by banks. */
  const takenOf = (s: Uint8Array) =>
    at(s, REFUNDED) + sent(s) + askedFor(s) + (at(s, UNDER_WAY) >> 4) + at(s, DISPUTED) + at(s, CHARGED_BACK);
  const slot = (s: Uint8Array) => refunds.find((r) => asker(s, r) === NOBODY) ?? -1;
  const isOpen = (s: Uint8Array) => disputes.some((d) => disputeStatus(at(s, DISPUTE + 2 * d)) === 'open');
  /** What the gateway has refunded, pending refunds included. */
  const goneAtGateway = (s: Uint8Array) => sumOf(s, (r) => remoteRefund(s, r) % 3 !== 0);
  const pendingAtGateway = (s: Uint8Array) => sumOf(s, (r) => remoteRefund(s, r) === 1);
  const takenAtGateway = (s: Uint8Array) =>
    disputes.reduce((sum, d) => {
      const status = disputeStatus(at(s, DISPUTE + 2 * d));
      return sum + (status === 'open' || status === 'lost' ? disputeQuarters(at(s, DISPUTE + 2 * d)) : 0);
    }, 0);

  /** Posts the change of a payment that owed what it owes as the given state says. */
  const postChange = (s: Uint8Array, state: string, before: Reversals) => {
    const after = recorded(s);
    const key = (numberOf(before) * STATES.length + indexOf(state)) * MOST_AMOUNTS + numberOf(after);
    post(
      s,
      changes(key, () => posted(reversalSteps(factsOf(state), before, after))),
    );
  };
  const rowsOf = (s: Uint8Array) =>
    refunds
      .filter((r) => ownRefund(s, r) !== 0)
      .map((r) => ({
        id: String(r),
        state: REFUND_STATUSES[ownRefund(s, r)] ?? '',
        gatewayRefundId: remoteRefund(s, r) === 0 ? null : String(r),
        lastError: has(s, r, OUTDATED) ? REFUND_OUTDATED : null,
        manualRefunds: has(s, r, OPEN_AGAIN) ? [{ returnedAt: NOW }] : [],
        resolvedAt: has(s, r, RESOLVED) ? NOW : null,
      }));
  /** A refund of ours is asked for. */
  const ask = (s: Uint8Array, r: number, size: number, by: number) => {
    const before = recorded(s);
    for (const one of refunds) unmark(s, one, BESIDE);
    setRefund(s, r, size, 0, 1, by);
    postChange(s, stateOf(s), before);
    if (refunds.some((one) => has(s, one, OPEN_AGAIN))) mark(s, r, SINCE_RETURN);
  };
  /** The refund that is due is requested. */
  const request = (s: Uint8Array) => {
    const rows = rowsOf(s);
    const payment = { state: stateOf(s), amountMinor: AMOUNT, gatewayPaymentId: 'pi_1', ...recorded(s) };
    const due = dueRefund(payment, rows);
    const free = slot(s);
    // Beyond the bound it would be requested too: such ends are left to `unsettled`.
    if (due.kind === 'new' && free >= 0) ask(s, free, Number(due.amountMinor / QUARTER), SERVICE);
  };

  /** The state in which what comes back is owed. */
  const owedState = (s: Uint8Array) => stateAfterReturn(stateOf(s), at(s, WRITTEN_OFF) === 1);
  const amountsOf = (s: Uint8Array) => ({ state: stateOf(s), refundedMinor: recorded(s).refundedMinor });

  /** A refund that has succeeded resolves those that failed before, but what was returned after it was asked for. */
  const resolveEarlier = (s: Uint8Array, by: number, leftMinor: bigint) => {
    const isOther = (r: number) => has(s, r, BESIDE) || (has(s, r, OPEN_AGAIN) && !has(s, by, SINCE_RETURN));
    const failed = refunds.filter((r) => ownRefund(s, r) === 3 && !has(s, r, RESOLVED) && !isOther(r));
    const amountOf = (r: number) => ({ r, amountMinor: BigInt(quarters(s, r)) * QUARTER });
    for (const { r } of resolvedBy({ state: stateOf(s), leftMinor }, amountOf(by), failed.map(amountOf)))
      mark(s, r, RESOLVED);
    for (const r of refunds) unmark(s, r, BESIDE);
  };
  /** Records a report, and posts the difference. */
  const record = (s: Uint8Array, from: Uint8Array, base: number) => {
    const [before, known, owed] = [recorded(s), amountsOf(s), owedState(s)];
    const statuses = refunds.map((r) => (at(from, base + 1) >> (2 * r)) & 3);
    const reported = disputes.flatMap((d) => {
      const byte = at(from, base + 2 + d);
      const status = disputeStatus(byte);
      if (status === 'none') return [];
      const isInquiry = status === 'inquiry' || status === 'closed';
      return {
        kind: isInquiry ? ('inquiry' as const) : ('chargeback' as const),
        status: status === 'inquiry' ? ('open' as const) : status,
        amountMinor: BigInt(disputeQuarters(byte)) * QUARTER,
        currency: 'USD',
      };
    });
    const gone = sumOf(s, (r) => statuses[r] === 2);
    const leftMinor = AMOUNT - BigInt(gone + sent(s)) * QUARTER;
    for (const r of refunds) {
      const status = REFUND_STATUSES[statuses[r] ?? 0];
      const state = REFUND_STATUSES[ownRefund(s, r)] ?? 'none';
      if (!status || status === 'none' || state === 'none') continue;
      const change = refundChange({ state }, { status }, NOW);
      if (change) setOwn(s, r, REFUND_STATUSES.indexOf(change.state));
      if (change?.state === 'succeeded') resolveEarlier(s, r, leftMinor);
      if (change?.state === 'failed' && refunds.some((one) => ownRefund(s, one) === 1)) mark(s, r, BESIDE);
    }
    const { disputedMinor, chargedBackMinor } = chargebackAmounts(reported, {
      amountMinor: AMOUNT,
      currency: 'USD',
    });
    s[REFUNDED] = gone;
    const isElsewhere = (r: number) => statuses[r] === 1 && ownRefund(s, r) !== 1;
    s[UNDER_WAY] = sumOf(s, (r) => statuses[r] === 1) | (sumOf(s, isElsewhere) << 4);
    s[DISPUTED] = Number(disputedMinor / QUARTER);
    s[CHARGED_BACK] = Number(chargedBackMinor / QUARTER);
    postChange(s, owed, before);
    const remote = statuses.flatMap((n) => {
      const status = REFUND_STATUSES[n];
      return status && status !== 'none' ? [{ status }] : [];
    });
    setState(s, stateAfterReversals(owed, AMOUNT, recorded(s), remote));
    if (returnsWrittenOffFunds(known, amountsOf(s))) {
      const reopened = refundToReopen(rowsOf(s));
      if (reopened) unmark(s, Number(reopened.id), RESOLVED);
    }
    for (const d of disputes) s[DISPUTE + 2 * d + 1] = at(from, base + 2 + d);
    request(s);
  };
  /** Where the money is and what is shown of it, by the payment's row alone. */
  const reviewOf = (s: Uint8Array): Review => {
    const reversals = recorded(s);
    return reviews(numberOf(reversals) * STATES.length + at(s, 0), () => review(stateOf(s), reversals));
  };
  const review = (state: string, reversals: Reversals): Review => {
    const position = movedBy(paymentEntries(factsOf(state), reversals));
    const of = (account: Account) => position[ACCOUNTS.indexOf(account)] ?? 0;
    const counted = state === 'approved';
    const figures = figuresOf({ ...FACTS, ...reversals, counted, costMinor: 0n });
    return {
      position,
      wrong: misshown(state, of, figures, Number(keptMinorOf(AMOUNT, reversals) / QUARTER)),
    };
  };
  const outdate = (s: Uint8Array, but: number) => {
    for (const n of reports) if (n !== but && at(s, REPORT + 4 * n) === 1) s[REPORT + 4 * n] = 2;
  };
  const read = (s: Uint8Array, n: number) => {
    s[REPORT + 4 * n] = 1;
    s[REPORT + 4 * n + 1] = refunds.reduce((byte, r) => byte | (remoteRefund(s, r) << (2 * r)), 0);
    for (const d of disputes) s[REPORT + 4 * n + 2 + d] = at(s, DISPUTE + 2 * d);
  };
  const forget = (s: Uint8Array, n: number) => s.fill(0, REPORT + 4 * n, REPORT + 4 * n + 4);
  /** Records report `n`; one that is outdated is read again. */
  const recordReport = (s: Uint8Array, before: Uint8Array, n: number) => {
    if (at(before, REPORT + 4 * n) === 2) return read(s, n);
    forget(s, n);
    record(s, before, REPORT + 4 * n);
    if (s.some((byte, index) => index < REPORT && byte !== before[index])) outdate(s, n);
  };
  const isNews = (s: Uint8Array): boolean => {
    const pending = pendingAtGateway(s);
    if (at(s, REFUNDED) !== goneAtGateway(s) - pending || (at(s, UNDER_WAY) & 15) !== pending) return true;
    if (disputes.some((d) => at(s, DISPUTE + 2 * d) !== at(s, DISPUTE + 2 * d + 1))) return true;
    const differs = (r: number) =>
      ownRefund(s, r) !== 0 &&
      remoteRefund(s, r) !== 0 &&
      ownRefund(s, r) !== remoteRefund(s, r) &&
      ownRefund(s, r) !== 3;
    if (refunds.some(differs)) return true;
    const remote = refunds.flatMap((r) => {
      const status = REFUND_STATUSES[remoteRefund(s, r)];
      return status && status !== 'none' ? [{ status }] : [];
    });
    return stateAfterReversals(owedState(s), AMOUNT, recorded(s), remote) !== stateOf(s);
  };
  const due = (s: Uint8Array, r: number) =>
    asker(s, r) === STAFF
      ? 'perform'
      : decidePendingRefund({ state: stateOf(s), disputedMinor: recorded(s).disputedMinor });
  /** Whether the gateway can make a refund: it is not more than is left, and no bank holds the money. */
  const canMake = (s: Uint8Array, size: number) =>
    !isOpen(s) && size <= QUARTERS - goneAtGateway(s) - takenAtGateway(s);
  /** A refund ends before it has succeeded: it had become pointless, or its gateway refused it for good. */
  const fail = (s: Uint8Array, r: number, isPointless: boolean) => {
    const before = recorded(s);
    setOwn(s, r, 3);
    if (isPointless) mark(s, r, OUTDATED);
    postChange(s, stateOf(s), before);
    outdate(s, -1);
    request(s);
  };
  /** Whether a refund has failed and waits for staff. */
  const waitsForStaff = (s: Uint8Array, r: number) =>
    ownRefund(s, r) === 3 && !has(s, r, OUTDATED) && !has(s, r, RESOLVED);
  /** Whether staff decide what is refunded next: of what a gateway refused for good, or a bank returned. */
  const isLeftToStaff = (s: Uint8Array) =>
    refunds.some((r) => waitsForStaff(s, r) && (has(s, r, OPEN_AGAIN) || remoteRefund(s, r) === 0));
  /** Staff resolve a failed refund of a donation, and of unmatched funds all of them. */
  const resolve = (s: Uint8Array, r: number) => {
    for (const one of refunds)
      if (ownRefund(s, one) === 3 && (one === r || stateOf(s) !== 'approved')) mark(s, one, RESOLVED);
    outdate(s, -1);
  };
  const sendByHand = (s: Uint8Array, r: number, size: number) => {
    const before = recorded(s);
    s[REFUND + 2 * r + 1] = at(s, REFUND + 2 * r + 1) + (size << BY_HAND);
    postChange(s, stateOf(s), before);
    setState(s, stateAfterReversals(stateOf(s), AMOUNT, recorded(s), []));
    if (stateOf(s) === 'approved' || left(s) === 0) resolve(s, r);
    outdate(s, -1);
  };
  const returnTransfer = (s: Uint8Array, r: number) => {
    const [before, owed] = [recorded(s), owedState(s)];
    unmark(s, r, 7 << BY_HAND);
    postChange(s, owed, before);
    const pending = before.refundsPendingMinor > 0n ? [{ status: 'pending' as const }] : [];
    setState(s, stateAfterReversals(owed, AMOUNT, recorded(s), pending));
    for (const one of refunds) unmark(s, one, SINCE_RETURN);
    unmark(s, r, RESOLVED);
    mark(s, r, OPEN_AGAIN);
    outdate(s, -1);
  };
  const giveUp = (s: Uint8Array) => {
    post(s, posted([{ kind: 'write_off', entries: writeOffEntries(factsOf(stateOf(s)), recorded(s)) }]));
    resolve(s, -1);
    setState(s, 'unclaimed');
    s[WRITTEN_OFF] = 1;
  };
  const tryAgain = (s: Uint8Array) => {
    resolve(s, -1);
    request(s);
  };
  const canonical = (s: Uint8Array) => {
    if (reports.length < 2) return;
    const key = (n: number) => all(4).reduce((sum, byte) => sum * 256 + at(s, REPORT + 4 * n + byte), 0);
    if (key(0) >= key(1)) return;
    for (const byte of all(4)) {
      const first = at(s, REPORT + byte);
      s[REPORT + byte] = at(s, REPORT + 4 + byte);
      s[REPORT + 4 + byte] = first;
    }
  };

  /** The money arrives, in the state that was decided. */
  const receive = (s: Uint8Array) => {
    const kind = stateOf(s) === 'approved' ? 'donation' : 'uncounted';
    post(s, posted([{ kind, entries: donationEntries(factsOf(stateOf(s))) }]));
    request(s);
  };

  /** What members of staff can do about a failed refund while no other is under way, and what a donor's bank does then. */
  const byStaff = (s: Uint8Array, out: Uint8Array, r: number, step: Step) => {
    if (byHand(s, r) > 0) step('the transfer for refund {} is returned', r, () => returnTransfer(out, r));
    if (ownRefund(s, r) !== 3 || recorded(s).refundsPendingMinor > 0n) return;
    const waits = waitsForStaff(s, r);
    const isUnclaimed = stateOf(s) === 'unclaimed' && !has(s, r, OUTDATED);
    const isDue = stateOf(s) === 'refund_due' && at(s, DISPUTED) === 0;
    if (waits && isDue) step('staff have refund {} tried again', r, () => tryAgain(out));
    if (waits && (stateOf(s) === 'approved' || stateOf(s) === 'unclaimed' || left(s) === 0))
      step('staff close refund {}', r, () => resolve(out, r));
    if (waits && isDue && left(s) > 0) step('two people write off what is left', 0, () => giveUp(out));
    if (left(s) === 0 || byHand(s, r) > 0 || !(waits || isUnclaimed)) return;
    step('staff send all that is left by hand for refund {}', r, () => sendByHand(out, r, left(s)));
    if (left(s) > 1) step('staff send a quarter by hand for refund {}', r, () => sendByHand(out, r, 1));
  };

  const next: Model['next'] = (s, out, emit) => {
    const step: Step = (kind, n, change) => {
      out.set(s);
      change();
      canonical(out);
      emit(code(kind, n));
    };
    if (stateOf(s) === 'pending') {
      const arrive = (kind: Kind, state: (typeof STATES)[number]) =>
        step(kind, 0, () => {
          setState(out, state);
          receive(out);
        });
      arrive('it completes its link', 'approved');
      arrive('it completes nothing', 'refund_due');
      return;
    }
    const free = slot(s);
    const isWaiting = refunds.some((r) => ownRefund(s, r) === 1);
    if (free >= 0 && stateOf(s) === 'approved' && !isWaiting && at(s, DISPUTED) === 0 && refundable(s) > 0) {
      step('staff refund a quarter', free, () => ask(out, free, 1, STAFF));
      if (refundable(s) > 1) step('staff refund all that is left', free, () => ask(out, free, refundable(s), STAFF));
    }
    if (free >= 0 && canMake(s, 2))
      for (const [kind, status] of ELSEWHERE) step(kind, free, () => setRefund(out, free, 2, status, 0, DASHBOARD));
    for (const r of refunds) {
      byStaff(s, out, r, step);
      if (ownRefund(s, r) === 1 && remoteRefund(s, r) === 0) {
        const decision = due(s, r);
        const isPossible = canMake(s, quarters(s, r));
        if (decision === 'perform' && isPossible) {
          step('the gateway makes refund {}', r, () => setRemote(out, r, 2));
          step('the gateway takes refund {}, which is pending', r, () => setRemote(out, r, 1));
          step('the gateway does not make refund {}', r, () => setRemote(out, r, 3));
          step('the gateway refuses refund {} for good', r, () => fail(out, r, false));
        }
        if (decision === 'outdated' || (decision === 'perform' && !isPossible && !isNews(s)))
          step('refund {} has become pointless', r, () => fail(out, r, true));
      }
      // The gateway is asked before: nobody gives up what it is making.
      if (ownRefund(s, r) === 1 && remoteRefund(s, r) === 1 && due(s, r) === 'outdated' && !isNews(s))
        step('refund {} has become pointless', r, () => fail(out, r, true));
      if (remoteRefund(s, r) === 1) step('refund {} arrives', r, () => setRemote(out, r, 2));
      if (remoteRefund(s, r) === 1 || remoteRefund(s, r) === 2)
        step('refund {} comes back', r, () => setRemote(out, r, 3));
    }
    for (const d of disputes) {
      const byte = at(s, DISPUTE + 2 * d);
      const become = (kind: Kind, status: (typeof DISPUTES)[number], whole = byte & 8) =>
        step(kind, d, () => {
          out[DISPUTE + 2 * d] = DISPUTES.indexOf(status) | whole;
        });
      const status = disputeStatus(byte);
      // One at a time; what was lost cannot be disputed again.
      const isFirst = disputes.every((one) => one >= d || /closed|won/.test(disputeStatus(at(s, DISPUTE + 2 * one))));
      if (status === 'none' && isFirst) {
        become('an inquiry {} is opened', 'inquiry', 8);
        become('a chargeback {} of a half is opened', 'open', 0);
        become('a chargeback {} of the whole is opened', 'open', 8);
      }
      if (status === 'inquiry') become('the inquiry {} is closed', 'closed');
      if (status === 'inquiry') become('the inquiry {} becomes a chargeback', 'open');
      if (status === 'open') become('the chargeback {} is won', 'won');
      if (status === 'open') become('the chargeback {} is lost', 'lost');
    }
    for (const n of reports) {
      const base = REPORT + 4 * n;
      if (at(s, base) !== 0) {
        step('report {} is recorded', n, () => recordReport(out, s, n));
        step('report {} is lost', n, () => forget(out, n));
      } else if (isNews(s) && reports.every((other) => other >= n || at(s, REPORT + 4 * other) !== 0))
        step('the payment is read: report {}', n, () => read(out, n));
    }
  };

  const settle: Model['settle'] = (s, out) => {
    out.set(s);
    const done = (kind: Kind, n = 0) => {
      canonical(out);
      return code(kind, n);
    };
    if (stateOf(s) === 'pending') {
      setState(out, 'refund_due');
      receive(out);
      return done('it completes nothing');
    }
    for (const n of reports)
      if (at(s, REPORT + 4 * n) !== 0) {
        recordReport(out, s, n);
        return done('report {} is recorded', n);
      }
    for (const r of refunds)
      if (remoteRefund(s, r) === 1) {
        setRemote(out, r, 2);
        return done('refund {} arrives', r);
      }
    for (const d of disputes) {
      const byte = at(s, DISPUTE + 2 * d);
      if (disputeStatus(byte) === 'inquiry' || disputeStatus(byte) === 'open') {
        const ends = disputeStatus(byte) === 'open' ? 'won' : 'closed';
        out[DISPUTE + 2 * d] = DISPUTES.indexOf(ends) | (byte & 8);
        return done(ends === 'won' ? 'the chargeback {} is won' : 'the inquiry {} is closed', d);
      }
    }
    if (isNews(s)) {
      read(out, 0);
      return done('the payment is read: report {}');
    }
    for (const r of refunds)
      if (ownRefund(s, r) === 1 && remoteRefund(s, r) === 0) {
        if (due(s, r) === 'perform' && canMake(s, quarters(s, r))) {
          setRemote(out, r, 2);
          return done('the gateway makes refund {}', r);
        }
        if (due(s, r) !== 'wait') {
          fail(out, r, true);
          return done('refund {} has become pointless', r);
        }
      }
    return undefined;
  };

  return {
    name: `payment with ${bounds.refunds} refunds, ${bounds.disputes} disputes, ${bounds.reports} reports`,
    bytes: BYTES,
    initial: new Uint8Array(BYTES).fill(ZERO, LEDGER),
    next,
    settle,
    violated: (s) => {
      if (stateOf(s) === 'pending') return undefined;
      const { position, wrong } = reviewOf(s);
      if (ACCOUNTS.some((account, index) => balance(s, account) !== position[index]))
        return 'The ledger is not where the row says that the money is.';
      if (stateOf(s) === 'approved' && -balance(s, 'creator') !== Math.max(0, QUARTERS - takenOf(s)))
        return 'What is asked for as a refund can be withdrawn as well.';
      if (wrong) return wrong;
      const own = sumOf(s, (r) => ownRefund(s, r) !== 0 && remoteRefund(s, r) % 3 !== 0);
      if (own + sent(s) > QUARTERS) return 'We give the donor more than they paid.';
      if (at(s, WRITTEN_OFF) === 1 && stateOf(s) === 'refund_due')
        return 'What two people wrote off is refunded automatically.';
      if (goneAtGateway(s) > QUARTERS) return 'More is refunded than was paid.';
      if (refunds.filter((r) => ownRefund(s, r) === 1).length > 1) return 'Two refunds are pending.';
      if (stateOf(s) === 'charged_back' && at(s, DISPUTED) > 0) return 'It is lost before its bank has decided.';
      if (!isNews(s) && balance(s, 'gateway') !== QUARTERS - goneAtGateway(s) - takenAtGateway(s))
        return 'Everything is recorded, and the ledger and the gateway differ.';
      const unasked = refunds.some((r) => asker(s, r) === SERVICE);
      return stateOf(s) === 'approved' && unasked ? 'A donation is refunded unasked.' : undefined;
    },
    violatedBy: (before, after) => {
      if (stateOf(before) === 'approved' && stateOf(after) !== 'approved') return 'A donation stops counting.';
      const isGivenUp = (r: number) =>
        ownRefund(before, r) === 1 && ownRefund(after, r) === 3 && remoteRefund(after, r) === 1;
      if (refunds.some(isGivenUp)) return 'A refund is given up that the gateway is making.';
      const isWaiting = refunds.some((r) => waitsForStaff(after, r));
      if (sent(after) < sent(before) && !isWaiting) return 'What a bank returned is in no queue.';
      const isLess = at(after, REFUNDED) < at(before, REFUNDED) || stateOf(before) !== 'unclaimed';
      if (at(before, WRITTEN_OFF) === 1 && stateOf(after) === 'unclaimed' && isLess && !isWaiting)
        return 'What came back of written-off funds is in no queue.';
      const isNew = (r: number) => asker(before, r) === NOBODY && asker(after, r) === SERVICE;
      if (refunds.some(isNew) && isLeftToStaff(after)) return 'What is left to staff is refunded automatically.';
      const isTold = stateOf(after) === 'refunded' && stateOf(before) !== 'refunded';
      const isOnItsWay = refunds.some((r) => ownRefund(after, r) === 1 && remoteRefund(after, r) !== 0);
      return isTold && isOnItsWay ? 'The donor is told of a refund that has not arrived.' : undefined;
    },
    unsettled: (s) => {
      if (refunds.some((r) => ownRefund(s, r) === 1)) return 'A refund waits for ever.';
      if (balance(s, 'gateway') !== QUARTERS - goneAtGateway(s) - takenAtGateway(s))
        return 'The ledger and the gateway differ.';
      if (-balance(s, 'bank') !== sent(s)) return 'The ledger and our bank differ.';
      if (stateOf(s) === 'refunded' && goneAtGateway(s) + sent(s) < QUARTERS)
        return 'The donor is told of a refund that the gateway has not made.';
      if (stateOf(s) === 'charged_back' && takenAtGateway(s) === 0) return 'No bank has taken what is charged back.';
      if (stateOf(s) === 'unclaimed' && left(s) === 0) return 'Nothing is left for the donor who is waited for.';
      if (stateOf(s) !== 'refund_due') return undefined;
      // Beyond the bound nothing more can be requested.
      return slot(s) < 0 || isLeftToStaff(s) ? undefined : 'Unmatched funds are never returned.';
    },
    describe: (action) => (KINDS[action >> 3] ?? '').replace('{}', String((action & 7) + 1)),
    show: (s) =>
      `the payment is ${stateOf(s)}; refunded ${at(s, REFUNDED)}, sent by hand ${sent(s)}, disputed ${at(s, DISPUTED)}, charged back ${at(s, CHARGED_BACK)} quarters; the gateway has refunded ${goneAtGateway(s)}, its banks hold or took ${takenAtGateway(s)}; the ledger has ${ACCOUNTS.map((account) => `${account} ${balance(s, account)}`).join(', ')}`,
  };
}
