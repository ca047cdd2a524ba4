import { beforeEach, expect, test, vi } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { isWithinLimit } from '#lib/http/rate-limit.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { log } from '#lib/log.ts';
import { HANDLERS } from '#lib/worker/handlers.ts';
import { accountOf, cookieOf, cookiesOf, OWN_PAGE, submit } from '#testing/browser-session.ts';
import { causeBody } from '#testing/factories.ts';
import { forgetJobs } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import {
  actorOf,
  askForCode,
  challengeIn,
  type Mail,
  mailsTo as mailsAt,
  redirectOf,
  requestCode,
  verify as sendForm,
  sessionOf,
} from '#testing/sign-in-forms.ts';
import { CHALLENGE_SECONDS, MAX_TRIES } from './challenge.ts';
import { codeOf } from './code.ts';
import { requestSignIn } from './request-sign-in.ts';

const { service, partner } = runningService({ TRUSTED_PROXIES: '127.0.0.1' });
let count = 0;
let email: string;
beforeEach(async () => {
  email = `person-${++count}@example.org`;
  await forgetJobs();
  await accountOf(email);
});

const mailsTo = (address: string) => mailsAt(service, address);
/** By mail, as a person gets it; `begin` for what is not about the mail. */
const ask = (address: string, fields?: Record<string, string>) => askForCode(service, address, fields);
const begin = (address: string, fields?: Record<string, string>) => requestCode(service, address, fields);
const verify = (fields: Record<string, string>, cookie?: string) => sendForm(service, fields, cookie);
const tokenIn = (mail: Mail | undefined) => /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const isIn = (reply: Reply) => cookieOf(reply, 'session') !== undefined;
const wrongFor = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

test('the code of the mail signs in, with or without spaces', async () => {
  const { cookie, code } = await ask(email);
  const reply = await verify({ code: ` ${code.replace(' ', '-')} ` }, cookie);
  expect(redirectOf(reply)).toEqual([303, '/dashboard']);
  expect(await actorOf(sessionOf(reply))).toMatchObject({ id: (await accountOf(email)).id, role: 'creator' });
});

test('whoever signs in again to add a passkey is led to adding it', async () => {
  const to = '/sign-in/passkey/add?to=%2Fdashboard%2Faccount';
  const { cookie, code } = await begin(email, { to });
  expect(redirectOf(await verify({ code }, cookie))).toEqual([303, to]);
});

test('an address that was pasted with its name, or with what nobody sees, is the address', async () => {
  for (const pasted of [`Ana <${email}>`, `\u200b${email}\u00a0`]) {
    const reply = await submit(service, '/sign-in/request', { email: pasted });
    expect(redirectOf(reply)[1]).toMatch(/^\/sign-in\/code/);
  }
  await service.runJobs();
  expect((await mailsTo(email)).filter(({ subject }) => /\d{4} \d{4}/.test(subject))).toHaveLength(2);
});

test('the link of the mail signs in, also in another browser', async () => {
  const { mail } = await ask(email);
  expect(isIn(await verify({ token: tokenIn(mail) }))).toBe(true);
});

test('the owner that a partner provisions can sign in, in any letter case', async () => {
  const owner = { email: 'Olga.Owner@Example.org', name: 'Olga' };
  const { status } = await service.call('/v1/causes', { key: partner.key, body: causeBody({ owner }) });
  expect(status).toBe(201);
  const { cookie } = await ask('olga.OWNER@example.ORG');
  const [mail] = (await mailsTo('Olga.Owner@Example.org')).filter(({ subject }) => /\d{4} \d{4}/.test(subject));
  const reply = await verify({ code: /\d{4} \d{4}/.exec(mail?.subject ?? '')?.[0] ?? '' }, cookie);
  const cause = await db().cause.findFirstOrThrow({
    where: { owner: { emailKey: 'olga.owner@example.org' } },
  });
  expect(await actorOf(sessionOf(reply))).toMatchObject({ id: cause.ownerId, name: 'Olga' });
});

test.each(['josé@example.org', "o'brien+causes@example.co"])('an unusual address, %s, can sign in', async (address) => {
  await accountOf(address);
  const { cookie, code } = await ask(address);
  expect(isIn(await verify({ code }, cookie))).toBe(true);
});

