import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '#lib/ids.ts';
import { POLICY } from '#lib/policy/table.ts';
import { ACTION_NOUNS, loggedPath, maskedPath, PATH_WORDS, pathTemplate } from './logged-path.ts';

const SECRETS = [
  'cause_live_0123456789abcdefghijABCDEFGHIJ01',
  'sk_live_51Abc',
  'donor@example.org',
  'donor%40example.org',
  'donor%2540example.org',
  '4242424242424242',
  '4242-4242-4242-4242',
  '4242%204242%204242%204242',
  'pi_123_secret_abc',
];

test.each([
  ...SECRETS,
  'ana-gomez',
  'Ana',
  'ana.gomez',
  'constructor',
  'stripe-ana',
  'chl_short',
  `${newId('client')}x`,
  '57-300-123-4567',
  '%00',
  '%',
])('%s in the place of an id is not logged', (text) => {
  expect(loggedPath(`/v1/causes/${text}`)).toBe('/v1/causes/[redacted]');
  expect(loggedPath(`/${text}/public`)).toBe('/[redacted]/public');
  expect(loggedPath(`/dashboard/actions/${text}`)).toBe('/dashboard/actions/[redacted]');
  expect(loggedPath(`/webhooks/${text}`)).toBe('/webhooks/[redacted]');
});

test('ids and cause keys of ours are logged, and names of actions', () => {
  for (const path of [
    '/',
    `/v1/checkout_links/${newId('checkoutLink')}/payment_intent`,
    '/v1/causes/agua-limpia-para-la-vereda-1a2b3c4d',
    `/dashboard/staff/withdrawals/batches/${newId('payoutBatch')}/csv`,
    '/dashboard/actions/withdrawal.approve',
    '/webhooks/mercado-pago-co',
    '/webhooks/stripe',
    '/webhooks/stripe-mx',
  ])
    expect(loggedPath(path)).toBe(path);
});

test('the token of a receipt is not logged: whoever has it reads the receipt', () => {
  expect(loggedPath(`/receipt/${newId('receipt')}/pdf`)).toBe('/receipt/[redacted]/pdf');
  expect(pathTemplate(`/receipt/${newId('receipt')}/pdf`)).toBe('/receipt/{id}/pdf');
});

test('neither the query nor endless paths are logged', () => {
  expect(loggedPath('/v1/causes?email=donor@example.org')).toBe('/v1/causes');
  expect(loggedPath('/v1'.repeat(500)).length).toBeLessThan(50);
});

test.each(SECRETS)('the problem about a path with %s does not repeat it', (text) => {
  expect(maskedPath(`/v1/causes/${text}`)).toBe('/v1/causes/[redacted]');
});

test('the problem about a path names it as it was sent', () => {
  for (const path of ['/v1/causes/ana-gomez', '/v1/%C3%A1%20b', '/v1/%', '/']) expect(maskedPath(path)).toBe(path);
});

test('every action of the policy is logged by its name', () => {
  for (const name of Object.keys(POLICY))
    expect(loggedPath(`/dashboard/actions/${name}`)).toBe(`/dashboard/actions/${name}`);
  expect([...ACTION_NOUNS].toSorted()).toEqual(
    [...new Set(Object.keys(POLICY).map((name) => name.split('.')[0]))].toSorted(),
  );
});

test('every fixed segment of a path of ours is known', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const served = files.filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file));
  const segments = served.flatMap((file) => file.split('/').slice(0, -1));
  const words = segments.filter((segment) => !/[[(]/.test(segment));
  expect([...PATH_WORDS].sort()).toEqual([...new Set(words)].sort());
});
