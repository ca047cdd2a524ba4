/**
 * Why a port cannot be listened on, in one sentence that names its variable.
 * @param error as the system reports it
 */
export function portError({ code, message }: NodeJS.ErrnoException, port: number, variable: string): Error {
  switch (code) {
    case 'EACCES':
      return new Error(
        `${variable} must be a port that this user may listen on: the system refuses ${port} (EACCES). Ports below 1024 are ` +
          'mostly for the administrator: choose a higher one, with a proxy before it, or grant CAP_NET_BIND_SERVICE.',
      );
    case 'EADDRINUSE':
      return new Error(`${variable} must be a free port: something listens at ${port} already (EADDRINUSE).`);
    default:
      return new Error(`${variable} must be a port that can be listened on, which ${port} is not: ${message}.`);
  }
}
