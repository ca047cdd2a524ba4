/** How deep a document may nest: far more than any contract needs, far less than the stack holds. */
export const MAX_DEPTH = 64;
/**
 * The maximum number of tokens: structural characters, strings, numbers and literals (RFC 8259, 2). That is about five
 * hundred members, while the largest body of a contract has 32. It bounds the cost of reading a body.
 */
export const MAX_TOKENS = 2048;

/**
 * A number whose value alone would hide how it was written: not as a plain integer (`50.0`, `1e3`), or as one of more digits than
 * a double holds (`9007199254740993`).
 */
export class NumberLiteral {
  readonly value: number;
  readonly #token: string;
  constructor(token: string) {
    this.value = Number(token);
    this.#token = token;
  }
  /** The number as it was written, where `value` is another one because it has fewer digits: `50.00000000000000001` is not 50. */
  get exact(): string | null {
    const written = decimalOf(this.#token);
    return written === decimalOf(String(this.value)) ? null : written;
  }
}

/** Exponents of more digits are of no double, and take long to be read. */
const MAX_EXPONENT_DIGITS = 20;

/**
 * A number as its digits without zeros around them, and the power of ten of the last one: `50`, `50.0` and `5e1` are `5e1`. One
 * with an exponent of very many digits stays as it was written.
 */
function decimalOf(token: string): string {
  const [, sign = '', whole = '', fraction = '', minus = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?)0*(\d+))?$/i.exec(token) ?? [];
  if (exponent.length > MAX_EXPONENT_DIGITS) return token;
  const digits = (whole + fraction).replace(/^0+/, '');
  const plain = withoutEndingZeros(digits);
  const power = BigInt(minus + exponent) - BigInt(fraction.length) + BigInt(digits.length - plain.length);
  return plain === '' ? '0' : `${sign}${plain}e${power}`;
}

/** By a loop: `/0+$/` takes time that grows with the square of the length. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** A text that is not acceptable JSON, with a sentence for the caller. */
export class JsonError extends Error {}

/** An object with a duplicate member: JSON parsers differ in which of the two counts (RFC 8259, 4). */
export class DuplicateMember extends JsonError {
  /** The member in dotted form, from the document's root. */
  readonly field: string;
  constructor(path: readonly (string | number)[]) {
    super('must not be given twice');
    this.field = dotted(path);
  }
}

/** A member in dotted form. An empty name is written as two quotation marks: an empty field would be the body as a whole. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.map((name) => (name === '' ? '""' : String(name))).join('.');
}

const ENTRIES = new WeakMap<object, ReadonlyMap<string, unknown>>();

/**
 * Parses a JSON document (RFC 8259) like JSON.parse, but numbers keep their notation (ruling 13), and `entriesOf` returns
 * an object's entries in the order they were sent, which a JavaScript object loses for keys such as "10".
 * @throws JsonError when the text is not JSON, nests too deep, has too many tokens or a number beyond double precision's
 * range; its subclass DuplicateMember when an object has a member twice.
 */
export function readJson(text: string): unknown {
  const tokens = tokensOf(text);
  try {
    // JSON.parse only validates. Its result is dropped, because it loses a number's notation and a duplicate member's first
    // value.
    JSON.parse(text);
  } catch (cause) {
    throw new JsonError('The body is not valid JSON.', { cause });
  }
  return new Reader(tokens).value();
}

/** The entries of an object from `readJson`, in their original order. */
export function entriesOf(object: object): ReadonlyMap<string, unknown> {
  return ENTRIES.get(object) ?? new Map(Object.entries(object));
}

/** JSON text that is written unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes JSON; a Map becomes an object with its keys in the Map's order. */
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

/** Builds the value from the tokens of a valid document; their order is not checked. */
class Reader {
  readonly #tokens: readonly string[];
  #next = 0;
  readonly #path: (string | number)[] = [];

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  value(): unknown {
    const token = this.#take();
    switch (token) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        return token.startsWith('"') ? textIn(token) : numberIn(token);
    }
  }

  #take(): string {
    return this.#tokens[this.#next++] ?? '';
  }

  /** Whether the next token closes the object or array; consumes it then. */
  #closes(bracket: '}' | ']'): boolean {
    if (this.#tokens[this.#next] !== bracket) return false;
    this.#next++;
    return true;
  }

  #object(): object {
    const entries = new Map<string, unknown>();
    while (!this.#closes('}')) {
      if (entries.size > 0) this.#take();
      const name = textIn(this.#take());
      this.#path.push(name);
      if (entries.has(name)) throw new DuplicateMember(this.#path);
      this.#take();
      entries.set(name, this.value());
      this.#path.pop();
    }
    return toObject(entries);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    while (!this.#closes(']')) {
      if (items.length > 0) this.#take();
      this.#path.push(items.length);
      items.push(this.value());
      this.#path.pop();
    }
    return items;
  }
}

function toObject(entries: ReadonlyMap<string, unknown>): object {
  const object: Record<string, unknown> = {};
  let isReordered = false;
  for (const [name, value] of entries) {
    // Assigning to `__proto__` would change the prototype instead of adding a key.
    if (name === '__proto__')
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
    else object[name] = value;
    isReordered ||= BEGINS_WITH_DIGIT.test(name);
  }
  // An object lists numeric keys before all others.
  if (isReordered) ENTRIES.set(object, entries);
  return object;
}

const BEGINS_WITH_DIGIT = /^\d/;

function textIn(token: string): string {
  return token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
}

const PLAIN_INTEGER = /^-?\d+$/;

function numberIn(token: string): number | NumberLiteral {
  const value = Number(token);
  if (!Number.isFinite(value)) throw new JsonError('The body holds a number that is too large.');
  return PLAIN_INTEGER.test(token) && Number.isSafeInteger(value) ? value : new NumberLiteral(token);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Separators between tokens. */
const SPACE = /[ \t\n\r]*/y;
/** Characters that end a number or a literal. */
const BOUNDARY = /[\s{}[\],:"]/g;

/**
 * The tokens of a text, unchanged. Does not check that they form a document.
 * @throws JsonError when the text nests too deep or has too many tokens.
 */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let depth = 0;
  for (let end = afterSpace(text, 0); end < text.length; end = afterSpace(text, end)) {
    const start = end;
    const first = text[start];
    if (first === '"') end = endOfString(text, start);
    else if (first === ',' || first === ':') end++;
    else if (first === '{' || first === '[') {
      if (++depth > MAX_DEPTH) throw new JsonError(`The body nests deeper than ${MAX_DEPTH} levels.`);
      end++;
    } else if (first === '}' || first === ']') {
      depth--;
      end++;
    } else end = endOfWord(text, start);
    if (tokens.push(text.slice(start, end)) > MAX_TOKENS)
      throw new JsonError(`The body has more than ${MAX_TOKENS} JSON tokens.`);
  }
  return tokens;
}

function afterSpace(text: string, start: number): number {
  SPACE.lastIndex = start;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function endOfWord(text: string, start: number): number {
  BOUNDARY.lastIndex = start + 1;
  return BOUNDARY.test(text) ? BOUNDARY.lastIndex - 1 : text.length;
}

/** Past the closing quote. Most strings end at the next quote, which indexOf finds much faster than a loop. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (quote === -1) return text.length;
  if (text[quote - 1] !== '\\') return quote + 1;
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code === BACKSLASH) i++;
  }
  return text.length;
}
