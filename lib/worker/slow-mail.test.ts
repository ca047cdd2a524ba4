import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { startChild } from '#testing/child-server.ts';
import { until } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();

const data = { name: 'Ana', state: 'added', account: 'Bank 1', note: null, accountUrl: 'http://localhost/x' } as const;

/** Queues a mail; returns its recipient. */
async function queued(recipient: string): Promise<string> {
  await transaction((tx) => sendEmail(tx, 'bank_account_changed', { recipient, locale: 'en' }, data));
  return recipient;
}

const rowOf = (recipient: string) => db().email.findFirstOrThrow({ where: { recipient } });

/** Whether a mail arrived while the mail server had not answered about an earlier one. */
async function passes(round: number): Promise<boolean> {
  await service.control('mailbox/clear');
  await service.control('mailbox/cut', { at: 'envelope', how: 'silence' });
  const slow = await queued(`slow-${round}@example.org`);
  await until('the mail server is silent', async () => (await service.control('mailbox/cuts')).cuts === 1);
  const quick = await queued(`quick-${round}@example.org`);
  await until('the other mail is sent', async () => (await rowOf(quick)).sentAt !== null);
  return (await rowOf(slow)).attempts === 0;
}

test('a mail server that is silent about one mail holds back no other', async () => {
  const worker = await startChild('scripts/worker.ts');
  let hasPassed = false;
  // A machine that stands still for longer than a mail server is waited for shows nothing.
  for (let round = 1; round <= 5 && !hasPassed; round++) hasPassed = await passes(round);
  expect(hasPassed).toBe(true);
  await service.control('mailbox/hang_up');
  await worker.kill();
});
