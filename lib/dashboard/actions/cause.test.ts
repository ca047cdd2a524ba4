import { beforeAll, expect, test } from 'vitest';
import { editBase } from '#lib/causes/edit.ts';
import { db } from '#lib/db.ts';
import { localTimeIn } from '#lib/time-zone.ts';
import { signIn, submit } from '#testing/browser-session.ts';
import { storedCause } from '#testing/causes.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();
let key: string;
let cookie: string;
beforeAll(async () => {
  const stored = await storedCause();
  key = stored.key;
  const { email } = await db().account.findUniqueOrThrow({ where: { id: stored.owner.id } });
  cookie = await signIn(email);
});

/** The closing time after the form is sent, filled in with the stored cause but for some fields. */
async function closesAtAfter(zone: string, changed: Record<string, string>): Promise<string | undefined> {
  const cause = await db().cause.findUniqueOrThrow({ where: { key } });
  const filledIn = {
    key,
    slug: cause.slug,
    base: editBase(cause),
    title: cause.title,
    cover_image_url: '',
    description: cause.description ?? '',
    zone,
    closes_at: cause.closesAt ? localTimeIn(zone, cause.closesAt) : '',
  };
  const reply = await submit(service, '/dashboard/actions/cause.edit', { ...filledIn, ...changed }, { cookie });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.not.stringContaining('refused')]);
  const { closesAt, title } = await db().cause.findUniqueOrThrow({ where: { key } });
  expect(title).toBe(changed.title ?? cause.title);
  return closesAt?.toISOString();
}

test.each([
  ['America/Santiago', '2027-04-04T02:30:00.000Z', '2027-04-04T03:30:00.000Z'],
  ['America/Havana', '2027-11-07T04:15:00.000Z', '2027-11-07T05:15:00.000Z'],
  ['Asia/Beirut', '2027-10-30T20:59:59.000Z', '2027-10-30T21:59:59.000Z'],
  ['Europe/Madrid', '2027-10-31T00:00:00.000Z', '2027-10-31T01:00:00.000Z'],
])('in %s, a form that leaves the closing time alone keeps it in either of two equal hours', async (zone, ...both) => {
  for (const closesAt of both) {
    await db().cause.update({ where: { key }, data: { closesAt: new Date(closesAt) } });
    expect(await closesAtAfter(zone, { title: `Closes at ${closesAt}` })).toBe(closesAt);
  }
});

test('a title that was pasted with a tab or a line break is saved as one line', async () => {
  const cause = await db().cause.findUniqueOrThrow({ where: { key } });
  const form = { key, slug: cause.slug, base: editBase(cause), cover_image_url: '', description: '', closes_at: '' };
  await submit(
    service,
    '/dashboard/actions/cause.edit',
    { ...form, title: ' A roof\tfor the\r\nschool\n' },
    { cookie },
  );
  const { title } = await db().cause.findUniqueOrThrow({ where: { key } });
  expect(title).toBe('A roof for the school');
});

test.each([
  ['America/Santiago', '2027-09-05T00:30', '2027-09-05T04:30:00.000Z'],
  ['America/Havana', '2027-03-14T00:15', '2027-03-14T05:15:00.000Z'],
  ['Africa/Cairo', '2027-04-30T00:45', '2027-04-29T22:45:00.000Z'],
  ['Asia/Beirut', '2027-03-28T00:00', '2027-03-27T22:00:00.000Z'],
])('in %s, a closing time at %s, which clocks skip, is an hour later by them', async (zone, typed, closesAt) => {
  expect(await closesAtAfter(zone, { closes_at: typed })).toBe(closesAt);
});
