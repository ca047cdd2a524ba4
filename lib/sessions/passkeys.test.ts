import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { COMMANDS } from '#scripts/console/commands.ts';
import { authenticator } from '#testing/authenticator.ts';
import { accountOf, beginSignIn, cookiesOf, signIn, submit } from '#testing/browser-session.ts';
import { storedCause } from '#testing/causes.ts';
import { forgetJobs } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { actorOf, mailsTo, redirectOf, requestCode, sessionOf, verify } from '#testing/sign-in-forms.ts';
import { authenticationOptions, findPasskeySession, registrationOptions } from './passkey-options.ts';
import { FRESH_SECONDS, SESSION_SECONDS } from './session.ts';

const { service } = runningService();
let count = 0;
let creator: { id: string; email: string };
let staff: { id: string; email: string };
beforeAll(() => accountOf('recovery@example.org', 'staff'));
beforeEach(async () => {
  env().live = false;
  await forgetJobs();
  creator = await accountOf(`creator-${++count}@example.org`);
  staff = await accountOf(`staff-${count}@example.org`, 'staff');
});

type Device = ReturnType<typeof authenticator>;
const TO = '/dashboard/account';

/** Signs in with a code, as far as that leads; `beginSignIn` where it does not matter how. */
async function byCode(email: string, jar = ''): Promise<{ reply: Reply; cookie: string }> {
  const { cookie, code } = await requestCode(service, email, { to: TO });
  const reply = await verify(service, { code }, `${cookie}; ${jar}`);
  return { reply, cookie: sessionOf(reply) };
}

async function askedOf(cookie: string) {
  const asked = await findPasskeySession(new Headers({ cookie }), new Date());
  if (!asked) throw new Error('No session');
  return asked;
}
const challengeToUse = async (cookie: string) => (await authenticationOptions(await askedOf(cookie))).challenge;
const addChallenge = async (cookie: string) => (await registrationOptions(await askedOf(cookie))).challenge;

const use = (answer: string, cookie: string) => submit(service, '/sign-in/passkey/use', { answer, to: TO }, { cookie });
const add = (answer: string, cookie: string) =>
  submit(service, '/sign-in/passkey/create', { answer, to: TO }, { cookie });

/** Gives an account a passkey, from a session that is signed in. */
async function withPasskey(email: string, device: Device = authenticator()): Promise<Device> {
  const cookie = await signIn(email);
  expect(redirectOf(await add(device.add(await addChallenge(cookie)), cookie))).toEqual([303, TO]);
  return device;
}
const REFUSED = { use: '/sign-in/passkey?to=%2Fdashboard%2Faccount&error=refused' };

test('for an account with a passkey the code alone opens no page, no form, and adds no second passkey', async () => {
  await withPasskey(creator.email);
  const { reply, cookie } = await byCode(creator.email);
  expect(redirectOf(reply)).toEqual([303, '/sign-in/passkey?to=%2Fdashboard%2Faccount']);
  expect(await actorOf(cookie)).toBeNull();
  const form = await submit(service, '/dashboard/actions/session.end_all', { back: TO }, { cookie });
  expect(form.headers.get('location')).toMatch(/^\/sign-in\?/);
  await add(authenticator().add(await addChallenge(cookie)), cookie);
  expect(await db().passkey.count({ where: { accountId: creator.id } })).toBe(1);
  expect(await actorOf(cookie)).toBeNull();
});

