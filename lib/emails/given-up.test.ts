import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listUndelivered } from '#lib/dashboard/staff/mails.ts';
import { db, transaction } from '#lib/db.ts';
import { metricsRegistry } from '#lib/metrics.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { GIVEN_UP_DECISIONS, resolveGivenUp } from '#lib/outbox/undelivered.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { watchState } from '#lib/worker/watch-state.ts';
import { runEveryJob } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();
const DAY_MS = 86_400_000;
const TO = 'mistyped@example.org';
const NO_SUCH_USER = { at: 'recipient', code: 550 };

beforeAll(() => watchState());
beforeEach(async () => {
  await service.control('mailbox/clear');
  await db().email.deleteMany();
  await db().$executeRaw`DELETE FROM pgboss.job WHERE name = 'deliver_email'`;
});

/** Puts a mail into the outbox that is so old. Returns its id. */
async function stored(ageMs: number): Promise<string> {
  const data = {
    name: 'Ana',
    state: 'added',
    account: 'Bank 1',
    note: null,
    accountUrl: 'http://localhost/x',
  } as const;
  await transaction((tx) => sendEmail(tx, 'bank_account_changed', { recipient: TO, locale: 'en' }, data));
  const createdAt = new Date(Date.now() - ageMs);
  const { id } = await db().email.findFirstOrThrow({ where: { recipient: TO } });
  await db().email.update({ where: { id }, data: { createdAt } });
  return id;
}

/** Has it refused at its next try. */
async function refused(id: string, refusal: object): Promise<void> {
  await service.control('mailbox/refuse', refusal);
  await service.runJobs();
  expect(await rowOf(id)).toMatchObject({ attempts: 1, sentAt: null, begunAt: null });
}

const rowOf = (id: string) => db().email.findUniqueOrThrow({ where: { id } });
const arrived = async (): Promise<object[]> => (await fetch(`${service.emulatorUrl}/mailbox.json?to=${TO}`)).json();

async function counted(...kinds: string[]): Promise<(number | undefined)[]> {
  const lines = (await metricsRegistry().metrics()).split('\n');
  return kinds.map((kind) => {
    const name = `waiting{kind="${kind}"} `;
    return Number(lines.find((line) => line.startsWith(name))?.slice(name.length));
  });
}

test('a mail whose recipient is refused for good is given up after a day, and shown to staff with the answer', async () => {
  const id = await stored(DAY_MS);
  await refused(id, NO_SUCH_USER);
  expect(await rowOf(id)).toMatchObject({
    undeliverableAt: expect.any(Date),
    lastError: expect.stringMatching(/^550 5\.1\.1 /),
  });
  // Neither its job nor the sweep tries it again, and it no longer counts as one that waits.
  await runEveryJob(service);
  await sweep(new Date(Date.now() + 3_600_000));
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ attempts: 1 });
  expect(await arrived()).toEqual([]);
  expect(await counted('mails', 'mails_given_up')).toEqual([0, 1]);
  expect((await listUndelivered({})).rows).toMatchObject([{ id, isGivenUp: true, inDoubt: null }]);
});

test.each([
  ['is younger', DAY_MS - 600_000, NO_SUCH_USER],
  ['is refused for now', 9 * DAY_MS, { at: 'recipient', code: 450 }],
  ['is refused by a policy', 9 * DAY_MS, { at: 'recipient', code: 557 }],
  ['is refused for its sender', 9 * DAY_MS, { at: 'envelope', code: 550 }],
  ['is refused for its content', 9 * DAY_MS, { at: 'content', code: 550 }],
])('one that %s is tried again, and delivered', async (_name, ageMs, refusal) => {
  const id = await stored(ageMs);
  await refused(id, refusal);
  expect(await rowOf(id)).toMatchObject({ undeliverableAt: null });
  expect(await counted('mails', 'mails_given_up')).toEqual([1, 0]);
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ sentAt: expect.any(Date), lastError: null });
  expect(await arrived()).toHaveLength(1);
});

test('staff have it sent again once the mailbox exists, and it arrives once', async () => {
  const id = await stored(DAY_MS);
  await refused(id, NO_SUCH_USER);
  const done = await Promise.all([1, 2].map(() => transaction((tx) => resolveGivenUp(tx, id, 'send_again'))));
  expect(done.toSorted()).toEqual([false, true]);
  await runEveryJob(service);
  expect(await rowOf(id)).toMatchObject({ undeliverableAt: null, lastError: null, sentAt: expect.any(Date) });
  expect(await arrived()).toHaveLength(1);
});

test('staff delete it, and a mail that was not given up cannot be', async () => {
  const id = await stored(0);
  for (const end of GIVEN_UP_DECISIONS) expect(await transaction((tx) => resolveGivenUp(tx, id, end))).toBe(false);
  await db().email.update({ where: { id }, data: { createdAt: new Date(Date.now() - DAY_MS) } });
  await refused(id, NO_SUCH_USER);
  expect(await transaction((tx) => resolveGivenUp(tx, id, 'delete'))).toBe(true);
  expect(await db().email.count()).toBe(0);
});
