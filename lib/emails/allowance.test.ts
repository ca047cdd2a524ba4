import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { causeBody } from '#testing/factories.ts';
import { makeJobsDue } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { deliverEmail } from './deliver.ts';

const { service, partner } = runningService();
const DAY_MS = 86_400_000;
let count = 0;
let owner: string;
beforeEach(() => {
  owner = `owner-${++count}@example.org`;
});

async function createCauses(times: number): Promise<void> {
  const body = causeBody({ owner: { email: owner, name: 'Olga' } });
  const replies = await Promise.all(
    Array.from({ length: times }, () => service.call('/v1/causes', { key: partner.key, body })),
  );
  for (const { status } of replies) expect(status).toBe(201);
}

const mailsTo = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await fetch(`${service.emulatorUrl}/mailbox.json?to=${encodeURIComponent(to)}`)).json();
const waiting = () => db().email.findMany({ where: { recipient: owner, sentAt: null } });
const DIGEST = /more cause(s were| was) created|Se crearon? una? ?causas? más|más/;

/** A day passes: what was written or sent before is that much older, and what waits for its time is due. */
async function aDayPasses(): Promise<void> {
  const older = db().$executeRaw`
    UPDATE emails SET created_at = created_at - interval '1 day', admitted_at = admitted_at - interval '1 day'
     WHERE recipient = ${owner}`;
  await older;
  await makeJobsDue();
  await service.runJobs();
}

test('an owner gets mails about five causes a day, and one digest that counts the others', async () => {
  await createCauses(8);
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(5);
  expect((await waiting()).map(({ template, data }) => [template, data])).toEqual([
    ['causes_created', expect.objectContaining({ count: 3 })],
  ]);
  await createCauses(1);
  await service.runJobs();
  await aDayPasses();
  const mails = await mailsTo(owner);
  expect(mails).toHaveLength(6);
  expect(mails[0]?.text).toMatch(/\b4\b/);
  expect(mails[0]?.text).toContain(`${service.url}/dashboard`);
  expect(mails.slice(1).filter(({ text }) => DIGEST.test(text))).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('the next day each cause has its mail again, and other owners are not affected', async () => {
  await createCauses(6);
  await service.runJobs();
  await aDayPasses();
  const before = (await mailsTo(owner)).length;
  await createCauses(1);
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(before + 1);
  owner = `another-${count}@example.org`;
  await createCauses(1);
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(1);
});

test('an admitted mail stays admitted, however often the mail server refuses it', async () => {
  await createCauses(5);
  await service.control('mailbox/refuse', { code: 451, times: 5 });
  await service.runJobs();
  expect(await mailsTo(owner)).toEqual([]);
  await makeJobsDue();
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(5);
});

test('no sweep delivers a digest early, and a digest whose job is lost is delivered', async () => {
  await createCauses(6);
  await service.runJobs();
  const [digest] = await waiting();
  const id = digest?.id ?? '';
  await deliverEmail(id, new Date());
  const later = new Date(Date.now() + DAY_MS / 2);
  await sweep(later);
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(5);
  await db().$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${id}`;
  await db().$executeRaw`UPDATE emails SET created_at = created_at - interval '25 hours' WHERE id = ${id}`;
  await sweep(new Date());
  await service.runJobs();
  expect(await mailsTo(owner)).toHaveLength(6);
});

test('the spellings of one mailbox are one recipient: five mails a day, and one digest', async () => {
  const spellings = Array.from({ length: 7 }, (_, n) => `${n % 2 ? 'Flood' : 'flood'}+${n}@example.org`);
  for (owner of spellings) await createCauses(1);
  await service.runJobs();
  const all = { recipient: { contains: 'flood+', mode: 'insensitive' as const } };
  expect(await db().email.count({ where: { ...all, sentAt: { not: null } } })).toBe(5);
  const digests = await db().email.findMany({ where: { ...all, sentAt: null } });
  expect(digests.map(({ template, data }) => [template, data])).toEqual([
    ['causes_created', expect.objectContaining({ count: 2 })],
  ]);
});
