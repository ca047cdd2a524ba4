import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { DuplicateMember, entriesOf, JsonError, NumberLiteral, readJson, writeJson } from './json.ts';

/** The document with numbers as JSON.parse returns them. */
function plain(value: unknown): unknown {
  if (value instanceof NumberLiteral) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: plain(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function outcome(read: () => unknown): { value: unknown } | 'refused' {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
}

test('accepts exactly what JSON.parse accepts, with the same values', () => {
  const nearJson = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e9"',
        '"\\""',
        '"\\\\"',
        '{"b":',
        '1',
        '-0',
        '1.5',
        '2e3',
        'null',
        ' ',
        '\\',
        '"',
        '\n',
        '/**/',
        'é',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));
  const text = fc.oneof(
    fc.json(),
    fc.json().map((json) => json.replace(/[,:]/g, '$& \n')),
    nearJson,
    fc.string(),
  );
  fc.assert(
    fc.property(text, (json) => {
      const expected = outcome(() => JSON.parse(json));
      expect(outcome(() => plain(readJson(json)))).toEqual(expected);
    }),
    { numRuns: runs(1000, 3000) },
  );
});

test('written values are read back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = writeJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(plain(readJson(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(300, 1000) },
  );
});

test('numbers keep their notation', () => {
  expect(readJson('[50, -3, 0, -0, 1000000000000]')).toEqual([50, -3, 0, -0, 1e12]);
  for (const written of ['50.0', '5e1', '5E+1', '500e-1', '1000000000000.00001', '-0.0'])
    expect(readJson(written)).toBeInstanceOf(NumberLiteral);
});

test('a number that no double is keeps its digits, whatever its notation', () => {
  const exactOf = (written: string) => (readJson(written) as NumberLiteral).exact;
  for (const written of ['50.0', '5e1', '0.1', '-2.50', '0.0', '1e-7'])
    expect([written, exactOf(written)]).toEqual([written, null]);
  for (const written of ['50.00000000000000001', '5.000000000000000001e1', '50.000000000000000010'])
    expect(exactOf(written)).toBe('5000000000000000001e-17');
  expect(exactOf('-1.00000000000000000001')).toBe('-100000000000000000001e-20');
  for (const written of ['9007199254740993', '9007199254740993.0']) expect(exactOf(written)).toBe('9007199254740993e0');
  expect(exactOf('10000000000000000000000')).toBe(null);
});

test('an exponent of very many digits is not calculated with, which would take long', () => {
  const exactOf = (written: string) => (readJson(written) as NumberLiteral).exact;
  const written = `10e-${'9'.repeat(200_000)}`;
  expect(exactOf(written)).toBe(written);
  expect(exactOf(`10e-${'0'.repeat(200_000)}1`)).toBe(null);
  expect(exactOf(`10e-${'9'.repeat(15)}`)).toBe(`1e-${'9'.repeat(14)}8`);
});

test('refuses a number beyond double precision’s range', () => {
  for (const written of ['1e400', '-1e400', '9'.repeat(400)]) expect(() => readJson(`[${written}]`)).toThrow(JsonError);
});

test('entries keep the order in which they were sent', () => {
  const object = readJson('{"b":"1","10":"2","9":"3","__proto__":"4","constructor":"5"}') as object;
  expect([...entriesOf(object).keys()]).toEqual(['b', '10', '9', '__proto__', 'constructor']);
  expect(writeJson(entriesOf(object))).toBe('{"b":"1","10":"2","9":"3","__proto__":"4","constructor":"5"}');
});

test.each([
  ['{"a":1,"b":2,"a":3}', 'a'],
  ['{"a":1,"\\u0061":1}', 'a'],
  ['{"a":1.5,"a":1.5}', 'a'],
  ['{"owner":{"email":"x","email":"y"}}', 'owner.email'],
  ['{"list":[{},{"deep":{"b":[],"b":{}}}]}', 'list.1.deep.b'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"10":1,"9":1,"10":1}', '10'],
  ['{"":1,"":1}', '""'],
])('%s is refused: duplicate member', (text, field) => {
  const thrown = outcomeOf(() => readJson(text));
  expect(thrown).toBeInstanceOf(DuplicateMember);
  expect(thrown).toMatchObject({ field, message: 'must not be given twice' });
});

test('the same name in two objects, or in a text, is no duplicate', () => {
  const text = '{"a":{"a":[{"a":"a:\\"a\\":"},{"a":":"}]}}';
  expect(readJson(text)).toEqual(JSON.parse(text));
});

function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test('`__proto__` is an ordinary key', () => {
  const object = readJson('{"__proto__":{"polluted":true}}') as object;
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  expect(Object.hasOwn(object, '__proto__')).toBe(true);
  expect('polluted' in {}).toBe(false);
});

test('accepts 64 levels and refuses 65, and does not count brackets within strings', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(readJson(nested(64))).toEqual(JSON.parse(nested(64)));
  expect(() => readJson(nested(65))).toThrow(/64 levels/);
  expect(readJson(JSON.stringify(`"${'['.repeat(1000)}\\`))).toBe(`"${'['.repeat(1000)}\\`);
});

test('accepts 2048 tokens of any kind and refuses more before reading them', () => {
  const items = (count: number, item: string) => `[${Array(count).fill(item).join(',')}]`;
  expect(readJson(`${items(1023, '1.5')} `)).toHaveLength(1023);
  for (const item of ['1', '1.5', '""', '"\\\\"', 'null', '{}', '{"a":1,"a":2}', '1e400'])
    expect(() => readJson(items(1024, item)), item).toThrow('The body has more than 2048 JSON tokens.');
  const nest = '['.repeat(40) + ']'.repeat(40);
  expect(() => readJson(items(30, nest))).toThrow('The body has more than 2048 JSON tokens.');
});

test('finds the ends of strings with any escapes', () => {
  const parts = fc.array(fc.constantFrom('\\', '"', 'a', ',', ':', '}', '😀', '\n', '\u0000'), {
    maxLength: 8,
  });
  const text = parts.map((each) => each.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, text), (object) => {
      expect(readJson(JSON.stringify(object))).toEqual(JSON.parse(JSON.stringify(object)));
    }),
    { numRuns: runs(300, 1000) },
  );
});

test('writes a Map in its own order and omits undefined values', () => {
  const value = {
    map: new Map([
      ['10', 'x'],
      ['9', 'y'],
    ]),
    none: undefined,
    list: [1, null],
  };
  expect(writeJson(value)).toBe('{"map":{"10":"x","9":"y"},"list":[1,null]}');
});
