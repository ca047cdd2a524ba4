import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { GatewayError, isGatewayError, type RefundStanding } from '../port.ts';
import type { MercadoPagoHttp } from './http.ts';

/** Payments of one reference are few: a donor's tries. */
const SEARCH_LIMIT = '100';

type SearchAnswer = { results?: PaymentResponse[] };

/** One payment. @throws GatewayError */
export function getPayment(http: MercadoPagoHttp, id: string): Promise<PaymentResponse> {
  return http.get<PaymentResponse>(`/v1/payments/${encodeURIComponent(id)}`);
}

/**
 * Every payment that names a link, read one by one: the search may lag behind what a payment's own address tells.
 * @throws GatewayError
 */
export async function findPayments(http: MercadoPagoHttp, linkId: string): Promise<PaymentResponse[]> {
  const { results = [] } = await http.get<SearchAnswer>('/v1/payments/search', {
    external_reference: linkId,
    sort: 'date_created',
    criteria: 'desc',
    limit: SEARCH_LIMIT,
  });
  return Promise.all(results.flatMap(({ id }) => (id ? [getPayment(http, String(id))] : [])));
}

/** Cancels a payment that is undecided; one that was decided meanwhile is left as it is. @throws GatewayError */
export async function cancelPayment(http: MercadoPagoHttp, id: string): Promise<void> {
  try {
    await http.put(`/v1/payments/${encodeURIComponent(id)}`, { status: 'cancelled' });
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
  }
}

/**
 * Gives a payment back in full. The payment itself says whether that has happened: the answer to a repeated refund can
 * be empty.
 * @throws GatewayError
 */
export async function refundInFull(http: MercadoPagoHttp, id: string, key: string): Promise<RefundStanding> {
  if (isRefunded(await getPayment(http, id))) return 'refunded';
  await http.post(`/v1/payments/${encodeURIComponent(id)}/refunds`, {}, key);
  const after = await getPayment(http, id);
  if (after.status !== 'approved' && !isRefunded(after))
    throw new GatewayError('refused', `refund of a ${after.status ?? 'nameless'} payment`, undefined);
  return isRefunded(after) ? 'refunded' : 'pending';
}

function isRefunded(payment: PaymentResponse): boolean {
  return (
    payment.status === 'refunded' ||
    (payment.transaction_amount_refunded ?? 0) >= (payment.transaction_amount ?? Number.POSITIVE_INFINITY)
  );
}
