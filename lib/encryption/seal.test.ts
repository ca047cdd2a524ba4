import { createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { open, seal } from './seal.ts';

const PLACE = { table: 'bank_accounts', column: 'account_number', row: 'ba_1' };
const [old, newest] = [newDataKey(), newDataKey()];
const keys = readDataKeys(`${newest},${old}`);

test('a sealed value can be opened in its place, and reveals nothing', () => {
  const sealed = seal('ES9121000418450200051332', PLACE, keys);
  expect(sealed).not.toMatch(/ES91|1332/);
  expect(open(sealed, PLACE, keys)).toBe('ES9121000418450200051332');
  expect(seal('ES9121000418450200051332', PLACE, keys)).not.toBe(sealed);
  expect(open(seal('', PLACE, keys), PLACE, keys)).toBe('');
  expect(open(seal('José 🏦', PLACE, keys), PLACE, keys)).toBe('José 🏦');
});

test('the format is as documented: the key is enough to decrypt it with AES-256-GCM', () => {
  const [, version, id, data = ''] = seal('0012345', PLACE, keys).split(':');
  expect([version, id]).toEqual(['v1', keys[0].id]);
  const bytes = Buffer.from(data, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', keys[0].key, bytes.subarray(0, 12));
  cipher.setAAD(Buffer.from('["bank_accounts","account_number","ba_1"]'));
  cipher.setAuthTag(bytes.subarray(-16));
  expect(Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString()).toBe('0012345');
});

test.each([
  ['another row', { row: 'ba_2' }],
  ['another column', { column: 'holder_document' }],
  ['another table', { table: 'withdrawals' }],
])('a value that was moved to %s cannot be opened there', (_, elsewhere) => {
  const sealed = seal('0012345', PLACE, keys);
  expect(() => open(sealed, { ...PLACE, ...elsewhere }, keys)).toThrow(
    `cannot be read with the key "${keys[0].id}" of DATA_ENCRYPTION_KEY`,
  );
});

test('a value that was changed, truncated or sealed with another key of the same id cannot be opened', () => {
  const sealed = seal('0012345', PLACE, keys);
  const at = sealed.length - 30;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  const other = readDataKeys(`${keys[0].id}:${newDataKey().split(':')[1]}`);
  expect(() => open(changed, PLACE, keys)).toThrow('cannot be read');
  expect(() => open(sealed.slice(0, -4), PLACE, keys)).toThrow('cannot be read');
  expect(() => open(`enc:v1:${keys[0].id}:`, PLACE, keys)).toThrow('cannot be read');
  expect(() => open(sealed, PLACE, other)).toThrow('cannot be read');
});

test('after a rotation the first key seals, and all keys open', () => {
  const before = seal('0012345', PLACE, readDataKeys(old));
  expect(open(before, PLACE, keys)).toBe('0012345');
  expect(seal('0012345', PLACE, keys)).toContain(`:${keys[0].id}:`);
});

test('a missing key is reported in one sentence with its id', () => {
  const [{ id }] = readDataKeys(old);
  const before = seal('0012345', PLACE, readDataKeys(old));
  expect(() => open(before, PLACE, readDataKeys(newest))).toThrow(
    `DATA_ENCRYPTION_KEY lacks the key "${id}", which data of this database is encrypted with: add it back, after the newest.`,
  );
});

test('unsealed values are returned unchanged', () => {
  expect(open('00123456789', PLACE, keys)).toBe('00123456789');
});
