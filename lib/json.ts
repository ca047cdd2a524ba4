import { visit } from 'jsonc-parser';

/** How deep a document may nest: far more than any contract needs, far less than the stack holds. */
const MAX_DEPTH = 64;

/** A number that was not written as a plain integer (`50.0`, `1e3`): its value alone would hide how it was written. */
export class WrittenNumber {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A text that is not the JSON we take, with a sentence for the caller. */
export class JsonError extends Error {}

/** An object that has a member twice: readers of JSON differ in which of the two counts (RFC 8259, 4). */
export class DuplicateMember extends JsonError {
  /** The member in dotted form, from the document's root. */
  readonly field: string;
  constructor(path: readonly (string | number)[]) {
    super('must not be given twice');
    this.field = path.join('.');
  }
}

const ENTRIES = new WeakMap<object, Map<string, unknown>>();

/**
 * What a text must hold for JSON.parse to lose something: a number with a fraction, an exponent or very many digits, a
 * key that looks like an index, or an escape that could write one. Most bodies hold none, and are read once.
 */
const TELLS_MORE = /\\|\d[.eE]|\d{16}|"\d+"\s*:/;

/**
 * Reads a JSON document (RFC 8259). As JSON.parse, but numbers keep how they were written (decisions.md 13) and
 * `entriesOf` knows the order of an object's keys as sent, which a JavaScript object loses for keys such as "10".
 * @throws JsonError when the text is not JSON, nests too deep or holds a number beyond double precision's range, and
 * DuplicateMember, which is one, when an object has a member twice.
 */
export function readJson(text: string): unknown {
  const sentence = 'The body is not valid JSON.';
  const written = countMembers(text);
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch (cause) {
    throw new JsonError(sentence, { cause });
  }
  if (!TELLS_MORE.test(text) && membersOf(plain) === written) return plain;
  let root: unknown;
  const open: { entries?: Map<string, unknown>; list?: unknown[]; key?: string }[] = [];
  const add = (value: unknown) => {
    const parent = open.at(-1);
    if (!parent) root = value;
    else if (parent.list) parent.list.push(value);
    else parent.entries?.set(parent.key ?? '', value);
  };
  visit(text, {
    onObjectBegin: () => void open.push({ entries: new Map() }),
    onObjectProperty: (name, _offset, _length, _line, _character, pathOfParent) => {
      const parent = open.at(-1);
      if (!parent) return;
      if (parent.entries?.has(name)) throw new DuplicateMember([...pathOfParent(), name]);
      parent.key = name;
    },
    onObjectEnd: () => add(toObject(open.pop()?.entries ?? new Map())),
    onArrayBegin: () => void open.push({ list: [] }),
    onArrayEnd: () => add(open.pop()?.list ?? []),
    onLiteralValue: (value: unknown, offset, length) =>
      add(typeof value === 'number' ? readNumber(text.slice(offset, offset + length)) : value),
  });
  return root;
}

/** The entries of an object that `readJson` made, in the order they were written. */
export function entriesOf(object: object): ReadonlyMap<string, unknown> {
  return ENTRIES.get(object) ?? new Map(Object.entries(object));
}

/** JSON that was written before, to be written again as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes JSON; a Map becomes an object with its keys in the Map's order, whatever they look like. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  let members = '';
  const add = (key: string, item: unknown) => {
    if (item === undefined) return;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${writeJson(item)}`;
  };
  if (value instanceof Map) for (const [key, item] of value) add(key, item);
  else for (const key of Object.keys(value)) add(key, value[key as keyof typeof value]);
  return `{${members}}`;
}

function toObject(entries: Map<string, unknown>): object {
  const object = {};
  // defineProperty, because assigning to `__proto__` would change the prototype instead of adding a key.
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  ENTRIES.set(object, entries);
  return object;
}

function readNumber(token: string): number | WrittenNumber {
  const value = Number(token);
  if (!Number.isFinite(value)) throw new JsonError('The body holds a number that is too large.');
  return /^-?\d+$/.test(token) ? value : new WrittenNumber(value);
}

/**
 * How many members the objects of a text have, each with its colon. Before parsing, because a parser that recurses would
 * meet the end of the stack first.
 * @throws JsonError when the text nests too deep.
 */
function countMembers(text: string): number {
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ':') members++;
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) throw new JsonError(`The body nests deeper than ${MAX_DEPTH} levels.`);
    } else if (character === '}' || character === ']') depth--;
  }
  return members;
}

/** How many members the objects of a parsed document have: fewer than were written, where one was given twice. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside: unknown[] = Object.values(value);
  let members = Array.isArray(value) ? 0 : inside.length;
  for (const item of inside) members += membersOf(item);
  return members;
}
