import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import { ownDatabase } from '#scripts/testing/ledger.ts';
import { listEvents } from './events.ts';

ownDatabase();
test('pages show every row once, also those of one instant', async () => {
  const receivedAt = new Date(Date.now() + 60_000);
  const ids = Array.from({ length: 120 }, (_, n) => `evt_tie_${String(n).padStart(3, '0')}`);
  await db().gatewayEvent.createMany({
    data: ids.map((id) => ({ id, gateway: 'stripe', eventId: id, type: 'charge.updated', receivedAt })),
  });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = await listEvents({ show: 'waiting' }, readCursor(after));
    seen.push(...page.rows.map(({ id }) => id));
    after = page.after;
  } while (after !== null);
  expect(seen).toEqual(ids.toReversed());
});
