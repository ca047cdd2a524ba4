import { describe, expect, test } from 'vitest';
import {
  isEmailAddress,
  isHttpsUrl,
  parseTimestamp,
  percentage,
  plainInteger,
  text,
  toOneLine,
  visibleLine,
  visibleText,
} from './fields.ts';
import { readJson } from './json.ts';

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('text', () => {
  test('counts Unicode code points, not UTF-16 units', () => {
    expect(takes(text(3), '💸💸💸')).toBe(true);
    expect(takes(text(3), '💸💸💸a')).toBe(false);
    expect(takes(text(3, 3), '💸💸')).toBe(false);
  });

  test('accepts non-ASCII text, line breaks and an empty text', () => {
    for (const value of ['', 'ñandú', '日本語\n', '\u200b', '\ufffd']) expect(takes(text(10), value)).toBe(true);
  });

  test('refuses U+0000 and lone surrogates', () => {
    for (const value of ['\0', 'a\0b', '\ud800', '\udc00x']) expect(takes(text(10), value)).toBe(false);
  });
});

describe('text for people', () => {
  test('has at least one visible character', () => {
    for (const value of ['a', ' ñ ', '日', '💸', '.']) expect(takes(visibleText(10), value)).toBe(true);
    for (const value of ['', ' ', '\t\n', '\u00a0', '\u200b\u200d', '\u3164', '\u2800', '\ufe0f', '\u202e'])
      expect(takes(visibleText(10), value)).toBe(false);
    expect(['', 'a', ' '].map((value) => takes(visibleText(10, 0), value))).toEqual([true, true, false]);
  });
});

describe('a line', () => {
  test('has no line break and no other control character', () => {
    for (const value of ['Ana', 'José  María', 'Titre\u00a0: un', '水']) {
      expect(takes(visibleLine(20), value)).toBe(true);
      expect(toOneLine(value)).toBe(value);
    }
    for (const control of ['\n', '\r\n', '\t', '\u0007', '\u001b', '\u0085', '\u2028', '\u2029']) {
      expect(takes(visibleLine(20), `Ana${control}Eva`)).toBe(false);
      expect(toOneLine(`${control}Ana${control}Eva`)).toBe('Ana Eva');
    }
  });

  test('is refused for one reason where nothing of it is visible', () => {
    expect(visibleLine(20).safeParse('\n').error?.issues).toHaveLength(1);
  });
});

describe('a plain integer', () => {
  const amount = plainInteger(1, 1_000_000_000_000);
  test.each(['1', '50', '1000000000000'])('takes %s', (written) => {
    expect(takes(amount, readJson(written))).toBe(true);
  });
  test.each([
    '0',
    '-1',
    '-0',
    '1000000000001',
    '50.0',
    '5e1',
    '1000000000000.00001',
    '0.5',
    '1e12',
    '"50"',
    'true',
    'null',
    '[50]',
    '{}',
    '99999999999999999999',
  ])('refuses %s', (written) => {
    expect(takes(amount, readJson(written))).toBe(false);
  });
});

describe('a percentage', () => {
  const fee = percentage(0, 20);
  test.each(['0', '-0', '5', '5.0', '5.00', '0.0001', '19.9999', '20', '20.0', '2e1', '4.35', '1.1'])(
    'takes %s',
    (written) => {
      expect(takes(fee, readJson(written))).toBe(true);
    },
  );
  test.each(['-0.0001', '20.0001', '20.00001', '21', '0.00001', '5.12345', '"5"', 'true', 'null', '{"value":5}'])(
    'refuses %s',
    (written) => {
      expect(takes(fee, readJson(written))).toBe(false);
    },
  );
});

