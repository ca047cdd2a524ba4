import { keptMinorOf, refundableMinorOf, type SettledReversals } from '#lib/ledger/payment-postings.ts';
import { failedAtGateway, isOpenRefund, type PaymentState } from '#lib/payments/states.ts';
import type { RemotePayment } from '#lib/rails/port/payment.ts';
import type { RemoteDispute, RemoteRefund } from '#lib/rails/port/reversals.ts';
import type { ManualRefund, Payment, Refund } from '#prisma/generated/client.ts';

/* What refunds and chargebacks make of a payment, without I/O: the product acts on it, and the model explores it. */

/**
 * Unmatched funds are `refund_due` until all of them are refunded, or a lost chargeback has taken what was left
 * (rulings 42, 53). What was written off stays `unclaimed` until then.
 */
export function stateAfterReversals(
  before: string,
  amountMinor: bigint,
  after: SettledReversals,
  refunds: readonly Pick<RemoteRefund, 'status'>[],
): PaymentState {
  if (before === 'approved') return 'approved';
  // Nothing of it is waited for at the gateway.
  if (after.sentByHandMinor >= amountMinor) return 'refunded';
  const owed = before === 'unclaimed' ? 'unclaimed' : 'refund_due';
  if (refunds.some(({ status }) => status === 'pending')) return owed;
  if (after.refundedMinor >= amountMinor) return 'refunded';
  return keptMinorOf(amountMinor, after) > 0n || after.disputedMinor > 0n ? owed : 'charged_back';
}

/**
 * The state in which unmatched funds owe what comes back of them, by a refund that bounced or a transfer that was returned: once
 * two people have written them off, they wait for their donor again.
 */
export function stateAfterReturn(state: PaymentState, isWrittenOff: boolean): PaymentState {
  const isOver = state === 'refunded' || state === 'charged_back';
  return isOver && isWrittenOff ? 'unclaimed' : state;
}

/** Whether a report brings back some of what had left written-off funds. Staff have to know: it is not refunded automatically. */
export function returnsWrittenOffFunds(
  before: Pick<Payment, 'state' | 'refundedMinor'>,
  after: Pick<Payment, 'state' | 'refundedMinor'>,
): boolean {
  return after.state === 'unclaimed' && (before.state !== 'unclaimed' || after.refundedMinor < before.refundedMinor);
}

/**
 * Which failed refunds of a payment are resolved by a later one that has arrived: of unmatched funds all, because they are of the
 * same money; of a donation those that its amount covers, the oldest first, and all once nothing is left to give back.
 * @param leftMinor what was neither refunded nor sent by hand, in minor units
 * @param failed the oldest first
 */
export function resolvedBy<T extends Pick<Refund, 'amountMinor'>>(
  { state, leftMinor }: { state: PaymentState; leftMinor: bigint },
  { amountMinor }: Pick<Refund, 'amountMinor'>,
  failed: readonly T[],
): T[] {
  if (state !== 'approved' || leftMinor <= 0n) return [...failed];
  let coverMinor = amountMinor;
  return failed.filter((one) => {
    if (one.amountMinor > coverMinor) return false;
    coverMinor -= one.amountMinor;
    return true;
  });
}

/**
 * The failed refund of a payment that waits for staff once more: the latest one; undefined if one waits already.
 * @param refunds oldest first
 */
export function refundToReopen<T extends Pick<Refund, 'state' | 'lastError' | 'resolvedAt'>>(
  refunds: readonly T[],
): T | undefined {
  const failed = refunds.filter(failedAtGateway);
  return failed.some(({ resolvedAt }) => resolvedAt === null) ? undefined : failed.at(-1);
}

/**
 * The amounts that chargebacks hold back of a payment and have taken, in its minor units (ruling 53). One in another
 * currency than the payment's is not comparable, and counts as the whole payment.
 */
export function chargebackAmounts(
  reported: readonly Pick<RemoteDispute, 'kind' | 'status' | 'amountMinor' | 'currency'>[],
  { amountMinor, currency }: { amountMinor: bigint; currency: string },
): { disputedMinor: bigint; chargedBackMinor: bigint } {
  const sum = (status: RemoteDispute['status']) =>
    reported
      .filter((one) => one.kind === 'chargeback' && one.status === status)
      .reduce((total, one) => total + (one.currency === currency ? one.amountMinor : amountMinor), 0n);
  return { disputedMinor: sum('open'), chargedBackMinor: sum('lost') };
}

