/** Why a charge fails: Stripe's code, decline code and message, and the code of the network. */
export type Decline = { code: string; declineCode: string | null; message: string; param?: string };

/** What a test card does. Several fields apply one after the other. */
export type CardBehaviour = {
  /** The card's number, which identifies the row. */
  number: string;
  brand: 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';
  country: string;
  funding: 'credit' | 'debit' | 'prepaid';
  /** Asks the donor for 3-D Secure before charging. */
  authenticate?: boolean;
  decline?: Decline;
  /** What happens right after a successful charge. */
  dispute?: 'fraudulent' | 'product_not_received' | 'inquiry';
  refund?: 'pending' | 'fails';
  /** The confirmation stops in `processing` until control settles it. */
  processing?: boolean;
  /** Set by control, for any card. */
  isForced?: boolean;
};

const DECLINED = 'Your card was declined.';
const generic: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED };
const noFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

/** Declines of the test cards (docs.stripe.com/testing). */
export const declines = {
  generic,
  noFunds,
  lost: { ...generic, declineCode: 'lost_card' },
  stolen: { ...generic, declineCode: 'stolen_card' },
  fraudulent: { ...generic, declineCode: 'fraudulent' },
  velocity: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired: { code: 'expired_card', declineCode: null, message: 'Your card has expired.', param: 'exp_month' },
  cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  currency: {
    code: 'card_declined',
    declineCode: 'currency_not_supported',
    message: 'Your card does not support this currency.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  notATestCard: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
} satisfies Record<string, Decline>;

type Extra = Partial<Omit<CardBehaviour, 'number'>>;

function card(number: string, extra: Extra = {}): CardBehaviour {
  return { number, brand: 'visa', country: 'US', funding: 'credit', ...extra };
}

/** Test cards by the names that a server can use instead of a number; several names can mean one card. */
const NAMED: [names: string, card: CardBehaviour][] = [
  ['visa', card('4242424242424242')],
  ['visa_debit', card('4000056655665556', { funding: 'debit' })],
  ['mastercard', card('5555555555554444', { brand: 'mastercard' })],
  ['mastercard_2series', card('2223003122003222', { brand: 'mastercard' })],
  ['mastercard_debit', card('5200828282828210', { brand: 'mastercard', funding: 'debit' })],
  ['mastercard_prepaid', card('5105105105105100', { brand: 'mastercard', funding: 'prepaid' })],
  ['amex', card('378282246310005', { brand: 'amex' })],
  ['amex_second', card('371449635398431', { brand: 'amex' })],
  ['discover', card('6011111111111117', { brand: 'discover' })],
  ['diners', card('3056930009020004', { brand: 'diners' })],
  ['jcb', card('3566002020360505', { brand: 'jcb' })],
  ['unionpay', card('6200000000000005', { brand: 'unionpay' })],
  ['ar', card('4000000320000021', { country: 'AR' })],
  ['br', card('4000000760000002', { country: 'BR' })],
  ['cl', card('4000001520000001', { country: 'CL' })],
  ['co', card('4000001700000003', { country: 'CO' })],
  ['mx', card('4000004840008001', { country: 'MX' })],
  ['pe', card('4000006040000068', { country: 'PE' })],
  ['chargeDeclined', card('4000000000000002', { decline: declines.generic })],
  ['chargeDeclinedInsufficientFunds', card('4000000000009995', { decline: declines.noFunds })],
  ['chargeDeclinedLostCard', card('4000000000009987', { decline: declines.lost })],
  ['chargeDeclinedStolenCard', card('4000000000009979', { decline: declines.stolen })],
  ['chargeDeclinedExpiredCard', card('4000000000000069', { decline: declines.expired })],
  ['chargeDeclinedIncorrectCvc', card('4000000000000127', { decline: declines.cvc })],
  ['chargeDeclinedProcessingError', card('4000000000000119', { decline: declines.processing })],
  ['chargeDeclinedVelocityLimitExceeded', card('4000000000006975', { decline: declines.velocity })],
  ['chargeDeclinedFraudulent', card('4100000000000019', { decline: declines.fraudulent })],
  ['chargeCustomerFail', card('4000000000000341', { decline: declines.generic })],
  ['authenticationRequiredOnSetup', card('4000002500003155', { authenticate: true })],
  ['authenticationRequired', card('4000002760003184', { authenticate: true })],
  ['threeDSecure2Required threeDSecureRequired', card('4000000000003220', { authenticate: true })],
  [
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    card('4000008260003178', { authenticate: true, decline: declines.noFunds }),
  ],
  ['threeDSecureRequiredChargeDeclined', card('4000008400001629', { authenticate: true, decline: declines.generic })],
  ['threeDSecureOptional', card('4000000000003055')],
  ['threeDSecureNotSupported', card('378282246310005', { brand: 'amex' })],
  ['createDispute', card('4000000000000259', { dispute: 'fraudulent' })],
  ['createDisputeProductNotReceived', card('4000000000002685', { dispute: 'product_not_received' })],
  ['createDisputeInquiry', card('4000000000001976', { dispute: 'inquiry' })],
  ['pendingRefund', card('4000000000007726', { refund: 'pending' })],
  ['refundFail', card('4000000000005126', { refund: 'fails' })],
];

const byNumber = new Map(NAMED.map(([, row]) => [row.number, row]));
const byName = new Map(NAMED.flatMap(([names, row]) => names.split(' ').map((name) => [`pm_card_${name}`, row])));

/** The card of a name such as `pm_card_visa` or `pm_card_visa_chargeDeclined`. */
export function findCardByName(name: string): CardBehaviour | undefined {
  return byName.get(name) ?? byName.get(name.replace(/^pm_card_visa_(?=charge)/, 'pm_card_'));
}

/** The test card of a number (digits only); any other number is declined as a live card used in test mode. */
export function findCardByNumber(number: string): CardBehaviour {
  return byNumber.get(number) ?? card(number, { brand: brandOf(number), decline: declines.notATestCard });
}

/** Card brand by the first digits of a number. */
function brandOf(number: string): CardBehaviour['brand'] {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^(6011|64|65)/.test(number)) return 'discover';
  if (/^(30|36|38)/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  return /^62/.test(number) ? 'unionpay' : 'visa';
}

/** Luhn's checksum over 12 to 19 digits. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
