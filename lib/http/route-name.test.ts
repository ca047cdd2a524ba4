import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOLDERS, methodName, PATHS, routeName } from './route-name.ts';

test('every folder of the site has a name of its own', () => {
  const folders = readdirSync('app', { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));
  for (const folder of folders.filter((name) => !['v1', 'webhooks'].includes(name)))
    expect(FOLDERS.includes(folder) || PATHS.includes(`/${folder}`), folder).toBe(true);
});

test.each([
  ['/', '/'],
  ['/checkout', '/checkout'],
  ['/checkout/return', '/checkout'],
  ['/c/a-roof-x1y2z3w4', '/c'],
  ['/webhooks/stripe', '/webhooks/stripe'],
  ['/webhooks/mercado-pago-co', '/webhooks/mercado-pago-co'],
  ['/webhooks/stripe/more', 'other'],
  ['/webhooks/nobody', 'other'],
  ['/wp-login.php', 'other'],
  ['', 'other'],
])('%s counts as %s', (path, name) => {
  expect(routeName(path, () => ['stripe', 'mercado-pago-co'])).toBe(name);
});

test('a method that nobody knows is no name', () => {
  expect(['GET', 'POST', 'BREW'].map(methodName)).toEqual(['GET', 'POST', 'other']);
});