/** A dispute with the id under which it was recorded while only the payment's status told of it. */
export type ReportedDispute = RemoteDispute & { formerId?: string };

/**
 * The disputes of a payment after a report; null if it changes nothing. What is listed replaces what is known, and the
 * latest new chargeback is the one that the payment's status implied before. Without a list everything known stays. Then
 * the status adds only what is known of no dispute, and ends only what it added itself.
 * @param restMinor what has not been refunded
 */
export function disputesAfter(
  known: readonly RemoteDispute[],
  { disputes, impliedDispute: implied }: Pick<RemotePayment, 'disputes' | 'impliedDispute'>,
  restMinor: bigint,
): ReportedDispute[] | null {
  const isKnown = ({ id }: RemoteDispute) => known.some((one) => one.id === id);
  if (disputes) {
    if (!implied || !isKnown(implied) || disputes.some(({ id }) => id === implied.id)) return disputes;
    const fresh = disputes.filter((one) => one.kind === implied.kind && !isKnown(one));
    const latest = fresh.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime()).at(-1);
    return disputes.map((one) => (one === latest ? { ...one, formerId: implied.id } : one));
  }
  if (!implied) return null;
  const others = known.filter(({ id }) => id !== implied.id);
  const recorded = known.find(({ id }) => id === implied.id);
  if (recorded) {
    const { amountMinor, openedAt } = recorded;
    return [...others, { ...implied, amountMinor, openedAt }];
  }
  const chargebacks = known.filter(({ kind }) => kind === 'chargeback');
  const lostMinor = chargebackAmounts(chargebacks, implied).chargedBackMinor;
  const amountMinor = implied.kind === 'inquiry' ? implied.amountMinor : restMinor - lostMinor;
  const isTold =
    implied.kind === 'chargeback' &&
    (implied.status === 'won' || chargebacks.some(({ status }) => status === 'open' || status === implied.status));
  return isTold || amountMinor <= 0n ? null : [...known, { ...implied, amountMinor }];
}

/**
 * The amounts that chargebacks have of a payment after each dispute of which a report says that they have more or less, one after
 * the other: first those that give back.
 * @param known the disputes before the report
 */
export function chargebackSteps(
  known: readonly RemoteDispute[],
  reported: readonly ReportedDispute[],
  payment: { amountMinor: bigint; currency: string },
): ReturnType<typeof chargebackAmounts>[] {
  const isOf = ({ id, formerId }: ReportedDispute, one: RemoteDispute) => one.id === id || one.id === formerId;
  const heldBy = (disputes: readonly RemoteDispute[]) => {
    const { disputedMinor, chargedBackMinor } = chargebackAmounts(disputes, payment);
    return disputedMinor + chargedBackMinor;
  };
  const over = known.filter((one) => !reported.some((after) => isOf(after, one)));
  const changes = [...over.map((one) => ({ ...one, status: 'closed' as const })), ...reported]
    .map((after) => ({ after, moreMinor: heldBy([after]) - heldBy(known.filter((one) => isOf(after, one))) }))
    .toSorted((a, b) => Number(a.moreMinor - b.moreMinor));
  let now = known;
  return changes.flatMap(({ after, moreMinor }) => {
    now = [...now.filter((one) => !isOf(after, one)), after];
    return moreMinor === 0n ? [] : [chargebackAmounts(now, payment)];
  });
}

type Refunded = Pick<Payment, 'refundedMinor' | 'refundedElsewhereMinor' | 'refundsPendingMinor'>;

/**
 * Of the refunds that somebody has made at the gateway itself, those that a report adds, oldest first: the latest that make up the
 * difference. Empty if they do not, or if the report changes other refunds too.
 */
