import { z } from 'zod';
import { isLoopback } from '../env.ts';
import { isWebAddress } from './addresses.ts';
import { parseDate } from './dates.ts';
import { MercadoPagoError } from './errors.ts';
import type { Preference } from './preference.ts';
import { roundTo } from './sites.ts';

const MAX_EXTERNAL_REFERENCE = 256;

type PreferenceRules = {
  currency: string;
  decimals: number;
  /** The real service refuses return addresses on this machine and auto_return without https. */
  refuseLocalhost: boolean;
};

/** The fields whose broken rule is the `error` of the answer, such as `invalid_items`. */
const NAMED: ReadonlySet<unknown> = new Set([
  'items',
  'back_urls',
  'auto_return',
  'external_reference',
  'notification_url',
  'purpose',
  'expiration_date_to',
]);

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/**
 * Checks the body of `POST /checkout/preferences` and picks the stored fields. Throws MercadoPagoError (400) whose `error`
 * is `invalid_` and the field with the broken rule, or `bad_request` for a value of the wrong type.
 */
export function checkPreference(
  input: unknown,
  rules: PreferenceRules,
): Omit<Preference, 'id' | 'orderId' | 'createdAt'> {
  const { data: body, error } = schemaOf(rules).safeParse(input);
  if (error !== undefined) throw refusalOf(error);
  const amount = body.items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0);
  return {
    items: body.items,
    title: body.items[0]?.title ?? '',
    amount: roundTo(amount, rules.decimals),
    backUrls: body.back_urls,
    autoReturn: body.auto_return,
    externalReference: body.external_reference,
    notificationUrl: body.notification_url,
    purpose: body.purpose ?? null,
    metadata: body.metadata ?? {},
    payerEmail: body.payer?.email ?? null,
    expires: body.expires ?? false,
    expirationTo: body.expiration_date_to,
  };
}

function refusalOf({ issues: [issue] }: z.ZodError): MercadoPagoError {
  const [field] = issue?.path ?? [];
  const isOfWrongType = issue?.code === 'invalid_type' && field !== 'items';
  if (issue !== undefined && NAMED.has(field) && !isOfWrongType) {
    return new MercadoPagoError(400, `invalid_${String(field)}`, issue.message);
  }
  return new MercadoPagoError(400, 'bad_request', `Params Error: ${issue?.path.join('.') || 'body'} invalid`);
}

function schemaOf({ currency, decimals, refuseLocalhost }: PreferenceRules) {
  const item = z.object({
    id: text,
    title: z.string('title needed').min(1, 'title needed').max(256, 'title invalid'),
    quantity: z.int('quantity invalid').min(1, 'quantity invalid'),
    unit_price: z
      .number('unit_price invalid')
      .positive('unit_price invalid')
      .refine((price) => roundTo(price, decimals) === price, 'unit_price invalid'),
    currency_id: z
      .literal(currency, 'currency_id invalid')
      .nullish()
      .transform(() => currency),
  });
  const backUrl = (name: string) =>
    text
      .transform((url) => url ?? '')
      .refine((url) => url === '' || isWebAddress(url), {
        error: 'back_urls invalid. Wrong format',
        abort: true,
      })
      .refine(
        (url) => url === '' || !refuseLocalhost || !isLoopback(new URL(url).hostname),
        `back_urls invalid. back_url.${name} must be public`,
      );
  return z
    .object({
      items: z.array(item, 'items needed').min(1, 'items needed'),
      back_urls: z.preprocess(
        (urls) => urls ?? {},
        z.object({ success: backUrl('success'), pending: backUrl('pending'), failure: backUrl('failure') }),
      ),
      auto_return: z
        .enum(['approved', 'all', ''], 'auto_return invalid')
        .nullish()
        .transform((value) => value || null),
      external_reference: text.refine(
        (reference) => [...(reference ?? '')].length <= MAX_EXTERNAL_REFERENCE,
        'external_reference must be 256 characters at most',
      ),
      notification_url: text.refine(
        (url) => url === null || isWebAddress(url),
        'notification_url attribute must be a valid url',
      ),
      purpose: z.enum(['wallet_purchase', 'onboarding_credits'], 'purpose invalid').nullish(),
      expiration_date_to: text.refine(
        (date) => date === null || !Number.isNaN(parseDate(date)),
        "expiration_date_to must have the format yyyy-MM-dd'T'HH:mm:ss.SSSZ",
      ),
      expires: z.boolean().nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      payer: z.object({ email: text }).nullish(),
    })
    .refine(
      ({ auto_return: wanted, back_urls: { success } }) =>
        wanted === null || (success !== '' && (!refuseLocalhost || success.startsWith('https://'))),
      { path: ['auto_return'], error: 'auto_return invalid. back_url.success must be defined' },
    );
}
