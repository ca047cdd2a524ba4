import fc, { type Arbitrary } from 'fast-check';

/** Texts that are known to break servers. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202e',
  '\ufeff',
  '\r\nX-Injected: yes',
  "' OR 1=1 --",
  '"; DROP TABLE payments; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '/dashboard/..//evil.example',
  '//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  '99999999999999999999999999',
  '0x10',
  '٣',
  '٥٠',
  '½',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '[object Object]',
  'a'.repeat(300),
  'ü'.repeat(5000),
  '9'.repeat(20_000),
  'chl_',
  'chl_00000000000000000000000000',
  'pay_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'a@b',
  'a<b@example.org',
  'x,y@example.org',
  `${'a'.repeat(250)}@example.org`,
  '2026-02-30T25:61:61Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '::ffff:10.0.0.1',
  'en-US-u-ca-buddhist',
];

/** Any text, lone surrogates and controls included. */
export const text: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 4 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  {
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
    weight: 1,
  },
);

/** Any JSON value, unusual numbers among them. */
export const value: Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      0.5,
      1e21,
      1e308,
      2 ** 53,
      -(2 ** 63),
      [],
      {},
      [[]],
      [null],
    ),
    weight: 3,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** JSON documents that are malformed, or unusual in syntax rather than in their values. */
const DOCUMENTS = [
  '',
  ' ',
  'null',
  '[]',
  '{',
  '}',
  '"',
  '{"a":1,"a":2}',
  '{"amount":1e999}',
  '{"amount":1E+2,"currency":"USD"}',
  '{"amount":-0}',
  '{"amount":00}',
  '{"amount":0x10}',
  '{"amount":1,}',
  "{'amount':1}",
  '{"email":"\\ud800"}',
  '{"email":"\\u0000"}',
  '{"__proto__":{"amount":1}}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '/* */{}',
  'NaN',
  '['.repeat(5000),
  `${'['.repeat(64)}${']'.repeat(64)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  `{"metadata":{${Array.from({ length: 3000 }, (_, i) => `"${i}":"v"`).join(',')}}}`,
  `[${'0.1,'.repeat(20_000)}1]`,
  `"${'\\u0041'.repeat(10_000)}"`,
];

/** A value as a JSON document: valid, malformed, truncated, or in another encoding. */
export function jsonBytes(document: Arbitrary<unknown>): Arbitrary<Uint8Array> {
  const written = document.map((it) => JSON.stringify(it) ?? '');
  const utf8 = (it: string) => Buffer.from(it, 'utf8');
  return fc.oneof(
    { arbitrary: written.map(utf8), weight: 12 },
    { arbitrary: fc.constantFrom(...DOCUMENTS).map(utf8), weight: 2 },
    { arbitrary: fc.tuple(written, fc.nat(200)).map(([it, at]) => utf8(it.slice(0, at))), weight: 1 },
    {
      arbitrary: fc
        .tuple(written, fc.nat(200), text)
        .map(([it, at, more]) => utf8(it.slice(0, at) + more + it.slice(at))),
      weight: 1,
    },
    { arbitrary: written.map((it) => Buffer.from(it, 'utf16le')), weight: 1 },
    { arbitrary: written.map((it) => Buffer.from(it, 'latin1')), weight: 1 },
    { arbitrary: bytes, weight: 1 },
  );
}

/** Arbitrary bytes. */
export const bytes: Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 200 });

/** A form body as a browser encodes it, valid or malformed. */
export function formBytes(fields: Arbitrary<[string, string][]>): Arbitrary<Uint8Array> {
  const written = fields.map((pairs) => pairs.map((pair) => pair.map(percentEncoded).join('=')).join('&'));
  return fc.oneof(
    { arbitrary: written.map((it) => Buffer.from(it)), weight: 8 },
    { arbitrary: fc.tuple(written, fc.nat(200)).map(([it, at]) => Buffer.from(it.slice(0, at))), weight: 1 },
    {
      arbitrary: fc
        .tuple(written, fc.constantFrom('%', '%0', '%zz', '%c0%af', '%ff', '&&&==', '%ud800', ';', '+'))
        .map(([it, more]) => Buffer.from(`${it}&id=${more}`)),
      weight: 2,
    },
    { arbitrary: bytes, weight: 1 },
  );
}

/** Like encodeURIComponent, but lone surrogates are encoded too (WTF-8) where that would throw. */
export function percentEncoded(part: string): string {
  const units = part.match(/[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g) ?? [];
  return units
    .map((unit) => {
      const code = unit.charCodeAt(0);
      if (unit.length > 1 || code < 0xd800 || code > 0xdfff) return encodeURIComponent(unit);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    })
    .join('');
}

/** One segment of a path, or a value in a query, as it stands in the request line. */
export const segment: Arbitrary<string> = fc.oneof(
  { arbitrary: text.map(percentEncoded), weight: 6 },
  { arbitrary: text.map((it) => percentEncoded(percentEncoded(it))), weight: 1 },
  {
    arbitrary: fc.constantFrom(
      '%00',
      '%',
      '%2',
      '%zz',
      '%c0%af',
      '%ff%fe',
      '%ed%a0%80',
      '..',
      '%2e%2e',
      '%2e%2e%2f',
      '.%00.',
      '%5c',
      '\\',
      ';a=b',
      '%0d%0aX-Injected:%20yes',
      '\u00ff',
      '%F0%9F%98%80',
      '*',
      '%2F%2Fevil.example',
    ),
    weight: 3,
  },
);

/** Methods: mostly those that exist. */
export const method: Arbitrary<string> = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'QUERY',
  'get',
  'GE T',
  'X'.repeat(300),
);

/** Header values, allowed and forbidden bytes among them. */
const headerValue: Arbitrary<string> = fc.oneof(
  {
    arbitrary: text.map((it) =>
      Buffer.from(it.replaceAll(/[\r\n\0]/g, ''), 'utf8')
        .toString('latin1')
        .slice(0, 9000),
    ),
    weight: 4,
  },
  {
    arbitrary: fc.constantFrom('\0', 'a\0b', '\x7f', 'a'.repeat(20_000), '%00', '*', '"', 'W/"', 'bytes=0-', '1'),
    weight: 1,
  },
);

/** Headers that server.ts, the API, the framework or the session reads. */
const NAMES = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Expect',
  'Forwarded',
  'Host',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'Next-Action',
  'Next-Router-Prefetch',
  'Next-Router-Segment-Prefetch',
  'Next-Router-State-Tree',
  'Next-Url',
  'Origin',
  'Prefer',
  'Purpose',
  'RSC',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'Stripe-Signature',
  'Upgrade',
  'User-Agent',
  'X-API-Key',
  'X-Client-Address',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-HTTP-Method-Override',
  'X-Matched-Path',
  'X-Middleware-Subrequest',
  'X-Nextjs-Data',
  'X-Nonce',
  'X-Request-Id',
  'X-Signature',
];

/** Headers with values that are easy to get wrong. */
const FULL_HEADERS: [string, string][] = [
  ['Authorization', 'Bearer '],
  ['Authorization', 'Basic Og=='],
  ['Cookie', 'session=%00; locale=\0'],
  ['Cookie', `session=${'a'.repeat(4000)}`],
  ['Cookie', 'session=a.b; sign_in=e30; locale=xx'],
  ['Cookie', 'sign_in=eyJlbWFpbCI6IlwidTAwMDAifQ'],
  ['Content-Encoding', 'gzip'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['Content-Type', 'text/plain'],
  ['Expect', '100-continue'],
  ['Expect', '200-maybe'],
  ['Next-Action', '00'.repeat(20)],
  ['Next-Router-State-Tree', '%5B%22%22%2C%7B%7D%5D'],
  ['Next-Router-State-Tree', '%'],
  ['RSC', '1'],
  ['Range', 'bytes=9999999999999999999-0,-1'],
  ['Transfer-Encoding', 'identity'],
  ['Upgrade', 'h2c'],
  ['X-Forwarded-For', '1.2.3.4, ::1, evil'],
  ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
];

/** Extra headers. */
export const headers: Arbitrary<[string, string][]> = fc.oneof(
  // Lets a finding shrink to a request without extra headers.
  { withCrossShrink: true },
  { arbitrary: fc.constant<[string, string][]>([]), weight: 6 },
  {
    arbitrary: fc.array(fc.oneof(fc.constantFrom(...FULL_HEADERS), fc.tuple(fc.constantFrom(...NAMES), headerValue)), {
      minLength: 1,
      maxLength: 3,
    }),
    weight: 4,
  },
  {
    arbitrary: fc
      .integer({ min: 1, max: 2500 })
      .map((count) => Array.from({ length: count }, (_, i): [string, string] => [`X-${i}`, '1'])),
    weight: 1,
  },
);
