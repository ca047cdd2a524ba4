import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Checks that a session can be opened at a connection string.
 * @param variable the environment variable it comes from
 * @throws Error in one sentence that names the variable and the cause, without the password
 */
export async function requireDatabase(url: string, variable = 'DATABASE_URL'): Promise<void> {
  let client: pg.Client;
  try {
    // Reads the certificates that the address names.
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof URIError)
      throw new Error(`${variable} must be an address whose special characters are percent-encoded.`, { cause: error });
    throw new Error(`${variable} must name files that can be read: ${(error as Error).message}.`, { cause: error });
  }
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // Nothing waits for its end, which never comes where no connection was begun.
    client.end().catch(() => {});
    const reason = reasonOf(error as NodeJS.ErrnoException, client);
    throw new Error(`${variable} must lead to a database that takes us: ${reason}.`, { cause: error });
  }
  await client.end().catch(() => {});
}

function reasonOf({ code, message }: NodeJS.ErrnoException, { host, port, user, database }: pg.Client): string {
  const server = `${host}:${port}`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${server}`;
    case 'ERR_SOCKET_BAD_PORT':
      return 'a port is a number from 1 to 65535';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host ${host}`;
    case '28P01':
    case '28000':
      return `${server} refuses the user ${user} or the password`;
    case '3D000':
      return `${server} has no database ${database}`;
    case '53300':
      return `${server} has no connection left`;
    case '57P03':
      return `${server} is starting or stopping`;
    default:
      return message.includes('timeout')
        ? `${server} does not answer`
        : `${server} says "${message.split('\n')[0] || code}"`;
  }
}
