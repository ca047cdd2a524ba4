import { now as readClock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import type { RouteContext, RouteHandler } from './routes.ts';

type Receive = (
  gateway: string,
  request: Request,
  now: Date,
) => Promise<'taken' | 'invalid' | 'unknown_gateway'>;

const STATUS = { taken: 200, invalid: 400, unknown_gateway: 404 } as const;
/** Gateways redeliver after anything but 2xx; this says after how many seconds. */
const RETRY_AFTER = '5';

/** The endpoint for events of every gateway. Exempt from rate limits: the signature is checked (ruling 23). */
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
