import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDataKey, readDataKeys } from './data-keys.ts';

const random = () => randomBytes(32).toString('base64');

test('a single key needs no id; the first of several encrypts', () => {
  const key = random();
  expect(readDataKeys(key)).toEqual([{ id: 'default', key: Buffer.from(key, 'base64') }]);
  const keys = readDataKeys(`2027:${random()}, 2026:${key}`);
  expect(keys.map(({ id }) => id)).toEqual(['2027', '2026']);
  expect(keys[1]?.key).toEqual(Buffer.from(key, 'base64'));
});

test('a new key is valid, and different each time', () => {
  const made = [newDataKey(), newDataKey()];
  expect(new Set(made.map((text) => readDataKeys(text)[0].id)).size).toBe(2);
  expect(readDataKeys(made.join(','))).toHaveLength(2);
});

test.each([
  ['a key that is too short', randomBytes(16).toString('base64'), 'must be 32 bytes as base64'],
  ['a key that is too long', randomBytes(48).toString('base64'), 'must be 32 bytes as base64'],
  ['a passphrase', 'correct horse battery staple', 'must be 32 bytes as base64'],
  ['hexadecimal', randomBytes(32).toString('hex'), 'must be 32 bytes as base64'],
  ['an id with a blank', `my key:${random()}`, 'must be 32 bytes as base64'],
  ['nothing after a comma', `a:${random()},`, 'must be 32 bytes as base64'],
  ['a key without chance', Buffer.alloc(32, 'ab').toString('base64'), 'must be random'],
  ['two keys of one id', `a:${random()},a:${random()}`, 'must name each key differently'],
  ['two keys without an id', `${random()},${random()}`, 'must name each key differently'],
])('%s is refused, and not repeated', (_, text, message) => {
  const refusal = () => readDataKeys(text);
  expect(refusal).toThrow(message);
  expect(refusal).not.toThrow(text.slice(0, 12));
});
