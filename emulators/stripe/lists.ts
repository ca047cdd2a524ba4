import { invalidRequest, missing } from './errors.ts';
import type { Params } from './params.ts';

type Item = { id: string; created: number };

const MOST = 100;

/** A page of a list (Stripe API reference, Pagination), newest first. */
type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/**
 * Selects a page with `limit`, `starting_after`, `ending_before` and `created[gt|gte|lt|lte]`.
 * @param items oldest first, already filtered by the endpoint's own parameters.
 */
export function listPage<T extends Item>(items: T[], params: Params, url: string): Page<T> {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > MOST) {
    throw invalidRequest(`Invalid integer: ${limit}. limit must be between 1 and 100`, { param: 'limit' });
  }
  const found = items.toReversed().filter((item) => isCreatedWithin(item, params));
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (before !== undefined) {
    const end = position(found, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: found.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : position(found, after, 'starting_after') + 1;
  return {
    object: 'list',
    data: found.slice(start, start + limit),
    has_more: found.length > start + limit,
    url,
  };
}

function position(items: Item[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index < 0) throw missing('object', id, param, 400);
  return index;
}

function isCreatedWithin({ created }: Item, params: Params): boolean {
  if (!params.isMap('created')) return created === (params.integer('created') ?? created);
  const at = (name: string, otherwise: number) => params.map('created')?.integer(name) ?? otherwise;
  return (
    created > at('gt', Number.NEGATIVE_INFINITY) &&
    created >= at('gte', Number.NEGATIVE_INFINITY) &&
    created < at('lt', Number.POSITIVE_INFINITY) &&
    created <= at('lte', Number.POSITIVE_INFINITY)
  );
}
