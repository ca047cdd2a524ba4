import { isIP } from 'node:net';
import { findBank } from './banks.ts';
import { badRequest, type Cause } from './errors.ts';
import type { NewTransfer } from './payment.ts';
import { PSE_MAX, PSE_MIN } from './payment-methods.ts';

const DOCUMENT_TYPES = ['CC', 'CE', 'NIT', 'TE', 'RC', 'TI', 'PAS', 'DI'];
const MAX_CALLBACK_URL = 512;
const MAX_NOTIFICATION_URL = 500;
const MAX_EXTERNAL_REFERENCE = 256;

type Rule = { path: string; code?: number; check: (value: unknown) => string | null };

/** The validation rule of each field of a PSE payment. Code 1 is the API's "Params Error". */
const RULES: readonly Rule[] = [
  { path: 'transaction_amount', code: 4037, check: amount },
  { path: 'payer.email', code: 4050, check: email },
  { path: 'payer.entity_type', check: oneOf(['individual', 'association']) },
  { path: 'payer.identification.type', check: oneOf(DOCUMENT_TYPES) },
  { path: 'payer.identification.number', check: text(1, 15) },
  { path: 'payer.first_name', check: optional(text(1, 32)) },
  { path: 'payer.last_name', check: optional(text(1, 32)) },
  { path: 'payer.address.zip_code', check: text(5, 5) },
  { path: 'payer.address.street_name', check: text(1, 18) },
  { path: 'payer.address.street_number', check: text(1, 5) },
  { path: 'payer.address.neighborhood', check: text(1, 18) },
  { path: 'payer.address.city', check: text(1, 18) },
  { path: 'payer.address.federal_unit', check: optional(text(1, 32)) },
  { path: 'payer.phone.area_code', check: digits(3, 3) },
  // The documentation says 1 to 5 digits, next to an example of ten.
  { path: 'payer.phone.number', check: digits(1, 15) },
  { path: 'additional_info.ip_address', check: ipAddress },
  { path: 'transaction_details.financial_institution', check: bank },
  { path: 'callback_url', check: url(MAX_CALLBACK_URL) },
  { path: 'notification_url', code: 4020, check: optional(url(MAX_NOTIFICATION_URL)) },
  { path: 'external_reference', check: optional(text(0, MAX_EXTERNAL_REFERENCE)) },
  { path: 'description', check: optional(text(0, 600)) },
  { path: 'metadata', code: 4022, check: optional(plainObject) },
];

/**
 * Checks the body of `POST /v1/payments` for PSE and picks the stored fields. Throws MercadoPagoError (400) with one cause
 * for each broken rule. Source: PSE integration guide, mandatory fields.
 */
export function checkTransfer(body: unknown): Omit<NewTransfer, 'id' | 'hash'> {
  const method = at(body, 'payment_method_id');
  if (method !== 'pse') throw badRequest([{ code: 2131, description: 'Cannot infer Payment Method' }]);
  const causes = RULES.flatMap((rule) => broken(rule, at(body, rule.path)));
  const [first, ...others] = causes;
  if (first !== undefined) throw badRequest([first, ...others]);
  return pick(body);
}

function broken(rule: Rule, value: unknown): Cause[] {
  const problem = rule.check(value);
  return problem === null ? [] : [{ code: rule.code ?? 1, description: `${rule.path} ${problem}` }];
}

function pick(body: unknown): Omit<NewTransfer, 'id' | 'hash'> {
  const optionalText = (path: string) => (typeof at(body, path) === 'string' ? String(at(body, path)) : null);
  return {
    amount: Number(at(body, 'transaction_amount')),
    description: optionalText('description'),
    externalReference: optionalText('external_reference'),
    metadata: (at(body, 'metadata') ?? {}) as Record<string, unknown>,
    notificationUrl: optionalText('notification_url'),
    callbackUrl: optionalText('callback_url'),
    ipAddress: optionalText('additional_info.ip_address'),
    bankCode: optionalText('transaction_details.financial_institution'),
    payer: {
      id: null,
      email: String(at(body, 'payer.email')),
      entityType: String(at(body, 'payer.entity_type')),
      identification: {
        type: String(at(body, 'payer.identification.type')),
        number: String(at(body, 'payer.identification.number')),
      },
    },
  };
}

/** The value at a dotted path; undefined when any step is missing. */
function at(body: unknown, path: string): unknown {
  let value: unknown = body;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function amount(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'must be an integer number of pesos';
  return value < PSE_MIN || value > PSE_MAX ? `must be between ${PSE_MIN} and ${PSE_MAX}` : null;
}

function text(min: number, max: number) {
  return (value: unknown): string | null => {
    if (typeof value !== 'string') return 'must be a string';
    const length = [...value].length;
    const range = min === max ? `exactly ${min}` : `between ${min} and ${max}`;
    return length < min || length > max ? `must have ${range} characters` : null;
  };
}

function digits(min: number, max: number) {
  return (value: unknown): string | null =>
    text(min, max)(value) ?? (/^\d+$/.test(String(value)) ? null : 'must be digits');
}

function oneOf(allowed: readonly string[]) {
  return (value: unknown): string | null =>
    typeof value === 'string' && allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;
}

function optional(check: (value: unknown) => string | null) {
  return (value: unknown): string | null => (value === undefined || value === null ? null : check(value));
}

function email(value: unknown): string | null {
  const ok = typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  return ok ? null : 'must be a valid email';
}

function ipAddress(value: unknown): string | null {
  return typeof value === 'string' && isIP(value) !== 0 ? null : 'must be an IP address';
}

function bank(value: unknown): string | null {
  return typeof value === 'string' && findBank(value) !== undefined ? null : 'is not a listed bank';
}

function url(max: number) {
  return (value: unknown): string | null => {
    if (typeof value !== 'string' || !URL.canParse(value)) return 'must be a valid url';
    if (!['http:', 'https:'].includes(new URL(value).protocol)) return 'must be a valid url';
    return value.length > max ? `must be shorter than ${max} characters` : null;
  };
}

function plainObject(value: unknown): string | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be a valid JSON';
}
