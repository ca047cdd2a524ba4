/** Why something about withdrawals or bank accounts is refused: a code that pages put into words. */
export const REFUSALS = {
  not_found: 'There is nothing with this id that you may see.',
  not_allowed: 'This is not yours to do.',
  own_request: 'Whoever asks never decides.',
  verified_by_payer: 'Whoever verified a bank account does not pay to it.',
  wrong_state: 'Its state does not allow this any more.',
  key_reused: 'This key already names another request.',
  amount_not_positive: 'The amount must be a whole number above zero.',
  currency_differs: 'A withdrawal is in the currency of its cause.',
  over_available: 'The amount is more than is left of what was collected.',
  not_released: 'The gateways have not released as much yet.',
  over_creator_sum: 'Other causes of the creator lack what this one has.',
  over_daily_limit: 'The amount is more than a day allows.',
  bank_account_not_verified: 'The bank account has not been verified by staff.',
  cause_on_hold: 'The state of the cause does not allow withdrawals.',
  invalid: 'What was entered is not valid.',
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** A refusal that whoever asked is told of. `field` is the one to mend, where there is one. */
export class WithdrawalRefusal extends Error {
  readonly code: RefusalCode;
  readonly field: string | undefined;
  constructor(code: RefusalCode, field?: string) {
    super(REFUSALS[code]);
    this.name = 'WithdrawalRefusal';
    this.code = code;
    this.field = field;
  }
}

/** Whether an error is such a refusal, recognised by its data: one process may load this file twice. */
export function isWithdrawalRefusal(error: unknown): error is WithdrawalRefusal {
  return error instanceof Error && error.name === 'WithdrawalRefusal' && 'code' in error;
}
