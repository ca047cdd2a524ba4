import type { Rail } from '../port/rail.ts';
import { readBalance, readBooks } from './books.ts';
import { readNotification } from './events.ts';
import type { MercadoPagoHttp } from './http.ts';
import { isOrderId } from './order-reference.ts';
import { findOrder } from './orders.ts';
import { findOrCreateRefund, findPayment, findRefund } from './payments.ts';
import { toMajor } from './translate.ts';

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
