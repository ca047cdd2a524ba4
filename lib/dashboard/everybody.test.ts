import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { FRESH_SECONDS } from '#lib/sessions/session.ts';
import { accountOf, signIn, submit } from '#scripts/testing/browser-session.ts';
import { ACTION_SAMPLES, type Cast } from '#scripts/testing/dashboard-actions.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import type { Reply } from '#scripts/testing/service.ts';
import { ACTIONS } from './actions.ts';
import { authorise, type Verdict } from './permissions.ts';

const { service, partner } = runningService({ WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10' });
let cast: Cast;
beforeAll(async () => {
  cast = {
    ...{ service, partner },
    creator: await accountOf('creator@example.org'),
    other: await accountOf('other@example.org'),
    staff: await accountOf('staff@example.org', 'staff'),
  };
});

/** What moves money out of the house, or gives access to it. */
const NEEDS_FRESH: ReadonlySet<string> = new Set([
  'bank_account.add',
  'withdrawal.request',
  'withdrawal.pay',
  'payment.refund',
  'key.create',
  'passkey.remove',
  'passkey.reset',
  'key.rotate',
  'key.approve',
  'refund.approve',
]);

const STATUS: Record<Verdict, number> = { allowed: 303, missing: 404, refused: 403 };
const PEOPLE = [
  ['the creator', 'creator', 'creator'],
  ['another creator', 'other', 'creator'],
  ['staff', 'staff', 'staff'],
] as const;

function sampleOf(name: string) {
  const sample = ACTION_SAMPLES[name];
  if (!sample)
    throw new Error(`There is no sample form for ${name}: add one to scripts/testing/dashboard-actions.ts`);
  return sample(cast);
}

/** What an answer's form was refused for; nothing for one that did what it says. */
async function faultsOf(reply: Reply, accountId: string): Promise<unknown> {
  const id = new URL(reply.headers.get('location') ?? '/', service.url).searchParams.get('result');
  return id === null ? [] : (await db().formResult.findFirstOrThrow({ where: { id, accountId } })).faults;
}

describe.each(ACTIONS.map((action) => [action.name, action] as const))('%s', (name) => {
  const path = `/dashboard/actions/${name}`;

  test('sends somebody signed out to sign in, and does nothing', async () => {
    const { fields } = await sampleOf(name);
    const before = await db().auditEntry.count();
    const reply = await submit(service, path, { ...fields, back: '/dashboard/somewhere?a=b' });
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      '/sign-in?to=%2Fdashboard%2Fsomewhere%3Fa%3Db',
    ]);
    expect(await db().auditEntry.count()).toBe(before);
  });

  test.each(PEOPLE)('answers %s as the table of permissions says', async (_person, part, role) => {
    const { fields, resource } = await sampleOf(name);
    const { id, email } = cast[part];
    const cookie = await signIn(service, email);
    const entries = () => db().auditEntry.count({ where: { actor: id } });
    const before = await entries();
    const reply = await submit(service, path, fields, { cookie });
    const verdict = authorise({ id, name: '', role }, name, resource);
    expect(reply.status).toBe(STATUS[verdict]);
    const written = (await entries()) - before;
    if (verdict !== 'allowed') return expect(written).toBe(0);
    expect(await faultsOf(reply, id)).toEqual([]);
    // One action, one entry: staff are in the log for everything, and for nothing twice.
    if (role === 'staff') expect(written).toBe(1);
  });

  test('is done without a fresh sign-in only where it neither moves money nor gives access', async () => {
    const { fields, resource } = await sampleOf(name);
    const part = authorise({ id: cast.staff.id, name: '', role: 'staff' }, name, resource);
    const { id: accountId, email } = part === 'allowed' ? cast.staff : cast.creator;
    const cookie = await signIn(service, email);
    const provenAt = new Date(Date.now() - FRESH_SECONDS * 1000);
    await db().session.updateMany({ where: { accountId }, data: { provenAt } });
    const before = await db().auditEntry.count();
    const reply = await submit(service, path, { ...fields, back: '/dashboard/there' }, { cookie });
    const isAsked = reply.headers
      .get('location')
      ?.startsWith('/sign-in/prove?to=%2Fdashboard%2Fthere%3Fresult');
    expect([name, isAsked]).toEqual([name, NEEDS_FRESH.has(name)]);
    if (isAsked) expect(await db().auditEntry.count()).toBe(before);
  });

  test('is not taken from a page elsewhere, nor without a word of where it comes from', async () => {
    const { fields } = await sampleOf(name);
    const cookie = await signIn(service, 'creator@example.org');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: `${service.url}.evil.example` },
      { origin: service.url, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
    ])
      expect((await submit(service, path, fields, { cookie, headers })).status).toBe(403);
    expect((await submit(service, path, fields, { cookie })).status).not.toBe(403);
  });

  test('is not taken as JSON or text, which other pages could send with different rules', async () => {
    const cookie = await signIn(service, 'staff@example.org');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, cookie, 'sec-fetch-site': 'same-origin' };
      expect((await service.call(path, { raw: '{}', headers })).status).toBe(415);
    }
    const read = await service.call(path, { headers: { cookie } });
    expect([404, 405]).toContain(read.status);
  });
});

test('an action that does not exist is missing', async () => {
  const cookie = await signIn(service, 'staff@example.org');
  expect((await submit(service, '/dashboard/actions/cause.steal', {}, { cookie })).status).toBe(404);
  expect((await submit(service, '/dashboard/actions/__proto__', {}, { cookie })).status).toBe(404);
});
