import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPage, readCursor, writeCursor } from './keyset.ts';

const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const id = fc.stringMatching(/^[a-z0-9_-]{1,60}$/);

test('a written cursor is read back unchanged', () => {
  fc.assert(
    fc.property(instant, id, (at, text) => {
      expect(readCursor(writeCursor({ at, id: text }))).toEqual({ at, id: text });
    }),
  );
});

test('an invalid cursor starts at the first page', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constant(undefined), fc.array(fc.string())), (text) => {
      const read = readCursor(text);
      if (read !== undefined) expect(readCursor(writeCursor(read))).toEqual(read);
    }),
  );
  for (const text of ['', 'x', writeCursor({ at: new Date(Number.NaN), id: 'a' }), undefined, ['a']])
    expect(readCursor(text)).toBeUndefined();
});

test('the pages show every row once, and the last one has no next page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 }), (count, size) => {
      const all = Array.from({ length: count }, (_, i) => ({
        at: new Date(1000 * (count - i)),
        id: `r${i}`,
      }));
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const cursor = readCursor(after);
        const rest = cursor ? all.filter(({ at }) => at < cursor.at) : all;
        const page = cutPage(rest.slice(0, size + 1), size, (row) => row);
        seen.push(...page.rows.map((row) => row.id));
        ({ after } = page);
      } while (after !== null);
      expect(seen).toEqual(all.map((row) => row.id));
    }),
  );
});
