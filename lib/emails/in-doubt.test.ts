import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listUndelivered } from '#lib/dashboard/staff/mails.ts';
import { db, pool, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { AT_MOST_ONCE, IN_DOUBT, resolveInDoubt } from '#lib/outbox/in-doubt.ts';
import { type EmailTemplate, sendEmail } from '#lib/outbox/send-email.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { asOwner } from '#testing/as-owner.ts';
import { startChild } from '#testing/child-server.ts';
import { awaitedLocks } from '#testing/lock-waits.ts';
import { makeJobsDue, runEveryJob, until } from '#testing/money.ts';
import { runs } from '#testing/runs.ts';
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

/** A mail of each of these kinds. Returns their ids. */
async function storedEach(kinds: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) ids.push(await stored(kind));
  return ids;
}

const rowOf = (id: string) => db().email.findUniqueOrThrow({ where: { id } });
/** The rows of some mails by their kind, with some of their members. */
async function byKind<T>(
  ids: string[],
  read: (row: Awaited<ReturnType<typeof rowOf>>) => T,
): Promise<Record<string, T>> {
  const rows = await db().email.findMany({ where: { id: { in: ids } } });
  return Object.fromEntries(rows.map((row) => [row.template, read(row)]));
}
const ofEach = <T>(kinds: readonly string[], value: T) => Object.fromEntries(kinds.map((kind) => [kind, value]));
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
/** One that is repeated, and one that is not: in the gate, where every kind is shown by another case. */
const EITHER_KIND = runs([...REPEATED, ...AT_MOST_ONCE.slice(0, 1)], EVERY_KIND);

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

test.each([
  ['is refused by its sender', EITHER_KIND, 'refuse', {}],
  ['is refused after its content', EVERY_KIND, 'refuse', { at: 'content', code: 452 }],
  ['loses its connection before its content', EITHER_KIND, 'cut', { at: 'envelope' }],
] as const)(
  'a mail of any kind, which %s, was not sent: it is sent again, and arrives once',
  async (_way, kinds, action, how) => {
    const ids = await storedEach(kinds);
    await service.control(`mailbox/${action}`, { ...how, times: ids.length });
    await service.runJobs();
    const read = ({ sentAt, begunAt, attempts, lastError }: Awaited<ReturnType<typeof rowOf>>) =>
      [sentAt, begunAt, attempts, lastError === IN_DOUBT] as const;
    expect(await byKind(ids, read)).toEqual(ofEach(kinds, [null, null, 1, false]));
    expect(await arrived()).toEqual([]);
    await runEveryJob(service);
    const again = await byKind(ids, ({ sentAt, attempts, lastError }) => [sentAt !== null, attempts, lastError]);
    expect(again).toEqual(ofEach(kinds, [true, 2, null]));
    expect((await arrived()).toSorted()).toEqual(ids.map((id) => `<${id}@127.0.0.1>`).toSorted());
  },
);

test('mails that are given up while the database notes that they are begun were not sent either', async () => {
  const ids = await storedEach(EITHER_KIND);
  const isFree = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const held = transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM emails FOR UPDATE`;
    isHeld.resolve();
    await isFree.promise;
  });
  await isHeld.promise;
  const delivered = ids.map((id) => deliverEmail(id, new Date()).catch(() => undefined));
  await until('all are to be noted', async () => (await awaitedLocks()) === ids.length);
  await service.control('mailbox/hang_up');
  isFree.resolve();
  await Promise.all([held, ...delivered]);
  const read = ({ sentAt, begunAt, attempts, lastError }: Awaited<ReturnType<typeof rowOf>>) =>
    [sentAt, begunAt, attempts, lastError] as const;
  expect(await byKind(ids, read)).toEqual(ofEach(EITHER_KIND, [null, null, 1, 'Error']));
  await runEveryJob(service);
  const again = await byKind(ids, ({ sentAt, attempts, lastError }) => [sentAt !== null, attempts, lastError]);
  expect(again).toEqual(ofEach(EITHER_KIND, [true, 2, null]));
  expect((await arrived()).toSorted()).toEqual(ids.map((id) => `<${id}@127.0.0.1>`).toSorted());
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

test('what says that money moved is not sent again while it may have arrived: staff are asked', async () => {
  const ids = await storedEach(AT_MOST_ONCE);
  await service.control('mailbox/cut', { times: ids.length });
  await service.runJobs();
  const read = ({ sentAt, begunAt, lastError }: Awaited<ReturnType<typeof rowOf>>) =>
    [sentAt, begunAt !== null, lastError] as const;
  expect(await byKind(ids, read)).toEqual(ofEach(AT_MOST_ONCE, [null, true, IN_DOUBT]));
  // Neither by its job, which is done, nor by the sweep, nor by another worker.
  await runEveryJob(service);
  await sweep(minutes(60));
  await runEveryJob(service);
  for (const id of ids) await deliverEmail(id, minutes(60));
  expect((await arrived()).toSorted()).toEqual(ids.map((id) => `<${id}@127.0.0.1>`).toSorted());
  const { rows } = await listUndelivered({});
  const told = rows.map(({ id, inDoubt, lastError }) => [id, inDoubt, lastError]);
  expect(told.toSorted()).toEqual(ids.map((id) => [id, 'staff', IN_DOUBT]).toSorted());
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

test('of mails whose worker is killed, those before their content arrive once; after it, what says that money moved, too', async () => {
  const kinds = ['donation_completed', 'donation_refunded'];
  const worker = await startChild('testing/deliver-mails.ts');
  /** The mail server holds the conversations about these mails of the worker, and never answers. */
  const hold = async (at: 'envelope' | 'content', ids: string[], all: number) => {
    await service.control('mailbox/cut', { at, how: 'silence', times: ids.length });
    for (const id of ids) worker.send([id]);
    await until('the mail server holds them', async () => (await service.control('mailbox/cuts')).cuts === all);
  };
  const before = await storedEach(kinds);
  const after = await storedEach(kinds);
  await hold('envelope', before, 2);
  await hold('content', after, 4);
  await worker.kill();

  const read = ({ begunAt, sentAt }: Awaited<ReturnType<typeof rowOf>>) => [begunAt !== null, sentAt] as const;
  expect(await byKind(before, read)).toEqual(ofEach(kinds, [false, null]));
  // At first nobody can tell a killed worker from a slow one.
  for (const id of after) await expect(deliverEmail(id, new Date())).rejects.toThrow('begun');
  expect(await arrived()).toHaveLength(2);
  for (const id of before) await deliverEmail(id, new Date());
  for (const id of after) await deliverEmail(id, minutes(2));
  const copies = Map.groupBy(await arrived(), (id) => id);
  const times = (ids: string[]) => ids.map((id) => copies.get(`<${id}@127.0.0.1>`)?.length);
  expect([times(before), times(after)]).toEqual([
    [1, 1],
    [2, 1],
  ]);
  const noted = await byKind(after, ({ sentAt, lastError }) => [sentAt !== null, lastError]);
  expect(noted).toEqual({ donation_completed: [true, null], donation_refunded: [false, IN_DOUBT] });
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
