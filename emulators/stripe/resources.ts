import type { Collection } from '../store.ts';
import type { AccountStore } from './account-store.ts';
import type { Call, Endpoint } from './call.ts';
import { missing } from './errors.ts';
import { listPage } from './lists.ts';

/** The object of the first id in the path. Throws Stripe's 404, with its `noun` and `param`. */
export function findInPath<T>(call: Call, objects: Collection<T>, noun: string, param: string): T {
  const id = call.path[0] ?? '';
  const found = objects.get(id);
  if (found === undefined) throw missing(noun, id, param, 404);
  return found;
}

/** The endpoint `GET /v1/{resource}/:id`. */
export function retrieve<T extends object>(
  objectsOf: (store: AccountStore) => Collection<T>,
  noun: string,
  param: string,
): Endpoint {
  return (call) => findInPath(call, objectsOf(call.store), noun, param);
}

/** The endpoint `GET /v1/{resource}`. Each filter is a parameter that must equal the field of the same name. */
export function list<T extends { id: string; created: number }>(
  url: string,
  objectsOf: (store: AccountStore) => Collection<T>,
  ...filters: (keyof T & string)[]
): Endpoint {
  return ({ store, params }) => {
    const wanted = filters.flatMap((name) => {
      const value = params.text(name);
      return value === undefined ? [] : [{ name, value }];
    });
    const found = objectsOf(store)
      .values()
      .filter((object) => wanted.every(({ name, value }) => object[name] === value));
    return listPage(found, params, url);
  };
}
