import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { isGatewayError } from '../port/errors.ts';
import type { AttemptHandle } from '../port/payment.ts';
import type { RedirectRail } from '../port/rail.ts';
import { isOrderId } from './order-reference.ts';

/** What depends on the API that an attempt was started with. */
export type Attempts = Pick<RedirectRail, 'start' | 'findStarted' | 'resume' | 'retrieve' | 'cancel'>;

/** New attempts are started with the chosen API; each goes on with the one that it was started with. */
export function attemptsBy(api: MercadoPagoKeys['api'], { payments, orders }: Record<typeof api, Attempts>): Attempts {
  const chosen = api === 'orders' ? orders : payments;
  const of = ({ reference }: AttemptHandle) => (isOrderId(reference) ? orders : payments);
  return {
    start: (input) => chosen.start(input),
    findStarted: async (linkId, paymentId) =>
      (await chosen.findStarted(linkId, paymentId)) ??
      // It may have been started before the other API was chosen, unless the account may not use that one.
      noneIfRefused((chosen === orders ? payments : orders).findStarted(linkId, paymentId)),
    resume: (attempt) => of(attempt).resume(attempt),
    retrieve: (attempt) => of(attempt).retrieve(attempt),
    cancel: (attempt) => of(attempt).cancel(attempt),
  };
}

async function noneIfRefused<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
    return null;
  }
}