test('a code can be copied with what stands around it in the mail', async () => {
  const { cookie, code } = await begin(email);
  expect(isIn(await verify({ code: `Your code: \u200e${code}\u200b.` }, cookie))).toBe(true);
});

test('code and link work once together, also concurrently', async () => {
  const { cookie, code, token } = await begin(email);
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => verify({ code }, cookie)),
    ...Array.from({ length: 5 }, () => verify({ token })),
  ]);
  expect(replies.filter(isIn)).toHaveLength(1);
  expect(redirectOf(await verify({ code }, cookie))).toEqual([303, '/sign-in?error=over']);
  expect(redirectOf(await verify({ token }))).toEqual([303, '/sign-in?error=over']);
});

test('a wrong code shows the attempts left; after the last, neither the right code nor the link works', async () => {
  const { cookie, code, token, reply } = await begin(email);
  for (let left = MAX_TRIES - 1; left > 0; left--)
    expect(redirectOf(await verify({ code: wrongFor(code) }, cookie))).toEqual([
      303,
      `/sign-in/code?challenge=${challengeIn(reply)}&error=wrong&left=${left}`,
    ]);
  expect(redirectOf(await verify({ code: wrongFor(code) }, cookie))).toEqual([303, '/sign-in?error=over']);
  expect(isIn(await verify({ code }, cookie))).toBe(false);
  expect(isIn(await verify({ token }))).toBe(false);
});

test('concurrent guesses cannot exceed the attempts', async () => {
  const { cookie, code, reply } = await begin(email);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => verify({ code: wrongFor(code) }, cookie)));
  expect(guesses.filter(isIn)).toEqual([]);
  const checked = guesses.filter((guess) => /error=wrong/.test(guess.headers.get('location') ?? ''));
  expect(checked.length).toBeLessThan(MAX_TRIES);
  const rows = await db().signInChallenge.findMany({ where: { id: challengeIn(reply) } });
  expect(rows.length).toBeLessThanOrEqual(1);
});

test('wrong guesses in another browser use up no tries of the browser that requested the code', async () => {
  const { cookie, code } = await begin(email);
  const attacker = await begin(email);
  for (let i = 0; i <= MAX_TRIES; i++) await verify({ code: '0000 0000' }, attacker.cookie);
  expect(isIn(await verify({ code }, cookie))).toBe(true);
});

test('the code of one challenge does not work for another of the same account', async () => {
  const first = await begin(email);
  const second = await begin(email);
  expect(second.code).not.toBe(first.code);
  expect(isIn(await verify({ code: second.code }, first.cookie))).toBe(false);
});

test('code and link expire after ten minutes, and an undelivered mail is dropped then', async () => {
  const { cookie, code, mail, reply } = await ask(email);
  const id = challengeIn(reply);
  const { expiresAt, createdAt } = await db().signInChallenge.findUniqueOrThrow({ where: { id } });
  expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)).toBe(CHALLENGE_SECONDS);
  await db().signInChallenge.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
  expect(redirectOf(await verify({ code }, cookie))).toEqual([303, '/sign-in?error=over']);
  expect(redirectOf(await verify({ token: tokenIn(mail) }))).toEqual([303, '/sign-in?error=over']);

  const before = (await mailsTo(email)).length;
  const late = await submit(service, '/sign-in/request', { email });
  await db().signInChallenge.delete({ where: { id: challengeIn(late) } });
  await service.runJobs();
  expect(await mailsTo(email)).toHaveLength(before);
});

test('a token that is forged, cut, or of another challenge signs nobody in', async () => {
  const mine = await begin(email);
  const theirs = await begin(email);
  const [id] = mine.token.split('.');
  const [, proof] = theirs.token.split('.');
  for (const token of [`${id}.${proof}`, `${id}.`, `${id}`, '', 'x'.repeat(5000), `${id}.${'A'.repeat(43)}`])
    expect(isIn(await verify({ token }))).toBe(false);
  expect(isIn(await verify({ token: mine.token }))).toBe(true);
});

