import { expect, test } from 'vitest';
import { pastedEmail } from './pasted-email.ts';

test.each([
  'ana@example.org',
  ' ana@example.org\t',
  '\u200bana@example.org\ufeff',
  'ana@example.org\u00a0',
  '<ana@example.org>',
  'Ana Díaz <ana@example.org>',
  'mailto:ana@example.org',
])('who pastes %j signs in with the address in it', (typed) => {
  expect(pastedEmail.parse(typed)).toBe('ana@example.org');
});

test.each(['', 'Ana', 'ana@example', 'Ana <ana@example.org>, Bo <bo@example.org>'])('%j is no address', (typed) => {
  expect(pastedEmail.safeParse(typed).success).toBe(false);
});
