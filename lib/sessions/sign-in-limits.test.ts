// @module-tag full

import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { accountOf, cookieOf, cookiesOf, OWN_PAGE, submit } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { mailsTo } from '#testing/sign-in-forms.ts';
import { codeOf } from './code.ts';

const { service } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });
let count = 0;
let email: string;
beforeEach(async () => {
  email = `person-${++count}@example.org`;
  await accountOf(email);
});

const sent = (address: string, cookie?: string) => ({
  headers: { ...OWN_PAGE, 'x-forwarded-for': address },
  ...(cookie === undefined ? {} : { cookie }),
});
/** Requests a code from an address, in a browser with these cookies. */
const ask = (address: string, cookie?: string, wanted = email) =>
  submit(service, '/sign-in/request', { email: wanted }, sent(address, cookie));
const mailed = async () => {
  await service.runJobs();
  return (await mailsTo(service, email)).length;
};

/** Requests a code from an address and signs in with the mailed one; undefined if no mail came. */
async function signInFrom(address: string, cookie?: string): Promise<Reply | undefined> {
  const before = await mailed();
  const asked = await ask(address, cookie);
  if ((await mailed()) === before) return undefined;
  const [mail] = await mailsTo(service, email);
  const code = /\d{4} \d{4}/.exec(mail?.subject ?? '')?.[0] ?? '';
  const cookies = [cookiesOf(asked), ...(cookie === undefined ? [] : [cookie])].join('; ');
  return submit(service, '/sign-in/verify', { code }, sent(address, cookies));
}

const isIn = (reply: Reply | undefined) => reply !== undefined && cookieOf(reply, 'session') !== undefined;

/** More strangers than are mailed, each from another network. */
async function manyStrangers(): Promise<void> {
  for (let host = 1; host <= 30; host++) expect((await ask(`198.51.100.${host}`)).status).toBe(303);
}

test('one stranger’s requests neither lock out the owner nor send more than five mails', async () => {
  for (let i = 0; i < 10; i++) expect((await ask('203.0.113.9')).status).toBe(303);
  for (let i = 0; i < 3; i++) expect((await ask('203.0.113.9')).status).toBe(429);
  expect(await mailed()).toBe(5);
  expect(isIn(await signInFrom('203.0.113.10'))).toBe(true);
});

test('a mailbox gets no more mails by strangers because it has several accounts', async () => {
  const local = `sam.jones${count}`;
  const accounts = [
    ...Array.from({ length: 6 }, (_, tag) => `${local}+${tag}@gmail.com`),
    `${local.replace('.', '')}@googlemail.com`,
  ];
  for (const account of accounts) await accountOf(account);
  const total = async () => {
    await service.runJobs();
    const mails = await Promise.all(accounts.map((account) => mailsTo(service, account)));
    return mails.flat().length;
  };
  for (const account of accounts) expect((await ask('203.0.113.9', undefined, account)).status).toBe(303);
  expect(await total()).toBe(5);
  for (let host = 1; host <= 5; host++)
    for (const account of accounts) await ask(`203.0.114.${host}`, undefined, account);
  expect(await total()).toBe(25);
  // Not the same mailbox: that provider's dots count.
  email = `sam.jones${count}@example.org`;
  await accountOf(email);
  expect(isIn(await signInFrom('203.0.113.9'))).toBe(true);
});

