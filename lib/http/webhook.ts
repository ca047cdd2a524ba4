import { now as readClock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import type { RouteContext, RouteHandler } from './router.ts';

type Receive = (
  gateway: string,
  request: Request,
  now: Date,
) => Promise<'taken' | 'invalid' | 'unknown_gateway'>;

const STATUS = { taken: 200, invalid: 400, unknown_gateway: 404 } as const;
/** Gateways deliver again after anything but 2xx; this tells a careful one how soon, in seconds. */
const RETRY_AFTER = '5';

/** The one door for every gateway's events. Exempt from rate limits: the signature is checked (decisions.md 23). */
export function webhookEndpoint(receive: Receive): RouteHandler {
  return async (request: Request, { params }: RouteContext) => {
    const { gateway = '' } = await params;
    try {
      const reception = await receive(gateway, request, readClock());
      return Response.json({ reception }, { status: STATUS[reception] });
    } catch (error) {
      log().error({ err: error, gateway }, 'a gateway event could not be handled yet');
      return Response.json(
        { reception: 'try_again' },
        { status: 503, headers: { 'Retry-After': RETRY_AFTER } },
      );
    }
  };
}
