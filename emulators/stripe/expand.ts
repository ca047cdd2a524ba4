import type { Collection } from '../store.ts';
import type { AccountStore } from './account-store.ts';
import { invalidRequest } from './errors.ts';

type Plain = Record<string, unknown>;

const DEEPEST = 4;
const REFUNDS_SHOWN = 10;

/**
 * Replaces ids by objects along `expand[]` paths such as `latest_charge.balance_transaction` or `data.charge`. Returns a
 * copy. Throws 400 for a path that is too deep or names a property that cannot be expanded.
 */
export function expand(store: AccountStore, object: object, paths: readonly string[]): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object) as Plain;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > DEEPEST) {
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    walk(store, copy, parts, path);
  }
  return copy;
}

function walk(store: AccountStore, holder: Plain, parts: string[], path: string): void {
  const [name = '', ...rest] = parts;
  if (name === 'refunds' && holder.object === 'charge') {
    // An object on several paths is created once.
    holder.refunds ??= structuredClone(refundsOf(store, holder.id));
    if (rest.length > 0) walk(store, holder.refunds as Plain, rest, path);
    return;
  }
  if (holder.object === 'refund' && name === 'failure_balance_transaction' && !(name in holder)) return;
  if (!(name in holder)) throw notExpandable(path);
  const value = holder[name];
  if (value === null) return;
  if (typeof value === 'string') {
    const found = findById(store, value);
    if (found === undefined) throw notExpandable(path);
    holder[name] = structuredClone(found);
  }
  const inside = holder[name];
  if (rest.length === 0) {
    if (typeof value !== 'string' && typeof value !== 'object') throw notExpandable(path);
    return;
  }
  for (const next of Array.isArray(inside) ? inside : [inside]) walk(store, next as Plain, rest, path);
}

/** The ten newest refunds of a charge; the list endpoint has all of them. */
function refundsOf(store: AccountStore, charge: unknown): object {
  const refunds = store.refunds.values().filter((refund) => refund.charge === charge);
  const data = refunds.toReversed().slice(0, REFUNDS_SHOWN);
  return {
    object: 'list',
    data,
    has_more: refunds.length > data.length,
    url: `/v1/charges/${charge}/refunds`,
  };
}

/** Where an object is kept, by the prefix of its id. */
const COLLECTIONS: Record<string, (store: AccountStore) => Collection<object>> = {
  pi: (store) => store.intents,
  ch: (store) => store.charges,
  pm: (store) => store.methods,
  re: (store) => store.refunds,
  du: (store) => store.disputes,
  po: (store) => store.payouts,
  txn: (store) => store.transactions,
};

function findById(store: AccountStore, id: string): object | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(COLLECTIONS, prefix) ? COLLECTIONS[prefix]?.(store).get(id) : undefined;
}

function notExpandable(path: string) {
  return invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if it's a list.`,
    { param: 'expand' },
  );
}
