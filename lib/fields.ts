import { z } from 'zod';
import { hasCommonYear } from './clock.ts';
import { CURRENCIES } from './currencies.ts';
import { asciiDomain } from './email-key.ts';
import { entriesOf, NumberLiteral } from './json.ts';
import { isStorableText } from './storable-text.ts';

/**
 * Text of any length that the body allows. U+0000 and lone surrogates are refused (ruling 11): PostgreSQL cannot store the
 * former, UTF-8 cannot encode the latter.
 */
export const anyText = z
  .string('must be a string')
  .refine(isStorableText, 'must not contain U+0000 or a lone surrogate');

/**
 * Whether a text has at most so many code points. Each takes at most two code units, so that far too long texts are not
 * counted.
 */
function hasAtMost(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && [...value].length <= max);
}

/** Text of at most `max` Unicode code points (ruling 11). `params` let forms say the limit in their own words. */
export function text(max: number, min = 0) {
  return anyText
    .refine((value) => hasAtMost(value, max), {
      error: `must be at most ${max} characters`,
      params: { max },
    })
    .refine((value) => !hasAtMost(value, min - 1), {
      error: min === 1 ? 'must not be empty' : `must be at least ${min} characters`,
      params: { min },
    })
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });
}

/** Visible characters: not spaces, controls or fillers (Hangul fillers and similar). */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text for people: at most `max` code points, one of them visible (ruling 66). With `min` 0 it can be empty. */
export function visibleText(max: number, min: 0 | 1 = 1) {
  // No further issue for a text that is already refused.
  return text(max, min).refine((value) => value === '' || !isStorableText(value) || isVisible(value), {
    error: 'must have a visible character',
    params: { min: 1 },
  });
}

/** Line breaks, and characters that control a terminal or a printer. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/u;

/** Whether something of a text is visible. */
export function isVisible(value: string): boolean {
  return VISIBLE.test(value);
}

/** Whether a text is one line, such as a name: without line breaks and other controls. */
export function isOneLine(value: string): boolean {
  return !CONTROLS.test(value);
}

/** Visible text of one line. */
export function visibleLine(max: number, min: 0 | 1 = 1) {
  // Here too, no further issue.
  return visibleText(max, min).refine((value) => !isStorableText(value) || !isVisible(value) || isOneLine(value), {
    error: 'must be one line without control characters',
  });
}

/** A text as one line: a space for what breaks the line or controls, as in what is pasted from a table or a document. */
export function toOneLine(value: string): string {
  return value.replace(new RegExp(CONTROLS, 'gu'), ' ').trim();
}

/** A visible line of a form. */
export function trimmedLine(max: number) {
  return z.string('must be a string').transform(toOneLine).pipe(visibleLine(max));
}

/** A visible text of a form, whose spaces around what was typed mean nothing. */
export function trimmedText(max: number) {
  return z
    .string('must be a string')
    .transform((value) => value.trim())
    .pipe(visibleText(max));
}

/** A plain integer: `50.0` and `5e1` are refused although their value is whole (ruling 13). */
export function plainInteger(min: number, max: number) {
  return z
    .int({ error: `must be an integer from ${min} to ${max}, written without decimals`, abort: true })
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
}

const AT_MOST_4_DECIMALS = 'must have at most 4 decimals';

/** A percentage: 5 means 5%. At most four decimals. */
export function percentage(min: number, max: number) {
  return z
    .preprocess(
      (value, context) => {
        if (!(value instanceof NumberLiteral)) return value;
        if (value.exact !== null) context.issues.push({ code: 'custom', message: AT_MOST_4_DECIMALS, input: value });
        return value.value;
      },
      z
        .number('must be a number')
        .min(min, `must be at least ${min}`)
        .max(max, `must be at most ${max}`)
        .refine((value) => Math.round(value * 1e4) / 1e4 === value, AT_MOST_4_DECIMALS),
    )
    .meta({ override: { type: 'number', minimum: min, maximum: max } });
}

export const currency = z.enum(CURRENCIES, `must be one of ${CURRENCIES.join(', ')}`);

const CONTROL_OR_SPACE = /[\p{Cc}\p{Z}]/u;
/** Characters that nobody sees, such as those around an address that was copied from a contact. No mail server takes them. */
const INVISIBLE = /\p{Cf}/u;

/**
 * Characters with a special meaning in RFC 5322 (3.2.3): with one of these a text can be read as several addresses, or as
 * another one. A local part in quotation marks as a whole stays an address.
 */
