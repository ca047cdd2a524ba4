import { transactionNow } from './balance.ts';
import type { Book } from './book.ts';
import { invalidRequest } from './errors.ts';

type Plain = Record<string, unknown>;

const DEEPEST = 4;

/**
 * Replaces ids by objects along `expand[]` paths such as `latest_charge.balance_transaction` or `data.charge`.
 * Answers a copy. Throws 400 for a path that is too deep or names a property that cannot be expanded.
 */
export function expand(book: Book, object: object, paths: readonly string[]): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object) as Plain;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > DEEPEST) {
      throw invalidRequest(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    walk(book, copy, parts, path);
  }
  return copy;
}

function walk(book: Book, holder: Plain, parts: string[], path: string): void {
  const [name = '', ...rest] = parts;
  if (name === 'refunds' && holder.object === 'charge') {
    const data = book.refunds.values().filter((refund) => refund.charge === holder.id);
    // Expanded along several paths, it is made once.
    holder.refunds ??= structuredClone({
      ...{ object: 'list', data, has_more: false, url: `/v1/charges/${holder.id}/refunds` },
    });
    if (rest.length > 0) walk(book, holder.refunds as Plain, rest, path);
    return;
  }
  if (holder.object === 'refund' && name === 'failure_balance_transaction' && !(name in holder)) return;
  if (!(name in holder)) throw notExpandable(path);
  const value = holder[name];
  if (value === null) return;
  if (typeof value === 'string') {
    const found = findById(book, value);
    if (found === undefined) throw notExpandable(path);
    holder[name] = structuredClone(found);
  }
  const inside = holder[name];
  if (rest.length === 0) {
    if (typeof value !== 'string' && typeof value !== 'object') throw notExpandable(path);
    return;
  }
  for (const next of Array.isArray(inside) ? inside : [inside]) walk(book, next as Plain, rest, path);
}

function findById(book: Book, id: string): object | undefined {
  switch (id.slice(0, id.indexOf('_'))) {
    case 'pi':
      return book.intents.get(id);
    case 'ch':
      return book.charges.get(id);
    case 'pm':
      return book.methods.get(id);
    case 're':
      return book.refunds.get(id);
    case 'du':
      return book.disputes.get(id);
    case 'txn': {
      const transaction = book.transactions.get(id);
      return transaction && transactionNow(book, transaction);
    }
    default:
      return undefined;
  }
}

function notExpandable(path: string) {
  return invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if it's a list.`,
    { param: 'expand' },
  );
}
