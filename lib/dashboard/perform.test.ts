import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { db } from '#lib/db.ts';
import { text } from '#lib/fields.ts';
import { Problem } from '#lib/problems/problem.ts';
import { type Actor, FRESH_SECONDS, findActor } from '#lib/sessions/session.ts';
import { accountOf, OWN_PAGE, signIn } from '#scripts/testing/browser-session.ts';
import { runningService } from '#scripts/testing/running-service.ts';
import { type DashboardAction, dashboardAction, refuse } from './action.ts';
import { performActions } from './perform.ts';
import { readResult } from './results.ts';

const { service } = runningService();
let staff: { cookie: string; actor: Actor };
let creator: { cookie: string; actor: Actor };

async function enter(email: string, role: 'creator' | 'staff') {
  await accountOf(email, role);
  const cookie = await signIn(service, email);
  const actor = await findActor(new Headers({ cookie }));
  if (!actor) throw new Error('not signed in');
  return { cookie, actor };
}
beforeAll(async () => {
  staff = await enter('staff@example.org', 'staff');
  creator = await enter('creator@example.org', 'creator');
});

const input = z.object({
  id: z.string(),
  title: text(10, 1),
  tags: z.array(z.string()).optional(),
  pin: z.string().optional(),
});
type Input = z.output<typeof input>;
type Action = DashboardAction<Input, { ownerId: string }>;

