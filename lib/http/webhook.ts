import { randomUUID } from 'node:crypto';
import { now as readClock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { countCall } from './rate-limit.ts';
import { clientAddress } from './request.ts';
import { problemResponse } from './response.ts';
import type { RouteContext, RouteHandler } from './routes.ts';

type Receive = (gateway: string, request: Request, now: Date) => Promise<'taken' | 'invalid' | 'unknown_gateway'>;

const STATUS = { invalid: 400, unknown_gateway: 404 } as const;
/** Gateways redeliver after anything but 2xx; this says after how many seconds. */
const RETRY_AFTER = '5';

/**
 * The endpoint for events of every gateway. Events with a valid signature are exempt from rate limits (ruling 23); what is
 * refused counts for its address as failed authentication does, and locks out no event that is genuine.
 */
export function webhookEndpoint(receive: Receive): RouteHandler {
  return async (request: Request, { params }: RouteContext) => {
    const { gateway = '' } = await params;
    const requestId = randomUUID();
    const id = { 'X-Request-Id': requestId };
    try {
      const reception = await receive(gateway, request, readClock());
      if (reception === 'taken') return Response.json({ reception }, { headers: id });
      await countCall('failed_auth', clientAddress(request.headers) ?? 'unknown');
      return Response.json({ reception }, { status: STATUS[reception], headers: id });
    } catch (error) {
      if (isProblem(error)) {
        const { status, body, headers } = problemResponse(error, new URL(request.url).pathname);
        return new Response(body, { status, headers: { ...headers, ...id } });
      }
      log().error({ err: error, gateway, requestId }, 'a gateway event could not be handled yet');
      return Response.json({ reception: 'try_again' }, { status: 503, headers: { ...id, 'Retry-After': RETRY_AFTER } });
    }
  };
}
