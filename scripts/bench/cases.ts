import type { Request } from 'autocannon';
import type { BenchData } from './data.ts';

/** One kind of call, measured on the service and on the floor. */
export type BenchCase = {
  name: string;
  /** What the table says. */
  title: string;
  /** The required minimum ratio to the floor; undefined if there is none. */
  target?: number;
  /** The expected status codes; any other fails the measurement. */
  status: number;
  request: (data: BenchData, prepared: Prepared) => Request;
};

/** Prepared once before the measurements. */
export type Prepared = {
  /** The ETag of the link that the case `304` polls, on each server. */
  etag: string;
  /** The Idempotency-Key of a stored mint, and its body. */
  replayKey: string;
};

let serial = 0;
const json = { 'content-type': 'application/json' };

/** Links in turn, spread over all the data; every third is paid. */
function anyLink({ rows, linkId }: BenchData, isPaid: boolean): string {
  const third = (serial++ * 7919) % Math.floor(rows / 3);
  return linkId(third * 3 + (isPaid ? 0 : 1));
}

const mintBody = ({ causeKey }: BenchData) => JSON.stringify({ cause: causeKey, amount: 50, currency: 'USD' });

function poll(data: BenchData, isPaid: boolean): Request {
  return {
    method: 'GET',
    headers: { 'x-api-key': data.key },
    setupRequest: (request) => ({ ...request, path: `/v1/checkout_links/${anyLink(data, isPaid)}` }),
  };
}

function mint(data: BenchData, headers: () => Record<string, string>): Request {
  return {
    method: 'POST',
    path: '/v1/checkout_links',
    body: mintBody(data),
    setupRequest: (request) => ({ ...request, headers: { 'x-api-key': data.key, ...json, ...headers() } }),
  };
}

export const CASES: readonly BenchCase[] = [
  {
    name: 'poll',
    title: 'poll an open link',
    target: 0.8,
    status: 200,
    request: (data) => poll(data, false),
  },
  {
    name: 'poll-completed',
    title: 'poll a completed link',
    target: 0.8,
    status: 200,
    request: (data) => poll(data, true),
  },
  {
    name: 'not-modified',
    title: '`304` on an unchanged link',
    status: 304,
    request: ({ key, linkId }, { etag }) => ({
      method: 'GET',
      path: `/v1/checkout_links/${linkId(0)}`,
      headers: { 'x-api-key': key, 'if-none-match': etag },
    }),
  },
  { name: 'mint', title: 'mint', target: 0.6, status: 201, request: (data) => mint(data, () => ({})) },
  {
    name: 'mint-with-key',
    title: 'mint with `Idempotency-Key`',
    target: 0.5,
    status: 201,
    request: (data) => mint(data, () => ({ 'idempotency-key': `bench-${process.pid}-${serial++}` })),
  },
  {
    name: 'replay',
    title: 'replay',
    target: 0.7,
    status: 201,
    request: (data, { replayKey }) => mint(data, () => ({ 'idempotency-key': replayKey, 'x-bench-replay': '1' })),
  },
  {
    name: 'create-cause',
    title: 'create a cause',
    status: 201,
    request: ({ key }) => ({
      method: 'POST',
      path: '/v1/causes',
      headers: { 'x-api-key': key, ...json },
      body: JSON.stringify({
        title: 'Benchmark',
        country: 'US',
        owner: { email: 'bench@example.org', name: 'Bench' },
        terms_accepted_at: '2026-01-01T00:00:00Z',
        terms_version: '1',
        terms_accepted_ip: '127.0.0.1',
        goal: { amount: 0, currency: 'USD' },
      }),
    }),
  },
  {
    name: 'public-view',
    title: 'public view',
    status: 200,
    request: (data) => ({
      method: 'GET',
      setupRequest: (request) => ({ ...request, path: `/v1/checkout_links/${anyLink(data, false)}/public` }),
    }),
  },
  {
    name: 'checkout-page',
    title: 'checkout page',
    status: 200,
    request: (data) => ({
      method: 'GET',
      setupRequest: (request) => ({ ...request, path: `/checkout?ref=${anyLink(data, false)}` }),
    }),
  },
];