/** Sends a form to an action about something of the creator's. */
async function send(
  action: Partial<Action>,
  fields: [string, string][],
  { cookie, actor } = creator,
  back = '/dashboard/causes/one?tab=2',
) {
  const post = performActions([
    dashboardAction<Input, { ownerId: string }>({
      name: 'cause.read',
      input,
      find: async (_tx, { id }) => (id === 'known' ? { ownerId: creator.actor.id } : null),
      ...action,
    }),
  ]);
  const body = new URLSearchParams([['id', 'known'], ['back', back], ...fields]);
  const headers = { ...OWN_PAGE, cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const request = new Request(`${service.url}/dashboard/actions/cause.read`, {
    method: 'POST',
    headers,
    body,
  });
  const answer = await post(request, { params: Promise.resolve({ action: 'cause.read' }) });
  const location = answer.headers.get('location') ?? '';
  const result = new URL(location, service.url).searchParams.get('result');
  return { status: answer.status, location, result, shown: await readResult(actor, result, new Date()) };
}
const act: NonNullable<Action['act']> = async () => ({ notice: 'saved' });

test('what is done is said on the page that sent the form, once the transaction is through', async () => {
  const { status, location, shown } = await send({ act }, [['title', 'Well']]);
  expect(status).toBe(303);
  expect(location).toMatch(/^\/dashboard\/causes\/one\?tab=2&result=frm_\w+$/);
  expect(shown).toEqual({ kind: 'done', action: 'cause.read', notice: 'saved', reveal: null });
});

test('what is not valid comes back at its field, with everything that was typed, and nothing happens', async () => {
  let acted = false;
  const { location, shown } = await send(
    {
      act: async () => {
        acted = true;
        return {};
      },
    },
    [
      ['title', 'Far too long a title\nin two lines'],
      ['tags', 'a'],
      ['tags', 'b'],
    ],
  );
  expect(acted).toBe(false);
  expect(location).toContain('/dashboard/causes/one?tab=2&result=');
  expect(shown).toMatchObject({
    kind: 'refused',
    values: { title: 'Far too long a title\nin two lines', tags: ['a', 'b'] },
    faults: [{ field: 'title', code: 'tooLong', values: { max: 10 } }],
  });
});

test('numbers of a rule are said with it, and a rule may name its own fault', async () => {
  const rules = z.object({
    id: z.string().max(3),
    title: z.string().min(1),
    pin: z.string().min(4),
    mail: z.string('email'),
    site: z.string().refine(() => false, 'url'),
  });
  const { shown } = await send({ input: rules as unknown as typeof input, act }, [
    ['title', ''],
    ['pin', '1'],
    ['site', 'x'],
  ]);
  expect(shown).toMatchObject({
    faults: [
      { field: 'id', code: 'tooLong', values: { max: 3 } },
      { field: 'title', code: 'required' },
      { field: 'pin', code: 'tooShort', values: { min: 4 } },
      { field: 'mail', code: 'email' },
      { field: 'site', code: 'url' },
    ],
  });
});

test('an action that refuses undoes what it did, and is heard at its field', async () => {
  const { shown } = await send(
    {
      act: async (tx, { actor }) => {
        await tx.account.update({ where: { id: actor.id }, data: { name: 'Changed' } });
        return refuse('refused', 'title');
      },
    },
    [['title', 'Well']],
  );
  expect(shown).toMatchObject({ kind: 'refused', faults: [{ field: 'title', code: 'refused' }] });
  expect((await db().account.findUniqueOrThrow({ where: { id: creator.actor.id } })).name).toBe('creator');
});

test.each([
  [
    new Problem('validation_failed', 'x', { errors: [{ field: 'title', message: 'm' }] }),
    { field: 'title', code: 'invalid' },
  ],
  [new Problem('cause_not_accepting_payments', 'x'), { field: '', code: 'refused' }],
])('a rule of the domain that says no is said on the form', async (problem, fault) => {
  const { shown } = await send({ act: async () => Promise.reject(problem) }, [['title', 'Well']]);
  expect(shown).toMatchObject({ kind: 'refused', faults: [fault] });
});

test('an error of ours is an error page, and what was done is undone', async () => {
  const { status, shown } = await send(
    {
      act: async (tx, { actor }) => {
        await tx.account.update({ where: { id: actor.id }, data: { name: 'Changed' } });
        throw new Error('broken');
      },
    },
    [['title', 'Well']],
  );
  expect([status, shown]).toEqual([500, null]);
  expect((await db().account.findUniqueOrThrow({ where: { id: creator.actor.id } })).name).toBe('creator');
});

/** As if an account had been away. */
async function setSession(actor: Actor, data: { lastSeenAt?: Date; expiresAt?: Date; provenAt?: Date }) {
  await db().session.updateMany({ where: { accountId: actor.id }, data });
}

/** Where a form leads by way of a page of signing in, and what waits there for its sender and for somebody else. */
async function waitingAt(location: string, sender: Actor, stranger: Actor) {
  const url = new URL(location, service.url);
  const to = url.searchParams.get('to') ?? '';
  const result = new URL(to, service.url).searchParams.get('result');
  const [kept, toOthers] = await Promise.all(
    [sender, stranger].map((actor) => readResult(actor, result, new Date())),
  );
  return { path: url.pathname, ended: url.searchParams.get('ended'), to, kept, toOthers };
}

test.each([
  ['idle', { lastSeenAt: new Date(Date.now() - 4 * 86_400_000) }],
  ['over', { expiresAt: new Date(Date.now() - 1_000) }],
])(
  'a form of a session that is %s is not lost: nothing is done, and it waits for its sender behind the sign-in',
  async (_why, times) => {
    const away = await enter('away@example.org', 'creator');
    await setSession(away.actor, times);
    let acted = false;
    const never = async () => {
      acted = true;
      return {};
    };
    const fields: [string, string][] = [
      ['title', 'A well'],
      ['pin', '4711'],
    ];
    const { location } = await send({ act: never, secretFields: ['pin'] }, fields, away);
    expect(acted).toBe(false);
    const { path, ended, to, kept, toOthers } = await waitingAt(location, away.actor, creator.actor);
    expect([path, ended]).toEqual(['/sign-in', 'kept']);
    expect(to).toMatch(/^\/dashboard\/causes\/one\?tab=2&result=frm_\w+$/);
    const values = { id: 'known', title: 'A well' };
    expect(kept).toEqual({ kind: 'refused', action: 'cause.read', values, faults: [] });
    expect(toOthers).toBeNull();
  },
);

test('what asks for a fresh sign-in is not done without one: the form waits until its sender has proven who they are', async () => {
  const late = await enter('late@example.org', 'creator');
  let acts = 0;
  const count = async () => {
    acts += 1;
    return {};
  };
  const action = { act: count, needsFreshSignIn: true, find: async () => ({ ownerId: late.actor.id }) };
  const provenAt = (agoMs: number) => setSession(late.actor, { provenAt: new Date(Date.now() - agoMs) });

  await provenAt((FRESH_SECONDS - 5) * 1000);
  await send(action, [['title', 'A well']], late);
  expect(acts).toBe(1);

  await provenAt(FRESH_SECONDS * 1000);
  // What is wrong with it is said first.
  const { shown } = await send(action, [['title', '']], late);
  expect(shown).toMatchObject({ faults: [{ field: 'title', code: 'required' }] });
  const { location } = await send(action, [['title', 'A well']], late);
  const { path, kept } = await waitingAt(location, late.actor, creator.actor);
  expect([path, kept]).toMatchObject(['/sign-in/prove', { values: { title: 'A well' }, faults: [] }]);
  expect(acts).toBe(1);

  await send({ ...action, needsFreshSignIn: false }, [['title', 'A well']], late);
  expect(acts).toBe(2);
  const again = { ...late, cookie: await signIn(service, 'late@example.org') };
  await send(action, [['title', 'A well']], again);
  expect(acts).toBe(3);
});

test('a stranger learns nothing from a form, not even what is wrong with it', async () => {
  const other = await enter('other@example.org', 'creator');
  expect((await send({ act }, [['title', '']], other)).status).toBe(404);
  expect(
    (
      await send(
        { act },
        [
          ['title', 'Well'],
          ['id', 'unknown'],
        ],
        other,
      )
    ).status,
  ).toBe(404);
});

test('each action of staff is in the audit log if and only if it happened; a creator’s own is not', async () => {
  const audit = { subject: 'cause_1', data: { title: 'Well' } };
  await send({ act: async () => ({ audit }) }, [['title', 'Well']], staff);
  await send({ act: async () => ({ audit }) }, [['title', 'Well']], creator);
  await send({ act: async () => refuse('refused') }, [['title', 'Well']], staff);
  await send({ act: async () => Promise.reject(new Error('broken')) }, [['title', 'Well']], staff);
  const entries = await db().auditEntry.findMany({ where: { action: 'cause.read' } });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ actor: staff.actor.id, action: 'cause.read', ...audit });
});

