import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listUndelivered } from '#lib/dashboard/staff/mails.ts';
import { db, pool, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { AT_MOST_ONCE, IN_DOUBT, resolveInDoubt } from '#lib/outbox/in-doubt.ts';
import { type EmailTemplate, sendEmail } from '#lib/outbox/send-email.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { asOwner } from '#testing/as-owner.ts';
import { type Child, startChild } from '#testing/child-server.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { makeJobsDue, runEveryJob, until } from '#testing/money.ts';
import { type Service, startService } from '#testing/service.ts';
import { deliverEmail } from './deliver.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  await service.control('mailbox/clear');
  await db().email.deleteMany();
  await db().$executeRaw`DELETE FROM pgboss.job WHERE name = 'deliver_email'`;
});
afterAll(() => service.close());

const donation = {
  name: 'Ana',
  title: 'Agua',
  amountMajor: 50,
  currency: 'USD',
  country: 'us',
  paymentId: 'pay_1',
  receiptUrl: 'https://give.example/receipt/rct_1',
  completedAt: '2026-11-21T12:00:00.000Z',
  backMajor: 50,
  isWhole: true,
  reason: 'late',
  reference: 'TR-1',
  sentOn: '2026-11-21',
  returnedOn: '2026-11-22',
  owedMajor: 50,
};
const withdrawal = {
  name: 'Olga',
  title: 'Agua',
  country: 'us',
  state: 'paid',
  amountMajor: 50,
  currency: 'USD',
  withdrawalId: 'wdr_1',
  account: 'Bank 1234',
  note: null,
  heldFor: null,
  sentReference: null,
  sentOn: null,
};

/** Puts a mail of a kind into the outbox. Returns its id. */
async function stored(template: string): Promise<string> {
  const data = template === 'withdrawal_changed' ? withdrawal : donation;
  const to = { recipient: 'ana@example.org', locale: 'en' };
  await transaction((tx) => sendEmail(tx, template as EmailTemplate, to, data as never));
  return (await db().email.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).id;
}

const rowOf = (id: string) => db().email.findUniqueOrThrow({ where: { id } });
/** The message ids of what arrived. */
async function arrived(): Promise<(string | undefined)[]> {
  const mails: { headers: Record<string, string> }[] = await (
    await fetch(`${service.emulatorUrl}/mailbox.json`)
  ).json();
  return mails.map(({ headers }) => headers['message-id']);
}
const minutes = (n: number) => new Date(Date.now() + n * 60_000);

const REPEATED = ['donation_completed'];
const EVERY_KIND = [...REPEATED, ...AT_MOST_ONCE];

test('what says that money moved is sent at most once', () => {
  expect(AT_MOST_ONCE.toSorted()).toEqual([
    'donation_given_back',
    'donation_refunded',
    'refund_returned',
    'refund_sent_by_hand',
    'transfer_returned',
    'withdrawal_changed',
  ]);
});

test.each(
  EVERY_KIND.flatMap((kind) => [
    [kind, 'is refused by its sender', 'refuse', {}] as const,
    [kind, 'is refused after its content', 'refuse', { at: 'content', code: 452 }] as const,
    [kind, 'loses its connection before its content', 'cut', { at: 'envelope' }] as const,
  ]),
)('%s, which %s, was not sent: it is sent again, and arrives once', async (kind, _way, action, how) => {
  const id = await stored(kind);
  await service.control(`mailbox/${action}`, how);
  await service.runJobs();
  expect(await rowOf(id)).toMatchObject({ sentAt: null, begunAt: null, attempts: 1 });
  expect((await rowOf(id)).lastError).not.toBe(IN_DOUBT);
  expect(await arrived()).toEqual([]);
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ attempts: 2, lastError: null, sentAt: expect.any(Date) });
  expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
});

