import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { openLink } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();

test('a filled-in honeypot gets an ordinary answer, and nothing is stored', async () => {
  const { id } = await openLink(service, partner);
  const robot = { ref: id, amount: 80, name: 'R', email: 'r@example.org', website: 'https://spam.example' };
  const { status, body, headers } = await service.call('/checkout/donation', { body: robot });
  expect({ status, body }).toEqual({ status: 200, body: { amount: 50, held: true } });
  expect(headers.get('set-cookie')).toBeNull();
  const row = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ donorAmount: null, donorName: null, donorEmail: null });

  const person = { ...robot, website: '' };
  expect((await service.call('/checkout/donation', { body: person })).body).toEqual({ amount: 80 });
});
