import type Stripe from 'stripe';
import { ControlError } from '#emulators/control-input.ts';
import { type AccountStore, type Charge, type Dispute, NO_REQUEST, type Transaction } from './account-store.ts';
import { recordTransaction } from './balance.ts';
import type { CardBehaviour } from './cards.ts';

/** Stripe's fee for a dispute, in minor units of the settlement currency; returned when it is won. */
const DISPUTE_FEE_MINOR = 1500;
const RESPONSE_TIME_S = 7 * 24 * 3600;

type Status = Stripe.Dispute['status'];

/** Allowed transitions; the other statuses are final. */
const NEXT: Readonly<Partial<Record<Status, readonly Status[]>>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response', 'prevented'],
  needs_response: ['under_review', 'won', 'lost', 'prevented'],
  under_review: ['won', 'lost'],
};

/** Every status that control can move a dispute to. */
export const DISPUTE_MOVES = [
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as [Status, ...Status[]];

/**
 * Opens a dispute on a charge, refunded or not; except for an inquiry, the money is withdrawn at once.
 * @param amount minor units of the charge's currency. Throws ControlError while another dispute of the charge is
 * open, and for more than the charge that no lost dispute has taken.
 */
export function openDispute(
  store: AccountStore,
  charge: Charge,
  kind: NonNullable<CardBehaviour['dispute']>,
  amount = charge.amount,
): Dispute {
  assertDisputable(store, charge, amount);
  const now = store.context.clock.nowSeconds();
  const inquiry = kind === 'inquiry';
  const id = `du_${store.context.random()}`;
  const { currency } = charge;
  const dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: inquiry ? [] : [withdraw(store, { id, amount, currency, charge: charge.id })],
    charge: charge.id,
    created: now,
    currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: now + RESPONSE_TIME_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted' as Stripe.Dispute.EvidenceDetails.SubmissionMethod,
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: inquiry ? 'fraudulent' : kind,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  } satisfies Stripe.Dispute;
  store.disputes.set(id, dispute);
  store.charges.set(charge.id, { ...charge, disputed: true });
  store.emit('charge.dispute.created', dispute, NO_REQUEST);
  if (!inquiry) store.emit('charge.dispute.funds_withdrawn', dispute, NO_REQUEST);
  return dispute;
}

function assertDisputable(store: AccountStore, charge: Charge, amount: number): void {
  const earlier = disputesOf(store, charge.id);
  if (earlier.some(isOpen)) throw new ControlError(`${charge.id} is disputed already.`);
  const lost = earlier.filter(({ status }) => status === 'lost').reduce((sum, one) => sum + one.amount, 0);
  if (amount > charge.amount - lost) {
    throw new ControlError(`${amount} is more than ${charge.amount - lost}, what can be disputed of ${charge.id}.`);
  }
}

/**
 * Moves a dispute to another status. An inquiry that becomes `needs_response` takes the money then; `won`, and `prevented`
 * after the money was taken, return it with the fee. Throws ControlError for a forbidden transition.
 */
export function moveDispute(store: AccountStore, dispute: Dispute, status: Status): Dispute {
  const next = NEXT[dispute.status] ?? [];
  if (next.length === 0) throw new ControlError(`${dispute.id} is closed already: ${dispute.status}.`);
  if (!next.includes(status)) {
    throw new ControlError(`${dispute.id} is ${dispute.status}; it can become ${next.join(', ')}.`);
  }
  const escalates = isInquiry(dispute) && status === 'needs_response';
  const isOver = NEXT[status] === undefined;
  const reinstated = (status === 'won' || status === 'prevented') && !isInquiry(dispute);
  const moved: Dispute = {
    ...dispute,
    status,
    ...(escalates ? { is_charge_refundable: false, evidence_details: renewed(store, dispute) } : {}),
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(escalates ? [withdraw(store, dispute)] : []),
      ...(reinstated ? [reinstate(store, dispute)] : []),
    ],
  };
  store.disputes.set(moved.id, moved);
  store.emit('charge.dispute.updated', moved, NO_REQUEST, changes(dispute, moved));
  if (escalates) store.emit('charge.dispute.funds_withdrawn', moved, NO_REQUEST);
  if (isOver) store.emit('charge.dispute.closed', moved, NO_REQUEST);
  if (reinstated) store.emit('charge.dispute.funds_reinstated', moved, NO_REQUEST);
  return moved;
}

/** Closes a dispute; an inquiry is closed without an outcome. Throws ControlError when it is closed already. */
export function closeDispute(store: AccountStore, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  return moveDispute(store, dispute, isInquiry(dispute) ? 'warning_closed' : outcome);
}

/** Closes the open inquiries of a charge, because it is refunded in full. */
export function closeInquiries(store: AccountStore, charge: string): void {
  for (const dispute of disputesOf(store, charge)) {
    if (isInquiry(dispute) && isOpen(dispute)) moveDispute(store, dispute, 'warning_closed');
  }
}

function disputesOf(store: AccountStore, charge: string): Dispute[] {
  return store.disputes.values().filter((one) => one.charge === charge);
}

function isOpen({ status }: Dispute): boolean {
  return NEXT[status] !== undefined;
}

/** Whether a dispute is an inquiry, which takes no money. */
function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_');
}

type Disputed = Pick<Dispute, 'id' | 'amount' | 'currency' | 'charge'>;

function withdraw(store: AccountStore, { id: source, amount, currency, charge }: Disputed): Transaction {
  const disputeFee = DISPUTE_FEE_MINOR;
  const taken = -amount;
  return recordTransaction(store, {
    type: 'adjustment',
    source,
    amount: taken,
    currency,
    charge,
    disputeFee,
  });
}

function reinstate(store: AccountStore, { id: source, amount, currency, charge }: Disputed): Transaction {
  const disputeFee = -DISPUTE_FEE_MINOR;
  return recordTransaction(store, { type: 'adjustment', source, amount, currency, charge, disputeFee });
}

/** A chargeback that follows an inquiry has a new deadline. */
function renewed(store: AccountStore, { evidence_details: details }: Dispute): Stripe.Dispute.EvidenceDetails {
  return { ...details, due_by: store.context.clock.nowSeconds() + RESPONSE_TIME_S };
}

/** The `previous_attributes` of an event. */
function changes(before: Dispute, after: Dispute): object {
  const names = ['status', 'is_charge_refundable', 'evidence_details', 'balance_transactions'] as const;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

function emptyEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
