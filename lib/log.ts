import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from './env.ts';

const LOGGER = Symbol.for('fundraising.log');
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
    return { message: withoutSecrets(String(error)) };
  const { name, message, code, stack, cause } = error as Partial<Record<keyof Error | 'code', unknown>>;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    message: withoutSecrets(String(message)),
    ...(typeof code === 'string' ? { code } : {}),
    stack: withoutSecrets(String(stack ?? '')),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

const SECRETS =
  /\b(?:(?:sk|rk|pk)_(?:test|live)_\w+|pi_\w+_secret_\w+|cause_live_\w+|whsec_\w+|(?:TEST|APP_USR)-[\w-]+)|[^\s@"'<>]+@[^\s@"'<>]+|\b(?:\d[ -]?){13,19}\b/g;

/** A text with keys, client secrets, card numbers and email addresses blotted out. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRETS, '[redacted]');
}
