import { toOneLine } from '#lib/fields.ts';
import { shorten } from '#lib/i18n/shorten.ts';
import { withoutSecrets } from '#lib/log.ts';

/** The most that staff read of what a mail server answered, in characters. */
const MAX_ANSWER = 200;

/**
 * Whether the mail server refused the recipient for good: at RCPT, with a code of RFC 3463 that says that there is no such mailbox
 * or domain (5.1.x, but for the two about the sender) or that the mailbox is disabled (5.2.1). An answer without such a code may
 * be about us, and so may one about a policy: those are no such refusal.
 */
export function refusesRecipient(error: unknown): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  return (
    command === 'RCPT TO' && typeof response === 'string' && /^5\d\d[ -]5\.(1\.(?![78]\b)\d+|2\.1)\b/.test(response)
  );
}

/** What the mail server answered, for staff, without addresses of mailboxes; the kind of the error where it did not answer. */
export function answerOf(error: unknown): string {
  const { response } = error as { response?: unknown };
  const answer = typeof response === 'string' ? toOneLine(response) : '';
  if (answer !== '') return shorten(withoutSecrets(answer), MAX_ANSWER);
  return error instanceof Error ? error.name : 'unknown';
}
