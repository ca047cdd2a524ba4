import { expect, test } from 'vitest';
import { asOwner } from '#testing/as-owner.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';
import { db, transaction } from './db.ts';
import { lockCheckoutLink, lockCheckoutLinks } from './locks.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

test('a locked link has every field, as its model reads it', async () => {
  const { id } = await newLink({
    email: 'ana@example.org',
    metadata: { order: '7' },
    external_reference: 'x-1',
  });
  const donor = { donorAmount: 80n, donorAnonymous: true, donorLocale: 'es-CO', donorMessage: '¡Fuerza!' };
  await db().checkoutLink.update({
    where: { id },
    data: {
      ...donor,
      browserHash: new Uint8Array(32).fill(255),
      donorSavedAt: new Date(),
      cancelledAt: new Date(),
    },
  });
  const link = await db().checkoutLink.findUniqueOrThrow({ where: { id } });
  const { cause, payments, ...locked } = (await transaction((tx) => lockCheckoutLink(tx, id))) ?? {};
  expect([locked, payments]).toEqual([link, []]);
  expect(cause).toMatchObject({ state: 'published', country: 'us' });
  expect(await transaction((tx) => lockCheckoutLink(tx, 'chl_unknown'))).toBeNull();
});

const attempt = {
  id: 'pay_1',
  rail: 'card',
  gateway: 'stripe',
  attempt: 1,
  state: 'starting',
  amount: 50n,
  currency: 'USD',
  browserHash: new Uint8Array(32).fill(7),
  donorAnonymous: false,
  claimedUntil: new Date(),
};

test('a link that was waited for is read as it was left, with its cause and payments', async () => {
  const { id, cause } = await newLink();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const first = transaction(async (tx) => {
    await lockCheckoutLink(tx, id);
    await tx.checkoutLink.update({ where: { id }, data: { donorName: 'Ana' } });
    await tx.cause.update({ where: { key: cause }, data: { title: 'As it was left' } });
    await tx.payment.create({ data: { ...attempt, linkId: id, causeKey: cause } });
    locked();
    await mayCommit;
  });
  await isLocked;
  const second = transaction((tx) => lockCheckoutLink(tx, id));
  await expect.poll(() => db().$queryRaw`SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1`).toHaveLength(1);
  commit();
  await first;
  const read = await second;
  expect([read?.donorName, read?.cause.title]).toEqual(['Ana', 'As it was left']);
  expect(read?.payments).toEqual(await db().payment.findMany({ where: { linkId: id } }));
});

/** Two transactions lock a link. The first, which has not read its payments, ends with `commit`; the second waits for it. */
async function twoAtOneLink() {
  const { id } = await newLink();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const first = transaction(async (tx) => {
    await lockCheckoutLinks(tx, [id]);
    locked();
    await mayCommit;
  });
  await isLocked;
  const second = transaction((tx) => lockCheckoutLink(tx, id)).then(
    (link) => link?.id,
    (error: Error) => error.message,
  );
  await waiting(1);
  return { id, first, second, commit };
}

const waiting = (sessions: number) =>
  expect
    .poll(() => db().$queryRaw`SELECT DISTINCT pid FROM pg_locks WHERE NOT granted`, { timeout: 20_000 })
    .toHaveLength(sessions);

test('a migration that changes the columns of payments waits for whoever is at a link, if it locks the links first', async () => {
  const { id, first, second, commit } = await twoAtOneLink();
  const migration = asOwner(
    'BEGIN; LOCK TABLE checkout_links IN EXCLUSIVE MODE; ALTER TABLE payments ADD COLUMN added TEXT; COMMIT',
  );
  await waiting(2);
  commit();
  await Promise.all([first, migration]);
  expect(await second).toBe(id);
});

test('otherwise the one who waits fails: the rows have another shape than the statement was planned for', async () => {
  const { first, second, commit } = await twoAtOneLink();
  await asOwner('ALTER TABLE payments ADD COLUMN added_without_lock TEXT');
  commit();
  await first;
  expect(await second).toMatch(/return row do not match|return type mismatch/);
});
