import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { ownDatabase } from '#testing/ledger.ts';

ownDatabase();

test('the database takes the currencies of the specification, and counts their minor units as we do', async () => {
  const [limit] = await db().$queryRaw<{ check: string }[]>`
    SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint WHERE conname = 'causes_currency'`;
  expect(limit?.check.match(/'[A-Z]+'/g)?.map((code) => code.slice(1, -1))).toEqual([...CURRENCIES]);
  const units = await db().$queryRaw<{ currency: string; units: number }[]>`
    SELECT currency, minor_units_per_major(currency) AS units
      FROM unnest(${[...CURRENCIES]}::text[]) AS currency`;
  expect(units).toEqual(CURRENCIES.map((currency) => ({ currency, units: minorUnitsPerMajor(currency) })));
});