test.each(EVERY_KIND)('%s, given up while the database notes that it is begun, was not sent either', async (kind) => {
  const id = await stored(kind);
  const isFree = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const held = transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM emails WHERE id = ${id} FOR UPDATE`;
    isHeld.resolve();
    await isFree.promise;
  });
  await isHeld.promise;
  const delivered = deliverEmail(id, new Date()).catch(() => undefined);
  await until('it is to be noted', isLockAwaited);
  await service.control('mailbox/hang_up');
  isFree.resolve();
  await Promise.all([held, delivered]);
  expect(await rowOf(id)).toMatchObject({ sentAt: null, begunAt: null, attempts: 1, lastError: 'Error' });
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ attempts: 2, lastError: null, sentAt: expect.any(Date) });
  expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
});

test('a mail server that is not there has got nothing', async () => {
  const id = await stored('donation_refunded');
  const settings = env();
  const { smtpUrl } = settings;
  settings.smtpUrl = 'smtp://127.0.0.1:1';
  await service.runJobs();
  Object.assign(settings, { smtpUrl });
  expect(await rowOf(id)).toMatchObject({ sentAt: null, begunAt: null, attempts: 1 });
  await runEveryJob(service);
  expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
});

test.each([
  ['arrived', true, 2],
  ['did not arrive', false, 1],
])('a receipt that %s before the connection was lost is sent again under the same id', async (_name, keeps, copies) => {
  const id = await stored('donation_completed');
  await service.control('mailbox/cut', { keeps });
  await service.runJobs();
  expect(await rowOf(id)).toMatchObject({ sentAt: null, begunAt: expect.any(Date), lastError: IN_DOUBT });
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), lastError: null });
  expect(await arrived()).toEqual(Array.from({ length: copies }, () => `<${id}@127.0.0.1>`));
});

test.each(AT_MOST_ONCE)('%s is not sent again while it may have arrived: staff are asked', async (kind) => {
  const id = await stored(kind);
  await service.control('mailbox/cut', {});
  await service.runJobs();
  expect(await rowOf(id)).toMatchObject({ sentAt: null, begunAt: expect.any(Date), lastError: IN_DOUBT });
  // Neither by its job, which is done, nor by the sweep, nor by another worker.
  await runEveryJob(service);
  await sweep(minutes(60));
  await runEveryJob(service);
  await deliverEmail(id, minutes(60));
  expect(await arrived()).toHaveLength(1);
  const { rows } = await listUndelivered({});
  expect(rows).toMatchObject([{ id, inDoubt: 'staff', lastError: IN_DOUBT }]);
});

test('staff who learn that it did not arrive have it sent again, once', async () => {
  const id = await stored('donation_refunded');
  await service.control('mailbox/cut', { keeps: false });
  await service.runJobs();
  const row = await rowOf(id);
  await Promise.all([1, 2].map(() => transaction((tx) => resolveInDoubt(tx, row, 'send_again'))));
  await runEveryJob(service);
  expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
  expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), lastError: null });
});

test('staff who learn that it arrived end the doubt: it was sent when it was handed over', async () => {
  const id = await stored('refund_returned');
  await service.control('mailbox/cut', {});
  await service.runJobs();
  const row = await rowOf(id);
  await transaction((tx) => resolveInDoubt(tx, row, 'delivered'));
  expect(await rowOf(id)).toMatchObject({ sentAt: row.begunAt, lastError: null });
  await sweep(minutes(60));
  await runEveryJob(service);
  expect(await arrived()).toHaveLength(1);
  // It is no longer in doubt: nothing sends it again.
  await transaction((tx) => resolveInDoubt(tx, row, 'send_again'));
  await runEveryJob(service);
  expect(await arrived()).toHaveLength(1);
});

/** From now on the database has no room for what became of a mail. Returns how many such notes it refused. */
async function fillDisk(): Promise<() => Promise<number>> {
  await asOwner(`
    CREATE SEQUENCE refused_notes;
    GRANT USAGE, SELECT ON SEQUENCE refused_notes TO PUBLIC;
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('refused_notes');
      RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
    END $$;
    CREATE TRIGGER no_room BEFORE UPDATE OF attempts ON emails FOR EACH ROW EXECUTE FUNCTION no_room()`);
  return async () => Number((await pool().query('SELECT last_value FROM refused_notes')).rows[0].last_value);
}

test.each([
  ['accepted', undefined, 1],
  ['refused', { code: 452, at: 'content' }, 0],
])('what the mail server %s is noted once the disk has room again', async (_answer, refusal, copies) => {
  const id = await stored('donation_refunded');
  if (refusal) await service.control('mailbox/refuse', refusal);
  const refused = await fillDisk();
  const delivered = deliverEmail(id, new Date()).catch(() => undefined);
  await until('two notes were refused', async () => (await refused()) >= 2);
  await asOwner('DROP TRIGGER no_room ON emails; DROP FUNCTION no_room; DROP SEQUENCE refused_notes');
  await delivered;
  expect(await rowOf(id)).toMatchObject({ attempts: 1, sentAt: copies === 1 ? expect.any(Date) : null });
  await runEveryJob(service);
  expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
  expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), lastError: null });
});

test('of two workers at one mail, one hands it over', async () => {
  const id = await stored('donation_completed');
  const now = new Date();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => deliverEmail(id, now)));
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await arrived()).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), lastError: null });
});

/** A worker that is killed while the mail server holds its conversation. */
async function killedWorker(at: 'envelope' | 'content', keeps: boolean): Promise<void> {
  await service.control('mailbox/cut', { at, keeps, how: 'silence' });
  const worker: Child = await startChild('scripts/worker.ts');
  await until('the mail server holds the mail', async () => (await service.control('mailbox/cuts')).cuts === 1);
  await worker.kill();
  await service.control('mailbox/cut', { times: 0 });
}

test.each(['donation_completed', 'donation_refunded'])(
  '%s, whose worker is killed before its content, arrives once',
  async (kind) => {
    const id = await stored(kind);
    await killedWorker('envelope', true);
    expect(await rowOf(id)).toMatchObject({ begunAt: null, sentAt: null });
    await deliverEmail(id, new Date());
    expect(await arrived()).toEqual([`<${id}@127.0.0.1>`]);
  },
);

test.each([
  ['donation_completed', 2],
  ['donation_refunded', 1],
])('%s, whose worker is killed before it could note the answer, arrives %d times', async (kind, copies) => {
  const id = await stored(kind);
  await killedWorker('content', true);
  // At first nobody can tell a killed worker from a slow one.
  await expect(deliverEmail(id, new Date())).rejects.toThrow('begun');
  expect(await arrived()).toHaveLength(1);
  await deliverEmail(id, minutes(2));
  expect(await arrived()).toEqual(Array.from({ length: copies }, () => `<${id}@127.0.0.1>`));
  const isSent = copies === 2;
  expect(await rowOf(id)).toMatchObject({
    sentAt: isSent ? expect.any(Date) : null,
    lastError: isSent ? null : IN_DOUBT,
  });
});

test('an earlier try stays in doubt where a later one is refused', async () => {
  const id = await stored('donation_completed');
  await service.control('mailbox/cut', {});
  await service.runJobs();
  const { begunAt } = await rowOf(id);
  await service.control('mailbox/refuse', {});
  await makeJobsDue();
  await service.runJobs();
  expect(await rowOf(id)).toMatchObject({ begunAt, sentAt: null, attempts: 2 });
});
