import { InvalidEvent } from './errors.ts';

/**
 * Checks the signature of an event with each webhook secret until one holds: while a secret is changed, there are two.
 * @param secrets the newest first; none on an account that gets no events
 * @param check throws where a secret does not hold
 * @throws InvalidEvent
 */
export function withAnySecret<T>(secrets: readonly string[], check: (secret: string) => T): T {
  let cause: unknown;
  // Anybody can sign with an empty one.
  for (const secret of secrets.filter((each) => each !== '')) {
    try {
      return check(secret);
    } catch (error) {
      cause = error;
    }
  }
  throw new InvalidEvent(secrets.length === 0 ? 'no signature to check' : 'the signature does not hold', { cause });
}
