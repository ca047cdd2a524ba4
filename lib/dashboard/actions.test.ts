import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { authorise } from '#lib/policy/authorise.ts';
import { type Decision, needsFreshSignIn } from '#lib/policy/decide.ts';
import { ruleOf } from '#lib/policy/table.ts';
import { FRESH_SECONDS } from '#lib/sessions/session.ts';
import type { Cast } from '#testing/action-sample.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { ACTION_SAMPLES } from '#testing/dashboard-actions.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { ACTIONS } from './actions.ts';
import { readResult } from './results.ts';

const { service, partner } = runningService({
  WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10',
  // More sign-ins than one address may make.
  TRUSTED_PROXIES: '127.0.0.1',
});
let cast: Cast;
let casts = 0;
let staffCookie: string | undefined;
/** Accounts of its own for each action: on a fast machine the forms of all would exceed an account's limit. */
async function newCast(): Promise<void> {
  const number = ++casts;
  staffCookie = undefined;
  cast = {
    service,
    partner,
    creator: await accountOf(`creator-${number}@example.org`),
    other: await accountOf(`other-${number}@example.org`),
    staff: await accountOf(`staff-${number}@example.org`, 'staff'),
  };
}
beforeAll(newCast);

const STATUS: Record<Decision, number> = { allowed: 303, missing: 404, refused: 403 };
const PEOPLE = [
  ['the creator', 'creator', 'creator'],
  ['another creator', 'other', 'creator'],
  ['staff', 'staff', 'staff'],
] as const;

function sampleOf(name: string) {
  const sample = ACTION_SAMPLES[name];
  if (!sample) throw new Error(`There is no sample form for ${name}: add one to testing/dashboard-actions.ts`);
  return sample(cast);
}

/** The errors of a refused form; empty if the action was done. */
async function errorsOf(reply: Reply, accountId: string): Promise<unknown> {
  const id = new URL(reply.headers.get('location') ?? '/', service.url).searchParams.get('result');
  return id === null ? [] : (await db().formResult.findFirstOrThrow({ where: { id, accountId } })).faults;
}

/** Steps of a batch, each of which is one of its withdrawals. */
const OF_EACH: ReadonlySet<string> = new Set(['batch.start_sending', 'batch.mark_sent', 'batch.mark_not_sent']);

describe.each(ACTIONS.map((action) => [action.name, action] as const))('%s', (name, { takesFile }) => {
  beforeAll(newCast);
  const path = `/dashboard/actions/${name}`;

  test('redirects a signed-out visitor to sign-in, and does nothing', async () => {
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
    const { fields, file, resource } = await sampleOf(name);
    const { id, email } = cast[part];
    const cookie = await signIn(service, email);
    const entries = (outcome: string) => db().auditEntry.count({ where: { actor: id, outcome } });
    const [done, refused] = [await entries('done'), await entries('refused')];
    const reply = await submit(service, path, fields, { cookie, file });
    const decision = await authorise(db(), { id, role }, name, resource);
    expect(reply.status).toBe(STATUS[decision]);
    const isRefused = decision === 'refused' && role === 'staff';
    expect((await entries('refused')) - refused).toBe(isRefused ? 1 : 0);
    const written = (await entries('done')) - done;
    if (decision !== 'allowed') return expect(written).toBe(0);
    expect(await errorsOf(reply, id)).toEqual([]);
    // Each staff action writes exactly one entry of what was done; a batch, one more for the withdrawal in it.
    if (role === 'staff') expect(written).toBe(OF_EACH.has(name) ? 2 : 1);
  });

  test('only works without a fresh sign-in if it decides about neither money, holds, terms, access nor a person', async () => {
    const { fields, resource } = await sampleOf(name);
    const staff = { id: cast.staff.id, role: 'staff' } as const;
    const isOfStaff = (await authorise(db(), staff, name, resource)) === 'allowed';
    const { id: accountId, email } = isOfStaff ? cast.staff : cast.creator;
    const cookie = await signIn(service, email);
    const provenAt = new Date(Date.now() - FRESH_SECONDS * 1000);
    await db().session.updateMany({ where: { accountId }, data: { provenAt } });
    const before = await db().auditEntry.count();
    const reply = await submit(service, path, { ...fields, back: '/dashboard/there' }, { cookie });
    const isAsked = reply.headers.get('location')?.startsWith('/sign-in/prove?to=%2Fdashboard%2Fthere%3Fresult');
    expect(isAsked).toBe(needsFreshSignIn(ruleOf(name), isOfStaff ? 'staff' : 'creator'));
    if (isAsked) expect(await db().auditEntry.count()).toBe(before);
  });

  test('is refused from another site, and without an indication of its origin', async () => {
    const { fields } = await sampleOf(name);
    const cookie = await signIn(service, cast.creator.email);
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

  test('is refused as JSON, text or multipart, to which other CORS rules apply', async () => {
    const cookie = await signIn(service, cast.staff.email);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, cookie, 'sec-fetch-site': 'same-origin' };
      const isItsOwn = takesFile && type.startsWith('multipart');
      expect((await service.call(path, { raw: '{}', headers })).status).toBe(isItsOwn ? 400 : 415);
    }
    const read = await service.call(path, { headers: { cookie } });
    expect([404, 405]).toContain(read.status);
  });
});

