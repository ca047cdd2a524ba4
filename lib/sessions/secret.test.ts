import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { accountOf, cookieOf, submit } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { linkTokenOf } from './code.ts';
import { requestSignIn } from './request-sign-in.ts';
import { authKey, authSecret } from './secret.ts';
import { findActor } from './session.ts';

const SECRET = 'an-environment-secret-of-enough-characters';
const { service } = runningService({
  PUBLIC_BASE_URL: 'https://give.example.org',
  EMULATORS: 'on',
  AUTH_SECRET: SECRET,
});

async function signIn() {
  await accountOf('owner@example.org');
  const challenge = await requestSignIn({
    email: 'owner@example.org',
    to: '/dashboard',
    locale: 'en',
    now: new Date(),
  });
  return submit(service, '/sign-in/verify', { token: await linkTokenOf(challenge) });
}

/** A process that is started anew. */
function forgetProcess(): void {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('fundraising.authSecret')];
}

test('over https the cookie is bound to this host and never sent in the clear', async () => {
  const reply = await signIn();
  const line = reply.headers.getSetCookie().find((one) => one.startsWith('__Host-session='));
  expect(line?.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=1209600',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  for (const cookie of reply.headers.getSetCookie()) expect(cookie).toMatch(/^__(?:Host|Secure)-.*; Secure/);
  expect(cookieOf(reply, '__Secure-known_browser')).toBeDefined();
  expect(cookieOf(reply, '__Host-lang')).toBeDefined();
});

test('a session that a neighbouring host sets for this one is none', async () => {
  const session = cookieOf(await signIn(), '__Host-session');
  const actorBy = (name: string) => findActor(new Headers({ cookie: `${name}=${session}` }));
  expect(await actorBy('__Secure-session')).toBeNull();
  expect(await actorBy('__Host-session')).not.toBeNull();
});

test('the secret of the environment is used and not stored; another one ends every session', async () => {
  expect(await authSecret()).toBe(SECRET);
  const cookie = `__Host-session=${cookieOf(await signIn(), '__Host-session')}`;
  const actorOf = () => findActor(new Headers({ cookie }));
  expect(await actorOf()).not.toBeNull();
  expect(await db().serviceSecret.count()).toBe(0);

  forgetProcess();
  expect(await actorOf()).not.toBeNull();
  Object.assign(env(), { authSecret: 'x'.repeat(40) });
  forgetProcess();
  expect(await actorOf()).toBeNull();
});

test('without one in the environment, all processes use one that is generated once', async () => {
  delete env().authSecret;
  const found = await Promise.all(
    Array.from({ length: 5 }, () => {
      forgetProcess();
      return authSecret();
    }),
  );
  expect(new Set(found).size).toBe(1);
  expect(found[0]).toMatch(/^[\w-]{43}$/);
  expect(await db().serviceSecret.count()).toBe(1);
});

test('keys of different purposes have nothing in common', async () => {
  const keys = await Promise.all(['sign-in code', 'sign-in link', 'form results'].map(authKey));
  expect(new Set(keys.map(String)).size).toBe(3);
  expect(keys.every((key) => key.length === 32)).toBe(true);
});
