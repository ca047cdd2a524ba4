import { env } from '#lib/env.ts';
import { Problem } from '#lib/problems/problem.ts';
import { clientAddress, isAddressIn } from './request.ts';
import { problemResponse } from './response.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

type Handler = (request: Request) => Promise<Response>;

/**
 * Only serves requests from this machine and, if a page sent them, from our own pages. The Host header must also name this
 * machine, because the name of another site can resolve to it (DNS rebinding).
 */
export function loopbackOnly(handler: Handler): Handler {
  return async (request) => {
    if (isLocalRequest(request.headers)) return handler(request);
    const problem = new Problem('forbidden', 'This answers pages of this very machine only.');
    const { body, status, headers } = problemResponse(problem, new URL(request.url).pathname);
    return new Response(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
  };
}

/** A route of the QA deck: 404 without a deck. server.ts hides it as well. */
export function qaOnly(handler: Handler): Handler {
  return async (request) => (env().qaDeck ? handler(request) : new Response(null, { status: 404 }));
}

function isLocalRequest(headers: Headers): boolean {
  const address = clientAddress(headers);
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return (
    address !== undefined &&
    isAddressIn(address, LOOPBACK) &&
    LOOPBACK_HOST.test(host) &&
    (origin === null || origin === `http://${host}`) &&
    ['same-origin', 'none'].includes(site)
  );
}
