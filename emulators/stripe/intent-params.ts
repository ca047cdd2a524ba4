import type Stripe from 'stripe';
import type { AmountLimits } from './currencies.ts';
import { assertChargeable } from './currencies.ts';
import { invalidRequest } from './errors.ts';
import type { Params } from './params.ts';

const words = (text: string) => text.split(' ');

const UPDATE = words(
  'allowed_payment_method_types amount amount_details application_fee_amount capture_method currency customer ' +
    'customer_account description excluded_payment_method_types expand hooks metadata payment_details payment_method ' +
    'payment_method_configuration payment_method_data payment_method_options receipt_email setup_future_usage shipping ' +
    'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
);
const CREATE = words(
  'automatic_payment_methods confirm confirmation_method confirmation_token error_on_requires_action mandate ' +
    'mandate_data off_session on_behalf_of radar_options return_url use_stripe_sdk',
);
const CONFIRM = words(
  'allowed_payment_method_types amount_details amount_to_confirm capture_method client_secret confirmation_token ' +
    'error_on_requires_action excluded_payment_method_types expand hooks key mandate mandate_data off_session ' +
    'payment_details payment_method payment_method_data payment_method_options radar_options receipt_email return_url ' +
    'setup_future_usage shipping use_stripe_sdk',
);

/** Parameters of create, update and confirm in API version 2026-10-28.endive. */
export const KNOWN = {
  create: new Set([...UPDATE, ...CREATE]),
  update: new Set(UPDATE),
  confirm: new Set(CONFIRM),
} as const;

/** Names of payment method types. Only `card` works here; the others are filtered out, as Stripe does. */
const METHOD_TYPES = new Set(
  words(
    'acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie bizum blik ' +
      'boleto card card_present cashapp crypto customer_balance eps fpx giropay grabpay ideal interac_present kakao_pay ' +
      'klarna konbini kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco ' +
      'paynow paypal paypay payto pix promptpay revolut_pay samsung_pay satispay scalapay sepa_debit sequra sofort ' +
      'sunbit swish twint upi us_bank_account wechat_pay zip',
  ),
);

/** Throws for unknown and removed parameters (`payment_method_types` was removed in 2026-09-30.endive). */
export function assertKnown(params: Params, known: ReadonlySet<string>): void {
  if (params.has('payment_method_types')) {
    throw invalidRequest(
      '`payment_method_types` is no longer supported. Use `allowed_payment_method_types` instead, or manage payment ' +
        'methods in the Dashboard.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    );
  }
  params.allow(known);
}

/** Reads and checks an amount (minor units) in a currency. */
export function readAmount(params: Params, currency: string, limits: AmountLimits): number | undefined {
  const amount = params.integer('amount');
  if (amount === undefined) return undefined;
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  assertChargeable(amount, currency, limits);
  return amount;
}

type Methods = Pick<
  Stripe.PaymentIntent,
  | 'allowed_payment_method_types'
  | 'automatic_payment_methods'
  | 'excluded_payment_method_types'
  | 'payment_method_types'
>;

/** The payment methods of a new intent. They are automatic by default, as in the real API. */
export function readMethods(params: Params): Methods {
  const allowed = params.list('allowed_payment_method_types');
  const excluded = params.list('excluded_payment_method_types');
  const automatic = params.map('automatic_payment_methods');
  const exclusive = ['automatic_payment_methods', 'excluded_payment_method_types', 'payment_method_configuration'];
  const clash = allowed === undefined ? undefined : exclusive.find((name) => params.has(name));
  if (clash !== undefined) {
    throw invalidRequest(`You may only specify one of these parameters: allowed_payment_method_types, ${clash}.`, {
      code: 'parameters_exclusive',
      param: 'allowed_payment_method_types',
    });
  }
  for (const type of allowed ?? []) {
    if (METHOD_TYPES.has(type)) continue;
    throw invalidRequest(`Invalid allowed_payment_method_types: ${type} is not a payment method type.`, {
      param: 'allowed_payment_method_types',
    });
  }
  const usable = (allowed ?? ['card', 'link']).filter((type) => type === 'card');
  if (usable.length === 0) {
    throw invalidRequest(
      'No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods ' +
        'compatible with your chosen currency.',
    );
  }
  const enabled = allowed === undefined && (automatic?.flag('enabled') ?? true);
  const redirects = automatic?.word('allow_redirects', ['always', 'never']) ?? 'always';
  return {
    allowed_payment_method_types: (allowed as Stripe.PaymentIntent.AllowedPaymentMethodType[] | undefined) ?? null,
    automatic_payment_methods: enabled ? { enabled, allow_redirects: redirects } : null,
    excluded_payment_method_types: (excluded as Stripe.PaymentIntent.ExcludedPaymentMethodType[] | undefined) ?? null,
    payment_method_types: usable,
  };
}

/** ASCII alone: Stripe refuses international addresses. */
const EMAIL = /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/;

/** @throws StripeApiError `email_invalid` for what is sent, and is no address */
export function requireEmail(email: string | undefined, param: string): void {
  if (email !== undefined && !EMAIL.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param });
}

type Texts = Pick<
  Stripe.PaymentIntent,
  'description' | 'receipt_email' | 'statement_descriptor' | 'statement_descriptor_suffix' | 'transfer_group'
>;

/** Optional texts of create, update and confirm; a key is only present if it was sent. */
export function readTexts(params: Params): { [name in keyof Texts]?: Texts[name] } {
  requireEmail(params.text('receipt_email'), 'receipt_email');
  const suffix = params.text('statement_descriptor_suffix');
  if (suffix !== undefined && suffix.length > 22) {
    throw invalidRequest('The statement descriptor suffix must be at most 22 characters.', {
      param: 'statement_descriptor_suffix',
    });
  }
  const names = [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ];
  return Object.fromEntries(names.filter((name) => params.has(name)).map((name) => [name, params.text(name) ?? null]));
}
