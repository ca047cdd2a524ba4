import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { db } from '#lib/db.ts';
import { text } from '#lib/fields.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { Problem } from '#lib/problems/problem.ts';
import { FRESH_SECONDS, findActor } from '#lib/sessions/session.ts';
import { accountOf, OWN_PAGE, signIn } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { type DashboardAction, dashboardAction } from './action.ts';
import { performActions } from './perform.ts';
import { readResult } from './results.ts';

// Longer than this file takes on any machine.
const { service } = runningService({ RATE_LIMIT_WINDOW_SECONDS: '3600' });
let staff: { cookie: string; actor: Actor };
let creator: { cookie: string; actor: Actor };

async function enter(email: string, role: 'creator' | 'staff') {
  await accountOf(email, role);
  const cookie = await signIn(email);
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
  const name = action.name ?? 'cause.read';
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
  const request = new Request(`${service.url}/dashboard/actions/${name}`, {
    method: 'POST',
    headers,
    body,
  });
  const answer = await post(request, { params: Promise.resolve({ action: name }) });
  const location = answer.headers.get('location') ?? '';
  const result = new URL(location, service.url).searchParams.get('result');
  return { status: answer.status, location, result, shown: await readResult(actor, result, new Date()) };
}
const act: NonNullable<Action['act']> = async () => ({ notice: 'saved' });

test('the page that sent the form shows its result after the transaction is committed', async () => {
  const { status, location, shown } = await send({ act }, [['title', 'Well']]);
  expect(status).toBe(303);
  expect(location).toMatch(/^\/dashboard\/causes\/one\?tab=2&result=frm_\w+$/);
  expect(shown).toEqual({ kind: 'done', action: 'cause.read', notice: 'saved', reveal: null });
});

test('an invalid form comes back with errors at its fields and all typed values, and nothing is done', async () => {
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
    errors: [{ field: 'title', code: 'tooLong', values: { max: 10 } }],
  });
});

test('an error names the broken limit, and a rule can name a specific error', async () => {
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
    errors: [
      { field: 'id', code: 'tooLong', values: { max: 3 } },
      { field: 'title', code: 'required' },
      { field: 'pin', code: 'tooShort', values: { min: 4 } },
      { field: 'mail', code: 'email' },
      { field: 'site', code: 'url' },
    ],
  });
});

test('a refused action is rolled back, and the form shows why at its field', async () => {
  const { shown } = await send(
    {
      act: async (tx, { actor }) => {
        await tx.account.update({ where: { id: actor.id }, data: { name: 'Changed' } });
        throw new DomainError('address_taken', { field: 'title' });
      },
    },
    [['title', 'Well']],
  );
  expect(shown).toMatchObject({ kind: 'refused', errors: [{ field: 'title', code: 'addressTaken' }] });
  expect((await db().account.findUniqueOrThrow({ where: { id: creator.actor.id } })).name).toBe('creator');
});

test.each([
  [
    new Problem('validation_failed', 'x', { errors: [{ field: 'title', message: 'm' }] }),
    { field: 'title', code: 'invalid' },
  ],
  [new Problem('cause_not_accepting_payments', 'x'), { field: '', code: 'refused' }],
  [new DomainError('closes_in_past', { field: 'title' }), { field: 'title', code: 'inPast' }],
  // Recognised by its data: another copy of the class threw it.
  [
    Object.assign(new Error('x'), { [Symbol.for('fundraising.domain_error')]: true, code: 'not_allowed' }),
    { field: '', code: 'refused' },
  ],
])('a form shows why the domain refuses it: %s', async (refusal, error) => {
  const { shown } = await send({ act: async () => Promise.reject(refusal) }, [['title', 'Well']]);
  expect(shown).toMatchObject({ kind: 'refused', errors: [error] });
});

test('creators and staff read different texts for the same refusal', async () => {
  const act = async () => Promise.reject(new DomainError('over_available', { field: 'title' }));
  const codes = [];
  for (const sender of [creator, staff]) {
    const { shown } = await send({ act }, [['title', 'Well']], sender);
    codes.push(shown?.kind === 'refused' && shown.errors[0]?.code);
  }
  expect(codes).toEqual(['overBalance', 'overAvailable']);
});

