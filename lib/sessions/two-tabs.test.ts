import { beforeEach, expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { db } from '#lib/db.ts';
import { accountOf, cookieOf, cookiesOf, submit } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { actorOf, redirectOf, sessionOf, verify } from '#testing/sign-in-forms.ts';
import { MAX_TRIES } from './challenge.ts';
import { codeOf } from './code.ts';

const { service } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });
let count = 0;
let email: string;
/** The cookies that all tabs of the browser share. */
let cookie: string;
beforeEach(async () => {
  email = `tabs-${++count}@example.org`;
  cookie = '';
  await accountOf(email);
});

type Tab = { challenge: string; code: string };

/** Requests a code in a tab of its own. Returns what the tab's page names, and the code that its mail has (sign-in.test.ts). */
async function openTab(address = email): Promise<Tab> {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `203.0.113.${count}` };
  const reply = await submit(service, '/sign-in/request', { email: address }, { cookie, headers });
  cookie = cookiesOf(reply);
  const { searchParams } = new URL(reply.headers.get('location') ?? '', service.url);
  const challenge = searchParams.get('challenge') ?? '';
  return { challenge, code: await codeOf(challenge) };
}

/** Enters a code on the page of a tab. */
async function enter({ challenge }: Pick<Tab, 'challenge'>, code: string) {
  const reply = await verify(service, { code, challenge }, cookie);
  if (reply.headers.getSetCookie().some((line) => line.startsWith('sign_in='))) cookie = cookiesOf(reply);
  return reply;
}

const isIn = (reply: Awaited<ReturnType<typeof enter>>) => cookieOf(reply, 'session') !== undefined;
const OVER = [303, '/sign-in?error=over'];

test.each([
  ['first', 0],
  ['second', 1],
  ['third', 2],
])('of three tabs, the %s takes its own code, whichever was requested last', async (_which, at) => {
  const tabs = [await openTab(), await openTab(), await openTab()];
  const reply = await enter(tabs[at] as Tab, tabs[at]?.code ?? '');
  expect(redirectOf(reply)).toEqual([303, '/dashboard']);
  expect(await actorOf(sessionOf(reply))).toMatchObject({ id: (await accountOf(email)).id });
});

test('the code of one tab is wrong in the other, costs a try there alone, and still works in its own', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const left = MAX_TRIES - 1;
  expect(redirectOf(await enter(second, first.code))).toEqual([
    303,
    `/sign-in/code?challenge=${second.challenge}&error=wrong&left=${left}`,
  ]);
  expect(redirectOf(await enter(first, second.code))).toEqual([
    303,
    `/sign-in/code?challenge=${first.challenge}&error=wrong&left=${left}`,
  ]);
  expect(isIn(await enter(first, first.code))).toBe(true);
});

test('the tries of a tab are its own, and used up they end its code alone', async () => {
  const [first, second] = [await openTab(), await openTab()];
  for (let n = 1; n < MAX_TRIES; n++) await enter(first, '0000 0000');
  expect(redirectOf(await enter(first, '0000 0000'))).toEqual(OVER);
  expect(redirectOf(await enter(first, first.code))).toEqual(OVER);
  expect(isIn(await enter(second, second.code))).toBe(true);
});

test('a code works once, also where the other tab still waits for its own', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const before = cookie;
  expect(isIn(await enter(first, first.code))).toBe(true);
  for (const jar of [before, cookie]) {
    cookie = jar;
    expect(redirectOf(await enter(first, first.code))).toEqual(OVER);
  }
  expect(isIn(await enter(second, second.code))).toBe(false);
});

test('a link that is over leaves the codes of the tabs alone', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const reply = await verify(service, { token: 'over' }, cookie);
  expect([redirectOf(reply), cookieOf(reply, 'sign_in')]).toEqual([OVER, undefined]);
  expect(redirectOf(await enter(second, first.code))[1]).toContain('error=wrong');
  expect(isIn(await enter(second, second.code))).toBe(true);
});

test('an expired code ends its tab alone', async () => {
  const [first, second] = [await openTab(), await openTab()];
  await db().signInChallenge.update({
    where: { id: first.challenge },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  expect(redirectOf(await enter(first, first.code))).toEqual(OVER);
  expect(isIn(await enter(second, second.code))).toBe(true);
});

test('a code that another browser requested is refused, also where its challenge is named', async () => {
  const theirs = await openTab();
  cookie = '';
  await openTab();
  expect(redirectOf(await enter(theirs, theirs.code))).toEqual(OVER);
  for (const challenge of ['', 'ver_unknown', `${theirs.challenge} `])
    expect(redirectOf(await enter({ challenge }, theirs.code))).toEqual(OVER);
});

test('tabs can sign in to different accounts, and a typing error in one leaves the others alone', async () => {
  const other = `other-${count}@example.org`;
  await accountOf(other);
  const first = await openTab();
  await openTab(other);
  const typo = await submit(service, '/sign-in/request', { email: 'nobody' }, { cookie });
  cookie = cookiesOf(typo);
  const reply = await enter(first, first.code);
  expect(await actorOf(sessionOf(reply))).toMatchObject({ id: (await accountOf(email)).id });
});

test('a form that names no challenge takes the newest code', async () => {
  const [first, second] = [await openTab(), await openTab()];
  expect(isIn(await verify(service, { code: first.code }, cookie))).toBe(false);
  expect(isIn(await verify(service, { code: second.code }, cookie))).toBe(true);
});

test('a browser keeps the newest codes, as many as its cookie holds', async () => {
  const long = `${'x'.repeat(230)}${count}@example.org`;
  await provisionAccount(db(), { email: long, name: 'X' });
  const tabs: Tab[] = [];
  for (let n = 0; n < 6; n++) tabs.push(await openTab(n % 2 ? email : long));
  expect(cookie.length).toBeLessThan(4096);
  const [oldest, newest] = [tabs[0] as Tab, tabs.at(-1) as Tab];
  expect(redirectOf(await enter(oldest, oldest.code))).toEqual(OVER);
  expect(isIn(await enter(newest, newest.code))).toBe(true);
});
