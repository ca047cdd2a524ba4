import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-errors.ts';
import { describeError, log, withholdErrors } from './log.ts';

/** How often the database is tried while it is away, in milliseconds. */
const TRY_AGAIN_MS = 1_000;

/** Errors of connections to the database: those of a socket do not say whose it is. */
const MARKED = Symbol.for('fundraising.databaseErrors');
type Holder = { [MARKED]?: WeakSet<object> };

function marked(): WeakSet<object> {
  const holder = globalThis as Holder;
  holder[MARKED] ??= new WeakSet();
  return holder[MARKED];
}

/** Marks an error, and returns it, as one of a connection to the database. */
export function markDatabaseError<E extends object>(error: E): E {
  marked().add(error);
  return error;
}

/** What an error of the database says when no code tells it. */
const MESSAGES = /trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable/;

/** Whether an error, or what caused it, is of the database at an address: other servers cannot be reached either at times. */
function isDatabaseError(error: unknown, url: URL): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (marked().has(error)) return true;
  const { name, message, severity, cause, errors } = error as Record<string, unknown>;
  if (/^(PrismaClient|DriverAdapterError$)/.test(String(name)) || severity !== undefined) return true;
  if (MESSAGES.test(String(message)) || isAddressedTo(url, error)) return true;
  return isDatabaseError(cause, url) || (Array.isArray(errors) && errors.some((one) => isDatabaseError(one, url)));
}

/** Whether an error of a socket is about connecting to an address, or to the Unix socket of its port. */
function isAddressedTo({ hostname, port }: URL, error: object): boolean {
  const { syscall, ...of } = error as Record<string, unknown>;
  if (syscall === 'getaddrinfo') return of.hostname === hostname;
  const number = port || '5432';
  return syscall === 'connect' && (String(of.port) === number || `${of.address}`.endsWith(`.PGSQL.${number}`));
}

/**
 * Logs an outage of the database once when it begins and once, with the number of errors, when it ends, in place of every
 * error that it causes. An error is held back until it is known whether the database is away: if it is not, as when one
 * connection broke or none was free, it is logged like any other.
 * @param isReachable whether the database takes a connection; never rejects
 * @returns a function that logs what is held back, for the end of the process
 */
export function logOutagesOnce(databaseUrl: string, isReachable: () => Promise<boolean>): () => void {
  const url = new URL(databaseUrl);
  let isAway = false;
  let errors = 0;
  let heldBack: (() => void)[] = [];

  const release = () => {
    for (const write of heldBack.splice(0)) write();
  };
  /** Resolves after two tries that succeeded with no error between them: what fails last is reported with some delay. */
  const back = async () => {
    let wasUp = false;
    let before = errors;
    for (;;) {
      await sleep(TRY_AGAIN_MS, undefined, { ref: false });
      const isUp = await isReachable();
      if (isUp && wasUp && errors === before) return;
      wasUp = isUp;
      before = errors;
    }
  };
  const report = async (first: unknown) => {
    if (await isReachable()) return release();
    isAway = true;
    errors = heldBack.length;
    heldBack = [];
    const since = Date.now();
    log().error(
      { reason: describeError(first) },
      'the database is away: what fails until it is back is counted, and not logged',
    );
    await back();
    isAway = false;
    log().warn({ errors, seconds: Math.round((Date.now() - since) / 1000) }, 'the database is back');
  };

  withholdErrors((error, write) => {
    if (!isDatabaseUnavailable(error) || !isDatabaseError(error, url)) return false;
    if (isAway) errors++;
    else if (heldBack.push(write) === 1) void report(error);
    return true;
  });
  return release;
}