/** A response without its random parts. */
function shapeOf(reply: Reply) {
  const headers = [...reply.headers]
    .filter(([name]) => !/^(x-request-id|date|set-cookie|content-security-policy)$/.test(name))
    .map(([name, value]) => [name, value.replace(/(challenge=)\w+/, '$1…')]);
  const cookies = reply.headers.getSetCookie().map((line) => line.replace(/(sign_in=)[^;]+/, '$1…'));
  return { status: reply.status, headers, cookies, text: reply.text };
}

test('no reply, up to the last try, and no written row reveals whether an email address has an account', async () => {
  const stranger = 'stranger@example.org';
  const rows = async () => [await db().signInChallenge.count(), await db().email.count()];
  const [before] = [await rows()];
  const known = await submit(service, '/sign-in/request', { email });
  const between = await rows();
  const unknown = await submit(service, '/sign-in/request', { email: stranger });
  const after = await rows();
  expect(shapeOf(unknown)).toEqual(shapeOf(known));
  const grew = (from: number[], to: number[]) => to.map((value, index) => value - (from[index] ?? 0));
  expect(grew(between, after)).toEqual(grew(before, between));

  for (let i = 0; i <= MAX_TRIES; i++) {
    const [one, other] = [
      await verify({ code: '00000000' }, cookiesOf(known)),
      await verify({ code: '00000000' }, cookiesOf(unknown)),
    ];
    expect(shapeOf(other)).toEqual(shapeOf(one));
  }
  await service.runJobs();
  expect(await mailsTo(stranger)).toEqual([]);
  expect(await db().account.count({ where: { emailKey: stranger } })).toBe(0);
  expect(await db().email.count({ where: { recipient: '' } })).toBe(0);
});

test('not even the right code of a challenge without an account signs anybody in', async () => {
  const { reply, cookie } = await begin('nobody-at-all@example.org');
  expect(isIn(await verify({ code: await codeOf(challengeIn(reply)) }, cookie))).toBe(false);
});

test('neither code nor link is in the database', async () => {
  const { code, mail, reply } = await ask(email);
  const rows = JSON.stringify([await db().signInChallenge.findMany(), await db().email.findMany()]);
  expect(rows).toContain(challengeIn(reply));
  for (const secret of [code, code.replace(' ', ''), tokenIn(mail), tokenIn(mail).split('.')[1] ?? ''])
    expect(rows).not.toContain(secret);
});

