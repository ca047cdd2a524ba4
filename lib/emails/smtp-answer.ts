import { toOneLine } from '#lib/fields.ts';
import { shorten } from '#lib/i18n/shorten.ts';
import { withoutSecrets } from '#lib/log.ts';

/** The most that staff read of what a mail server answered, in characters. */
const MAX_ANSWER = 200;

/** What the mail server answered, for staff, without addresses of mailboxes; the kind of the error where it did not answer. */
export function answerOf(error: unknown): string {
  const { response } = error as { response?: unknown };
  const answer = typeof response === 'string' ? toOneLine(response) : '';
  if (answer !== '') return shorten(withoutSecrets(answer), MAX_ANSWER);
  return error instanceof Error ? error.name : 'unknown';
}