export function refundsSince<T extends Pick<RemoteRefund, 'amountMinor' | 'createdAt'>>(
  elsewhere: readonly T[],
  before: Refunded,
  after: Refunded,
): T[] {
  let moreMinor = after.refundedElsewhereMinor - before.refundedElsewhereMinor;
  const isOnlyThis =
    after.refundedMinor - before.refundedMinor === moreMinor &&
    after.refundsPendingMinor === before.refundsPendingMinor;
  if (!isOnlyThis) return [];
  const oldestFirst = elsewhere.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  let first = oldestFirst.length;
  while (moreMinor > 0n && first > 0) {
    first -= 1;
    moreMinor -= oldestFirst[first]?.amountMinor ?? 0n;
  }
  return moreMinor === 0n ? oldestFirst.slice(first) : [];
}

/** What a gateway's report changes of a refund's row (ruling 54); undefined if nothing. */
export function refundChange(row: Pick<Refund, 'state'>, { status }: Pick<RemoteRefund, 'status'>, now: Date) {
  if (row.state === 'pending' && status === 'succeeded')
    return { state: 'succeeded', settledAt: now, lastError: null } as const;
  if (row.state === 'pending' && status === 'failed')
    return { state: 'failed', settledAt: now, lastError: 'refund_failed' } as const;
  if (row.state === 'succeeded' && status === 'failed')
    return { state: 'failed', settledAt: now, lastError: 'returned_by_bank', returnedAt: now } as const;
  return undefined;
}

/** After so many failed refunds of a payment, staff decide what happens. */
const MAX_FAILED = 3;

type Received = SettledReversals & Pick<Payment, 'state' | 'amountMinor' | 'gatewayPaymentId' | 'refundsPendingMinor'>;
type EarlierRefund = Pick<Refund, 'id' | 'state' | 'gatewayRefundId' | 'lastError' | 'resolvedAt'> & {
  manualRefunds: readonly Pick<ManualRefund, 'returnedAt'>[];
};

/**
 * Which refund of unmatched funds is due (ruling 42): a pending one is performed again, else a new one of all that is left and
 * not reserved; `failed` counts those before it. None while a dispute holds the money, or once refunds are left to staff: after
 * three that failed, after one that the gateway refused for good, or after a transfer by hand that was returned, because staff
 * then ask the donor where to send it.
 */
export function dueRefund<T extends EarlierRefund>(
  payment: Received,
  refunds: readonly T[],
): { kind: 'none' } | { kind: 'pending'; refund: T } | { kind: 'new'; amountMinor: bigint; failed: number } {
  if (payment.state !== 'refund_due' || payment.disputedMinor > 0n || !payment.gatewayPaymentId)
    return { kind: 'none' };
  const pending = refunds.find((refund) => refund.state === 'pending');
  if (pending) return { kind: 'pending', refund: pending };
  const unresolved = refunds.filter(isOpenRefund);
  const failed = unresolved.length;
  if (failed >= MAX_FAILED) return { kind: 'none' };
  if (unresolved.some(isRefused) || unresolved.some(hasReturnedTransfer)) return { kind: 'none' };
  const amountMinor = refundableMinorOf(payment.amountMinor ?? 0n, payment);
  return amountMinor > 0n ? { kind: 'new', amountMinor, failed } : { kind: 'none' };
}

/** Whether the gateway refused to make a failed refund: one that it made and that failed later has an id there. */
function isRefused({ gatewayRefundId }: EarlierRefund): boolean {
  return gatewayRefundId === null;
}

/** Whether a transfer by hand in place of a failed refund was returned. */
function hasReturnedTransfer({ manualRefunds }: EarlierRefund): boolean {
  return manualRefunds.some(({ returnedAt }) => returnedAt !== null);
}

/**
 * Whether a pending refund that the service requested is still made, after its payment was synced. While a bank holds the
 * money it waits; once a bank has taken the money, there is nothing to refund. Either way it may have been made already by a
 * call whose response was lost, as for a fully refunded payment: its rail finds it.
 */
export function decidePendingRefund({
  state,
  disputedMinor,
}: Pick<Payment, 'state' | 'disputedMinor'>): 'perform' | 'wait' | 'outdated' {
  if (disputedMinor > 0n) return 'wait';
  return state === 'charged_back' ? 'outdated' : 'perform';
}
