import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { newId } from '#lib/ids.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { deleteOldMails } from './delete-old.ts';

ownDatabase();

const NOW = new Date('2026-11-28T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const mail = (sentAt: Date | null) => ({
  id: newId('email'),
  recipient: 'rosa@example.org',
  template: 'receipt',
  locale: 'es',
  data: { name: 'Rosa Díaz' },
  createdAt: daysAgo(400),
  sentAt,
});

test('a delivered mail is deleted after its days, one that waits is not', async () => {
  const days = env().mailRetentionDays;
  expect(days).toBe(30);
  const kept = [mail(daysAgo(days - 0.1)), mail(null)];
  await db().email.createMany({ data: [mail(daysAgo(days + 0.1)), ...kept] });
  await deleteOldMails(NOW);
  const left = await db().email.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
});

test('many are deleted in parts, the oldest first', async () => {
  await db().email.deleteMany();
  await db().email.createMany({ data: Array.from({ length: 501 }, (_, at) => mail(daysAgo(1_000 - at))) });
  await deleteOldMails(NOW);
  expect(await db().email.findMany({ select: { sentAt: true } })).toEqual([{ sentAt: daysAgo(500) }]);
  await deleteOldMails(NOW);
  expect(await db().email.count()).toBe(0);
});
