import type { z } from 'zod';
import type { Role } from '#lib/accounts/account.ts';
import type { Fields } from '#lib/http/form-post.ts';
import { dashboardEn } from '#lib/i18n/messages/en/dashboard.ts';
import type { DomainError, ErrorCode } from '#lib/problems/domain-error.ts';
import { isProblem } from '#lib/problems/problem.ts';
import type { FormError, FormErrorCode } from './page-view.ts';

/**
 * The form error of each domain code, with another one per role where needed. Null: the form is not the cause, and an error
 * page answers.
 */
const TEXTS: Readonly<Record<ErrorCode, FormErrorCode | Readonly<Record<Role, FormErrorCode>> | null>> = {
  validation_failed: 'invalid',
  idempotency_key_reused: 'refused',
  idempotency_key_in_progress: 'refused',
  cause_not_found: 'refused',
  checkout_link_not_payable: 'refused',
  owner_not_found: 'refused',
  cause_not_accepting_payments: 'refused',
  currency_not_supported: 'refused',
  unauthorized: null,
  forbidden: null,
  insufficient_permissions: null,
  unsupported_media_type: null,
  rate_limit_exceeded: null,
  not_found: null,
  checkout_link_not_found: null,
  fee_percent_not_permitted: null,
  fee_model_not_permitted: null,
  not_implemented: null,
  internal_error: null,

  not_allowed: 'refused',
  own_request: 'ownRequest',
  already_decided: 'decidedAlready',
  wrong_state: { creator: 'tooLate', staff: 'wrongState' },
  invalid: 'invalid',
  gateway_unavailable: 'gatewayAway',

  too_many_causes: 'tooManyCauses',
  cause_form_reused: 'causeSentBefore',
  cause_state_changed: 'stale',
  address_taken: 'addressTaken',
  closes_in_past: 'inPast',
  update_not_found: 'refused',
  too_many_updates: 'tooManyUpdates',
  picture_not_found: 'refused',
  too_many_pictures: 'tooManyPictures',

  terms_wait: 'termsWait',
  client_changed: 'clientChanged',
  key_stopped: 'keyOver',
  overlap_needed: 'overlapNeeded',
  last_passkey: 'lastPasskey',
  passkey_needed: 'passkeyNeeded',

  link_completed: 'linkCompleted',
  link_expired: 'linkExpired',
  link_cancelled: 'linkCancelled',

  payment_not_found: 'refused',
  payment_not_approved: 'refundNotCounted',
  payment_disputed: 'refundDisputed',
  refund_pending: 'refundUnderWay',
  refund_awaits_approval: 'refundWaits',
  refund_stale: 'refundStale',
  over_refundable: 'refundOverLeft',
  refund_failed: 'refundRefused',
  link_not_recoverable: 'refused',
  lost_link_without_cause: 'refused',
  difference_not_found: 'differenceGone',
  donor_not_found: 'refused',
  donor_has_open_payment: 'donorOpen',
  creator_not_found: 'refused',
  creator_is_staff: 'creatorIsStaff',
  creator_has_open_business: 'creatorOpen',
  refund_resolved: 'refundSeenTo',
  refund_not_due: 'refundNotDue',
  refund_still_owed: 'refundOwed',
  transfer_recorded: 'transferRecorded',
  sent_on_impossible: 'sentOn',
  transfer_returned: 'transferReturned',
  returned_on_impossible: 'returnedOn',
  write_off_waits: 'writeOffWaits',
  not_unmatched: 'writeOffUnmatched',
  too_many_receipts: 'receiptOften',
  event_not_handled: 'eventTrouble',

  withdrawal_not_found: 'refused',
  bank_account_not_revealed: 'notRevealed',
  evidence_needed: 'evidenceNeeded',
  reason_needed: 'required',
  sent_in_future: 'sentInFuture',
  sent_before_start: 'sentBeforeStart',
  withdrawal_in_batch: 'withdrawalInBatch',
  batch_not_found: 'refused',
  batch_ended: 'batchEnded',
  batch_empty: 'batchEmpty',
  batch_not_started: 'batchNotStarted',
  batch_started: 'batchStarted',
  bank_account_not_found: 'refused',
  verified_by_payer: 'verifiedByYou',
  withdrawal_key_reused: 'sentBefore',
  amount_not_positive: 'amount',
  amount_not_whole: 'amountWhole',
  cents_left: 'amountCents',
  currency_differs: 'otherCurrency',
  over_available: { creator: 'overBalance', staff: 'overAvailable' },
  not_released: { creator: 'notReleasedUndated', staff: 'moneyNotReleased' },
  over_creator_sum: { creator: 'overCreatorSum', staff: 'overSumOfCreator' },
  over_daily_limit: 'overDailyLimit',
  bank_account_not_verified: { creator: 'notVerified', staff: 'accountNotVerified' },
  cause_on_hold: { creator: 'onHold', staff: 'causeOnHold' },
};

