import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from './env.ts';
import { currentTraceId } from './trace.ts';

const LOGGER = Symbol.for('fundraising.log');
/** Longest logged text of an error, in characters: gateways and libraries put whole answers into their messages. */
const MAX_TEXT = 8_000;
const WITHHOLD = Symbol.for('fundraising.log.withhold');
type Holder = { [LOGGER]?: Logger; [WITHHOLD]?: Withhold };

/** Decides about a line with an error: true if it is not logged, or later by `write`. */
type Withhold = (error: unknown, write: () => void) => boolean;

/**
 * The log: one JSON line per event on standard output. Callers pass ids and codes, never card data, keys, client
 * secrets or emails; the redaction below catches mistakes.
 */
export function log(): Logger {
  const holder = globalThis as Holder;
  holder[LOGGER] ??= pino(options());
  return holder[LOGGER];
}

/** Makes this process log on standard error, for a command whose result is printed on standard output. */
export function logOnStandardError(): void {
  (globalThis as Holder)[LOGGER] = pino(options(), pino.destination({ dest: 2, sync: true }));
}

/** The methods of the console, and the level of what they print. */
const CONSOLE = {
  ...({ error: 'error', assert: 'error', warn: 'warn', log: 'info', info: 'info' } as const),
  ...({ debug: 'debug', trace: 'debug', dir: 'debug', table: 'debug' } as const),
};

/**
 * Makes lines of the log of what packages print, Next above all, and of warnings of Node.js: a process that serves writes
 * nothing else to standard output and standard error. For the start of a process that has read its environment.
 */
export function logConsole(): void {
  for (const [method, level] of Object.entries(CONSOLE) as [keyof typeof CONSOLE, 'error'][])
    console[method] = (...printed: unknown[]) => {
      if (method === 'assert' && printed.shift()) return;
      const error = printed.find((each) => each instanceof Error);
      const text = format(...printed.filter((each) => each !== error)).trim();
      const line = withoutSecrets(text.slice(0, MAX_TEXT)) || 'printed by a package';
      if (error) log()[level]({ err: error }, line);
      else log()[level](line);
    };
  // Removes Node's own listener, which prints.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log().warn({ err: warning }, 'a warning of Node.js'));
}

/** Lets `decide` keep lines with errors out of the log of this process. A later call replaces it. */
export function withholdErrors(decide: Withhold): void {
  (globalThis as Holder)[WITHHOLD] = decide;
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
    mixin: () => {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
    hooks: {
      logMethod(line, method) {
        const write = () => method.apply(this, line);
        const [first] = line as unknown[];
        const hasError = typeof first === 'object' && first !== null && 'err' in first;
        if (!hasError || !(globalThis as Holder)[WITHHOLD]?.(first.err, write)) write();
      },
    },
  };
}

/**
 * An error for the log: name, message, code and stack. Headers and bodies in the error objects of gateways are left out.
 * Recognised by its members: the job queue passes on copies of errors that are plain objects.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: loggable(String(error)) };
  const { name, message, code, stack, cause } = error as Partial<Record<keyof Error | 'code', unknown>>;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    message: loggable(String(message)),
    ...(typeof code === 'string' ? { code } : {}),
    stack: loggable(String(stack ?? '')),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Keys and client secrets. This pattern and the next begin at a word boundary, so that the time is linear in the length. */
const KEYS = /\b(?:(?:sk|rk|pk)_(?:test|live)_\w+|pi_\w+_secret_\w+|cause_live_\w+|whsec_\w+|(?:TEST|APP_USR)-[\w-]+)/g;
const CARD_NUMBERS = /\b(?:\d[ -]?){13,19}\b/g;
const WORDS = /[^\s"'<>]+/g;
const EMAIL = /[^@]@[^@]/;

/** A text with keys and client secrets redacted, in linear time. */
export function withoutKeys(text: string): string {
  return text.replace(KEYS, '[redacted]');
}

/** A text with keys, client secrets, card numbers and email addresses redacted, in linear time. */
export function withoutSecrets(text: string): string {
  const rest = withoutKeys(text).replace(CARD_NUMBERS, '[redacted]');
  return rest.replace(WORDS, (word) => (EMAIL.test(word) ? '[redacted]' : word));
}

/** A text for the log: without secrets, shortened to MAX_TEXT. */
function loggable(text: string): string {
  const clean = withoutSecrets(text);
  return clean.length <= MAX_TEXT ? clean : `${clean.slice(0, MAX_TEXT)}… (${clean.length} characters)`;
}
