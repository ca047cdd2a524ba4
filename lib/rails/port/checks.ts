import { log } from '#lib/log.ts';
import { GatewayError, InvalidEvent, isGatewayError } from './errors.ts';

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

/** The code of a GatewayError: the answer is about live mode and our keys are for test mode, or the reverse (ruling 61). */
export const WRONG_MODE = 'other_mode';

/** An object of a gateway: its kind, its id and its mode, if it has them. */
export type RemoteObject = { kind: string; id?: unknown; live: boolean | undefined };

/** Compares the objects of a gateway account with the mode of our keys (ruling 61). */
export type ModeCheck = {
  /** False for an object of the other mode, which is logged as an error. True if the object has no mode. */
  isOurs(object: RemoteObject): boolean;
  /** Does nothing if `isOurs` is true. @throws GatewayError `failed` with the code WRONG_MODE otherwise */
  require(object: RemoteObject): void;
};

/**
 * The check of one gateway account.
 * @param live the mode of our keys; undefined if the keys do not show it
 */
export function modeCheck(gateway: string, live: boolean | undefined): ModeCheck {
  const isOurs = (object: RemoteObject) => {
    if (live === undefined || object.live === undefined || object.live === live) return true;
    log().error({ gateway, ...object }, 'an object of the other mode is ignored');
    return false;
  };
  return {
    isOurs,
    require: (object) => {
      if (!isOurs(object)) throw new GatewayError('failed', WRONG_MODE, undefined);
    },
  };
}

/**
 * The result of a call; undefined if it is of the other mode, which has been logged. @throws GatewayError for other
 * failures
 */
export async function unlessWrongMode<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGatewayError(error) && error.code === WRONG_MODE) return undefined;
    throw error;
  }
}
