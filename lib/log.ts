import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from './env.ts';

const LOGGER = Symbol.for('fundraising.log');
/** Longest text of an error that is kept, in characters: gateways and libraries put whole answers into theirs. */
const MAX_TEXT = 8_000;
type Holder = { [LOGGER]?: Logger };

/**
 * The log: one JSON line per event on standard output. Callers pass ids and codes, never card data, keys, client
 * secrets or emails; the redaction below is the net under that rule.
 */
export function log(): Logger {
  const holder = globalThis as Holder;
  holder[LOGGER] ??= pino(options());
  return holder[LOGGER];
}

/** From now on this process logs on standard error: its standard output is an answer. */
export function logOnStandardError(): void {
  (globalThis as Holder)[LOGGER] = pino(options(), pino.destination({ dest: 2, sync: true }));
}

function options(): LoggerOptions {
  return {
    level: env().logLevel,
    redact: {
      paths: [
        'email',
        '*.email',
        'client_secret',
        '*.client_secret',
        'authorization',
        '*.authorization',
        'key',
        '*.key',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
}

/**
 * What the log keeps of an error: its kind, code and place. Gateways' error objects carry headers and bodies, which stay out.
 * Recognised by its data: the job queue hands on copies of errors that are none.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null || !('message' in error))
    return { message: loggable(String(error)) };
  const { name, message, code, stack, cause } = error as Partial<Record<keyof Error | 'code', unknown>>;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    message: loggable(String(message)),
    ...(typeof code === 'string' ? { code } : {}),
    stack: loggable(String(stack ?? '')),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Keys, client secrets and card numbers. Each begins at a word, so that a long text is read once and not once per letter. */
const SECRETS =
  /\b(?:(?:sk|rk|pk)_(?:test|live)_\w+|pi_\w+_secret_\w+|cause_live_\w+|whsec_\w+|(?:TEST|APP_USR)-[\w-]+|(?:\d[ -]?){13,19}\b)/g;
const WORDS = /[^\s"'<>]+/g;
const EMAIL = /[^@]@[^@]/;

/** A text with keys, client secrets, card numbers and email addresses blotted out. The time it takes grows as the text does. */
export function withoutSecrets(text: string): string {
  const rest = text.replace(SECRETS, '[redacted]');
  return rest.replace(WORDS, (word) => (EMAIL.test(word) ? '[redacted]' : word));
}

/** A text of others as the log keeps it: without secrets, and no longer than somebody would read. */
function loggable(text: string): string {
  const clean = withoutSecrets(text);
  return clean.length <= MAX_TEXT ? clean : `${clean.slice(0, MAX_TEXT)}… (${clean.length} characters)`;
}
