import { expect, test } from 'vitest';
import { answerOf } from './smtp-answer.ts';

const refusal = (response: string) => Object.assign(new Error('Message failed'), { response });

test('staff read what the mail server answered, on one line and without an address', () => {
  const answer = answerOf(refusal('550-5.1.1 <ana@example.org>: Recipient rejected:\r\n550 User unknown'));
  expect(answer).toMatch(/^550-5\.1\.1 .*Recipient rejected: +550 User unknown$/);
  expect(answer).not.toContain('ana');
});

test('a long answer is shortened, and an error without one is named', () => {
  expect(answerOf(refusal(`451 ${'later '.repeat(1_000)}`))).toHaveLength(200);
  expect(answerOf(new TypeError('of ana@example.org'))).toBe('TypeError');
  expect(answerOf(refusal(' '))).toBe('Error');
  expect(answerOf('text')).toBe('unknown');
});
