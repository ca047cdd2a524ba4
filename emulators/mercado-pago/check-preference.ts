import { z } from 'zod';
import { parseDate } from './dates.ts';
import { invalidPreference, MercadoPagoError } from './errors.ts';
import type { BackUrls, Preference, PreferenceItem } from './preference.ts';
import { roundTo } from './sites.ts';

const MAX_EXTERNAL_REFERENCE = 256;

/** The fields of a preference that the caller sends. */
export type PreferenceContent = Omit<Preference, 'id' | 'orderId' | 'createdAt'>;

export type PreferenceRules = {
  currency: string;
  decimals: number;
  /** The real service refuses return addresses on this machine and auto_return without https. */
  refuseLocalhost: boolean;
};

const text = z.string().nullish();
const shape = z.object({
  items: z.array(z.unknown()).nullish(),
  back_urls: z.object({ success: text, pending: text, failure: text }).nullish(),
  auto_return: text,
  binary_mode: z.boolean().nullish(),
  external_reference: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  notification_url: text,
  payer: z.object({ email: text }).nullish(),
  purpose: text,
  expires: z.boolean().nullish(),
  expiration_date_from: text,
  expiration_date_to: text,
});

type Body = z.infer<typeof shape>;

/**
 * Checks the body of `POST /checkout/preferences` and picks the stored fields.
 * Throws MercadoPagoError (400) whose `error` names the broken rule: invalid_items, invalid_back_urls,
 * invalid_auto_return, invalid_notification_url, invalid_expiration_date, invalid_purpose, …
 */
export function checkPreference(input: unknown, rules: PreferenceRules): PreferenceContent {
  const parsed = shape.safeParse(input);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new MercadoPagoError(400, 'bad_request', `Params Error: ${field || 'body'} invalid`);
  }
  const body = parsed.data;
  const items = checkItems(body, rules);
  const backUrls = checkBackUrls(body, rules);
  return {
    items,
    title: items[0]?.title ?? '',
    amount: roundTo(
      items.reduce((sum, item) => sum + item.unit_price * item.quantity, 0),
      rules.decimals,
    ),
    backUrls,
    autoReturn: checkAutoReturn(body, backUrls, rules),
    externalReference: checkReference(body),
    notificationUrl: checkNotificationUrl(body),
    purpose: checkPurpose(body),
    metadata: body.metadata ?? {},
    binaryMode: body.binary_mode ?? false,
    payerEmail: body.payer?.email ?? null,
    ...checkExpiration(body),
  };
}

const itemShape = z.object({
  id: text,
  title: z.string().min(1, 'title needed').max(256, 'title invalid'),
  description: text,
  quantity: z.int('quantity invalid').min(1, 'quantity invalid'),
  unit_price: z.number('unit_price invalid').positive('unit_price invalid'),
  currency_id: text,
});

function checkItems(body: Body, rules: PreferenceRules): PreferenceItem[] {
  if (body.items === undefined || body.items === null || body.items.length === 0) {
    throw invalidPreference('invalid_items', 'items needed');
  }
  return body.items.map((raw) => {
    const item = itemShape.safeParse(raw);
    if (!item.success) {
      const issue = item.error.issues[0];
      const missing = issue?.code === 'invalid_type' && issue.path[0] === 'title';
      throw invalidPreference(
        'invalid_items',
        missing ? 'title needed' : (issue?.message ?? 'items invalid'),
      );
    }
    const { id, title, description, quantity, unit_price, currency_id } = item.data;
    if (currency_id !== undefined && currency_id !== null && currency_id !== rules.currency) {
      throw invalidPreference('invalid_items', 'currency_id invalid');
    }
    if (roundTo(unit_price, rules.decimals) !== unit_price) {
      throw invalidPreference('invalid_items', 'unit_price invalid');
    }
    const currency = currency_id ?? rules.currency;
    return {
      id: id ?? null,
      title,
      description: description ?? null,
      quantity,
      unit_price,
      currency_id: currency,
    };
  });
}

function checkBackUrls(body: Body, rules: PreferenceRules): BackUrls {
  const urls = {
    success: body.back_urls?.success ?? '',
    pending: body.back_urls?.pending ?? '',
    failure: body.back_urls?.failure ?? '',
  };
  for (const [name, url] of Object.entries(urls)) {
    if (url === '') continue;
    if (!isWebAddress(url)) throw invalidPreference('invalid_back_urls', 'back_urls invalid. Wrong format');
    if (rules.refuseLocalhost && isThisMachine(url)) {
      throw invalidPreference('invalid_back_urls', `back_urls invalid. back_url.${name} must be public`);
    }
  }
  return urls;
}

function checkAutoReturn(body: Body, urls: BackUrls, rules: PreferenceRules): 'approved' | 'all' | null {
  const wanted = body.auto_return;
  if (wanted === undefined || wanted === null || wanted === '') return null;
  if (wanted !== 'approved' && wanted !== 'all') {
    throw invalidPreference('invalid_auto_return', 'auto_return invalid');
  }
  const success = urls.success;
  if (success === '' || (rules.refuseLocalhost && !success.startsWith('https://'))) {
    throw invalidPreference('invalid_auto_return', 'auto_return invalid. back_url.success must be defined');
  }
  return wanted;
}

function checkReference(body: Body): string | null {
  const reference = body.external_reference ?? null;
  if (reference !== null && [...reference].length > MAX_EXTERNAL_REFERENCE) {
    throw invalidPreference(
      'invalid_external_reference',
      'external_reference must be 256 characters at most',
    );
  }
  return reference;
}

function checkNotificationUrl(body: Body): string | null {
  const url = body.notification_url ?? null;
  if (url !== null && !isWebAddress(url)) {
    throw invalidPreference('invalid_notification_url', 'notification_url attribute must be a valid url');
  }
  return url;
}

function checkPurpose(body: Body): string | null {
  const purpose = body.purpose ?? null;
  if (purpose !== null && !['wallet_purchase', 'onboarding_credits'].includes(purpose)) {
    throw invalidPreference('invalid_purpose', 'purpose invalid');
  }
  return purpose;
}

function checkExpiration(body: Body) {
  const from = body.expiration_date_from ?? null;
  const to = body.expiration_date_to ?? null;
  for (const [name, value] of [
    ['expiration_date_from', from],
    ['expiration_date_to', to],
  ] as const) {
    if (value !== null && Number.isNaN(parseDate(value))) {
      throw invalidPreference(`invalid_${name}`, `${name} must have the format yyyy-MM-dd'T'HH:mm:ss.SSSZ`);
    }
  }
  if (from !== null && to !== null && parseDate(from) > parseDate(to)) {
    throw invalidPreference(
      'invalid_expiration_date_to',
      'expiration_date_to must be after expiration_date_from',
    );
  }
  return { expires: body.expires ?? false, expirationFrom: from, expirationTo: to };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function isThisMachine(text: string): boolean {
  const { hostname } = new URL(text);
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
