import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { createOwnCause, type OwnCauseInput, ownCauseInput } from './create-own.ts';

ownDatabase();

const INPUT: OwnCauseInput = ownCauseInput.parse({
  title: 'A school garden',
  country: 'CO',
  currency: 'COP',
  goalAmount: 5_000_000,
  description: 'Beans and maize.',
});
const ACCEPTED = { termsVersion: '2026-11', ip: '203.0.113.7' };
const owner = async () => (await storedCause()).owner;
type Owner = Awaited<ReturnType<typeof owner>>;
const create = (who: Owner, once: string, input = INPUT, now = NOW) =>
  transaction((tx) => createOwnCause(tx, who, input, ACCEPTED, once, now));

test('a creator’s own cause is a draft with the service’s fees and the evidence of the terms, and nobody is mailed', async () => {
  const who = await owner();
  const { key } = await create(who, 'form-1');
  expect(key).toMatch(/^a-school-garden-[a-z0-9]{8}$/);
  expect(await db().cause.findUniqueOrThrow({ where: { key } })).toMatchObject({
    slug: key,
    state: 'draft',
    ownerId: who.id,
    clientId: 'clt_service',
    country: 'co',
    currency: 'COP',
    goalAmount: 5_000_000n,
    feeModel: 'plus_gateway_costs',
    termsVersion: '2026-11',
    termsAcceptedAt: NOW,
    termsAcceptedIp: '203.0.113.7',
    createdAt: NOW,
  });
  expect(await db().causeAddress.count({ where: { address: key, causeKey: key } })).toBe(1);
  expect(await db().email.count()).toBe(0);
  expect(await db().auditEntry.findMany({ where: { subject: key } })).toMatchObject([
    { actor: who.id, action: 'cause.create' },
  ]);
});

test('a form that is sent twice, or twice at once, creates one cause; the same form of somebody else another', async () => {
  const [who, other] = [await owner(), await owner()];
  const sent = await Promise.all([create(who, 'form-2'), create(who, 'form-2'), create(who, 'form-2')]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect((await create(other, 'form-2')).key).not.toBe(sent[0]?.key);
});

test.each([
  { title: 'A school kitchen' },
  { country: 'us' as const },
  { currency: 'USD' as const },
  { goalAmount: 0 },
  { description: null },
])('a form that comes again with another value creates nothing, and says so: %j', async (changed) => {
  const who = await owner();
  const { key } = await create(who, 'form-3');
  await expect(create(who, 'form-3', { ...INPUT, ...changed })).rejects.toMatchObject({ code: 'cause_form_reused' });
  expect((await create(who, 'form-3')).key).toBe(key);
  expect(await db().cause.count({ where: { ownerId: who.id, clientId: 'clt_service' } })).toBe(1);
});

test('ten causes a day', async () => {
  const who = await owner();
  for (let n = 0; n < 10; n++) await create(who, `form-${n}`);
  await expect(create(who, 'one more')).rejects.toMatchObject({ code: 'too_many_causes' });
  const tomorrow = new Date(NOW.getTime() + 86_400_001);
  expect((await create(who, 'one more', INPUT, tomorrow)).state).toBe('draft');
});

test.each([
  [{ title: '' }],
  [{ title: '\u200b' }],
  [{ title: 'x'.repeat(151) }],
  [{ country: '' }],
  [{ country: 'XK' }],
  [{ currency: 'XXX' }],
  [{ goalAmount: -1 }],
  [{ goalAmount: 1e15 }],
  [{ description: 'x'.repeat(5001) }],
])('what the API refuses, the form refuses: %j', (wrong) => {
  const right = { title: 'A well', country: 'CO', currency: 'COP', goalAmount: 0, description: null };
  expect(ownCauseInput.safeParse(right).success).toBe(true);
  expect(ownCauseInput.safeParse({ ...right, ...wrong }).success).toBe(false);
});
