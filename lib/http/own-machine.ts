import { env } from '#lib/env.ts';
import { Problem } from '#lib/problems/problem.ts';
import { problemAnswer } from './answer.ts';
import { clientAddress, isAddressIn } from './client-address.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

type Handler = (request: Request) => Promise<Response>;

/**
 * Lets a request through that comes from this machine and, when a page sent it, from a page of ours. The Host header must
 * name this machine too: another site's name can be made to point here (DNS rebinding).
 */
export function ownMachineOnly(handler: Handler): Handler {
  return async (request) => {
    if (comesFromHere(request.headers)) return handler(request);
    const problem = new Problem('forbidden', 'This answers pages of this very machine only.');
    const { body, status, headers } = problemAnswer(problem, new URL(request.url).pathname);
    return new Response(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
  };
}

/** A route of QA's: where there is no deck it is not there either. The front door has hidden it before (server.ts). */
export function qaOnly(handler: Handler): Handler {
  return async (request) => (env().qaDeck ? handler(request) : new Response(null, { status: 404 }));
}

function comesFromHere(headers: Headers): boolean {
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