describe('an email address', () => {
  test.each([
    'a@b.co',
    'josé@example.org',
    'o’brien+tag@mail.example.org',
    'ana@españa.example',
    '"q"@example.org',
    `${'a'.repeat(242)}@example.org`,
  ])('takes %s', (value) => {
    expect(isEmailAddress(value)).toBe(true);
  });
  test.each([
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@b@c.co',
    'a b@c.co',
    'a@b .co',
    'a\u00a0@b.co',
    'a@b.co\n',
    'a@.co',
    'a@b..co',
    'a@b.',
    'a\0@b.co',
    '\ud800@b.co',
    `${'a'.repeat(243)}@example.org`,
    'a<b@example.org>',
    '<a@example.org>',
    'x,y@example.org',
    'a;b@example.org',
    'list:a@example.org;',
    'a(b)@example.org',
    'a@example.org(b)',
    'a\\b@example.org',
    'a@[127.0.0.1]',
    'a"b@example.org',
    '"a@example.org',
    '"a,b"@example.org',
    '"a""b"@example.org',
    '""@example.org',
  ])('refuses %j', (value) => {
    expect(isEmailAddress(value)).toBe(false);
  });
});

describe('a partner’s address', () => {
  test.each([
    'https://example.org',
    'HTTPS://EXAMPLE.ORG/A',
    'https://example.org:8443/a?b=c&d=@#e',
    'https://example.org/ñ?x={ref}',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
    'https://españa.example/',
    'https://example.org/@me',
    `https://example.org/${'a'.repeat(5000)}`,
  ])('takes %s', (value) => {
    expect(isHttpsUrl(value)).toBe(true);
  });
  test.each([
    '',
    'http://example.org',
    'https:/example.org',
    'https:example.org',
    'https:///example.org',
    'https://',
    'https://?a',
    'https://#',
    'https:\\\\example.org',
    '//example.org',
    'example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://example.org',
    'https://example.org ',
    'https://exa mple.org',
    'https://example.org/\n',
    'https://example.org/\t',
    'https://ex\u0000ample.org',
    'https://user@example.org',
    'https://user:pw@example.org',
    'https://@example.org',
    'https://:@example.org',
    'https://example.org:99999',
    'https://exam%00ple.org',
    'https://example.org/\ud800',
    'ftp://example.org',
    'https://example.org\\@evil.example',
    'https://example.org/a\\b',
    'https://example.org/%zz',
    'https://example.org/%',
    'https://example.org/?a=%2',
  ])('refuses %j', (value) => {
    expect(isHttpsUrl(value)).toBe(false);
  });
});

describe('a timestamp', () => {
  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.123456789Z', '2026-01-02T03:04:05.123Z'],
    ['2026-01-02T03:04:05-05:00', '2026-01-02T08:04:05.000Z'],
    ['2026-01-02T03:04:05+0530', '2026-01-01T21:34:05.000Z'],
    ['2026-01-02T03:04:05+05', '2026-01-01T22:04:05.000Z'],
    ['2026-01-02 03:04:05.123456-05', '2026-01-02T08:04:05.123Z'],
    ['2016-12-31T18:59:60-05', '2017-01-01T00:00:00.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2024-02-29T00:00:00-00:00', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31t18:59:60.5-05:00', '2017-01-01T00:00:00.000Z'],
  ])('reads %s', (written, instant) => {
    expect(parseTimestamp(written)?.toISOString()).toBe(instant);
  });
  test.each([
    '2026-01-02T03:04:05',
    '2026-01-02',
    '1767323045',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T25:00:00Z',
    '2026-01-02T03:60:00Z',
    '2026-01-02T03:04:60Z',
    '2026-01-02T23:59:60Z',
    '2016-12-31T23:59:61Z',
    '2026-01-02T03:04:05+99:99',
    '2026-01-02T03:04:05+99',
    '2026-01-02T03:04:05+5',
    '2026-01-02T03:04:05 Z',
    '2026-01-02T03:04:05Z\n',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+012026-01-02T03:04:05Z',
    'yesterday',
    '',
  ])('refuses %j', (written) => {
    expect(parseTimestamp(written)).toBeUndefined();
  });
});