/** Somebody else was faster: what the page showed is out of date. */
const STALE: ReadonlySet<ErrorCode> = new Set([
  'wrong_state',
  'cause_state_changed',
  'client_changed',
  'refund_stale',
  'refund_resolved',
]);

/**
 * The fields that are stored of a refused form. Where it was out of date, the fields that say what its page had shown (`seen`,
 * `base`, `from`) are left out: the page fills them in anew, beside what was typed.
 */
export function keptFields(error: DomainError, values: Fields): Fields {
  if (!STALE.has(error.code)) return values;
  const { seen: _seen, base: _base, from: _from, ...typed } = values;
  return typed;
}

/** The form error of a DomainError; null if an error page answers it. */
export function formErrorsOf(error: DomainError, role: Role): FormError[] | null {
  const text = TEXTS[error.code];
  if (text === null) return null;
  const code = typeof text === 'string' ? text : text[role];
  // A Problem can name several fields. Its messages are for partners, so the form has its own.
  if (isProblem(error) && error.errors) return error.errors.map(({ field }) => ({ field, code }));
  return [{ field: error.field ?? '', code }];
}

const MARK = Symbol.for('fundraising.invalid_form');

/** Thrown by an action when fields are invalid: the form is shown again with these errors. */
export class InvalidForm extends Error {
  readonly [MARK] = true;
  readonly errors: FormError[];
  readonly values: Fields;

  /** @param values replace the typed values of these fields */
  constructor(errors: FormError[], values: Fields = {}) {
    super(`Not valid: ${errors.map(({ field, code }) => `${field} ${code}`).join(', ')}`);
    this.name = 'InvalidForm';
    this.errors = errors;
    this.values = values;
  }
}

/** Rejects a form because of one field; `''` is the whole form. @throws InvalidForm */
export function rejectField(field: string, code: FormErrorCode, values?: FormError['values']): never {
  throw new InvalidForm([{ field, code, ...(values ? { values } : {}) }]);
}

/** Whether a thrown value is an InvalidForm, recognised by its mark: a process can load this file twice. */
export function isInvalidForm(error: unknown): error is InvalidForm {
  return typeof error === 'object' && error !== null && MARK in error;
}

/** The form error of a zod issue: its message if that is a code, else the one for the broken limit. */
export function formErrorOfIssue(issue: z.core.$ZodIssue): FormError {
  const field = issue.path.join('.');
  if (isFormErrorCode(issue.message)) return { field, code: issue.message };
  const { max, min } = limitsOf(issue);
  if (max !== undefined) return { field, code: 'tooLong', values: { max } };
  if (min !== undefined) return min === 1 ? { field, code: 'required' } : { field, code: 'tooShort', values: { min } };
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  // Fields are texts: one that was to be a number was not missing.
  return { field, code: isMissing && issue.expected !== 'number' && issue.expected !== 'int' ? 'required' : 'invalid' };
}

/** The limit of an issue in characters, whether zod checked it or one of our rules (lib/fields.ts). */
function limitsOf(issue: z.core.$ZodIssue): { max?: number; min?: number } {
  if ('origin' in issue && issue.origin !== 'string') return {};
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  return issue.code === 'custom' ? (issue.params ?? {}) : {};
}

function isFormErrorCode(text: string): text is FormErrorCode {
  return Object.hasOwn(dashboardEn.dashboard.formErrors, text);
}
