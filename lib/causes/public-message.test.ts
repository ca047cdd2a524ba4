import { expect, test } from 'vitest';
import { publicMessage } from './public-message.ts';

test.each([
  ['¡Fuerza, vecinos! 👩‍👩‍👧', '¡Fuerza, vecinos! 👩‍👩‍👧'],
  ['  one\r\ntwo\n\n\n\n three ', 'one\ntwo\n\nthree'],
  // Nothing is taken out of the words themselves.
  ['<b>https://example.org</b>', '<b>https://example.org</b>'],
  // A zero-width non-joiner belongs to the spelling of Persian.
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('shows %j as %j', (stored, shown) => {
  expect(publicMessage(stored)).toBe(shown);
});

test('lets no message turn the direction of what stands around it', () => {
  expect(publicMessage('\u202egnp.elif\u2066 \u0007\u2069')).toBe('gnp.elif');
});

test.each([null, '', ' \n ', '\u200b\u2060', '\u3164'])('shows nothing of %j', (stored) => {
  expect(publicMessage(stored)).toBeNull();
});
