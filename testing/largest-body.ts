/** The part of JSON Schema that the bodies of our contracts use. */
type Schema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  maximum?: number;
  maxLength?: number;
  maxProperties?: number;
};

/** A character that takes the most bytes: two surrogates, each escaped with six. */
const CHARACTER = '\u{1f600}';
/** Of a text without a limit of its own, such as an address. */
const UNLIMITED = 2000;
const DOMAIN = '@example.org';

/**
 * The JSON text of the largest body that a schema allows: every field at its limit, every character of names and texts
 * escaped, indented.
 * @param given the values of fields that have a form of their own, by dotted name
 */
export function largestBody(schema: Schema, given: Record<string, unknown>): string {
  return JSON.stringify(largest(schema, '', given), null, 4).replace(/"(?:[^"\\]|\\.)*"/g, escaped);
}

function largest(schema: Schema, name: string, given: Record<string, unknown>): unknown {
  if (name in given) return given[name];
  const member = (key: string) => (name === '' ? key : `${name}.${key}`);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, largest(each, member(key), given)]),
    );
  if (typeof schema.additionalProperties === 'object') {
    const value = largest(schema.additionalProperties, member('*'), given);
    const keyLength = schema.propertyNames?.maxLength ?? 0;
    const key = (i: number) => String.fromCodePoint(0x1f600 + i) + CHARACTER.repeat(keyLength - 1);
    return Object.fromEntries(Array.from({ length: schema.maxProperties ?? 0 }, (_, i) => [key(i), value]));
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer') return schema.maximum;
  if (schema.format === 'uri') return `https://example.org/${CHARACTER.repeat(UNLIMITED)}`;
  if (schema.format === 'idn-email') return CHARACTER.repeat((schema.maxLength ?? 0) - DOMAIN.length) + DOMAIN;
  if (schema.maxLength !== undefined) return CHARACTER.repeat(schema.maxLength);
  throw new Error(`There is no largest value of ${name}: give one`);
}

function escaped(text: string): string {
  const units = JSON.parse(text).split('') as string[];
  return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}
