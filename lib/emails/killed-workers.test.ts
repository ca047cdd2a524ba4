// @module-tag full

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { IN_DOUBT } from '#lib/outbox/in-doubt.ts';
import { type Service, startService } from '#testing/service.ts';
import { deliverEmail } from './deliver.ts';

/** How many workers are killed: `KILLS=200` measures, fewer show that it holds. */
const KILLS = Number(process.env.KILLS ?? 12);
/** Workers that are at work at once, and the mails that each is given. */
const AT_ONCE = 4;
const MAILS = 12;
/** A worker is killed within so long after its first mail, in milliseconds: a delivery takes tens of them. */
const LONGEST_MS = 500;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const data = {
  name: 'Ana',
  title: 'Agua',
  amountMajor: 50,
  currency: 'USD',
  country: 'us',
  paymentId: 'pay_1',
  receiptUrl: 'https://give.example/receipt/rct_1',
  completedAt: '2026-11-21T12:00:00.000Z',
  backMajor: 50,
  reason: 'late',
};

/** Mails of both kinds in turn. */
async function stored(): Promise<string[]> {
  const rows = Array.from({ length: MAILS }, (_, n) => ({
    id: newId('email'),
    recipient: 'ana@example.org',
    locale: 'en',
    data,
    template: n % 2 === 0 ? 'donation_completed' : 'donation_refunded',
  }));
  await db().email.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

async function killWorker(): Promise<void> {
  const worker: ChildProcess = fork('testing/deliver-mails.ts', [], {
    env: process.env,
    execArgv: [],
    stdio: 'ignore',
    serialization: 'json',
  });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  worker.send(await stored());
  // The first mail takes longer than all others, because everything is loaded for it.
  await once(worker, 'message');
  // The one test that is about moments: wherever the kill falls, the same must hold.
  await pause(Math.random() * LONGEST_MS);
  worker.kill('SIGKILL');
  await ended;
}

test('wherever workers are killed, no mail is lost, and what says that money moved arrives once at most', {
  timeout: 3_600_000,
}, async () => {
  for (let killed = 0; killed < KILLS; killed += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, KILLS - killed) }, killWorker));
  const begun = await db().email.count({ where: { sentAt: null, begunAt: { not: null } } });
  const left = await db().email.findMany({ where: { sentAt: null } });
  // Another worker, once nobody can be waiting for an answer.
  for (const { id } of left) await deliverEmail(id, new Date(Date.now() + 120_000));
  const mails: { headers: Record<string, string> }[] = await (
    await fetch(`${service.emulatorUrl}/mailbox.json`)
  ).json();
  const copies = Map.groupBy(mails, ({ headers }) => headers['message-id']);
  const rows = (await db().email.findMany()).map(({ id, template, lastError }) => ({
    template,
    lastError,
    copies: copies.get(`<${id}@127.0.0.1>`)?.length ?? 0,
  }));
  const [receipts, moved] = ['donation_completed', 'donation_refunded'].map((kind) =>
    rows.filter(({ template }) => template === kind),
  );
  const told = moved?.filter(({ lastError }) => lastError === IN_DOUBT);
  process.stdout.write(
    `${KILLS} workers killed among ${rows.length} mails: ${begun} were begun and without an answer; ` +
      `${receipts?.filter((one) => one.copies > 1).length} receipts arrived twice, ${told?.length} other mails wait for staff, ` +
      `of which ${told?.filter((one) => one.copies === 1).length} had arrived\n`,
  );
  expect(receipts?.filter((one) => one.copies < 1)).toEqual([]);
  expect(receipts?.filter((one) => one.copies > 2)).toEqual([]);
  expect(moved?.filter((one) => one.copies > 1)).toEqual([]);
  expect(moved?.filter((one) => one.copies < 1 && one.lastError !== IN_DOUBT)).toEqual([]);
});
