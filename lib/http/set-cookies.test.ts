import { beforeAll, expect, test } from 'vitest';
import { accountOf, cookiesOf, submit } from '#testing/browser-session.ts';
import { openLink, publishedCause } from '#testing/factories.ts';
import { sourceFiles } from '#testing/imports.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { askForCode } from '#testing/sign-in-forms.ts';

const { service, partner } = runningService({ PUBLIC_BASE_URL: 'https://give.example.org' });

/** Every cookie of the service over https, with all its attributes. Scripts write that of the language too. */
const COOKIES: Record<string, string[]> = {
  '__Host-session': ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure'],
  '__Host-lang': ['Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'],
  '__Secure-sign_in': ['HttpOnly', 'Max-Age=600', 'Path=/sign-in', 'SameSite=Lax', 'Secure'],
  '__Secure-known_browser': ['HttpOnly', 'Max-Age=34560000', 'Path=/sign-in', 'SameSite=Lax', 'Secure'],
  '__Secure-passkey_postponed': ['HttpOnly', 'Max-Age=604800', 'Path=/dashboard', 'SameSite=Lax', 'Secure'],
  '__Secure-donor': ['HttpOnly', 'Max-Age=2592000', 'Path=/checkout', 'SameSite=Lax', 'Secure'],
};
/** The files that make cookies. What another one makes has to be in the table. */
const MAKERS = [
  'lib/cookies.ts',
  'lib/dashboard/actions/passkeys.ts',
  'lib/dashboard/sign-in.ts',
  'lib/http/form-post.ts',
  'lib/http/page-action.ts',
  'lib/sessions/session-cookie.ts',
];

/** The cookies that a response sets, each with exactly its attributes; those that it deletes, with a minus. */
function cookiesIn(reply: Reply): string[] {
  return reply.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value] = pair.split(/=(.*)/s);
    const isDeleted = attributes.includes('Max-Age=0');
    const expected = COOKIES[name]?.map((one) => (isDeleted ? one.replace(/^Max-Age=.*/, 'Max-Age=0') : one));
    expect([name, attributes.toSorted()]).toEqual([name, expected]);
    expect(value === '').toBe(isDeleted);
    return isDeleted ? `-${name}` : name;
  });
}

const EMAIL = 'creator@example.org';
beforeAll(() => accountOf(EMAIL));

test('over https the cookies of signing in, of the dashboard’s forms and of signing out have all their attributes', async () => {
  const { reply: asked, cookie, code } = await askForCode(service, EMAIL);
  expect(cookiesIn(asked)).toEqual(['__Secure-sign_in', '__Host-lang']);
  const verified = await submit(service, '/sign-in/verify', { code }, { cookie });
  const begun = ['__Host-session', '__Secure-known_browser', '-__Secure-sign_in', '__Host-lang'];
  expect(cookiesIn(verified)).toEqual(begun);
  const session = cookiesOf(verified);
  const act = (name: string, fields = {}) => submit(service, `/dashboard/actions/${name}`, fields, { cookie: session });
  expect(cookiesIn(await act('account.time_zone', { zone: 'UTC' }))).toEqual(['__Host-lang']);
  expect(cookiesIn(await act('passkey.postpone'))).toEqual(['__Secure-passkey_postponed', '__Host-lang']);
  expect(cookiesIn(await act('session.end'))).toEqual(['-__Host-session', '__Host-lang']);
});

test('and so have those of donors', async () => {
  const slug = await publishedCause(service, partner);
  const form = { choice: 'other', amount: '50', message_subject: '' };
  expect(cookiesIn(await submit(service, `/c/${slug}/give`, form))).toEqual(['__Host-lang']);
  const link = await openLink(service, partner, { cause: slug });
  expect(link.url).toBe(`https://give.example.org/checkout?ref=${link.id}`);
  const body = { ref: link.id, name: 'Ana', email: 'ana@example.org' };
  expect(cookiesIn(await service.call('/checkout/donation', { body }))).toEqual(['__Secure-donor']);
});

test('no other file makes a cookie', () => {
  const makers = sourceFiles('.').filter(
    ({ path, text }) => /^(app|components|lib|server)\b(?!.*\.test\.)/.test(path) && /\bset-?cookie\b/i.test(text),
  );
  expect(makers.map(({ path }) => path).filter((path) => path !== 'lib/http/page-cache.ts')).toEqual(MAKERS);
});
