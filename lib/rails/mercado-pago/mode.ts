import { z } from 'zod';
import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { type ModeCheck, modeCheck, type RemoteObject } from '../port/mode.ts';

/**
 * Compares the responses to an account with the mode of its token. Refunds and preferences have no mode when they are
 * retrieved.
 */
export type MercadoPagoModeCheck = {
  /**
   * Removes the objects of the other mode from the lists of a response. What a search listed with them is `listed_ids`.
   * @param path of the request, for the log
   * @throws GatewayError with WRONG_MODE if the response itself is of the other mode
   */
  ours(path: string, answer: object): object;
  /** Whether the account is a test user's exactly if the settings say so. */
  isOurAccount(id: string, tags: readonly string[] | undefined): boolean;
};

const moded = z.object({ id: z.unknown(), live_mode: z.boolean().optional().catch(undefined) });
/** The members in which searches return their results. */
const LISTS = ['results', 'elements'] as const;
/** The tag of a test user's account. */
const TEST_USER = 'test_user';

/** The check of the account that a token belongs to. */
export function mercadoPagoModeCheck(gateway: string, keys: Omit<MercadoPagoKeys, 'api'>): MercadoPagoModeCheck {
  const objects: ModeCheck = modeCheck(gateway, liveModeOf(keys));
  const accounts = modeCheck(gateway, isTestToken(keys) ? undefined : keys.mode === 'live');
  return {
    ours: (path, answer) => {
      objects.require(toRemoteObject(path, answer));
      if (Array.isArray(answer)) return answer.filter((one: unknown) => objects.isOurs(toRemoteObject(path, one)));
      const lists = Object.entries(answer).filter(([name]) => LISTS.some((list) => list === name));
      const read = lists.map(([name, list]: [string, unknown]) => {
        if (!Array.isArray(list)) return {};
        const listed = list.map((one: unknown) => ({ one, remote: toRemoteObject(path, one) }));
        const kept = listed.filter(({ remote }) => objects.isOurs(remote)).map(({ one }) => one);
        return { [name]: kept, listed_ids: listed.map(({ remote }) => remote.id) };
      });
      return Object.assign({ ...answer }, ...read);
    },
    isOurAccount: (id, tags) => accounts.isOurs({ kind: 'account', id, live: tags && !tags.includes(TEST_USER) }),
  };
}

/**
 * The expected `live_mode` of objects that a token created: false for a `TEST-` token, true for an account's own. For a
 * test user's own token it is not documented, and not compared: other accounts' payments cannot be read with it.
 */
function liveModeOf(keys: Omit<MercadoPagoKeys, 'api'>): boolean | undefined {
  if (isTestToken(keys)) return false;
  return keys.mode === 'live' ? true : undefined;
}

function isTestToken({ accessToken }: Pick<MercadoPagoKeys, 'accessToken'>): boolean {
  return accessToken.startsWith('TEST-');
}

function toRemoteObject(path: string, answer: unknown): RemoteObject {
  const { id, live_mode: live } = moded.safeParse(answer).data ?? {};
  return { kind: path, id, live };
}
