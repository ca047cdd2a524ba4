import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#testing/runs.ts';
import { amountCell, csvHeader, csvLine } from './csv.ts';

/** The cells of one record, as a spreadsheet finds them that separates columns by `between` and skips quotes and spaces. */
function cellsAsSplitAt(between: RegExp, line: string): string[] {
  return line.split(between).map((cell) => cell.replace(/^[\s\u00a0"]+/, ''));
}

describe('a cell of somebody else’s text', () => {
  it.each(['=1+1', '+1', '-1a', '-1;2', '@SUM(A1)', '  =1', '\u00a0=1', '＝1', '＠x', '"=1"', ' "=1', '\tAna'])(
    'is never read as a formula: %j',
    (text) => expect(csvLine([text, 'x']).replaceAll('""', '"').replace(/^"/, '')).toMatch(/^'/),
  );

  it.each([
    ['Ana;=HYPERLINK("https://evil.example")', 'comma', `Ana;'=HYPERLINK("https://evil.example")`],
    ['Ana\t=1', 'comma', "Ana\t'=1"],
    ['Ana\t=1', 'semicolon', "Ana\t'=1"],
    ['Ana; "=1"', 'comma', `Ana;' "=1"`],
    ['Ana;\u00a0+1', 'comma', "Ana;'\u00a0+1"],
    ['Ana\n=1', 'comma', "Ana\n'=1"],
    ['Ana,@x', 'semicolon', "Ana,'@x"],
    ['\t=1', 'comma', "'\t'=1"],
    [';＝1', 'comma', ";'＝1"],
    // Nobody who reads this file splits it there, and the text stays as it was written.
    ['gracias, -Ana', 'comma', 'gracias, -Ana'],
    ['gracias; -Ana', 'semicolon', 'gracias; -Ana'],
  ] as const)('is no formula either where a spreadsheet splits %j otherwise than %s', (text, separator, cell) => {
    expect(readCsv(csvLine([text], separator), separator === 'comma' ? ',' : ';')).toEqual([[cell]]);
  });

  it('begins no formula, wherever a spreadsheet splits the line', () => {
    const piece = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '"',
      ' ',
      '\u00a0',
      'a',
      '1',
      "'",
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
        for (const [separator, others] of [
          ['comma', [/;/, /\t/]],
          ['semicolon', [/,/, /\t/]],
        ] as const)
          for (const other of others)
            for (const record of csvLine(['id', ...cells], separator).split(/[\r\n]/))
              for (const cell of cellsAsSplitAt(other, record)) expect(cell).not.toMatch(/^[=+\-@＝]/);
      }),
      { seed: 20261126, numRuns: runs(500, 2_000) },
    );
  });

  it('is otherwise unchanged', () => {
    for (const text of ['Ana', 'O’Neill', 'a=b', '1-2', '"quoted"', '', 'a; b', '-1.75', '0'])
      expect(readCsv(csvLine([text]))).toEqual([[text]]);
    expect(csvLine([null, 'x'])).toBe(',x\r\n');
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

it('a file begins with a byte order mark and the names of its columns', () => {
  expect(csvHeader(['id', 'amount'], 'semicolon')).toBe('\ufeffid;amount\r\n');
});

it('a file reads back as the cells it was written from, whatever is in them but formulas', () => {
  const safe = fc.string({ unit: fc.constantFrom('a', '1', "'", '"', ',', ';', '\r', '\n', ' ') });
  const cell = safe.map((text) => `a${text}`);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (records) => {
      expect(readCsv(records.map((cells) => csvLine(cells)).join(''))).toEqual(records);
      const semicolons = records.map((cells) => csvLine(cells, 'semicolon')).join('');
      expect(readCsv(semicolons, ';')).toEqual(records);
    }),
  );
});
