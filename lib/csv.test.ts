import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, csvLine, textCell } from './csv.ts';

describe('a cell of somebody else’s text', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '\u00a0=1', '＝1', '＠x'])(
    'is never read as a formula: %j',
    (text) => expect(textCell(text)).toBe(`'${text}`),
  );

  it('is otherwise unchanged', () => {
    for (const text of ['Ana', 'O’Neill', 'a=b', '1-2', '"quoted"', '']) expect(textCell(text)).toBe(text);
    expect(textCell(null)).toBe('');
  });
});

it('an amount is a plain number with the decimals of its currency', () => {
  expect([5000, 5, 0, -175, 123_456_789].map((minor) => amountCell(minor, 100))).toEqual([
    '50.00',
    '0.05',
    '0.00',
    '-1.75',
    '1234567.89',
  ]);
  expect(amountCell(-175, 100, 'semicolon')).toBe('-1,75');
  expect([5000, 0, -3].map((minor) => amountCell(minor, 1))).toEqual(['5000', '0', '-3']);
});

/** Reads a file as RFC 4180 says. */
function readCsv(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(
    new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n"]*))(${separator}|\\r\\n)`, 'g'),
  )) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== '\r\n') continue;
    records.push(cells);
    cells = [];
  }
  return records;
}

it('a file reads back as the cells it was written from, whatever is in them', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', ',', ';', '\r\n', '\n', 'a"b,c', ' '));
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (records) => {
        expect(readCsv(records.map((cells) => csvLine(cells)).join(''))).toEqual(records);
        const semicolons = records.map((cells) => csvLine(cells, 'semicolon')).join('');
        expect(readCsv(semicolons, ';')).toEqual(records);
      },
    ),
  );
});
