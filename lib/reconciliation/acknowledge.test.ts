import { expect, test } from 'vitest';
import { listWork } from '#lib/dashboard/staff/work.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { acknowledgeDifference, openDifferences } from './acknowledge.ts';
import { SUM_KINDS } from './difference.ts';
import { differenceName } from './known-differences.ts';

ownDatabase();

const NOW = new Date('2026-11-23T12:00:00Z');

/** A finished daily run of the card account with one difference in the amounts of a payment. */
async function run(theirsMinor: string, minutes: number): Promise<void> {
  const at = new Date(NOW.getTime() + minutes * 60_000);
  const amounts = { currency: 'USD', oursMinor: '5000', theirsMinor };
  await db().reconciliation.create({
    data: {
      id: newId('reconciliation'),
      gateway: 'stripe',
      routine: true,
      balances: [],
      from: at,
      to: at,
      startedAt: at,
      finishedAt: at,
      differences: [{ about: 'amount', subject: 'pi_1', paymentId: null, ...amounts }],
    },
  });
}

const difference = 'amount USD 5000 4900 pi_1';
const wish = { gateway: 'stripe', difference, reason: 'A test charge', by: 'acc_1' };
const acknowledge = () => transaction((tx) => acknowledgeDifference(tx, wish, NOW));
const open = async () => (await listWork(NOW)).find(({ name }) => name === 'reconciliation')?.count ?? 0;

test('an explained difference no longer waits, is audited with its amounts, and waits again once they change', async () => {
  await run('4900', 0);
  expect(await open()).toBe(1);
  await acknowledge();
  expect(await open()).toBe(0);
  expect(await db().auditEntry.findFirstOrThrow()).toMatchObject({
    action: 'reconciliation.acknowledge',
    actor: 'acc_1',
    subject: 'stripe pi_1',
    data: {
      about: 'amount',
      currency: 'USD',
      oursMinor: '5000',
      theirsMinor: '4900',
      reason: 'A test charge',
    },
  });
  await run('4900', 1);
  expect(await open()).toBe(0);
  expect(await refusalOf(acknowledge())).toBe('difference_not_found');
  await run('4800', 2);
  expect(await open()).toBe(1);
});

test('one that is named with its amounts is acknowledged with these, or not at all', async () => {
  await run('4700', 3);
  const [seen] = await openDifferences(db(), 'stripe');
  if (!seen) throw new Error('no difference');
  await run('0', 4);
  const named = { ...wish, difference: differenceName(seen) };
  const now = () => refusalOf(transaction((tx) => acknowledgeDifference(tx, named, NOW)));
  expect(await now()).toBe('difference_not_found');
  await run('4700', 5);
  expect(await now()).toBe('nothing was refused');
  const latest = await db().reconciliationAcknowledgement.findMany({ where: { theirsMinor: { in: ['0', '4700'] } } });
  expect(latest).toMatchObject([{ oursMinor: '5000', theirsMinor: '4700' }]);
});

test.each([...SUM_KINDS].map((about, index) => [about, index * 10] as const))(
  'of a sum (%s), what was explained is by how much both sides differ, whatever moves on both',
  async (about, begun) => {
    const gateway = 'mercado-pago-co';
    const finished = async (oursMinor: string, theirsMinor: string, minutes: number) => {
      const at = new Date(NOW.getTime() + (begun + minutes) * 60_000);
      const difference = { about, subject: 'COP', paymentId: null, currency: 'COP', oursMinor, theirsMinor };
      await db().reconciliation.create({
        data: {
          id: newId('reconciliation'),
          gateway,
          routine: true,
          balances: [],
          differences: [difference],
          from: at,
          to: at,
          startedAt: at,
          finishedAt: at,
        },
      });
      return (await openDifferences(db(), gateway)).length;
    };
    expect(await finished('1000', '1500', 0)).toBe(1);
    await transaction((tx) =>
      acknowledgeDifference(tx, { ...wish, gateway, difference: `${about} COP 500 COP`, reason: 'From before' }, NOW),
    );
    expect(await openDifferences(db(), gateway)).toEqual([]);
    expect(await finished('71000', '71500', 1)).toBe(0);
    expect(await finished('71000', '71400', 2)).toBe(1);
    expect(await finished('71500', '71000', 3)).toBe(1);
    expect(await finished('0', '500', 4)).toBe(0);
  },
);
