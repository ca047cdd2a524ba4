import { invalidRequest, type StripeApiError } from './errors.ts';

/** Every currency that Stripe charges (docs.stripe.com/currencies). BRB, a former currency, is not among them. */
const SUPPORTED = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf ' +
    'clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ' +
    'ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr ' +
    'mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd ' +
    'shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
  ).split(' '),
);

const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** Minimum amounts in minor units, where Stripe documents one for the currency. */
const OWN_MINIMUM: Record<string, number> = {
  usd: 50,
  aud: 50,
  cad: 50,
  eur: 50,
  gbp: 30,
  brl: 50,
  mxn: 1000,
};

/**
 * Minor units per US cent, roughly. The account settles in US dollars, and an amount in a currency without a minimum
 * of its own must be worth at least 50 cents. Only the order of magnitude matters here.
 */
const PER_CENT: Record<string, number> = {
  ars: 1400,
  bob: 7,
  clp: 9.5,
  cop: 4000,
  crc: 510,
  dop: 62,
  gtq: 7.7,
  hnl: 26,
  nio: 37,
  pen: 3.5,
  pyg: 75,
  uyu: 40,
};

/** Currencies in which American Express cards cannot be charged (gateways A2: the rows with "no"). */
const WITHOUT_AMEX = new Set('ars bob brl clp cop crc gtq hnl nio pen pyg uyu'.split(' '));

/** Twelve digits; documents about the maximum disagree, so control can set it per currency. */
const MAXIMUM = 999_999_999_999;
const AMEX_MAXIMUM = 999_999_999;
const LEAST_CENTS = 50;

/** Limits that control has set, minor units by currency. */
export type AmountLimits = Record<string, { min?: number | undefined; max?: number | undefined }>;

/** Throws Stripe's refusal when an amount (minor units) or its currency cannot be charged. */
export function assertChargeable(amount: number, currency: string, limits: AmountLimits): void {
  if (!SUPPORTED.has(currency)) {
    const list = [...SUPPORTED].join(', ');
    throw invalidRequest(`Invalid currency: ${currency}. Stripe currently supports these currencies: ${list}`, {
      param: 'currency',
    });
  }
  const set = limits[currency];
  const min = set?.min ?? OWN_MINIMUM[currency];
  if (min !== undefined) {
    if (amount < min) throw tooSmall(`Amount must be at least ${formatAmount(min, currency)}`);
  } else {
    const cents = amount / (PER_CENT[currency] ?? 1);
    if (cents < LEAST_CENTS) {
      const own = formatAmount(amount, currency).replace(/ \w+$/, ` ${currency.toUpperCase()}`);
      const dollars = `$${(Math.floor(cents) / 100).toFixed(2)}`;
      throw tooSmall(`Amount must convert to at least 50 cents. ${own} converts to approximately ${dollars}.`);
    }
  }
  const max = set?.max ?? MAXIMUM;
  if (amount > max) {
    const message = `Amount must be no more than ${formatAmount(max, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
}

/** Whether an American Express card can be charged this amount in this currency. */
export function takesAmex(amount: number, currency: string): boolean {
  return !WITHOUT_AMEX.has(currency) && amount <= AMEX_MAXIMUM;
}

/** How many minor units of a currency (lower case) make one major unit. */
export function minorPerMajor(currency: string): number {
  return ZERO_DECIMAL.has(currency) ? 1 : 100;
}

/** `$0.50 usd`, as in Stripe's messages. `amount` in minor units. */
export function formatAmount(amount: number, currency: string): string {
  const digits = ZERO_DECIMAL.has(currency) ? 0 : 2;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${format.format(amount / 10 ** digits)} ${currency}`;
}

function tooSmall(message: string): StripeApiError {
  return invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
}
