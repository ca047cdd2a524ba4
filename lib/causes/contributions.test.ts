import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, disconnect } from '#lib/db.ts';
import { NOW, storedCause, storedContribution } from '#testing/causes.ts';
import { createTestDatabase } from '#testing/database.ts';
import { PAGE_SIZE, recentContributions } from './contributions.ts';
import { publicName } from './public-name.ts';
import { causeTotals } from './totals.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});
beforeEach(async () => {
  ({ key } = await storedCause());
});

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const named = (donorName: string | null, more: object = {}) => ({ row: { donorName, ...more } });

/** Every page from the newest on, as a reader gets them one after the other. */
async function readAll(): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined; pages.length < 20; ) {
    const { shown, next } = await recentContributions(key, before, true);
    pages.push(shown.map(({ name }) => name ?? ''));
    if (next === null) return pages;
    before = next;
  }
  throw new Error('it has no end');
}

describe('the contributions on the page of a cause', () => {
  it('are the newest, with name, amount and time, and nothing else about the donor', async () => {
    await storedContribution(key, { ...named('Zoë'), amountMajor: 75, succeededAt: minutesAgo(1) });
    await storedContribution(key, {
      ...named('Ana', { donorEmail: 'ana@example.org' }),
      succeededAt: minutesAgo(2),
    });
    expect((await recentContributions(key, undefined, true)).shown).toEqual([
      { name: 'Zoë', message: null, amountMajor: 75, at: '2026-11-21T11:59:00.000Z' },
      { name: 'Ana', message: null, amountMajor: 50, at: '2026-11-21T11:58:00.000Z' },
    ]);
  });

  it('have no name where the donor gave none, or gave anonymously', async () => {
    await storedContribution(key, named(null));
    await storedContribution(key, named('Hidden', { donorAnonymous: true }));
    const { shown } = await recentContributions(key, undefined, true);
    expect(shown.map(({ name }) => name)).toEqual([null, null]);
  });

  it('carry a message as plain text, unless the donor is anonymous or the creator hid it', async () => {
    const says = (donorMessage: string, more: object = {}) => ({
      row: { donorName: 'Ana', donorMessage, ...more },
    });
    await storedContribution(key, {
      ...says('See <b>https://example.org</b>\u202e'),
      succeededAt: minutesAgo(1),
    });
    await storedContribution(key, { ...says('Mine', { donorAnonymous: true }), succeededAt: minutesAgo(2) });
    await storedContribution(key, { ...says('Rude', { messageHiddenAt: NOW }), succeededAt: minutesAgo(3) });
    const { shown } = await recentContributions(key, undefined, true);
    expect(shown.map(({ message }) => message)).toEqual(['See <b>https://example.org</b>', null, null]);
  });

  it('have no amounts where the creator hides them', async () => {
    await storedContribution(key, named('Ana'));
    const { shown } = await recentContributions(key, undefined, false);
    expect(shown).toMatchObject([{ name: 'Ana', amountMajor: null }]);
  });

  it('leave out declined, fully refunded and disputed payments, and subtract partial refunds', async () => {
    const declined = { state: 'declined', succeededAt: null, settledAt: null, gatewayPaymentId: null };
    await storedContribution(key, named('Declined', declined));
    await storedContribution(key, named('Given back', { refundedMinor: 5_000n }));
    await storedContribution(key, named('Disputed', { disputedMinor: 5_000n }));
    await storedContribution(key, named('Partly', { refundedMinor: 1_250n }));
    await storedContribution((await storedCause()).key, named('Of another cause'));
    expect((await recentContributions(key, undefined, true)).shown).toMatchObject([
      { name: 'Partly', amountMajor: 37.5 },
    ]);
    expect(await causeTotals(db(), key)).toMatchObject({ collected: 37.5, contributions: 1 });
  });

  it('are each on exactly one page, even if many have the same instant', async () => {
    const names = Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, index) => `Donor ${index}`);
    // Three instants, the second with more contributions than a page has.
    for (const [index, name] of names.entries())
      await storedContribution(key, {
        ...named(name),
        succeededAt: minutesAgo(index < 4 ? 0 : index < 20 ? 1 : 2),
      });
    const pages = await readAll();
    expect(pages.map((page) => page.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 5]);
    expect(pages.flat().toSorted()).toEqual(names.toSorted());
  });

  it('are paged consistently while new ones arrive', async () => {
    for (let index = 0; index < PAGE_SIZE + 1; index++)
      await storedContribution(key, { ...named(`Donor ${index}`), succeededAt: minutesAgo(index + 1) });
    const { next } = await recentContributions(key, undefined, true);
    await storedContribution(key, { ...named('Newest'), succeededAt: NOW });
    const { shown } = await recentContributions(key, next ?? '', true);
    expect(shown.map(({ name }) => name)).toEqual([`Donor ${PAGE_SIZE}`]);
  });

  it.each(['', 'x', '-1-0', '1e3-0', '99999999999999999999-0', "1'-0", '0-99999'])(
    'begin with the newest for the invalid cursor %j',
    async (cursor) => {
      await storedContribution(key, named('Ana'));
      expect((await recentContributions(key, cursor, true)).shown).toHaveLength(1);
    },
  );
});

describe('a public name', () => {
  it.each([
    ['  Ana   María ', 'Ana María'],
    ['O’Neill & Söhne', 'O’Neill & Söhne'],
    ['محمد', 'محمد'],
    ['<b>Bo</b>', '<b>Bo</b>'],
    ['Ana\u202e\u0000', 'Ana'],
    ['x'.repeat(80), `${'x'.repeat(59)}…`],
    ['Promoción 1998-2002', 'Promoción 1998-2002'],
    ['Cohorte 2010 2014', 'Cohorte 2010 2014'],
    ['En memoria de Luz, 12-05-1950', 'En memoria de Luz, 12-05-1950'],
    ['Grupo 123456', 'Grupo 123456'],
    ['👩‍👩‍👧 Familia Díaz', '👩‍👩‍👧 Familia Díaz'],
    ['❤️‍🔥', '❤️‍🔥'],
    ['🇨🇴 Ana 👋🏽', '🇨🇴 Ana 👋🏽'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Tom',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Tom',
    ],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['Ana\u200d María\u3164', 'Ana María'],
    [`${'x'.repeat(57)}👩‍👩‍👧 y`, `${'x'.repeat(57)}…`],
  ])('%j is shown as %j', (stored, shown) => expect(publicName(stored)).toBe(shown));

  it.each([
    null,
    '',
    '\u200b',
    '\u3164',
    '\u115f\u1160 \uffa0',
    '\u2800\u200d',
    '\u0301',
    'ana@example.org',
    'ana＠example.org',
    'mail: a@b',
    'https://spam.example',
    'www.spam.example',
    '4242 4242 4242 4242',
    '+57 300 123 4567',
    'CC 1020304050',
    'CC 1.020.304.050',
    '2010-2014-123',
    // The name of a creator who was erased.
    '—',
    '- -',
  ])('%j is not shown', (stored) => expect(publicName(stored)).toBeNull());
});
