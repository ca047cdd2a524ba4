import { describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { authorise } from '#lib/policy/authorise.ts';
import { type Decision, needsFreshSignIn } from '#lib/policy/decide.ts';
import { ruleOf } from '#lib/policy/table.ts';
import { FRESH_SECONDS } from '#lib/sessions/session.ts';
import type { ActionSample, Cast } from '#testing/action-sample.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { ACTION_SAMPLES } from '#testing/dashboard-actions.ts';
import { sourceFiles } from '#testing/imports.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import type { Reply } from '#testing/service.ts';
import { ACTIONS } from './actions.ts';
import { readResult } from './results.ts';

const { service, partner } = runningService({ WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10' });
let casts = 0;
/** Accounts of its own for each action: the forms of all would exceed an account's limit. */
async function newCast(): Promise<Cast> {
  const number = ++casts;
  return {
    service,
    partner,
    creator: await accountOf(`creator-${number}@example.org`),
    other: await accountOf(`other-${number}@example.org`),
    staff: await accountOf(`staff-${number}@example.org`, 'staff'),
  };
}

const STATUS: Record<Decision, number> = { allowed: 303, missing: 404, refused: 403 };
/** Whoever may not do it comes first where one of them may: what they leave alone is there for the next. */
const PEOPLE = [
  ['other', 'creator'],
  ['creator', 'creator'],
  ['staff', 'staff'],
] as const;

function sampleOf(name: string, cast: Cast): Promise<ActionSample> {
  const sample = ACTION_SAMPLES[name];
  if (!sample) throw new Error(`There is no sample form for ${name}: add one to testing/dashboard-actions.ts`);
  return sample(cast);
}

/** The errors of a refused form; empty if the action was done. */
async function errorsOf(reply: Reply, accountId: string): Promise<unknown> {
  const id = new URL(reply.headers.get('location') ?? '/', service.url).searchParams.get('result');
  return id === null ? [] : (await db().formResult.findFirstOrThrow({ where: { id, accountId } })).faults;
}

/** How many entries the audit log has. */
const entriesIn = (where: { actor?: string; outcome?: string } = {}) => db().auditEntry.count({ where });

/** Makes every sign-in of an account one of so many seconds ago. */
const signedInAgo = ({ id: accountId }: Cast['staff'], seconds: number) =>
  db().session.updateMany({ where: { accountId }, data: { provenAt: new Date(Date.now() - seconds * 1000) } });

/** Steps of a batch, each of which is a step of each of its withdrawals. */
const OF_EACH: ReadonlySet<string> = new Set(['batch.start_sending', 'batch.mark_sent', 'batch.mark_not_sent']);

describe.each(ACTIONS.map(({ name }) => name))('%s', (name) => {
  test('answers everybody as the table of permissions says, and asks who signed in long ago where much is decided', async () => {
    const cast = await newCast();
    let sample = await sampleOf(name, cast);
    const path = `/dashboard/actions/${name}`;
    const back = '/dashboard/somewhere?a=b';

    const before = await entriesIn();
    const signedOut = await submit(service, path, { ...sample.fields, back });
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
      303,
      '/sign-in?to=%2Fdashboard%2Fsomewhere%3Fa%3Db',
    ]);
    expect(await entriesIn()).toBe(before);

    const decided = [];
    for (const [part, role] of PEOPLE)
      decided.push({ part, role, decision: await authorise(db(), { id: cast[part].id, role }, name, sample.resource) });
    // What these leave alone is there for whoever may do it.
    // What no owner may do is not sent by a stranger too in the gate.
    const isOfOwner = decided.some(({ part, decision }) => part === 'creator' && decision === 'allowed');
    const isSent = ({ part }: { part: string }) => part !== 'other' || isOfOwner || runs(false, true);
    for (const { part, role, decision } of decided.filter((one) => one.decision !== 'allowed' && isSent(one))) {
      const { id, email } = cast[part];
      const [done, refused] = [
        await entriesIn({ actor: id, outcome: 'done' }),
        await entriesIn({ actor: id, outcome: 'refused' }),
      ];
      const reply = await submit(service, path, sample.fields, {
        cookie: await signIn(email),
        file: sample.file,
      });
      expect(reply.status, part).toBe(STATUS[decision]);
      const isNoted = decision === 'refused' && role === 'staff';
      expect((await entriesIn({ actor: id, outcome: 'refused' })) - refused, part).toBe(isNoted ? 1 : 0);
      expect(await entriesIn({ actor: id, outcome: 'done' }), part).toBe(done);
    }

    let isDone = false;
    for (const { part, role } of decided.filter((one) => one.decision === 'allowed')) {
      if (isDone) sample = await sampleOf(name, cast);
      const { id, email } = cast[part];
      const { fields, file } = sample;
      const [done, refused] = [
        await entriesIn({ actor: id, outcome: 'done' }),
        await entriesIn({ actor: id, outcome: 'refused' }),
      ];
      const all = await entriesIn();
      const cookie = await signIn(email);
      await signedInAgo(cast[part], FRESH_SECONDS);
      let reply = await submit(service, path, { ...fields, back }, { cookie, file });
      const isAsked = reply.headers
        .get('location')
        ?.startsWith('/sign-in/prove?to=%2Fdashboard%2Fsomewhere%3Fa%3Db%26result');
      expect(isAsked, part).toBe(needsFreshSignIn(ruleOf(name), role));
      if (isAsked) {
        expect(await entriesIn(), part).toBe(all);
        await signedInAgo(cast[part], 0);
        reply = await submit(service, path, fields, { cookie, file });
      }
      expect(reply.status, part).toBe(STATUS.allowed);
      expect(await errorsOf(reply, id), part).toEqual([]);
      expect(await entriesIn({ actor: id, outcome: 'refused' }), part).toBe(refused);
      // Each staff action writes exactly one entry of what was done; a batch, one more for each withdrawal in it.
      const inBatch = OF_EACH.has(name) ? await db().payoutItem.count({ where: { batchId: String(fields.id) } }) : 0;
      const written = (await entriesIn({ actor: id, outcome: 'done' })) - done;
      if (role === 'staff') expect(written).toBe(1 + inBatch);
      isDone = true;
    }
  });
});

test('every action has the one route, which refuses what is foreign before it knows the action', () => {
  const files = sourceFiles('app/dashboard/actions').map(({ path }) => path);
  expect(files).toEqual(['app/dashboard/actions/[action]/route.ts']);
});

/** A form of a creator, one of staff, and one that takes a file. */
const A_FEW = ['cause.edit', 'payment.refund', 'picture.add'];
const OTHERS = ACTIONS.map(({ name }) => name).filter((name) => !A_FEW.includes(name));

function foreignForms(name: string): void {
  const path = `/dashboard/actions/${name}`;

  test('is refused from another site, and without an indication of its origin', async () => {
    const cast = await newCast();
    const { fields } = await sampleOf(name, cast);
    const cookie = await signIn(cast.creator.email);
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
    const cookie = await signIn((await newCast()).staff.email);
    const takesFile = ACTIONS.some((action) => action.name === name && action.takesFile);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, cookie, 'sec-fetch-site': 'same-origin' };
      const isItsOwn = takesFile && type.startsWith('multipart');
      expect((await service.call(path, { raw: '{}', headers })).status).toBe(isItsOwn ? 400 : 415);
    }
    const read = await service.call(path, { headers: { cookie } });
    expect([404, 405]).toContain(read.status);
  });
}

