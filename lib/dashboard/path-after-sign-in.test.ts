import { expect, test } from 'vitest';
import { addPasskeyPath, pathAfterSignIn, pathWithoutSignIn } from './sign-in.ts';

const WITHDRAWALS = '/dashboard/causes/well/withdrawals?after=1';

test('whoever has to sign in again to add a passkey comes back to adding it', () => {
  const add = addPasskeyPath(WITHDRAWALS);
  expect(pathAfterSignIn(add)).toBe(add);
  expect(pathWithoutSignIn(add)).toBe(WITHDRAWALS);
  expect(pathWithoutSignIn(WITHDRAWALS)).toBe(WITHDRAWALS);
});

test('signing in leads nowhere else', () => {
  for (const path of ['/sign-in/passkey/create', '/sign-in/passkey/addition', '//evil.example', '/c/well', undefined])
    expect(pathAfterSignIn(path)).toBe('/dashboard');
  expect(pathWithoutSignIn(addPasskeyPath('https://evil.example'))).toBe('/dashboard');
});

test.each([
  '//evil.example',
  'https://evil.example/dashboard',
  '/\\evil.example',
  '/dashboardevil',
  '/dashboard\\..\\x',
  '/sign-in',
  '/dashboard/\r\nSet-Cookie: a=b',
  'javascript:alert(1)',
  '/dashboard/@evil.example%00',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e//evil.example',
])('signing in never leads to %j', (path) => {
  expect(pathAfterSignIn(path)).toBe('/dashboard');
});