test('code and passkey open a session of full length, with a new token', async () => {
  const device = await withPasskey(creator.email);
  const { cookie } = await byCode(creator.email);
  const asked = await askedOf(cookie);
  expect(asked.session.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  const reply = await use(device.use(await challengeToUse(cookie)), cookie);
  expect(redirectOf(reply)).toEqual([303, TO]);
  expect([await actorOf(cookie), (await actorOf(sessionOf(reply)))?.id]).toEqual([null, creator.id]);
  const { session } = await askedOf(sessionOf(reply));
  const lasts = (session.expiresAt.getTime() - Date.now()) / 1000;
  expect(SESSION_SECONDS.creator - lasts).toBeLessThan(60);
  const { lastUsedAt } = await db().passkey.findFirstOrThrow({ where: { accountId: creator.id } });
  expect(lastUsedAt).not.toBeNull();
});

test('a passkey that is not what the page asked for is refused, also when it is added', async () => {
  const device = await withPasskey(creator.email);
  const { cookie } = await beginSignIn(creator.email);
  const other = await signIn(staff.email);
  for (const [what, wrong] of [
    ['that was signed for another page', { origin: 'https://evil.example' }],
    ['that is bound to another name', { rpId: 'evil.example' }],
    ['whose device did not verify its holder', { isUnverified: true }],
    ['that was asked for in a frame of another site', { client: { crossOrigin: true } }],
    [
      'whose browser names the site around the frame',
      { client: { crossOrigin: true, topOrigin: 'https://evil.example' } },
    ],
    ['whose browser says it oddly', { client: { crossOrigin: 'true' } }],
  ] as const) {
    const reply = await use(device.use(await challengeToUse(cookie), wrong), cookie);
    expect(redirectOf(reply), what).toEqual([303, REFUSED.use]);
    expect(await actorOf(cookie), what).toBeNull();
    await add(authenticator().add(await addChallenge(other), wrong), other);
    expect(await db().passkey.count({ where: { accountId: staff.id } }), what).toBe(0);
  }
  // The next, correct attempt is accepted.
  expect(redirectOf(await use(device.use(await challengeToUse(cookie)), cookie))).toEqual([303, TO]);
});

test('another account’s passkey, a response to another session, and an invalid response are refused', async () => {
  const device = await withPasskey(creator.email);
  const stranger = await withPasskey(staff.email);
  const { cookie } = await beginSignIn(creator.email);
  const { cookie: elsewhere } = await beginSignIn(creator.email);
  const answers = [
    stranger.use(await challengeToUse(cookie)),
    device.use(await challengeToUse(elsewhere)),
    device.use(Buffer.from('anything').toString('base64url')),
    '',
    'null',
    '{"id":{}}',
    JSON.stringify({ id: device.credentialId, rawId: '', type: 'public-key' }),
  ];
  for (const answer of answers) expect(redirectOf(await use(answer, cookie))).toEqual([303, REFUSED.use]);
  expect(await actorOf(cookie)).toBeNull();
});

/** How a sign-in with a passkey goes on, whose device has counted so many signatures. */
async function signedIn(device: Device, count: number) {
  const { cookie } = await beginSignIn(creator.email);
  return redirectOf(await use(device.use(await challengeToUse(cookie), { count }), cookie));
}

test.each([
  ['goes on', 5, [6, 9], true],
  ['goes back', 5, [4], false],
  ['goes back after it went on', 5, [8, 7], false],
  ['stays after it went on', 1, [2, 2], false],
  ['is no longer told', 5, [0], false],
  ['was never told', 0, [0, 0], true],
])('a count of signatures that %s says whether a passkey was copied', async (_how, added, counts, isAccepted) => {
  const device = authenticator();
  const own = await signIn(creator.email);
  await add(device.add(await addChallenge(own), { count: added }), own);
  const answered: unknown[] = [];
  for (const count of counts) answered.push(await signedIn(device, count));
  const last = [303, isAccepted ? TO : REFUSED.use];
  expect(answered).toEqual([...counts.slice(1).map(() => [303, TO]), last]);
});

test('a response is accepted once: one of ten concurrent ones, and none afterwards', async () => {
  const device = await withPasskey(creator.email);
  const { cookie } = await beginSignIn(creator.email);
  const answer = device.use(await challengeToUse(cookie));
  const replies = await Promise.all(Array.from({ length: 10 }, () => use(answer, cookie)));
  const taken = replies.filter((reply) => reply.headers.get('location') === TO);
  expect(taken).toHaveLength(1);
  const [first] = taken;
  expect(redirectOf(await use(answer, first ? sessionOf(first) : ''))).toEqual([303, REFUSED.use]);
});

test('with a live key, staff without a passkey have to add one first; creators need none', async () => {
  env().live = true;
  expect(redirectOf((await byCode(creator.email)).reply)).toEqual([303, TO]);
  const { reply, cookie } = await byCode(staff.email);
  expect(redirectOf(reply)).toEqual([303, '/sign-in/passkey?to=%2Fdashboard%2Faccount']);
  expect(await actorOf(cookie)).toBeNull();
  const device = authenticator();
  const added = await add(device.add(await addChallenge(cookie)), cookie);
  expect((await actorOf(sessionOf(added)))?.id).toBe(staff.id);
  const entry = { actor: staff.id, action: 'passkey.add' };
  expect(await db().auditEntry.count({ where: entry })).toBe(1);
  // At the next sign-in it is required, and no other one can replace it.
  const next = (await beginSignIn(staff.email)).cookie;
  await add(authenticator().add(await addChallenge(next)), next);
  expect(await actorOf(next)).toBeNull();
  expect(redirectOf(await use(device.use(await challengeToUse(next)), next))).toEqual([303, TO]);
});

test('without a live key, staff need no passkey, but have to use one that they have', async () => {
  expect(redirectOf((await byCode(staff.email)).reply)).toEqual([303, TO]);
  await withPasskey(staff.email);
  expect((await byCode(staff.email)).reply.headers.get('location')).toMatch(/^\/sign-in\/passkey\?/);
});

test('a passkey makes a session fresh again; without a fresh session none can be added', async () => {
  const device = await withPasskey(creator.email);
  const cookie = await signIn(creator.email);
  const provenAt = new Date(Date.now() - FRESH_SECONDS * 1000);
  await db().session.updateMany({ where: { accountId: creator.id }, data: { provenAt } });
  await add(authenticator().add(await addChallenge(cookie)), cookie);
  expect(await db().passkey.count({ where: { accountId: creator.id } })).toBe(1);
  const before = (await askedOf(cookie)).session;
  const fresh = sessionOf(await use(device.use(await challengeToUse(cookie)), cookie));
  const after = (await askedOf(fresh)).session;
  expect([before.isFresh, after.isFresh]).toEqual([false, true]);
  // That does not extend it.
  expect(after.expiresAt).toEqual(before.expiresAt);
});

/** The sessions of an account, each with its cookie, whose codes alone opened them. */
async function severalSessions(email: string): Promise<string[]> {
  return [await signIn(email), await signIn(email), await signIn(email)];
}
const isOpen = async (cookie: string) => (await actorOf(cookie)) !== null;
const changesMailed = async (recipient: string) => {
  const mails = await db().email.findMany({
    where: { recipient, template: 'passkey_changed' },
    orderBy: { createdAt: 'asc' },
  });
  return mails.map(({ data }) => (data as { change: string }).change);
};

test('adding a passkey ends every other session, gives this one a new token, and is mailed each time', async () => {
  const [first = '', ...others] = await severalSessions(creator.email);
  const added = sessionOf(await add(authenticator().add(await addChallenge(first)), first));
  expect(await Promise.all([added, first, ...others].map(isOpen))).toEqual([true, false, false, false]);
  await add(authenticator().add(await addChallenge(added)), added);
  expect(await db().passkey.count({ where: { accountId: creator.id } })).toBe(2);
  expect(await changesMailed(creator.email)).toEqual(['added', 'added']);
});

test('removing a passkey ends every other session, gives this one a new token, and is mailed', async () => {
  const device = await withPasskey(creator.email);
  const withIt = async () => {
    const { cookie } = await beginSignIn(creator.email);
    return sessionOf(await use(device.use(await challengeToUse(cookie)), cookie));
  };
  const [own, other] = [await withIt(), await withIt()];
  const { id } = await db().passkey.findFirstOrThrow({ where: { accountId: creator.id } });
  const reply = await submit(service, '/dashboard/actions/passkey.remove', { id, back: TO }, { cookie: own });
  expect(reply.status).toBe(303);
  expect(await db().passkey.count({ where: { accountId: creator.id } })).toBe(0);
  expect(await Promise.all([sessionOf(reply), own, other].map(isOpen))).toEqual([true, false, false]);
  expect(await changesMailed(creator.email)).toEqual(['added', 'removed']);
});

test('with the first live key, sessions of staff without a passkey end at once; those of creators go on', async () => {
  const [ofStaff, ofCreator] = [await signIn(staff.email), await signIn(creator.email)];
  env().live = true;
  expect([await isOpen(ofStaff), await isOpen(ofCreator)]).toEqual([false, true]);
  expect(await findPasskeySession(new Headers({ cookie: ofStaff }), new Date())).toBeNull();
});

test('an account that needs a passkey keeps the last one, also when two are removed concurrently', async () => {
  await withPasskey(staff.email);
  await withPasskey(staff.email);
  env().live = true;
  const cookie = await signIn(staff.email);
  const own = await db().passkey.findMany({ where: { accountId: staff.id } });
  expect(own).toHaveLength(2);
  const remove = (id: string) => submit(service, '/dashboard/actions/passkey.remove', { id }, { cookie });
  await Promise.all(own.map(({ id }) => remove(id)));
  expect(await db().passkey.count({ where: { accountId: staff.id } })).toBe(1);
});

test('staff remove the lost passkeys of others, never their own: audited, mailed, and the sessions end', async () => {
  await withPasskey(staff.email);
  const lost = await signIn(staff.email);
  const cookie = await signIn('recovery@example.org');
  const reset = (email: string, sender: string) => {
    const fields = { email, reason: 'Seen in person', lang: 'es', confirmed: 'yes' };
    return submit(service, '/dashboard/actions/passkey.reset', fields, { cookie: sender });
  };
  expect((await reset(staff.email, lost)).status).toBe(403);
  expect((await reset(staff.email, await signIn(creator.email))).status).toBe(404);
  expect(await db().passkey.count({ where: { accountId: staff.id } })).toBe(1);

  expect((await reset(staff.email, cookie)).status).toBe(303);
  expect([await db().passkey.count({ where: { accountId: staff.id } }), await actorOf(lost)]).toEqual([0, null]);
  const entry = await db().auditEntry.findFirstOrThrow({
    where: { action: 'passkey.reset', subject: staff.id, outcome: 'done' },
  });
  expect(entry.data).toEqual({ count: 1, reason: 'Seen in person' });
  await service.runJobs();
  const mail = (await mailsTo(service, staff.email)).find(({ text }) => text.includes('Seen in person'));
  expect(mail?.subject).toBe('Se quitaron tus llaves de acceso');
  env().live = true;
  const { cookie: next } = await beginSignIn(staff.email);
  expect((await askedOf(next)).passkeys).toEqual([]);
});

test('the console removes the passkeys of the only member of staff, audited and mailed', async () => {
  await withPasskey(staff.email);
  const command = COMMANDS['passkey remove'];
  if (!command) throw new Error('There is no such command');
  const act = (flags: Record<string, string>) => command.prepare(flags)(new Date());
  const flags = { email: staff.email.toUpperCase(), reason: 'The only one' };
  expect(await act(flags)).toEqual({ id: staff.id, email: staff.email, removed: 1 });
  expect(await db().passkey.count({ where: { accountId: staff.id } })).toBe(0);
  expect(
    await db().auditEntry.findMany({ where: { action: 'passkey.reset', subject: staff.id, actor: 'console' } }),
  ).toEqual([expect.objectContaining({ outcome: 'done', data: { count: 1, reason: 'The only one' } })]);
  await service.runJobs();
  const mail = (await mailsTo(service, staff.email)).find(({ text }) => text.includes('The only one'));
  expect(mail?.subject).toBe('Your passkeys were removed');
  await expect(act({ email: 'no@example.org', reason: 'x' })).rejects.toThrow('--email: ');
});

test('the owner of a cause reads of their removed passkeys in its language, whatever that of the staff is', async () => {
  await withPasskey(creator.email);
  await storedCause({ country: 'br', owner: { connect: { id: creator.id } } });
  const cookie = await signIn('recovery@example.org');
  const fields = { email: creator.email, reason: 'Vista em pessoa', lang: 'en', confirmed: 'yes' };
  expect((await submit(service, '/dashboard/actions/passkey.reset', fields, { cookie })).status).toBe(303);
  await service.runJobs();
  const mail = (await mailsTo(service, creator.email)).find(({ text }) => text.includes('Vista em pessoa'));
  expect(mail?.subject).toBe('Suas chaves de acesso foram removidas');
});

test('a sign-in with a passkey from a new browser is mailed once it is complete, not before', async () => {
  const device = await withPasskey(creator.email);
  const warnings = () => db().email.count({ where: { recipient: creator.email, template: 'new_browser' } });
  const before = await warnings();
  const { reply, cookie } = await byCode(creator.email);
  expect(await warnings()).toBe(before);
  const jar = `${cookiesOf(reply)}`;
  await use(device.use(await challengeToUse(cookie)), jar);
  expect(await warnings()).toBe(before + 1);
});
