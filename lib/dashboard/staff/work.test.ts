// @module-tag full

import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { creatorWith, NEW_BANK_ACCOUNT, staffMember } from '#testing/withdrawals.ts';
import { listUndelivered } from './mails.ts';
import { countOpenWithdrawals } from './withdrawals.ts';
import { listWork } from './work.ts';

ownDatabase();

const NOW = new Date('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test('the work list of staff names each kind that waits with the oldest, and nothing else', async () => {
  expect(await listWork(NOW)).toEqual([]);

  const { creator, ask } = await creatorWith(9_000);
  const started = await ask(40, {}, minutesAgo(60));
  await changeWithdrawal(await staffMember(), started.id, 'start_sending', null, minutesAgo(10));
  await ask(50, {}, minutesAgo(30));
  await ask(800, {}, minutesAgo(20));
  await transaction((tx) =>
    addBankAccount(tx, creator, { ...NEW_BANK_ACCOUNT, accountNumber: '55554444' }, minutesAgo(90)),
  );
  await storedCause({ state: 'in_verification' });
  const mail = { recipient: 'ana@example.org', template: 'donation_thanks', locale: 'es', data: {} };
  await db().email.createMany({
    data: [
      { ...mail, id: 'eml_new', createdAt: minutesAgo(1) },
      { ...mail, id: 'eml_failing', createdAt: minutesAgo(40), attempts: 3, lastError: 'Error' },
      { ...mail, id: 'eml_failing_too', createdAt: minutesAgo(30), attempts: 1, lastError: 'Error' },
      { ...mail, id: 'eml_sent', createdAt: minutesAgo(50), sentAt: NOW, lastError: 'Error' },
    ],
  });
  const event = { gateway: 'stripe', type: 'charge.refunded' };
  await db().gatewayEvent.createMany({
    data: [
      { ...event, id: 'gev_1', eventId: 'evt_1', receivedAt: minutesAgo(0.5) },
      { ...event, id: 'gev_2', eventId: 'evt_2', receivedAt: minutesAgo(2) },
      { ...event, id: 'gev_3', eventId: 'evt_3', receivedAt: minutesAgo(3), handledAt: NOW },
    ],
  });

  expect(await listWork(NOW)).toEqual([
    { name: 'toDecide', count: 1, at: minutesAgo(20) },
    { name: 'toSend', count: 1, at: minutesAgo(30) },
    { name: 'toRecord', count: 1, at: minutesAgo(60) },
    { name: 'bankAccounts', count: 1, at: minutesAgo(90) },
    { name: 'causes', count: 1, at: null },
    { name: 'mails', count: 2, at: minutesAgo(40) },
    { name: 'events', count: 1, at: minutesAgo(2) },
  ]);
  expect(await countOpenWithdrawals()).toEqual({ requested: 1, approved: 1, sending: 1 });
  const { rows } = await listUndelivered({});
  expect(rows.map(({ id }) => id)).toEqual(['eml_failing', 'eml_failing_too']);
});
