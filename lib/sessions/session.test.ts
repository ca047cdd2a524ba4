import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { sweep } from '#lib/worker/sweep.ts';
import { accountOf, cookiesOf, signIn, submit } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { actorOf, askForCode, redirectOf, sessionOf, verify } from '#testing/sign-in-forms.ts';
import { CHALLENGE_SECONDS } from './challenge.ts';
import { deleteExpired } from './delete-expired.ts';
import { sessionCookie } from './session-cookie.ts';

const { service } = runningService();
let count = 0;
let email: string;
beforeEach(async () => {
  email = `person-${++count}@example.org`;
  await accountOf(email);
});

/** Signs in by the code of a mail. */
async function byCode(address: string, earlier = '') {
  const { cookie, code } = await askForCode(service, address);
  return verify(service, { code }, `${cookie}; ${earlier}`);
}

test('every sign-in creates a new session, and the one before ends', async () => {
  const earlier = await signIn(email);
  const reply = await byCode(email, earlier);
  expect(sessionOf(reply)).not.toBe(earlier);
  expect([await actorOf(earlier), (await actorOf(sessionOf(reply)))?.role]).toEqual([null, 'creator']);
});

test('the session cookie is out of reach for scripts and other sites, and ends with the session', async () => {
  const line = (await byCode(email)).headers.getSetCookie().find((one) => one.startsWith('session='));
  expect(line?.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax']);
});

test('a cookie with another signature, or of an ended session, signs nobody in', async () => {
  const cookie = await signIn(email);
  expect(await actorOf(`${cookie.slice(0, -6)}AAAA%3D`)).toBeNull();
  expect(await actorOf(cookie.replace(/=[^.]+/, '=forgedforgedforgedforgedforgedfo'))).toBeNull();
  expect(await actorOf(cookie)).not.toBeNull();
  const { id: accountId } = await accountOf(email);
  await db().session.updateMany({ where: { accountId }, data: { expiresAt: new Date(Date.now() - 1) } });
  expect(await actorOf(cookie)).toBeNull();
});

test('the database has only the hash of the session’s token, which opens nothing', async () => {
  const cookie = await signIn(email);
  const token =
    decodeURIComponent(cookie)
      .replace(/^session=/, '')
      .split('.')[0] ?? '';
  expect(token.length).toBeGreaterThan(40);
  const { id: accountId } = await accountOf(email);
  const row = await db().session.findFirstOrThrow({ where: { accountId } });
  expect(JSON.stringify(row)).not.toContain(token);
  const taken = await sessionCookie(row.tokenHash, 60);
  expect(await actorOf(taken.split(';')[0] ?? '')).toBeNull();
  expect(await actorOf(cookie)).not.toBeNull();
});

test('a session of staff ends the same day, one of a creator after two weeks', async () => {
  await accountOf('day@example.org', 'staff');
  const hours = async (address: string) => {
    await signIn(address);
    const { id: accountId } = await accountOf(address);
    const { createdAt, expiresAt } = await db().session.findFirstOrThrow({ where: { accountId } });
    return Math.round((expiresAt.getTime() - createdAt.getTime()) / 3_600_000);
  };
  expect([await hours('day@example.org'), await hours(email)]).toEqual([12, 336]);
});

/** Makes the last request of an account this old, in milliseconds. */
async function lastSeen(address: string, agoMs: number) {
  const { id: accountId } = await accountOf(address);
  const lastSeenAt = new Date(Date.now() - agoMs);
  await db().session.updateMany({ where: { accountId }, data: { lastSeenAt } });
  return async () => (await db().session.findFirstOrThrow({ where: { accountId } })).lastSeenAt;
}

test.each([
  ['staff', 30 * 60_000],
  ['creator', 3 * 86_400_000],
] as const)('a session of %s ends after so many milliseconds without a request: %d', async (role, idleMs) => {
  const address = `idle-${role}@example.org`;
  await accountOf(address, role);
  const cookie = await signIn(address);
  const seenAt = await lastSeen(address, idleMs - 5_000);
  expect(await actorOf(cookie)).not.toBeNull();
  expect(Date.now() - (await seenAt()).getTime()).toBeLessThan(60_000);
  await lastSeen(address, idleMs);
  expect(await actorOf(cookie)).toBeNull();
  // The late request does not revive it.
  expect(await actorOf(cookie)).toBeNull();
});

test('the time of the last request is written at most once a minute', async () => {
  const cookie = await signIn(email);
  for (const [agoMs, isWritten] of [
    [50_000, false],
    [61_000, true],
  ] as const) {
    const seenAt = await lastSeen(email, agoMs);
    const before = await seenAt();
    await Promise.all(Array.from({ length: 5 }, () => actorOf(cookie)));
    expect((await seenAt()).getTime() !== before.getTime()).toBe(isWritten);
  }
});

test('a role that is taken away has no effect from the next request on', async () => {
  const { id } = await accountOf('was-staff@example.org', 'staff');
  // With all cookies, none of which may carry the old role.
  const jar = cookiesOf(await byCode('was-staff@example.org'));
  expect((await actorOf(jar))?.role).toBe('staff');
  await db().account.update({ where: { id }, data: { role: 'creator' } });
  expect((await actorOf(jar))?.role).toBe('creator');
});

test('signing out ends this session; signing out everywhere ends all sessions of the account and no others', async () => {
  const [here, there] = [await signIn(email), await signIn(email)];
  const bystander = await signIn((await accountOf('bystander@example.org')).email);
  const out = await submit(service, '/dashboard/actions/session.end', {}, { cookie: here });
  expect(redirectOf(out)).toEqual([303, '/sign-in?signed-out=1']);
  expect(out.headers.getSetCookie().join()).toMatch(/session=;[^,]*Max-Age=0/);
  expect([await actorOf(here), (await actorOf(there)) !== null]).toEqual([null, true]);
  const again = await signIn(email);
  await submit(service, '/dashboard/actions/session.end_all', {}, { cookie: again });
  expect([await actorOf(again), await actorOf(there)]).toEqual([null, null]);
  expect(await actorOf(bystander)).not.toBeNull();
});

test('expired sessions, challenges and form results are deleted, those in use are not', async () => {
  const cookie = await signIn(email);
  const gone = new Date(Date.now() + CHALLENGE_SECONDS * 1000 + 1000);
  await submit(service, '/sign-in/request', { email });
  // As servers of the release before write it.
  const old = { id: 'old', identifier: 'sign-in:old', value: '{}', expiresAt: new Date(gone.getTime() - 1000) };
  await db().verification.create({ data: old });
  await deleteExpired(new Date());
  expect([(await db().signInChallenge.count()) > 0, await db().verification.count()]).toEqual([true, 1]);
  await sweep(gone);
  expect([await db().signInChallenge.count(), await db().verification.count()]).toEqual([0, 0]);
  expect(await actorOf(cookie)).not.toBeNull();
  await deleteExpired(new Date(Date.now() + 15 * 86_400_000));
  expect(await db().session.count()).toBe(0);
});

test('the address of a session is kept no longer than an hour after nobody has used it for three days', async () => {
  await signIn(email);
  const unusedFor = (minutes: number) => new Date(Date.now() + (3 * 24 * 60 + minutes) * 60_000);
  await deleteExpired(unusedFor(58));
  expect(await db().session.count({ where: { account: { email } } })).toBe(1);
  await deleteExpired(unusedFor(62));
  expect(await db().session.count({ where: { account: { email } } })).toBe(0);
});
