import {
  type PaymentFacts,
  positionOf,
  type Reversals,
  refundableMinorOf,
  reversalSteps,
} from '#lib/ledger/payment-postings.ts';
import { REFUND_OUTDATED } from '#lib/payments/states.ts';
import {
  chargebackAmounts,
  dueRefund,
  refundChange,
  stateAfter,
  stillDue,
} from '#lib/payments/sync/reversals.ts';
import type { Model } from './explore.ts';

/*
 * A model of one received payment: refunds of parts by staff, by the service and at the gateway's own dashboard, which fail
 * and come back; what staff send by hand; inquiries and chargebacks of parts and of the whole, won, lost and closed; reports that are outdated when
 * they are recorded; and the ledger. The product's own functions decide, as in `link-model.ts`.
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
  ...{ gateway: 'stripe', causeKey: 'cause', currency: 'USD', amountMinor: AMOUNT },
  ...{ feePercent: '5', feeModel: 'all_inclusive' },
};
const NOW = new Date('2026-11-23T12:00:00Z');

// Byte 0: what the payment is; its state.
const STATES = ['pending', 'approved', 'refund_due', 'refunded', 'charged_back'] as const;
// Byte 1: the ledger's balance at the gateway in quarters, plus eight. Bytes 2 to 4: recorded quarters.
const LEDGER = 1;
const REFUNDED = 2;
const DISPUTED = 3;
const CHARGED_BACK = 4;
/**
 * Three refunds of two bytes. First: bits 0–1 quarters less one, 2–3 status at the gateway, 4–5 our row, 6–7 who asked.
 * Second: bit 0 whether ours is outdated, 1 whether staff have resolved it.
 */
const REFUND = 5;
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
/** Quarters that staff sent by hand. */
const SENT = 24;
const BYTES = 28;

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
const isResolved = (s: Uint8Array, r: number) => (at(s, REFUND + 2 * r + 1) & 2) === 2;
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
  'staff send all that is left by hand',
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
const code = (kind: Kind, n = 0) => KINDS.indexOf(kind) * 8 + n;

const BY_HAND = [
  ['somebody refunds a half at the gateway', 2],
  ['somebody refunds a half at the gateway, which is pending', 1],
] as const;

