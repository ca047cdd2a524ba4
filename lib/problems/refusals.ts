/**
 * Refusals of the dashboard. They are no codes of the API: neither its documentation nor OpenAPI contains them. The texts
 * are for logs; lib/dashboard/form-errors.ts has the texts of forms.
 */
export const REFUSALS = {
  not_allowed: 'This account may not do this, or not in this state.',
  own_request: 'Who asks for something does not decide about it.',
  already_decided: 'Somebody has decided about this already.',
  wrong_state: 'The state does not allow this any more.',
  invalid: 'A value is not valid.',
  gateway_unavailable: 'The gateway cannot be reached.',

  too_many_causes: 'The creator has created as many causes as a day allows.',
  cause_state_changed: 'The cause is not in the state that was shown any more.',
  address_taken: 'The address belongs to another cause.',
  closes_in_past: 'The closing time has passed already.',
  update_not_found: 'No update has this id.',
  too_many_updates: 'The cause has as many updates as it can have.',
  picture_not_found: 'No picture has this id.',
  too_many_pictures: 'The cause has as many pictures as it can have.',

  client_changed: 'Somebody else has changed the client since the form was shown.',
  key_stopped: 'The key has stopped, has been replaced, or waits for approval.',
  last_passkey: 'The role of the account requires a passkey, and this is the last one.',

  link_completed: 'The link has been paid.',
  link_expired: 'The link has expired.',
  link_cancelled: 'The link was cancelled before.',

  payment_not_found: 'No payment has this id.',
  payment_not_approved: 'Only approved payments are refunded by hand.',
  payment_disputed: 'The money of the payment is in a dispute.',
  refund_pending: 'Another refund of the payment has not ended.',
  refund_awaits_approval: 'Another refund of the payment waits for a second person.',
  refund_stale: 'A part of the payment was refunded since the form was shown.',
  over_refundable: 'The amount is more than is left of the payment.',
  refund_failed: 'The gateway refused the refund.',
  difference_not_found: 'There is no such open difference of a reconciliation.',
  refund_resolved: 'The failed refund was resolved before, or a later refund has arrived.',
  refund_not_due: 'The payment is not refunded by the service, or its money is in a dispute.',
  too_many_receipts: 'The receipt, or the account, has had as many copies as a day allows.',
  event_not_handled: 'The gateway could not be asked about the event.',

  withdrawal_not_found: 'No withdrawal with this id is visible to the account.',
  bank_account_not_found: 'No bank account with this id is visible to the account.',
  verified_by_payer: 'Who verified a bank account does not pay to it.',
  bank_account_not_revealed: 'The account number was not shown to the member of staff who verifies it.',
  evidence_needed: 'A bank account is verified with a file or a link that shows whose it is.',
  reason_needed: 'Whoever rejects a bank account says why.',
  withdrawal_in_batch: 'The withdrawal is in a payout batch, which is marked as sent as a whole.',
  batch_not_found: 'No payout batch has this id.',
  batch_ended: 'The payout batch was sent or cancelled.',
  batch_empty: 'No approved withdrawal in this currency can be sent now.',
  batch_held: 'A withdrawal of the batch must not be sent now.',
  withdrawal_key_reused: 'The key names another request.',
  amount_not_positive: 'The amount must be above zero, without fractions of a minor unit.',
  cents_left: 'An amount with cents is not everything that is available.',
  currency_differs: 'A withdrawal is in the currency of its cause.',
  over_available: 'The amount is more than is left of what was collected.',
  not_released: 'The gateways have not released as much yet.',
  over_creator_sum: 'Other causes of the creator owe what this cause has.',
  over_daily_limit: 'The amount is more than the limit of a day leaves.',
  bank_account_not_verified: 'The bank account has not been verified.',
  cause_on_hold: 'The state of the cause does not allow withdrawals.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;