test('ten requests in ten minutes for one email address are limited, with a Retry-After; another one is not affected', async () => {
  for (let i = 0; i < 10; i++) expect((await submit(service, '/sign-in/request', { email })).status).toBe(303);
  const refused = await submit(service, '/sign-in/request', { email: email.toUpperCase(), lang: 'es' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(refused.text).toContain('lang="es"');
  expect(refused.text).toMatch(/Espera 10\sminutos/);
  await accountOf('other@example.org');
  expect((await submit(service, '/sign-in/request', { email: 'other@example.org' })).status).toBe(303);
});

test('an IP address that tries many accounts is limited, others are not', async () => {
  const from = (address: string) => ({ headers: { ...OWN_PAGE, 'x-forwarded-for': address } });
  const guess = (address: string) => submit(service, '/sign-in/verify', { code: '00000000' }, from(address));
  // Of the 300 that it may, these are counted without their forms.
  for (let i = 0; i < 298; i++) expect(await isWithinLimit('sign_in_address', '203.0.113.9')).toBe(true);
  for (let i = 0; i < 2; i++) expect((await guess('203.0.113.9')).status).toBe(303);
  expect((await guess('203.0.113.9')).status).toBe(429);
  expect((await submit(service, '/sign-in/request', { email }, from('203.0.113.9'))).status).toBe(429);
  expect((await guess('203.0.113.10')).status).toBe(303);
});

// Every other kind of address: lib/dashboard/path-after-sign-in.test.ts.
test.each(['https://evil.example/dashboard', '/dashboard/%2e%2e//evil.example'])(
  'signing in never redirects to %j',
  async (to) => {
    const { cookie, code } = await begin(email, { to });
    expect(redirectOf(await verify({ code }, cookie))).toEqual([303, '/dashboard']);
  },
);

test('signing in leads to the page that was requested, also by the link on another device', async () => {
  const to = '/dashboard/causes/a-well?filter=a%20b&after=x';
  const { cookie, code } = await begin(email, { to });
  expect(redirectOf(await verify({ code }, cookie))).toEqual([303, to]);
  const { token } = await begin(email, { to });
  expect(redirectOf(await verify({ token }))).toEqual([303, to]);
});

test.each(['nobody', '', 'a@b', 'two@example.org@example.org', `${'x'.repeat(300)}@example.org`])(
  'an invalid address, %j, is an error at the field and kept there',
  async (typed) => {
    const reply = await submit(service, '/sign-in/request', { email: typed });
    expect(redirectOf(reply)).toEqual([303, '/sign-in?error=email']);
    const kept = JSON.parse(Buffer.from(cookieOf(reply, 'sign_in') ?? '', 'base64url').toString());
    expect(kept.email).toBe(typed.slice(0, 300));
  },
);

test('a code does not wait for mails that were to be sent before it', async () => {
  const handled: string[] = [];
  const { deliver_email: deliver } = HANDLERS;
  HANDLERS.deliver_email = async (id) => void handled.push(id);
  try {
    await db().$executeRaw`DELETE FROM pgboss.job WHERE name = 'deliver_email'`;
    // More than are fetched at a time.
    for (let n = 0; n < 60; n++) await transaction((tx) => enqueue(tx, 'deliver_email', { id: `eml_${n}` }));
    await requestSignIn({ email, to: '/dashboard', locale: 'en', now: new Date() });
    await service.runJobs();
  } finally {
    HANDLERS.deliver_email = deliver;
  }
  const { id } = await db().email.findFirstOrThrow({ where: { template: 'sign_in' }, orderBy: { createdAt: 'desc' } });
  expect(handled).toHaveLength(61);
  expect(handled.indexOf(id)).toBeLessThan(50);
});

test('another site can neither request a code nor sign a browser in to an account of its choice', async () => {
  const { token } = await begin(email);
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { ...OWN_PAGE, origin: 'https://evil.example' },
    {},
  ];
  for (const headers of foreign) {
    const fields = { token };
    expect((await submit(service, '/sign-in/verify', fields, { headers })).status).toBe(403);
    expect((await submit(service, '/sign-in/request', { email }, { headers })).status).toBe(403);
  }
  const headers = { origin: service.url };
  expect(isIn(await submit(service, '/sign-in/verify', { token }, { headers }))).toBe(true);
});

test.each([
  ['U+0000', '\0'],
  ['a lone surrogate', '\ud800'],
])('a forged cookie with %s is ignored', async (_what, challengeId) => {
  const forged = Buffer.from(
    JSON.stringify({
      email,
      to: '/dashboard',
      codes: [{ email, to: '/dashboard', challengeId, at: Date.now() }],
    }),
  ).toString('base64url');
  const reply = await verify({ code: '1234 5678' }, `sign_in=${forged}`);
  expect(redirectOf(reply)).toEqual([303, '/sign-in?error=over']);
});

test('successes and failures are events of the log, with the id of the account and never the email', async () => {
  const info = vi.spyOn(log(), 'info');
  try {
    const { cookie, code } = await begin(email);
    await verify({ code: wrongFor(code) }, cookie);
    await verify({ code }, cookie);
    await verify({ code }, cookie);
    const nobody = await begin(`nobody-${count}@example.org`);
    await verify({ code: '0000 0000' }, nobody.cookie);
    const lines = info.mock.calls.map(([line]) => line as unknown as Record<string, unknown>);
    const { id } = await accountOf(email);
    expect(lines.filter(({ event }) => event === 'sign_in')).toEqual([
      { event: 'sign_in', factor: 'code', outcome: 'wrong_code', account: id },
      { event: 'sign_in', factor: 'code', outcome: 'verified', account: id },
      { event: 'sign_in', factor: 'code', outcome: 'expired', account: null },
      { event: 'sign_in', factor: 'code', outcome: 'wrong_code', account: null },
    ]);
    expect(JSON.stringify(info.mock.calls)).not.toContain('@');
  } finally {
    info.mockRestore();
  }
});
