import { log } from '#lib/log.ts';
import { GatewayError, OTHER_MODE } from './port.ts';

/** What a gateway told of: what it is, its id where it has one, and whether it says that it is live. */
export type Told = { kind: string; id?: unknown; live: boolean | undefined };

/** Holds what one gateway account tells against the mode of our keys (decisions.md 61). */
export type ModeCheck = {
  /** False for what says that it is of the other mode, which is logged as an error; what says nothing is taken. */
  isOurs(told: Told): boolean;
  /** The same. @throws GatewayError `fault` with the code OTHER_MODE, instead of false */
  require(told: Told): void;
};

/**
 * The check of one gateway account.
 * @param live what its objects say where they are ours; undefined where the keys do not tell
 */
export function modeCheck(gateway: string, live: boolean | undefined): ModeCheck {
  const isOurs = (told: Told) => {
    if (live === undefined || told.live === undefined || told.live === live) return true;
    log().error({ gateway, ...told }, 'a gateway told of an object of the other mode, which is not counted');
    return false;
  };
  return {
    isOurs,
    require: (told) => {
      if (!isOurs(told)) throw new GatewayError('fault', OTHER_MODE, undefined);
    },
  };
}
