import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { closeDispute } from './disputes.ts';
import { invalidRequest } from './errors.ts';
import { findInPath } from './resources.ts';

/**
 * POST /v1/disputes/:id — evidence. As in Stripe's test mode, `uncategorized_text` of `winning_evidence` or
 * `losing_evidence` decides the dispute when it is submitted.
 */
export function updateDispute(call: Call): object {
  const dispute = findInPath(call, call.store.disputes, 'dispute', 'dispute');
  const text = call.params.map('evidence')?.text('uncategorized_text');
  const submitted = call.params.flag('submit') ?? true;
  const updated = {
    ...dispute,
    metadata: call.params.metadata(dispute.metadata),
    evidence: { ...dispute.evidence, ...(text === undefined ? {} : { uncategorized_text: text }) },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: submitted ? 1 : 0,
    },
    status: submitted ? reviewOf(dispute.status) : dispute.status,
  };
  call.store.disputes.set(updated.id, updated);
  call.store.emit('charge.dispute.updated', updated, call.cause);
  if (submitted && text === 'winning_evidence') return closeDispute(call.store, updated, 'won');
  return submitted && text === 'losing_evidence' ? closeDispute(call.store, updated, 'lost') : updated;
}

/** The merchant can concede until the bank has decided. */
const CLOSABLE: ReadonlySet<string> = new Set([
  ...['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'],
]);

/** Evidence moves a dispute from the merchant to the bank. */
function reviewOf(status: Stripe.Dispute.Status): Stripe.Dispute.Status {
  if (status === 'warning_needs_response') return 'warning_under_review';
  return status === 'needs_response' ? 'under_review' : status;
}

/** POST /v1/disputes/:id/close — the merchant concedes. */
export function concedeDispute(call: Call): object {
  const dispute = findInPath(call, call.store.disputes, 'dispute', 'dispute');
  if (!CLOSABLE.has(dispute.status)) {
    throw invalidRequest('This dispute is already closed.', { param: 'dispute' });
  }
  return closeDispute(call.store, dispute, 'lost');
}
