import { expect, test } from 'vitest';
import { answerOf, refusesRecipient } from './smtp-answer.ts';

const refusal = (response: string) => Object.assign(new Error('Message failed'), { response });

test('staff read what the mail server answered, on one line and without an address', () => {
  const answer = answerOf(refusal('550-5.1.1 <ana@example.org>: Recipient rejected:\r\n550 User unknown'));
  expect(answer).toMatch(/^550-5\.1\.1 .*Recipient rejected: +550 User unknown$/);
  expect(answer).not.toContain('ana');
});

test.each([
  ['RCPT TO', '550 5.1.1 <ana@example.org>: no such user', true],
  ['RCPT TO', '550-5.1.1 no such user\r\n550 5.1.1 at all', true],
  ['RCPT TO', '556 5.1.10 the domain takes no mail', true],
  ['RCPT TO', '550 5.2.1 the mailbox is disabled', true],
  // About the sender, a policy, a full mailbox, or nobody knows what.
  ['RCPT TO', '550 5.1.8 the sender’s domain does not exist', false],
  ['RCPT TO', '554 5.7.1 relay access denied', false],
  ['RCPT TO', '552 5.2.2 mailbox full', false],
  ['RCPT TO', '550 not here', false],
  ['RCPT TO', '450 4.1.1 not yet', false],
  ['MAIL FROM', '550 5.1.1 no such user', false],
  ['DATA', '550 5.1.1 no such user', false],
])('at %s, “%s” refuses the recipient for good: %s', (command, response, isFinal) => {
  expect(refusesRecipient(Object.assign(refusal(response), { command }))).toBe(isFinal);
});

test('without an answer nobody is refused', () => {
  expect(refusesRecipient(new Error('550 5.1.1'))).toBe(false);
  expect(refusesRecipient('text')).toBe(false);
});

test('a long answer is shortened, and an error without one is named', () => {
  expect(answerOf(refusal(`451 ${'later '.repeat(1_000)}`))).toHaveLength(200);
  expect(answerOf(new TypeError('of ana@example.org'))).toBe('TypeError');
  expect(answerOf(refusal(' '))).toBe('Error');
  expect(answerOf('text')).toBe('unknown');
});
