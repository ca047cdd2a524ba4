import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { accountOf, cookieOf, cookiesOf, signIn, submit } from '#testing/browser-session.ts';
import { forgetJobs } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { mailsTo, requestCode } from '#testing/sign-in-forms.ts';
import { browserName } from './browser-name.ts';
import { deleteExpired } from './delete-expired.ts';
import { listSessions } from './list.ts';
import { readSession } from './session.ts';

const { service } = runningService();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** Signs in from a browser with these cookies, in a language. Returns its cookies afterwards. */
async function enter(email: string, { cookie = '', agent = FIREFOX, lang = 'en' } = {}) {
  const { cookie: asking, code } = await requestCode(service, email, { lang });
  await forgetJobs();
  const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': agent };
  const jar = `${asking}; ${cookie}`;
  const reply = await submit(service, '/sign-in/verify', { code, lang }, { cookie: jar, headers });
  expect(reply.headers.get('location')).toBe('/dashboard');
  await service.runJobs();
  return { reply, cookie: cookiesOf(reply) };
}

const warningsTo = async (email: string) =>
  (await mailsTo(service, email)).filter(({ text }) => text.includes('/dashboard/account'));

test('a sign-in from a new browser is mailed with time, browser and what to do; one from a known browser is not', async () => {
  const { email } = await accountOf('watched@example.org');
  const { cookie } = await enter(email);
  const [first] = await warningsTo(email);
  expect(first?.subject).toBe('New sign-in to your account');
  expect(first?.text).toContain('with Firefox on Windows, on ');
  expect(first?.text).toMatch(new RegExp(`${new Date().getUTCFullYear()}.* UTC`));
  expect(first?.text).toContain(`${service.url}/dashboard/account`);

  await enter(email, { cookie });
  expect(await warningsTo(email)).toHaveLength(1);

  await enter(email, { agent: IPHONE, lang: 'es' });
  const [second] = await warningsTo(email);
  expect(await warningsTo(email)).toHaveLength(2);
  expect(second?.text).toContain('con Safari en iOS, el ');
});

test('a browser is known per account: a second account in it is mailed', async () => {
  const { cookie } = await enter((await accountOf('one@example.org')).email);
  const { email } = await accountOf('two@example.org');
  await enter(email, { cookie });
  expect(await warningsTo(email)).toHaveLength(1);
});

test('the known-browser cookie is out of reach for scripts, and the database has only its hash', async () => {
  const { email } = await accountOf('marked@example.org');
  const { reply } = await enter(email);
  const line = reply.headers.getSetCookie().find((one) => one.startsWith('known_browser='));
  expect(line?.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/sign-in', 'SameSite=Lax']);
  const token = cookieOf(reply, 'known_browser') ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await db().knownBrowser.findMany())).not.toContain(token);
  // A forged cookie is not known.
  const planted = await enter(email, { cookie: 'known_browser=planted' });
  expect(cookieOf(planted.reply, 'known_browser')).toMatch(/^[\w-]{43}$/);
});

test('a browser that was not used for the lifetime of its cookie is deleted', async () => {
  await enter((await accountOf('rare@example.org')).email);
  await deleteExpired(new Date(Date.now() + 399 * 86_400_000));
  expect(await db().knownBrowser.count()).toBeGreaterThan(0);
  await deleteExpired(new Date(Date.now() + 401 * 86_400_000));
  expect(await db().knownBrowser.count()).toBe(0);
});

test.each([
  ['', '', ''],
  ['a script', '', ''],
  [FIREFOX, 'Firefox', 'Windows'],
  [IPHONE, 'Safari', 'iOS'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
])('the browser that calls itself %j is named', (agent, browser, system) => {
  expect(browserName(agent)).toEqual({ browser, system });
});

test('an account lists its sessions, and ends one of its own and no other', async () => {
  const { email } = await accountOf('listed@example.org');
  const here = await signIn(email);
  const { cookie: there } = await enter(email, { agent: IPHONE });
  const stranger = await signIn((await accountOf('unlisted@example.org')).email);
  const visitOf = (cookie: string) => readSession(new Headers({ cookie }), new Date());
  const sessionOf = async (cookie: string) => {
    const visit = await visitOf(cookie);
    if (visit?.kind !== 'signed_in') throw new Error('Not signed in');
    return visit.session;
  };
  const own = await sessionOf(here);
  const phone = await sessionOf(there);
  const listed = await listSessions(own, new Date());
  expect(listed.map(({ id, isThis }) => [id, isThis])).toEqual([
    [phone.id, false],
    [own.id, true],
  ]);
  expect(listed[0]).toMatchObject({ browser: 'Safari', system: 'iOS' });

  const end = (id: string, cookie: string) => submit(service, '/dashboard/actions/session.end_one', { id }, { cookie });
  expect((await end(phone.id, stranger)).status).toBe(404);
  expect(await visitOf(there)).not.toBeNull();
  expect((await end(phone.id, here)).status).toBe(303);
  expect([await visitOf(there), (await visitOf(here))?.kind]).toEqual([null, 'signed_in']);

  // An idle session is not listed.
  await signIn(email);
  const before = new Date(Date.now() - 4 * 86_400_000);
  await db().session.updateMany({
    where: { accountId: own.actor.id, id: { not: own.id } },
    data: { lastSeenAt: before },
  });
  expect(await listSessions(own, new Date())).toHaveLength(1);
});
