// @module-tag full

import { beforeAll, expect, test } from 'vitest';
import { createClient, updateClient } from '#lib/clients/client.ts';
import { db, transaction } from '#lib/db.ts';
import { audit } from '#lib/policy/audit.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { listAudit } from './audit.ts';
import { exportList } from './exports.ts';

ownDatabase();

const DAY = 86_400_000;
const at = new Date('2026-11-22T00:00:00Z');
const entry = { actor: 'acc_1', subject: 'pay_1', data: {} };

beforeAll(() =>
  transaction(async (tx) => {
    await audit(tx, { ...entry, action: 'payment.refund', at: new Date(at.getTime() - 1) });
    await audit(tx, { ...entry, action: 'payment.refund', at, outcome: 'started' });
    await audit(tx, {
      ...entry,
      action: 'payment.refund',
      at: new Date(at.getTime() + 1),
      outcome: 'refused',
      reason: 'refund_over_left',
    });
    await audit(tx, {
      ...entry,
      action: 'withdrawal.mark_sent',
      subject: '=1+1',
      at: new Date(at.getTime() + DAY),
    });
  }),
);

const fileOf = (query: Record<string, string>) => exportList('audit', query, at) ?? [];

const actionsOf = async (query: Record<string, string>) =>
  (await listAudit({ actor: 'acc_1', ...query })).rows.map(({ action, outcome, reason }) =>
    [action, outcome, reason].join(' ').trim(),
  );

test('the log is filtered by outcome, and by days that are both included', async () => {
  expect(await actionsOf({ outcome: 'refused' })).toEqual(['payment.refund refused refund_over_left']);
  expect(await actionsOf({ from: '2026-11-22', to: '2026-11-22' })).toEqual([
    'payment.refund refused refund_over_left',
    'payment.refund started',
  ]);
  expect(await actionsOf({ from: '2026-11-23' })).toEqual(['withdrawal.mark_sent done']);
  expect(await actionsOf({ to: '2026-11-21' })).toEqual(['payment.refund done']);
  expect(await actionsOf({ from: '2026-02-31', to: 'x', outcome: 'y' })).toHaveLength(4);
});

test('the file has what the filters leave, and no cell is a formula', async () => {
  let file = '';
  for await (const piece of fileOf({ actor: 'acc_1', action: 'withdrawal.mark_sent' })) file += piece;
  expect(file).toBe(
    '\ufeffat_utc,actor,action,subject,outcome,reason,details\r\n' +
      "2026-11-23T00:00:00.000Z,acc_1,withdrawal.mark_sent,'=1+1,done,,\r\n",
  );
});

test('a long file has every entry once', async () => {
  const many = Array.from({ length: 1_005 }, (_, n) => ({
    id: `aud_long_${String(n).padStart(4, '0')}`,
    actor: 'acc_2',
    action: 'link.cancel',
    data: {},
    // Several have the same time: their ids decide.
    subject: `chl_${n}`,
    at: new Date(at.getTime() + Math.floor(n / 3)),
  }));
  await db().auditEntry.createMany({ data: many });
  let file = '';
  for await (const piece of fileOf({ actor: 'acc_2' })) file += piece;
  const subjects = file
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[3]);
  expect(subjects).toEqual(many.map(({ subject }) => subject).reverse());
});

test('a change of a client is told with what was before, and only what is different', async () => {
  const { id } = await transaction((tx) => createClient(tx, { name: 'Manos Unidas' }));
  await transaction((tx) => updateClient(tx, id, { name: 'Manos Unidas', displayName: 'Manos' }, 'console'));
  const { rows } = await listAudit({ subject: id });
  expect(rows).toMatchObject([{ action: 'client.update', data: 'displayName: — → Manos', outcome: 'done' }]);
});
