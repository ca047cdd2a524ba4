import { expect, test } from 'vitest';
import { openFile, sealFile } from './seal-file.ts';

const PLACE = { table: 'bank_account_evidence', column: 'file_key', row: 'ba_1' };
const bytes = new TextEncoder().encode('%PDF-1.7 a bank statement');

test('a sealed file can be opened in its place, and reveals nothing', () => {
  const sealed = sealFile(bytes, PLACE);
  expect(Buffer.from(sealed.content).toString('latin1')).not.toContain('statement');
  expect(Buffer.from(openFile(sealed, PLACE)).toString()).toBe('%PDF-1.7 a bank statement');
  expect(sealFile(bytes, PLACE).fileKey).not.toBe(sealed.fileKey);
});

test('a file that was changed, truncated or moved to another row cannot be opened', () => {
  const sealed = sealFile(bytes, PLACE);
  const changed = sealed.content.slice();
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(() => openFile({ ...sealed, content: changed }, PLACE)).toThrow('was changed');
  expect(() => openFile({ ...sealed, content: sealed.content.slice(0, -1) }, PLACE)).toThrow('was changed');
  expect(() => openFile(sealed, { ...PLACE, row: 'ba_2' })).toThrow();
});