test('all addresses of an IPv6 network count as one stranger', async () => {
  for (let i = 0; i < 10; i++) expect((await ask(`2001:db8:1:2::${i + 1}`)).status).toBe(303);
  expect((await ask('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect(await mailed()).toBe(5);
  expect(isIn(await signInFrom('2001:db8:2::1'))).toBe(true);
});

test('all networks of an IPv6 /48 cause as many mails as one stranger, and the owner elsewhere gets a code', async () => {
  for (let i = 0; i < 40; i++) expect((await ask(`2001:db8:7:${i}::1`)).status).toBe(303);
  expect(await mailed()).toBe(5);
  expect(isIn(await signInFrom('203.0.113.10'))).toBe(true);
});

test('strangers behind the owner’s address lock out neither a browser that signed in before nor one that is signed in', async () => {
  const first = (await signInFrom('203.0.113.20')) as Reply;
  const mark = `known_browser=${cookieOf(first, 'known_browser')}`;
  const session = `session=${cookieOf(first, 'session')}`;
  for (let i = 0; i < 20; i++) await ask('203.0.113.20');
  expect((await ask('203.0.113.20')).status).toBe(429);
  expect(isIn(await signInFrom('203.0.113.20', mark))).toBe(true);
  expect(isIn(await signInFrom('203.0.113.20', session))).toBe(true);
});

test('strangers behind the owner’s address do not keep a known browser from sending its code', async () => {
  const first = (await signInFrom('203.0.113.30')) as Reply;
  const mark = `known_browser=${cookieOf(first, 'known_browser')}`;
  for (let i = 0; i < 310; i++) await submit(service, '/sign-in/verify', { code: '0000 0000' }, sent('203.0.113.30'));
  const blocked = await submit(service, '/sign-in/verify', { code: '0000 0000' }, sent('203.0.113.30'));
  expect(blocked.status).toBe(429);
  expect(isIn(await signInFrom('203.0.113.30', mark))).toBe(true);
});

test('a known browser has an end too, and another account’s cookies open no bucket', async () => {
  const first = (await signInFrom('203.0.113.40')) as Reply;
  const mark = `known_browser=${cookieOf(first, 'known_browser')}`;
  const before = await mailed();
  for (let i = 0; i < 20; i++) await ask('203.0.113.40', mark);
  expect((await ask('203.0.113.40', mark)).status).toBe(429);
  expect((await mailed()) - before).toBeLessThanOrEqual(15);
  email = `other-${count}@example.org`;
  await accountOf(email);
  for (let i = 0; i < 10; i++) await ask('203.0.113.41', mark);
  expect((await ask('203.0.113.41', mark)).status).toBe(429);
});

test('many strangers cause 25 mails at most; known browsers and networks still get theirs', async () => {
  const first = await signInFrom('203.0.113.10');
  const mark = `known_browser=${cookieOf(first as Reply, 'known_browser')}`;
  const before = await mailed();
  await manyStrangers();
  expect((await mailed()) - before).toBeLessThanOrEqual(25);
  expect(await signInFrom('203.0.113.77')).toBeUndefined();
  expect(await signInFrom('203.0.113.77', 'known_browser=forged')).toBeUndefined();
  expect(isIn(await signInFrom('203.0.113.10'))).toBe(true);
  expect(isIn(await signInFrom('203.0.113.77', mark))).toBe(true);
  // Signed out everywhere, the browser is known still, and only to its own account.
  await db().session.deleteMany();
  expect(isIn(await signInFrom('203.0.113.78', mark))).toBe(true);
  email = `another-${count}@example.org`;
  await accountOf(email);
  await manyStrangers();
  expect(await signInFrom('203.0.113.78', mark)).toBeUndefined();
});

test('a code that was not mailed is never right, so strangers have only as many guesses as mails', async () => {
  await manyStrangers();
  const asked = await ask('203.0.113.9');
  const kept = JSON.parse(Buffer.from(cookieOf(asked, 'sign_in') ?? '', 'base64url').toString());
  const code = await codeOf(kept.codes[0].challengeId);
  const reply = await submit(service, '/sign-in/verify', { code }, sent('203.0.113.9', cookiesOf(asked)));
  expect([isIn(reply), reply.headers.get('location')]).toEqual([
    false,
    `/sign-in/code?challenge=${kept.codes[0].challengeId}&error=wrong&left=4`,
  ]);
});

test('beyond the limit, too, replies and rows do not reveal whether an email address has an account', async () => {
  const nobody = `nobody-${count}@example.org`;
  const rows = async () => [await db().signInChallenge.count(), await db().email.count()];
  const seen: unknown[] = [];
  for (const wanted of [email, nobody]) {
    const counted = [await rows()];
    const answers: unknown[] = [];
    for (let host = 1; host <= 30; host++) {
      const { status, headers, text } = await ask(`192.0.2.${host}`, undefined, wanted);
      const cookies = headers.getSetCookie().map((line) => line.replace(/(sign_in=)[^;]+/, '$1…'));
      const location = headers.get('location')?.replace(/(challenge=)\w+/, '$1…');
      answers.push([status, location, cookies, text]);
      counted.push(await rows());
    }
    const [from = []] = counted;
    seen.push([answers, counted.map((now) => now.map((value, index) => value - (from[index] ?? 0)))]);
  }
  expect(seen[1]).toEqual(seen[0]);
});
