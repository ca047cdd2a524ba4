import { expect, test } from 'vitest';
import { acceptance, CAUSE_STATES } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { staffOverview } from './overview.ts';

ownDatabase();

test('the overview counts the causes that accept payments, by the rule that decides about a payment', async () => {
  for (const state of CAUSE_STATES)
    for (const seconds of [null, -1, 0, 1])
      await storedCause({ state, closesAt: seconds === null ? null : new Date(NOW.getTime() + seconds * 1000) });
  const causes = await db().cause.findMany();
  const accepting = causes.filter((cause) => acceptance(cause, NOW) === 'accepting');
  expect(accepting).toHaveLength(9);
  expect((await staffOverview(NOW)).collecting).toBe(9);
});
