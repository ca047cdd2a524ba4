import type { Route } from '../router.ts';
import type { Collection } from '../store.ts';
import type { AccountStore, StoredEvent } from './account-store.ts';
import type { Call, Endpoint } from './call.ts';
import { missing } from './errors.ts';
import { listPage } from './lists.ts';
import { assertAutomatic } from './payouts.ts';

/** The route `GET {url}/:id`. It throws Stripe's 404, with its `noun` and `param`. */
export function retrieve<T extends object>(
  url: string,
  objectsOf: (store: AccountStore) => Collection<T>,
  noun: string,
  param: string,
): Route<Endpoint> {
  const endpoint: Endpoint = ({ store, path: [id = ''] }) => {
    const found = objectsOf(store).get(id);
    if (found === undefined) throw missing(noun, id, param, 404);
    return found;
  };
  return ['GET', `${url}/:id`, endpoint];
}

/** The route `GET {url}`. Each filter is a parameter that must equal the field of the same name. */
export function list<T extends { id: string; created: number }>(
  url: string,
  objectsOf: (call: Call) => T[],
  ...filters: (keyof T & string)[]
): Route<Endpoint> {
  const endpoint: Endpoint = (call) => {
    const { params } = call;
    const isWanted = (one: T) => filters.every((name) => (params.text(name) ?? one[name]) === one[name]);
    return listPage(objectsOf(call).filter(isWanted), params, url);
  };
  return ['GET', url, endpoint];
}

/** The account's balance transactions; with `payout`, those that an automatic one paid out. */
export function transactionsOf({ store, params }: Call) {
  const payout = params.text('payout');
  const all = store.transactions.values();
  if (payout === undefined) return all;
  assertAutomatic(store, payout);
  return all.filter(({ id }) => store.paidOut.get(id) === payout);
}

/** Events of the `type` (`charge.*`: any with that prefix) or of the `types` that are asked for. */
export function eventsOf({ store, params }: Call): StoredEvent[] {
  const type = params.text('type');
  const types = params.list('types');
  return store.events
    .values()
    .filter((event) => type === undefined || matchesType(event.type, type))
    .filter((event) => types === undefined || types.includes(event.type));
}

function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