const ADDRESS_SYNTAX = /[()<>[\]:;,\\"]/;

/** Permissive on purpose (ruling 31): real people have unusual addresses, and only a sent mail proves one. */
export function isEmailAddress(value: string): boolean {
  if (!hasAtMost(value, 254)) return false;
  const [local, domain, ...rest] = value.split('@');
  return (
    rest.length === 0 &&
    !!local &&
    !!domain &&
    /^[^.]+(\.[^.]+)+$/.test(domain) &&
    asciiDomain(domain) !== undefined &&
    !ADDRESS_SYNTAX.test(domain + local.replace(/^"(.+)"$/, '$1')) &&
    !CONTROL_OR_SPACE.test(value) &&
    !INVISIBLE.test(value) &&
    value.isWellFormed()
  );
}

export const email = z
  .string('must be a string')
  .refine(isEmailAddress, 'must be an email address such as name@example.org')
  .meta({ format: 'idn-email', maxLength: 254 });

/** A backslash, which browsers read as a slash and others do not, or a percent sign that encodes nothing (ruling 66). */
const DECEIVES = /\\|%(?![\da-f]{2})/i;

/** An absolute https URL with a host and nothing deceptive (ruling 32). */
export function isHttpsUrl(value: string): boolean {
  if (!/^https:\/\/[^/?#\\]/i.test(value) || CONTROL_OR_SPACE.test(value) || !value.isWellFormed()) return false;
  if (DECEIVES.test(value)) return false;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return (
    url !== undefined &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    !authority(value).includes('@')
  );
}

function authority(address: string): string {
  return address.slice('https://'.length).split(/[/?#\\]/, 1)[0] ?? '';
}

/** The rule of such a URL, for the caller. */
export const HTTPS_URL_RULE =
  'must be an absolute https:// URL without user name, password, spaces, backslashes or invalid percent-encoding';

export const httpsUrl = z
  .string('must be a string')
  .refine(isHttpsUrl, HTTPS_URL_RULE)
  .meta({ format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://' });

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)$/;

/** Parses an RFC 3339 or ISO 8601 timestamp with an offset; undefined for an invalid one or one without an offset. */
export function parseTimestamp(value: string): Date | undefined {
  const match = RFC3339.exec(value);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00'] = match;
  if (second === '60') return leapSecond(value);
  const asUtc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day)) return undefined;
  const parsed = new Date(
    value
      .replace(' ', 'T')
      .toUpperCase()
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
      // ISO 8601 lets an offset of whole hours end there, as PostgreSQL writes it.
      .replace(/([+-]\d{2})$/, '$1:00'),
  );
  // An offset can move an instant into another year.
  return hasCommonYear(parsed) ? parsed : undefined;
}

/** A leap second at the end of a month, in UTC (RFC 3339, 5.7), which is read as the following second. */
function leapSecond(value: string): Date | undefined {
  const before = parseTimestamp(value.replace(/:60/, ':59'));
  if (!before) return undefined;
  const after = new Date((Math.floor(before.getTime() / 1000) + 1) * 1000);
  const isMonthsFirst = after.getUTCDate() === 1 && after.getTime() % 86_400_000 === 0;
  return isMonthsFirst ? after : undefined;
}

export const timestampField = z
  .string('must be a string')
  .refine((value) => parseTimestamp(value) !== undefined, 'must be an RFC 3339 timestamp with Z or an offset')
  .meta({ format: 'date-time' });

/** A timestamp in an answer: RFC 3339 in UTC with milliseconds (`2026-11-21T09:30:00.000Z`). */
export const dateTime = z.string().meta({ format: 'date-time' });

/** A whole number of things in an answer. */
export const count = z.int().min(0);

const METADATA_RULE = 'must be an object of strings: at most 20 keys of 40 characters, values of at most 500';

/** Metadata as ordered entries (specification 4.1; ruling 33): returned with the same keys, values and order. */
export const metadata = z
  .unknown()
  .transform((value, context) => {
    const issue = (message: string, path: string[] = []) => {
      context.issues.push({ code: 'custom', message, path, input: value });
      return z.NEVER;
    };
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof NumberLiteral)
      return issue(METADATA_RULE);
    const entries = entriesOf(value);
    if (entries.size > 20) return issue('must have at most 20 keys');
    const result = new Map<string, string>();
    for (const [key, item] of entries) {
      const named = text(40).safeParse(key);
      const checked = text(500).safeParse(item);
      if (!named.success) issue(`keys ${named.error.issues[0]?.message}`);
      else if (!checked.success) issue(checked.error.issues[0]?.message ?? METADATA_RULE, [key]);
      else result.set(key, checked.data);
    }
    return result;
  })
  .meta({
    override: {
      type: 'object',
      maxProperties: 20,
      propertyNames: { maxLength: 40 },
      additionalProperties: { type: 'string', maxLength: 500 },
    },
  });
