import { isIP } from 'node:net';
import { z } from 'zod';
import { isWebAddress } from './addresses.ts';
import { findBank } from './banks.ts';
import { badRequest } from './errors.ts';
import type { NewTransfer } from './payment.ts';
import { PSE_MAX, PSE_MIN } from './payment-methods.ts';

const text = (min: number, max: number) => {
  const range = min === max ? `exactly ${min}` : `between ${min} and ${max}`;
  const fits = (value: string) => [...value].length >= min && [...value].length <= max;
  return z.string('must be a string').refine(fits, { error: `must have ${range} characters`, abort: true });
};
const digits = (min: number, max: number) => text(min, max).regex(/^\d+$/, 'must be digits');
const oneOf = (words: string[]) => z.enum(words, `must be one of ${words.join(', ')}`);
const when = (error: string, isValid: (value: string) => boolean) =>
  z.string(error).refine(isValid, { error, abort: true });
const url = (max: number) =>
  when('must be a valid url', isWebAddress).max(max, `must be shorter than ${max} characters`);
/** A missing group is an empty one, so that each of its fields is named. */
const group = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((value) => (value instanceof Object && !Array.isArray(value) ? value : {}), z.object(shape));

const PESOS = 'must be an integer number of pesos';

/** A PSE payment: the mandatory fields and lengths of the integration guide. */
const transfer = z.object({
  transaction_amount: z
    .number(PESOS)
    .refine(Number.isSafeInteger, { error: PESOS, abort: true })
    .refine((pesos) => pesos >= PSE_MIN && pesos <= PSE_MAX, `must be between ${PSE_MIN} and ${PSE_MAX}`),
  payer: group({
    email: when('must be a valid email', (value) => /^(?=.{1,254}$)[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)),
    entity_type: oneOf(['individual', 'association']),
    identification: group({
      type: oneOf(['CC', 'CE', 'NIT', 'TE', 'RC', 'TI', 'PAS', 'DI']),
      number: text(1, 15),
    }),
    first_name: text(1, 32).nullish(),
    last_name: text(1, 32).nullish(),
    address: group({
      zip_code: text(5, 5),
      street_name: text(1, 18),
      street_number: text(1, 5),
      neighborhood: text(1, 18),
      city: text(1, 18),
      federal_unit: text(1, 32).nullish(),
    }),
    // The documentation says 1 to 5 digits, next to an example of ten.
    phone: group({ area_code: digits(3, 3), number: digits(1, 15) }),
  }),
  additional_info: group({ ip_address: when('must be an IP address', (value) => isIP(value) !== 0) }),
  transaction_details: group({
    financial_institution: when('is not a listed bank', (code) => findBank(code) !== undefined),
  }),
  callback_url: url(512),
  notification_url: url(500).nullish(),
  external_reference: text(0, 256).nullish(),
  description: text(0, 600).nullish(),
  metadata: z.record(z.string(), z.unknown(), 'must be a valid JSON').nullish(),
});

/** Codes of broken fields; any other field has 1, the API's "Params Error". */
const CODES: Record<string, number> = {
  transaction_amount: 4037,
  'payer.email': 4050,
  notification_url: 4020,
  metadata: 4022,
};

const byPse = z.object({ payment_method_id: z.literal('pse') });

/**
 * Checks the body of `POST /v1/payments` for PSE and picks the stored fields. Throws MercadoPagoError (400) with one cause
 * for each broken field.
 */
export function checkTransfer(body: unknown): Omit<NewTransfer, 'id' | 'hash'> {
  if (!byPse.safeParse(body).success) {
    throw badRequest([{ code: 2131, description: 'Cannot infer Payment Method' }]);
  }
  const { data, error } = transfer.safeParse(body);
  if (error !== undefined) {
    throw badRequest(
      error.issues.map(({ path, message }) => {
        const field = path.join('.');
        return { code: CODES[field] ?? 1, description: `${field} ${message}` };
      }),
    );
  }
  const { email, entity_type: entityType, identification } = data.payer;
  return {
    amount: data.transaction_amount,
    description: data.description ?? null,
    externalReference: data.external_reference ?? null,
    metadata: data.metadata ?? {},
    notificationUrl: data.notification_url ?? null,
    callbackUrl: data.callback_url,
    ipAddress: data.additional_info.ip_address,
    bankCode: data.transaction_details.financial_institution,
    payer: { id: null, email, entityType, identification },
  };
}