test('an unexpected error shows an error page, and everything is rolled back', async () => {
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

/** Makes an account look inactive for a while. */
async function setSession(actor: Actor, data: { lastSeenAt?: Date; expiresAt?: Date; provenAt?: Date }) {
  await db().session.updateMany({ where: { accountId: actor.id }, data });
}

/** The target of a form after signing in, and what is stored there for its sender and for others. */
async function waitingAt(location: string, sender: Actor, stranger: Actor) {
  const url = new URL(location, service.url);
  const to = url.searchParams.get('to') ?? '';
  const result = new URL(to, service.url).searchParams.get('result');
  const [kept, toOthers] = await Promise.all([sender, stranger].map((actor) => readResult(actor, result, new Date())));
  return { path: url.pathname, ended: url.searchParams.get('ended'), to, kept, toOthers };
}

test.each([
  ['idle', { lastSeenAt: new Date(Date.now() - 4 * 86_400_000) }],
  ['over', { expiresAt: new Date(Date.now() - 1_000) }],
])(
  'a form of a session that is %s is not lost: nothing is done, and it waits behind the sign-in',
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
    expect(kept).toEqual({ kind: 'refused', action: 'cause.read', values, errors: [] });
    expect(toOthers).toBeNull();
  },
);

test('an action that needs a fresh sign-in waits until its sender has authenticated', async () => {
  const late = await enter('late@example.org', 'creator');
  let acts = 0;
  const count = async () => {
    acts += 1;
    return {};
  };
  const find = async () => ({ ownerId: late.actor.id });
  const action = { name: 'withdrawal.request', act: count, find } as const;
  const provenAt = (agoMs: number) => setSession(late.actor, { provenAt: new Date(Date.now() - agoMs) });

  await provenAt((FRESH_SECONDS - 5) * 1000);
  await send(action, [['title', 'A well']], late);
  expect(acts).toBe(1);

  await provenAt(FRESH_SECONDS * 1000);
  // Errors of the form come first.
  const { shown } = await send(action, [['title', '']], late);
  expect(shown).toMatchObject({ errors: [{ field: 'title', code: 'required' }] });
  const { location } = await send(action, [['title', 'A well']], late);
  const { path, kept } = await waitingAt(location, late.actor, creator.actor);
  expect([path, kept]).toMatchObject(['/sign-in/prove', { values: { title: 'A well' }, errors: [] }]);
  expect(acts).toBe(1);

  await send({ ...action, name: 'withdrawal.review' }, [['title', 'A well']], late);
  expect(acts).toBe(2);
  const again = { ...late, cookie: await signIn('late@example.org') };
  await send(action, [['title', 'A well']], again);
  expect(acts).toBe(3);
});

test('a visitor learns nothing from a form, not even its errors', async () => {
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

test('the audit log says what staff did and what they were refused, and why; a creator’s actions are not in it', async () => {
  const audit = { subject: 'cause_1', data: { title: 'Well' } };
  const known = (await db().auditEntry.findMany({ select: { id: true } })).map(({ id }) => id);
  await send({ act: async () => ({ audit }) }, [['title', 'Well']], staff);
  await send({ act: async () => ({ audit }) }, [['title', 'Well']], creator);
  await send({ act: async () => Promise.reject(new DomainError('not_allowed')) }, [['title', 'Well']], staff);
  await send({ act: async () => Promise.reject(new Error('broken')) }, [['title', 'Well']], staff);
  const entries = await db().auditEntry.findMany({
    where: { action: 'cause.read', id: { notIn: known } },
    orderBy: { at: 'asc' },
  });
  const by = { actor: staff.actor.id, action: 'cause.read' };
  expect(entries).toMatchObject([
    { ...by, outcome: 'done', reason: null, ...audit },
    { ...by, outcome: 'refused', reason: 'not_allowed', subject: 'known' },
  ]);
});

test('an action that calls a gateway is in the audit log before the call, and with its outcome after it', async () => {
  let seen = 0;
  const run: NonNullable<Action['run']> = async () => {
    seen = await db().auditEntry.count({ where: { subject: 'known', outcome: 'started' } });
    return { notice: 'done' };
  };
  const { shown } = await send({ run }, [['title', 'Well']], staff);
  expect([seen, shown?.kind]).toEqual([1, 'done']);
  expect(await db().auditEntry.count({ where: { subject: 'known', outcome: 'done' } })).toBe(1);
});

test('a secret is shown once, to its requester only, and is not readable in the database', async () => {
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

test('a form to be reviewed waits on another page, for its sender, as the form of the action that it confirms', async () => {
  const review = { action: 'cause.close', values: { title: 'Well' } } as const;
  const reviewed = async () => ({ to: '/dashboard/causes/one/review', review });
  const { location, shown } = await send({ act: reviewed }, [['title', 'Well']]);
  expect(location).toMatch(/^\/dashboard\/causes\/one\/review\?result=\w+$/);
  expect(shown).toEqual({ kind: 'refused', ...review, errors: [] });
});

test('the result of a form is only for its sender, and not for long', async () => {
  const { result } = await send({ act }, [['title', '']]);
  expect(await readResult(staff.actor, result, new Date())).toBeNull();
  expect(await readResult(creator.actor, result, new Date(Date.now() + 3_700_000))).toBeNull();
  expect(await readResult(creator.actor, 'frm_unknown', new Date())).toBeNull();
  expect(await readResult(creator.actor, "frm_' OR 1=1 --", new Date())).toBeNull();
});

test('of a refused form its own fields are kept, as far as a person types, and nothing else that was sent', async () => {
  const { shown } = await send({ act }, [
    ['title', 'x'.repeat(30_000)],
    ['tags', 'y'.repeat(30_000)],
    ...Array.from({ length: 100 }, (_, n): [string, string] => [`other${n}`, 'z'.repeat(300)]),
  ]);
  const { values = {} } = shown?.kind === 'refused' ? shown : {};
  expect(Object.keys(values).sort()).toEqual(['id', 'tags', 'title']);
  expect([values.title, values.tags].map((value) => value?.length)).toEqual([10_000, 10_000]);
});

test('a long text of signs beyond the first plane is kept whole, and never cut within one', async () => {
  const title = `a${'🌱'.repeat(5_001)}`;
  const { shown } = await send({ act }, [['title', title]]);
  expect(shown?.kind === 'refused' && shown.values.title === title).toBe(true);
});

test('of many refused forms of an account the latest are kept', async () => {
  const busy = await enter('often.refused@example.org', 'creator');
  const find = async () => ({ ownerId: busy.actor.id });
  const results: (string | null)[] = [];
  for (let n = 0; n < 53; n++) results.push((await send({ act, find }, [['title', '']], busy)).result);
  const shown = await Promise.all(results.map((id) => readResult(busy.actor, id, new Date())));
  expect(shown.map((view) => view !== null)).toEqual([...Array(3).fill(false), ...Array(50).fill(true)]);
});

test('secret fields are not stored when the form comes back', async () => {
  // Longer than what could be within an id or an encrypted value by chance.
  const PIN = '9999-never-to-be-stored-9999';
  const { shown } = await send({ act, secretFields: ['pin'] }, [
    ['title', ''],
    ['pin', PIN],
  ]);
  expect(shown).toMatchObject({ kind: 'refused', values: { title: '', id: 'known' } });
  expect(shown).not.toHaveProperty('values.pin');
  expect(JSON.stringify(await db().formResult.findMany())).not.toContain(PIN);
});

test.each([
  '//evil.example',
  'https://evil.example/dashboard',
  '/v1/causes',
  '/dashboard\\@evil.example',
  '',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e//evil.example',
  '/dashboard/../c/one',
  '/dashboard//c',
])('a form never redirects to %j: it is refused before it does anything', async (back) => {
  const done = vi.fn(act);
  const { status, location } = await send({ act: done }, [['title', 'Well']], creator, back);
  expect([status, location]).toEqual([400, '']);
  expect(done).not.toHaveBeenCalled();
});

test('a form of more than 256 KiB is refused and not stored', async () => {
  const { status } = await send({ act }, [['title', 'x'.repeat(300_000)]]);
  expect(status).toBe(400);
});

test('an account that sends forms faster than a person could has to wait', async () => {
  const busy = await enter('busy@example.org', 'creator');
  const replies = await Promise.all(
    Array.from({ length: 130 }, () => send({ act: async () => ({}) }, [['id', 'unknown']], busy)),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
  expect((await send({ act }, [['title', 'Well']])).status).toBe(303);
});
