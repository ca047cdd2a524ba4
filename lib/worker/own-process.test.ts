import { afterAll, beforeAll, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { type Child, startChild } from '#testing/child-server.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { donorReturns, loseWebhooks, mailsTo, poll, secondsAgo, setExpiry, statesOf, until } from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

/* The worker, a process of its own: one for all of these, because to start it costs more than what it does in them. */

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);

const SECRET = 'of-before';
const kept = async () => (await db().serviceSecret.findUniqueOrThrow({ where: { name: SECRET } })).value;

const jobOf = async (id: string) => {
  const [job] = await db().$queryRaw<{ state: string; heartbeatSeconds: number | null }[]>`
    SELECT state::text, heartbeat_seconds AS "heartbeatSeconds" FROM pgboss.job WHERE data->>'id' = ${id}`;
  return job;
};

let worker: Child;
beforeAll(async () => {
  await loseWebhooks(service);
  await db().serviceSecret.create({ data: { name: SECRET, value: 'readable' } });
  await transaction((tx) => enqueue(tx, 'check_payment', { id: 'pay_unknown' }));
  // As a worker leaves it that was killed inside the job.
  await db().$executeRaw`
    UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'`;
  expect(await jobOf('pay_unknown')).toEqual({ state: 'active', heartbeatSeconds: 10 });
  worker = await startChild('scripts/worker.ts');
});
afterAll(() => worker?.kill());

test('the worker, which restarts last, encrypts values from before there was a key', async () => {
  await until('it is encrypted', async () => (await kept()).startsWith('enc:v1:test:'));
});

test('a job whose worker died is done by another one soon, and blocks no other until then for long', async () => {
  await until('it was taken over', async () => (await jobOf('pay_unknown'))?.state !== 'active');
});

/** Queues a mail; returns its recipient. */
async function queued(recipient: string): Promise<string> {
  const data = {
    name: 'Ana',
    state: 'added',
    account: 'Bank 1',
    note: null,
    accountUrl: 'http://localhost/x',
  } as const;
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
  let hasPassed = false;
  // A machine that stands still for longer than a mail server is waited for shows nothing.
  for (let round = 1; round <= 5 && !hasPassed; round++) hasPassed = await passes(round);
  expect(hasPassed).toBe(true);
  await service.control('mailbox/hang_up');
});

const mailbox = async (to: string) => (await fetch(`${service.emulatorUrl}/mailbox.json?to=${to}`)).json();

test('it delivers the receipt and refunds unmatched funds', async () => {
  const [paid, late] = [await newLink({ email: 'worker@example.org' }), await newLink()];
  await pay(service, await intentOf(service, paid.id));
  await donorReturns(service, paid.id);
  const intent = await intentOf(service, late.id);
  await setExpiry(late.id, secondsAgo(2));
  await pay(service, intent);
  await poll(service, partner.key, late.id);
  await until('the receipt', async () => (await mailbox('worker@example.org')).length > 0);
  await until('the refund', async () => (await statesOf(late.id))[0] === 'refunded');
  expect(await mailsTo('worker@example.org')).toEqual(['donation_completed']);
});

test('it ends when it is asked to', async () => {
  worker.signal('SIGTERM');
  expect(await worker.ended).toEqual([0, null]);
});