/** Actions whose consequences are named before they are done. */
const REVIEWED = [
  'passkey.reset',
  'cause.change_state',
  'cause.restore',
  'key.revoke',
  'key.reject',
  'link.cancel',
  'payment.refund',
  'refund.reject',
  'refund.close',
  'refund.record_transfer',
  'refund.record_return',
  'bank_account.reject',
  'withdrawal.reject',
  'withdrawal.start_sending',
  'withdrawal.mark_sent',
  'withdrawal.mark_not_sent',
  'withdrawal.fail',
  'batch.start_sending',
  'batch.mark_sent',
  'batch.mark_not_sent',
  'donor.erase',
  'creator.erase',
];

test('dangerous actions, and no others, are reviewed before they are done', () => {
  expect(ACTIONS.filter(({ review }) => review).map(({ name }) => name)).toEqual(REVIEWED);
});

/** One session of staff for the forms of an action. */
async function staffSession(): Promise<string> {
  staffCookie ??= await signIn(service, cast.staff.email);
  return staffCookie;
}

describe.each(REVIEWED)('%s', (name) => {
  beforeAll(newCast);
  test('does nothing before it is confirmed: it leads to a page with its consequences, and then back', async () => {
    const { confirmed: _confirmed, ...fields } = (await sampleOf(name)).fields;
    const entries = () => db().auditEntry.count({ where: { actor: cast.staff.id } });
    const before = await entries();
    const cookie = await staffSession();
    const form = { ...fields, back: '/dashboard/there', lang: 'en' };
    const reply = await submit(service, `/dashboard/actions/${name}`, form, { cookie });
    const to = reply.headers.get('location') ?? '';
    expect(to).toMatch(/^\/dashboard\/review\?form=frm_/);
    expect(await entries()).toBe(before);
    const id = new URL(to, service.url).searchParams.get('form');
    const review = await readResult({ ...cast.staff, role: 'staff' }, id, new Date());
    if (review?.kind !== 'review') throw new Error(`not a review: ${review?.kind}`);
    expect(review).toMatchObject({ action: name, back: '/dashboard/there' });
    // A sample has the fields of every action; what is kept are its own.
    expect(fields).toMatchObject(review.values);
    expect(review.values.id).toBe(fields.id);
    expect(review.lines.length).toBeGreaterThan(1);
    // Nobody else reads it, and it is not stored in the clear.
    expect(await readResult({ ...cast.other, role: 'creator' }, id, new Date())).toBeNull();
    const again = await submit(service, `/dashboard/actions/${name}`, { ...form, confirmed: 'yes' }, { cookie });
    expect(await errorsOf(again, cast.staff.id)).toEqual([]);
    // From the page of a failed refund that is closed, staff go on with the list; of a donor who is erased, with the payment.
    const next = /^\/dashboard\/(there|staff\/refunds|staff\/payments\/pay_\w+)\?result=/;
    expect(again.headers.get('location')).toMatch(next);
    expect(await entries()).toBeGreaterThan(before);
  });
});

/** Steps towards a withdrawal that is paid, which need no reason. */
const GOING_ON: readonly string[] = [
  'withdrawal.start_sending',
  'withdrawal.mark_sent',
  'batch.start_sending',
  'batch.mark_sent',
];

describe.each(REVIEWED.filter((name) => !GOING_ON.includes(name)))('%s', (name) => {
  beforeAll(newCast);
  test('asks staff for a reason, which the audit log keeps', async () => {
    const { reason: _reason, note: _note, ...fields } = (await sampleOf(name)).fields;
    const cookie = await staffSession();
    for (const confirmed of ['', 'yes']) {
      const reply = await submit(service, `/dashboard/actions/${name}`, { ...fields, confirmed }, { cookie });
      expect(await errorsOf(reply, cast.staff.id)).toMatchObject([{ code: 'required' }]);
    }
    const given = { ...fields, reason: 'A good one', note: 'A good one', confirmed: 'yes' };
    await submit(service, `/dashboard/actions/${name}`, given, { cookie });
    const where = { actor: cast.staff.id, outcome: 'done' };
    const latest = await db().auditEntry.findFirstOrThrow({ where, orderBy: { at: 'desc' } });
    expect(JSON.stringify(latest.data)).toContain('A good one');
  });
});

test('an action that does not exist is missing', async () => {
  await newCast();
  const cookie = await signIn(service, cast.staff.email);
  expect((await submit(service, '/dashboard/actions/cause.steal', {}, { cookie })).status).toBe(404);
  expect((await submit(service, '/dashboard/actions/__proto__', {}, { cookie })).status).toBe(404);
});
