import type Stripe from 'stripe';
import type { RemoteCosts, RemoteMovement } from '../port/payment.ts';

/** Expansions of a list of refunds, to read their balance transactions. */
export const REFUND_COST_EXPANSIONS = ['data.balance_transaction', 'data.failure_balance_transaction'];

/** Expansions of an intent, to read its balance transactions. */
export const COST_EXPANSIONS = [
  'latest_charge.balance_transaction',
  ...REFUND_COST_EXPANSIONS.map((path) => `latest_charge.refunds.${path}`),
];

/**
 * Stripe's fees for a charge, its refunds and its disputes, from their balance transactions, each with a gross amount and a
 * fee in the settlement currency. The fees are incomplete while Stripe has not created one of them. The charge's own
 * balance transaction says when its money is available, and whether it is.
 */
export function costsOf(
  charge: Stripe.Charge | null,
  refunds: Stripe.Refund[] | null,
  disputes: Stripe.Dispute[] | null,
): RemoteCosts {
  if (!charge) return { movements: [], complete: false, ...releaseOf(null) };
  const [givenBack, disputed] = [refunds ?? [], disputes ?? []];
  const expected = [
    { made: charge.balance_transaction, amount: charge.amount_captured },
    ...givenBack.filter(movesMoney).map(refundMovement),
    ...givenBack.flatMap(({ failure_balance_transaction: made, amount }) => (made ? [{ made, amount }] : [])),
    ...disputed.flatMap(disputeMovements),
  ];
  const movements = expected.flatMap(({ made, amount }) => (isMade(made) ? [toMovement(made, amount)] : []));
  return {
    movements,
    complete: refunds !== null && disputes !== null && movements.length === expected.length,
    ...releaseOf(charge.balance_transaction),
  };
}

function releaseOf(made: string | Stripe.BalanceTransaction | null): Pick<RemoteCosts, 'releasedAt' | 'isReleased'> {
  if (!isMade(made)) return { releasedAt: null, isReleased: null };
  return { releasedAt: new Date(made.available_on * 1000), isReleased: made.status === 'available' };
}

/** A refund that was cancelled, or failed before it began, never has a movement. */
function movesMoney({
  status,
  balance_transaction: made,
  failure_balance_transaction: returned,
}: Stripe.Refund): boolean {
  return status !== 'canceled' && (status !== 'failed' || Boolean(made ?? returned));
}

function refundMovement({ balance_transaction: made, amount }: Stripe.Refund) {
  return { made, amount: -amount };
}

/** Statuses without a movement; one that was prevented may have been a chargeback before, with movements. */
const INQUIRIES: ReadonlySet<string> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
]);

/** The movements of a dispute, and those that are missing: a chargeback takes its amount, and returns it when it is won. */
function disputeMovements({ balance_transactions: listed, amount, status }: Stripe.Dispute) {
  const least = INQUIRIES.has(status) ? 0 : status === 'won' ? 2 : 1;
  const made = (listed ?? []).map((one) => ({ made: one, amount: one.amount < 0 ? -amount : amount }));
  const missing = Array.from({ length: Math.max(0, least - made.length) }, () => ({ made: null, amount }));
  return [...made, ...missing];
}

function isMade(made: string | Stripe.BalanceTransaction | null): made is Stripe.BalanceTransaction {
  return typeof made === 'object' && made !== null;
}

function toMovement(made: Stripe.BalanceTransaction, amount: number): RemoteMovement {
  return {
    id: made.id,
    amountMinor: BigInt(amount),
    settledCurrency: made.currency.toUpperCase(),
    settledMinor: BigInt(made.amount),
    feeMinor: BigInt(made.fee),
  };
}