/** The model of one payment within bounds. */
export function moneyModel(bounds: MoneyBounds): Model {
  const all = (n: number) => Array.from({ length: n }, (_, index) => index);
  const [refunds, disputes, reports] = [all(bounds.refunds), all(bounds.disputes), all(bounds.reports)];
  const stateOf = (s: Uint8Array) => STATES[at(s, 0)] ?? 'pending';
  const facts = (s: Uint8Array): PaymentFacts => ({ ...FACTS, counted: stateOf(s) === 'approved' });
  const sumOf = (s: Uint8Array, isMeant: (r: number) => boolean) =>
    refunds.reduce((sum, r) => sum + (isMeant(r) ? quarters(s, r) : 0), 0);
  const askedFor = (s: Uint8Array) => sumOf(s, (r) => ownRefund(s, r) === 1);
  const recorded = (s: Uint8Array): Reversals => ({
    refundedMinor: BigInt(at(s, REFUNDED) + at(s, SENT)) * QUARTER,
    sentByHandMinor: BigInt(at(s, SENT)) * QUARTER,
    refundsPendingMinor: BigInt(askedFor(s) + (at(s, UNDER_WAY) >> 4)) * QUARTER,
    refundsMovedMinor: BigInt(at(s, UNDER_WAY) & 15) * QUARTER,
    disputedMinor: BigInt(at(s, DISPUTED)) * QUARTER,
    chargedBackMinor: BigInt(at(s, CHARGED_BACK)) * QUARTER,
  });
  const refundable = (s: Uint8Array) => Number(refundableMinorOf(AMOUNT, recorded(s)) / QUARTER);
  const held = (s: Uint8Array) => {
    const entries = positionOf(facts(s), recorded(s));
    return Number((entries.find(({ account }) => account === 'gateway')?.amountMinor ?? 0n) / QUARTER);
  };
  /** What is owed to the creator, with our commission. */
  const owed = (s: Uint8Array) => {
    const ours = positionOf(facts(s), recorded(s)).filter(({ account }) =>
      /creator|commission/.test(account),
    );
    return Number(-ours.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) / QUARTER);
  };
  /** What is recorded as refunded, sent by hand, asked for as a refund, or held or taken by banks. */
  const takenOf = (s: Uint8Array) =>
    at(s, REFUNDED) +
    at(s, SENT) +
    askedFor(s) +
    (at(s, UNDER_WAY) >> 4) +
    at(s, DISPUTED) +
    at(s, CHARGED_BACK);
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

  /** The refund that is due is requested. */
  const request = (s: Uint8Array) => {
    const rows = refunds
      .filter((r) => ownRefund(s, r) !== 0)
      .map((r) => ({
        id: String(r),
        state: REFUND_STATUSES[ownRefund(s, r)] ?? '',
        gatewayRefundId: remoteRefund(s, r) === 0 ? null : String(r),
        lastError: (at(s, REFUND + 2 * r + 1) & 1) === 1 ? REFUND_OUTDATED : null,
        manualRefunds: [],
        ...(isResolved(s, r)
          ? { resolvedAt: NOW, resolvedBy: 'staff', resolution: 'sent_by_hand' }
          : { resolvedAt: null, resolvedBy: null, resolution: null }),
      }));
    const payment = { state: stateOf(s), amountMinor: AMOUNT, gatewayPaymentId: 'pi_1', ...recorded(s) };
    const due = dueRefund(payment, rows);
    const free = slot(s);
    // Beyond the bound it would be requested too: such ends are left to `unsettled`.
    if (due.kind === 'new' && free >= 0) setRefund(s, free, Number(due.amountMinor / QUARTER), 0, 1, SERVICE);
  };

  /** Records a report, and posts the difference. */
  const record = (s: Uint8Array, from: Uint8Array, base: number) => {
    const before = recorded(s);
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
    for (const r of refunds) {
      const status = REFUND_STATUSES[statuses[r] ?? 0];
      const state = REFUND_STATUSES[ownRefund(s, r)] ?? 'none';
      if (!status || status === 'none' || state === 'none') continue;
      const change = refundChange({ state }, { status }, NOW);
      if (change) setOwn(s, r, REFUND_STATUSES.indexOf(change.state));
    }
    const { disputedMinor, chargedBackMinor } = chargebackAmounts(reported, {
      ...{ amountMinor: AMOUNT, currency: 'USD' },
    });
    s[REFUNDED] = sumOf(s, (r) => statuses[r] === 2);
    const isElsewhere = (r: number) => statuses[r] === 1 && ownRefund(s, r) !== 1;
    s[UNDER_WAY] = sumOf(s, (r) => statuses[r] === 1) | (sumOf(s, isElsewhere) << 4);
    s[DISPUTED] = Number(disputedMinor / QUARTER);
    s[CHARGED_BACK] = Number(chargedBackMinor / QUARTER);
    const after = recorded(s);
    const entries = reversalSteps(facts(s), before, after).flatMap((step) => step.entries);
    const moved = entries
      .filter(({ account }) => account === 'gateway')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    const isBalanced = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) === 0n;
    s[LEDGER] = at(s, LEDGER) + Number(moved / QUARTER) + (isBalanced ? 0 : 100);
    const remote = statuses.flatMap((n) => {
      const status = REFUND_STATUSES[n];
      return status && status !== 'none' ? [{ status }] : [];
    });
    const state = stateAfter(stateOf(s), AMOUNT, after, remote);
    s[0] = STATES.findIndex((one) => one === state);
    for (const d of disputes) s[DISPUTE + 2 * d + 1] = at(from, base + 2 + d);
    request(s);
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
    return stateAfter(stateOf(s), AMOUNT, recorded(s), remote) !== stateOf(s);
  };
  const due = (s: Uint8Array, r: number) =>
    asker(s, r) === STAFF
      ? 'perform'
      : stillDue({ state: 'pending' }, { state: stateOf(s), disputedMinor: recorded(s).disputedMinor });
  /** Whether the gateway can make a refund: it is not more than is left, and no bank holds the money. */
  const canMake = (s: Uint8Array, size: number) =>
    !isOpen(s) && size <= QUARTERS - goneAtGateway(s) - takenAtGateway(s);
  const fail = (s: Uint8Array, r: number) => {
    setOwn(s, r, 3);
    s[REFUND + 2 * r + 1] = at(s, REFUND + 2 * r + 1) | 1;
    outdate(s, -1);
    request(s);
  };
  /** Whether a refund has failed and waits for staff. */
  const waitsForStaff = (s: Uint8Array, r: number) =>
    ownRefund(s, r) === 3 && at(s, REFUND + 2 * r + 1) === 0;
  const sendByHand = (s: Uint8Array) => {
    const before = recorded(s);
    const rest = refundable(s);
    s[SENT] = rest;
    const after = recorded(s);
    const entries = reversalSteps(facts(s), before, after).flatMap((step) => step.entries);
    const moved = entries.find(({ account }) => account === 'gateway')?.amountMinor ?? 0n;
    const left = entries.find(({ account }) => account === 'bank')?.amountMinor ?? 0n;
    const isPosted = left === -BigInt(rest) * QUARTER;
    s[LEDGER] = at(s, LEDGER) + Number(moved / QUARTER) + (isPosted ? 0 : 100);
    const state = stateAfter(stateOf(s), AMOUNT, after, []);
    s[0] = STATES.findIndex((one) => one === state);
    for (const r of refunds) if (ownRefund(s, r) === 3) s[REFUND + 2 * r + 1] = at(s, REFUND + 2 * r + 1) | 2;
    outdate(s, -1);
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

  const next: Model['next'] = (s, out, emit) => {
    const step = (kind: Kind, n: number, change: () => void) => {
      out.set(s);
      change();
      canonical(out);
      emit(code(kind, n));
    };
    if (stateOf(s) === 'pending') {
      const arrive = (kind: Kind, state: (typeof STATES)[number]) =>
        step(kind, 0, () => {
          out[0] = STATES.indexOf(state);
          out[LEDGER] = 8 + QUARTERS;
          request(out);
        });
      arrive('it completes its link', 'approved');
      arrive('it completes nothing', 'refund_due');
      return;
    }
    const free = slot(s);
    const isWaiting = refunds.some((r) => ownRefund(s, r) === 1);
    if (free >= 0 && stateOf(s) === 'approved' && !isWaiting && at(s, DISPUTED) === 0 && refundable(s) > 0) {
      step('staff refund a quarter', free, () => setRefund(out, free, 1, 0, 1, STAFF));
      if (refundable(s) > 1)
        step('staff refund all that is left', free, () => setRefund(out, free, refundable(s), 0, 1, STAFF));
    }
    if (free >= 0 && canMake(s, 2))
      for (const [kind, status] of BY_HAND)
        step(kind, free, () => setRefund(out, free, 2, status, 0, DASHBOARD));
    const isOwed = stateOf(s) === 'approved' || stateOf(s) === 'refund_due';
    const isUnderWay = recorded(s).refundsPendingMinor > 0n;
    const canSend = isOwed && !isUnderWay && refundable(s) > 0 && at(s, SENT) === 0;
    if (canSend && refunds.some((r) => waitsForStaff(s, r)))
      step('staff send all that is left by hand', 0, () => sendByHand(out));
    for (const r of refunds) {
      if (ownRefund(s, r) === 1 && remoteRefund(s, r) === 0) {
        const decision = due(s, r);
        const isPossible = canMake(s, quarters(s, r));
        if (decision === 'perform' && isPossible) {
          step('the gateway makes refund {}', r, () => setRemote(out, r, 2));
          step('the gateway takes refund {}, which is pending', r, () => setRemote(out, r, 1));
          step('the gateway does not make refund {}', r, () => setRemote(out, r, 3));
        }
        if (decision === 'outdated' || (decision === 'perform' && !isPossible && !isNews(s)))
          step('refund {} has become pointless', r, () => fail(out, r));
      }
      // The gateway is asked before: nobody gives up what it is making.
      if (ownRefund(s, r) === 1 && remoteRefund(s, r) === 1 && due(s, r) === 'outdated' && !isNews(s))
        step('refund {} has become pointless', r, () => fail(out, r));
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
      const isFirst = disputes.every(
        (one) => one >= d || /closed|won/.test(disputeStatus(at(s, DISPUTE + 2 * one))),
      );
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
      out[0] = STATES.indexOf('refund_due');
      out[LEDGER] = 8 + QUARTERS;
      request(out);
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
          fail(out, r);
          return done('refund {} has become pointless', r);
        }
      }
    return undefined;
  };

  return {
    name: `payment with ${bounds.refunds} refunds, ${bounds.disputes} disputes, ${bounds.reports} reports`,
    bytes: BYTES,
    initial: new Uint8Array(BYTES).fill(8, LEDGER, LEDGER + 1),
    next,
    settle,
    violated: (s) => {
      if (stateOf(s) === 'pending') return undefined;
      if (at(s, LEDGER) - 8 !== held(s)) return 'The ledger is not where the row says that the money is.';
      if (stateOf(s) === 'approved' && owed(s) !== Math.max(0, QUARTERS - takenOf(s)))
        return 'What is asked for as a refund can be withdrawn as well.';
      if (goneAtGateway(s) > QUARTERS) return 'More is refunded than was paid.';
      if (refunds.filter((r) => ownRefund(s, r) === 1).length > 1) return 'Two refunds are pending.';
      if (stateOf(s) === 'charged_back' && at(s, DISPUTED) > 0)
        return 'It is lost before its bank has decided.';
      if (!isNews(s) && at(s, LEDGER) - 8 !== QUARTERS - goneAtGateway(s) - takenAtGateway(s))
        return 'Everything is recorded, and the ledger and the gateway differ.';
      const unasked = refunds.some((r) => asker(s, r) === SERVICE);
      return stateOf(s) === 'approved' && unasked ? 'A donation is refunded unasked.' : undefined;
    },
    violatedBy: (before, after) => {
      if (stateOf(before) === 'approved' && stateOf(after) !== 'approved')
        return 'A donation stops counting.';
      const isGivenUp = (r: number) =>
        ownRefund(before, r) === 1 && ownRefund(after, r) === 3 && remoteRefund(after, r) === 1;
      if (refunds.some(isGivenUp)) return 'A refund is given up that the gateway is making.';
      const isTold = stateOf(after) === 'refunded' && stateOf(before) !== 'refunded';
      const isOnItsWay = refunds.some((r) => ownRefund(after, r) === 1 && remoteRefund(after, r) !== 0);
      return isTold && isOnItsWay ? 'The donor is told of a refund that has not arrived.' : undefined;
    },
    unsettled: (s) => {
      if (refunds.some((r) => ownRefund(s, r) === 1)) return 'A refund waits for ever.';
      if (at(s, LEDGER) - 8 !== QUARTERS - goneAtGateway(s) - takenAtGateway(s))
        return 'The ledger and the gateway differ.';
      if (stateOf(s) === 'refunded' && goneAtGateway(s) + at(s, SENT) < QUARTERS)
        return 'The donor is told of a refund that the gateway has not made.';
      if (stateOf(s) === 'charged_back' && takenAtGateway(s) === 0)
        return 'No bank has taken what is charged back.';
      if (stateOf(s) !== 'refund_due') return undefined;
      // After three that failed, staff decide; and beyond the bound nothing more can be requested.
      return slot(s) < 0 ? undefined : 'Unmatched funds are never returned.';
    },
    describe: (action) => (KINDS[action >> 3] ?? '').replace('{}', String((action & 7) + 1)),
    show: (s) =>
      `the payment is ${stateOf(s)}; refunded ${at(s, REFUNDED)}, sent by hand ${at(s, SENT)}, disputed ${at(s, DISPUTED)}, charged back ${at(s, CHARGED_BACK)} quarters; the gateway has refunded ${goneAtGateway(s)}, its banks hold or took ${takenAtGateway(s)}; the ledger has ${at(s, LEDGER) - 8}`,
  };
}