describe.each(A_FEW)('%s', foreignForms);
describe.each(OTHERS)('%s', { tags: ['full'] }, foreignForms);

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

/** Steps towards a withdrawal that is paid, which need no reason. */
const GOING_ON: readonly string[] = [
  'withdrawal.start_sending',
  'withdrawal.mark_sent',
  'batch.start_sending',
  'batch.mark_sent',
];

describe.each(REVIEWED)('%s', (name) => {
  test('needs a reason unless it goes on, and a page names its consequences before it is done and leads back', async () => {
    const cast = await newCast();
    const { id, email } = cast.staff;
    const cookie = await signIn(email);
    const path = `/dashboard/actions/${name}`;
    const { reason: _reason, note: _note, confirmed: _confirmed, ...bare } = (await sampleOf(name, cast)).fields;
    const before = await entriesIn({ actor: id });
    const hasReason = !GOING_ON.includes(name);
    if (hasReason)
      for (const confirmed of ['', 'yes']) {
        const reply = await submit(service, path, { ...bare, confirmed }, { cookie });
        expect(await errorsOf(reply, id)).toMatchObject([{ code: 'required' }]);
      }

    const fields = { ...bare, ...(hasReason ? { reason: 'A good one', note: 'A good one' } : {}) };
    const form = { ...fields, back: '/dashboard/there', lang: 'en' };
    const reply = await submit(service, path, form, { cookie });
    const to = reply.headers.get('location') ?? '';
    expect(to).toMatch(/^\/dashboard\/review\?form=frm_/);
    expect(await entriesIn({ actor: id })).toBe(before);
    const formId = new URL(to, service.url).searchParams.get('form');
    const review = await readResult({ id, role: 'staff' }, formId, new Date());
    if (review?.kind !== 'review') throw new Error(`not a review: ${review?.kind}`);
    expect(review).toMatchObject({ action: name, back: '/dashboard/there' });
    // A sample has the fields of every action; what is kept are its own.
    expect(fields).toMatchObject(review.values);
    expect(review.values.id).toBe(bare.id);
    expect(review.lines.length).toBeGreaterThan(1);
    // Nobody else reads it, and it is not stored in the clear.
    expect(await readResult({ id: cast.other.id, role: 'creator' }, formId, new Date())).toBeNull();

    const again = await submit(service, path, { ...form, confirmed: 'yes' }, { cookie });
    expect(await errorsOf(again, id)).toEqual([]);
    // From the page of a failed refund that is closed, staff go on with the list; of a donor who is erased, with the payment.
    const next = /^\/dashboard\/(there|staff\/refunds|staff\/payments\/pay_\w+)\?result=/;
    expect(again.headers.get('location')).toMatch(next);
    expect(await entriesIn({ actor: id })).toBeGreaterThan(before);
    const where = { actor: id, outcome: 'done' };
    const latest = await db().auditEntry.findFirstOrThrow({ where, orderBy: { at: 'desc' } });
    if (hasReason) expect(JSON.stringify(latest.data)).toContain('A good one');
  });
});

test('an action that does not exist is missing', async () => {
  const cookie = await signIn((await newCast()).staff.email);
  expect((await submit(service, '/dashboard/actions/cause.steal', {}, { cookie })).status).toBe(404);
  expect((await submit(service, '/dashboard/actions/__proto__', {}, { cookie })).status).toBe(404);
});
