import { z } from 'zod';
import type { MercadoPagoKeys } from '#lib/gateway-keys.ts';
import { type ModeCheck, modeCheck, type Told } from '../mode.ts';

/** What Mercado Pago tells an account of, held against the mode of its token. Refunds and preferences say none when they are read. */
export type MercadoPagoModeCheck = {
  /**
   * An answer without the members of its lists that are of the other mode.
   * @param path that was asked, for the log
   * @throws GatewayError where all of it is
   */
  ours(path: string, answer: object): object;
  /** Whether the account is a test user's where it is said to be one, and no test user's where it is not. */
  isOurAccount(id: string, tags: readonly string[] | undefined): boolean;
};

const moded = z.object({ id: z.unknown(), live_mode: z.boolean().optional().catch(undefined) });
/** Where searches list what they found. */
const LISTS = ['results', 'elements'] as const;
/** The tag of an account that was made for tests. */
const TEST_USER = 'test_user';

/** The check of the account that a token belongs to. */
export function mercadoPagoModeCheck(gateway: string, keys: MercadoPagoKeys): MercadoPagoModeCheck {
  const objects: ModeCheck = modeCheck(gateway, liveModeOf(keys));
  const accounts = modeCheck(gateway, isTestToken(keys) ? undefined : keys.mode === 'live');
  return {
    ours: (path, answer) => {
      objects.require(told(path, answer));
      if (Array.isArray(answer)) return answer.filter((one: unknown) => objects.isOurs(told(path, one)));
      const lists = Object.entries(answer).filter(([name]) => LISTS.some((list) => list === name));
      const kept = lists.map(([name, list]) => [
        name,
        Array.isArray(list) ? list.filter((one: unknown) => objects.isOurs(told(path, one))) : list,
      ]);
      return { ...answer, ...Object.fromEntries(kept) };
    },
    isOurAccount: (id, tags) =>
      accounts.isOurs({ kind: 'account', id, live: tags && !tags.includes(TEST_USER) }),
  };
}

/**
 * What `live_mode` says of objects that a token made: false for a token of `TEST-`, true for an account's own. What a test
 * user's own token makes is not documented, and not compared: other accounts' payments cannot be read with it.
 */
function liveModeOf(keys: MercadoPagoKeys): boolean | undefined {
  if (isTestToken(keys)) return false;
  return keys.mode === 'live' ? true : undefined;
}

function isTestToken({ accessToken }: MercadoPagoKeys): boolean {
  return accessToken.startsWith('TEST-');
}

function told(path: string, answer: unknown): Told {
  const { id, live_mode: live } = moded.safeParse(answer).data ?? {};
  return { kind: path, id, live };
}
