import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { isGatewayError } from '../port/errors.ts';
import type { AttemptHandle } from '../port/payment.ts';
import type { Rail } from '../port/rail.ts';
import { readBalance, readBooks } from './books.ts';
import { readNotification } from './events.ts';
import type { MercadoPagoHttp } from './http.ts';
import { type Attempts, findOrder } from './orders.ts';
import { findOrCreateRefund, findPayment, findRefund } from './payments.ts';
import { isOrderId, toMajor } from './translate.ts';

type AccountCalls = Pick<
  Rail,
  'gateway' | 'majorOf' | 'refund' | 'findRefund' | 'findPayment' | 'readBooks' | 'readBalance' | 'readEvent'
>;

/**
 * The shared part of all rails of a Mercado Pago account.
 * @param gateway the name of the account (lib/rails/port/rail.ts)
 */
export function mercadoPagoAccount(
  gateway: string,
  http: MercadoPagoHttp,
  webhookSecrets: readonly string[],
): AccountCalls {
  return {
    gateway,
    majorOf: toMajor,
    refund: (gatewayPaymentId, input) => findOrCreateRefund(http, gatewayPaymentId, input),
    findRefund: (gatewayPaymentId, input) => findRefund(http, gatewayPaymentId, input),
    findPayment: (reference) => (isOrderId(reference) ? findOrder : findPayment)(http, reference),
    readBooks: (period, reportId) => readBooks(http, period, reportId),
    readBalance: () => readBalance(http),
    readEvent: async (headers, url, _readBody, now) => readNotification(headers, url, webhookSecrets, now),
  };
}

/** New attempts are started with the chosen API; each goes on with the one that it was started with (ruling 75). */
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
