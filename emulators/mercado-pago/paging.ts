import { badRequest } from './errors.ts';

/** The page of a search that `limit` and `offset` ask for. Throws MercadoPagoError (400) when one is no whole number. */
export function pageOf<T>(found: readonly T[], query: URLSearchParams, usualLimit: number) {
  const limit = wholeNumber(query, 'limit', usualLimit);
  const offset = wholeNumber(query, 'offset', 0);
  return {
    paging: { total: found.length, limit, offset },
    results: found.slice(offset, offset + limit),
  };
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^\d{1,9}$/.test(text)) throw badRequest([{ code: 1, description: `Params Error: ${name}` }]);
  return Number(text);
}
