import { invalidRequest } from './errors.ts';
import { emptyMap, type FormMap, type FormValue } from './form.ts';

const MOST_METADATA_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const LONGEST_VALUE = 500;

/** Typed access to decoded request parameters, with Stripe's own errors. */
export class Params {
  private readonly values: FormMap;
  private readonly prefix: string;

  constructor(values: FormMap, prefix = '') {
    this.values = values;
    this.prefix = prefix;
  }

  has(name: string): boolean {
    return name in this.values;
  }

  /** Whether the parameter is a nested object. */
  isMap(name: string): boolean {
    const value = this.values[name];
    return value !== undefined && isMap(value);
  }

  /** Throws 400 `parameter_unknown` for any parameter that is not in the list. */
  allow(known: ReadonlySet<string>): void {
    for (const name of Object.keys(this.values)) {
      if (known.has(name)) continue;
      const param = this.name(name);
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
  }

  /** A text; absent and empty are undefined. */
  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: this.name(name) });
  }

  required(name: string): string {
    const value = this.text(name);
    if (value !== undefined) return value;
    const param = this.name(name);
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }

  /** A whole number; absent is undefined. */
  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalidRequest(`Invalid integer: ${value}`, {
      code: 'parameter_invalid_integer',
      param: this.name(name),
    });
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalidRequest(`Invalid boolean: ${value}`, { param: this.name(name) });
  }

  /** One of the given values; absent is undefined. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const list = words.length > 1 ? `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}` : words.join('');
    throw invalidRequest(`Invalid ${this.name(name)}: must be one of ${list}`, { param: this.name(name) });
  }

  /** A list of texts; absent is undefined, a single text is a list of one. */
  list(name: string): string[] | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
    throw invalidRequest('Invalid array', { param: this.name(name) });
  }

  /** A nested object; absent (and empty) is undefined. */
  map(name: string): Params | undefined {
    const value = this.values[name];
    if (value === undefined || value === '') return undefined;
    if (isMap(value)) return new Params(value, this.name(name));
    throw invalidRequest('Invalid object', { param: this.name(name) });
  }

  /**
   * Metadata merged into the existing: an empty value removes its key, an empty `metadata` removes all. Throws 400 for more
   * than 50 keys, 40 characters in a key or 500 in a value (docs.stripe.com/metadata).
   */
  metadata(before: Record<string, string> = {}): Record<string, string> {
    const given = this.values.metadata;
    if (given === '') return {};
    const merged: Record<string, string> = Object.assign(emptyMap(), before);
    for (const [key, value] of Object.entries(given === undefined ? {} : mapEntries(given))) {
      checkMetadata(key, value);
      if (value === '') delete merged[key];
      else merged[key] = String(value);
    }
    if (Object.keys(merged).length > MOST_METADATA_KEYS) {
      throw invalidRequest('You can only have 50 keys in your metadata.', { param: 'metadata' });
    }
    return merged;
  }

  private name(name: string): string {
    return this.prefix === '' ? name : `${this.prefix}[${name}]`;
  }
}

function isMap(value: FormValue): value is FormMap {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Keys `0`, `1`… look like a list to the decoder; in metadata they are keys. */
function mapEntries(value: FormValue): FormMap {
  if (Array.isArray(value)) return Object.assign(emptyMap(), value) as unknown as FormMap;
  if (typeof value === 'object') return value;
  throw invalidRequest('Invalid object', { param: 'metadata' });
}

function checkMetadata(key: string, value: FormValue): void {
  const param = `metadata[${key}]`;
  if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings.', { param });
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Metadata keys can have up to 40 characters, but you passed in a key with ${key.length}.`, {
      param,
    });
  }
  if (value.length > LONGEST_VALUE) {
    throw invalidRequest(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      { param },
    );
  }
}
