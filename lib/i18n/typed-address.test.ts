import { expect, test } from 'vitest';
import { typedAddress } from './typed-address.ts';

test.each([
  ['mailto:ana@example.org', 'ana@example.org'],
  ['MAILTO:ana@example.org ', 'ana@example.org'],
  ['Ana <ana@example.org>', 'ana@example.org'],
  ['"Díaz, Ana" <ana@example.org>', 'ana@example.org'],
  [' <ana@example.org> ', 'ana@example.org'],
  ['\u202aana@example.org\u202c', 'ana@example.org'],
])('of %j, %s is the address', (typed, address) => expect(typedAddress(typed)).toBe(address));

test.each([
  'ana@example.org',
  ' ana@example.org',
  'Ana <ana@example.org>, Bo <bo@example.org>',
  'bo@example.org <ana@example.org>',
  'a<b@example.org>',
  'Ana <ana@example.org',
  'mailto:ana@example.org,bo@example.org',
  'mailto:',
  'Ana',
])('%j stays as it is', (typed) => expect(typedAddress(typed)).toBe(typed));
