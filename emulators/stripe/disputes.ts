import type Stripe from 'stripe';
import { ControlError } from '../emulator.ts';
import { recordTransaction } from './balance.ts';
import { type Book, type Charge, type Dispute, NO_REQUEST } from './book.ts';
import type { CardBehaviour } from './cards.ts';

/** What Stripe takes for a dispute, in minor units of the settlement currency (given back when it is won). */
const DISPUTE_FEE_MINOR = 1500;
const DUE_AFTER_S = 7 * 24 * 3600;

/** Opens a dispute on a charge; except for an inquiry, the money is withdrawn at once. */
export function openDispute(
  book: Book,
  charge: Charge,
  kind: NonNullable<CardBehaviour['dispute']>,
): Dispute {
  if (charge.disputed) throw new ControlError(`${charge.id} is disputed already.`);
  const now = book.context.clock.nowSeconds();
  const inquiry = kind === 'inquiry';
  const id = `du_${book.context.random()}`;
  const withdrawn = inquiry
    ? []
    : [recordTransaction(book, 'adjustment', id, -charge.amount, charge.currency, DISPUTE_FEE_MINOR)];
  const dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: withdrawn,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence(),
    evidence_details: {
      due_by: now + DUE_AFTER_S,
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
  book.disputes.set(id, dispute);
  book.charges.set(charge.id, { ...charge, disputed: true });
  book.emit('charge.dispute.created', dispute, NO_REQUEST);
  if (!inquiry) book.emit('charge.dispute.funds_withdrawn', dispute, NO_REQUEST);
  return dispute;
}

/** Closes a dispute; won means that the money comes back. Throws ControlError when it is closed already. */
export function closeDispute(book: Book, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost' || dispute.status === 'warning_closed') {
    throw new ControlError(`${dispute.id} is closed already: ${dispute.status}.`);
  }
  const inquiry = dispute.status.startsWith('warning_');
  const previous = { status: dispute.status };
  const back =
    outcome === 'won' && !inquiry
      ? [
          recordTransaction(
            book,
            'adjustment',
            dispute.id,
            dispute.amount,
            dispute.currency,
            -DISPUTE_FEE_MINOR,
          ),
        ]
      : [];
  const closed: Dispute = {
    ...dispute,
    status: inquiry ? 'warning_closed' : outcome,
    balance_transactions: [...dispute.balance_transactions, ...back],
  };
  book.disputes.set(closed.id, closed);
  book.emit('charge.dispute.updated', closed, NO_REQUEST, previous);
  book.emit('charge.dispute.closed', closed, NO_REQUEST);
  if (back.length > 0) book.emit('charge.dispute.funds_reinstated', closed, NO_REQUEST);
  return closed;
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
