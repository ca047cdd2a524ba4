const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT']);
/** Prisma's codes: cannot reach, timed out, connection closed, no connection free, transaction not started. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** SQLSTATE: connection exceptions, answers only reads, out of disk, memory or connections, shut down by an operator, starting up. */
const SQLSTATES = /^(08...|25006|53...|57P0[123])$/;

/** Whether an error means that the database cannot serve us now, as opposed to a wrong query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause, message, kind, originalCode, meta } = error as Record<string, unknown>;
  const codes = [code, originalCode].filter((value) => typeof value === 'string');
  if (codes.some((c) => CONNECTION_CODES.has(c) || PRISMA_CODES.has(c) || SQLSTATES.test(c))) return true;
  if (
    typeof kind === 'string' &&
    /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/.test(kind)
  )
    return true;
  if (
    typeof message === 'string' &&
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection error and is not queryable|Can't reach database/.test(
      message,
    )
  )
    return true;
  // Prisma keeps the driver's error under `meta`.
  return isDatabaseUnavailable(cause) || isDatabaseUnavailable(driverErrorOf(meta));
}

function driverErrorOf(meta: unknown): unknown {
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta
    ? meta.driverAdapterError
    : undefined;
}

/** Whether an error is a violation of a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as Record<string, unknown>;
  return code === 'P2002' || code === '23505' || isUniqueViolation(cause);
}