test('what reaches a gateway is in the audit log before it begins', async () => {
  let seen = 0;
  const run: NonNullable<Action['run']> = async () => {
    seen = await db().auditEntry.count({ where: { subject: 'known' } });
    return { notice: 'done' };
  };
  const { shown } = await send({ run }, [['title', 'Well']], staff);
  expect([seen, shown?.kind]).toEqual([1, 'done']);
});

test('a secret is shown a single time, to who asked for it, and is not to be read in the database', async () => {
  const reveal = 'cause_live_0123456789';
  const seal = async () => ({ notice: 'done', reveal }) as const;
  const { shown, result } = await send({ act: seal }, [['title', 'Well']]);
  expect(shown).toMatchObject({ reveal });
  expect(await readResult(creator.actor, result, new Date())).toMatchObject({ kind: 'done', reveal: null });

  const unread = await send({ act: seal }, [['title', 'Well']], { ...creator, actor: staff.actor });
  expect(unread.shown).toBeNull();
  expect(JSON.stringify(await db().formResult.findMany())).not.toContain(reveal);
  const readers = await Promise.all(
    Array.from({ length: 5 }, () => readResult(creator.actor, unread.result, new Date())),
  );
  expect(readers.filter((one) => one?.kind === 'done' && one.reveal !== null)).toHaveLength(1);
});

test('what became of a form is not for others, and not for long', async () => {
  const { result } = await send({ act }, [['title', '']]);
  expect(await readResult(staff.actor, result, new Date())).toBeNull();
  expect(await readResult(creator.actor, result, new Date(Date.now() + 3_700_000))).toBeNull();
  expect(await readResult(creator.actor, 'frm_unknown', new Date())).toBeNull();
  expect(await readResult(creator.actor, "frm_' OR 1=1 --", new Date())).toBeNull();
});

test('a field that is secret is not kept when the form comes back', async () => {
  const { shown } = await send({ act, secretFields: ['pin'] }, [
    ['title', ''],
    ['pin', '9999'],
  ]);
  expect(shown).toMatchObject({ kind: 'refused', values: { title: '', id: 'known' } });
  expect(JSON.stringify(await db().formResult.findMany())).not.toContain('9999');
});

test.each([
  ...['//evil.example', 'https://evil.example/dashboard', '/v1/causes', '/dashboard\\@evil.example', ''],
  ...[
    '/dashboard/..//evil.example',
    '/dashboard/%2e%2e//evil.example',
    '/dashboard/../c/one',
    '/dashboard//c',
  ],
])('a form never leads to %j: it is refused before it does anything', async (back) => {
  const done = vi.fn(act);
  const { status, location } = await send({ act: done }, [['title', 'Well']], creator, back);
  expect([status, location]).toEqual([400, '']);
  expect(done).not.toHaveBeenCalled();
});

test('a form of more than 256 KiB is refused without being kept', async () => {
  const { status } = await send({ act }, [['title', 'x'.repeat(300_000)]]);
  expect(status).toBe(400);
});

test('an account that sends forms faster than a person could is told to wait', async () => {
  const busy = await enter('busy@example.org', 'creator');
  const replies = await Promise.all(
    Array.from({ length: 130 }, () => send({ act: async () => ({}) }, [['id', 'unknown']], busy)),
  );
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await send({ act }, [['title', 'Well']])).status).toBe(303);
});
