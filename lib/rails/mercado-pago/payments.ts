import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { log } from '#lib/log.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { GatewayError, isGatewayError, type RefundPart, type RefundStanding } from '../port.ts';
import type { MercadoPagoHttp } from './http.ts';

/** Payments of one reference are few: a donor's tries. */
const SEARCH_LIMIT = '100';

/** A payment that does not exist here, or whose id is none. */
const UNKNOWN_ID = /^40[04]\b/;

type SearchAnswer = { results?: PaymentResponse[] };

/** One payment. @throws GatewayError */
export function getPayment(http: MercadoPagoHttp, id: string): Promise<PaymentResponse> {
  return http.get<PaymentResponse>(`/v1/payments/${encodeURIComponent(id)}`);
}

/** The link that a payment names; null for one that this account does not know, as a test of the dashboard sends. @throws GatewayError */
export async function linkOfPayment(http: MercadoPagoHttp, id: string): Promise<string | null> {
  try {
    return (await getPayment(http, id)).external_reference ?? null;
  } catch (error) {
    if (isGatewayError(error) && UNKNOWN_ID.test(error.code)) return null;
    throw error;
  }
}

/**
 * Every payment that names a link, read one by one: the search may lag behind what a payment's own address tells.
 * @param seen a payment that an event told of, which the search may not show yet.
 * @throws GatewayError
 */
export async function findPayments(
  http: MercadoPagoHttp,
  linkId: string,
  seen?: string,
): Promise<PaymentResponse[]> {
  const { results = [] } = await http.get<SearchAnswer>('/v1/payments/search', {
    external_reference: linkId,
    sort: 'date_created',
    criteria: 'desc',
    limit: SEARCH_LIMIT,
  });
  const ids = new Set(results.flatMap(({ id }) => (id ? [String(id)] : [])));
  if (seen) ids.add(seen);
  const payments = await Promise.all([...ids].map((id) => getPayment(http, id)));
  return payments.filter((payment) => payment.external_reference === linkId);
}

/** Cancels a payment that is undecided; one that was decided meanwhile is left as it is. @throws GatewayError */
export function cancelPayment(http: MercadoPagoHttp, id: string): Promise<void> {
  return unlessRefused(http.put(`/v1/payments/${encodeURIComponent(id)}`, { status: 'cancelled' }));
}

/** Waits for a change that the gateway may refuse: what it then is, is read back anyway. @throws GatewayError otherwise */
export async function unlessRefused(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
    log().warn({ code: error.code }, 'Mercado Pago refused a change');
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

/**
 * Gives a part of a payment back. Refunds here carry no id of ours: this one is done once as much has gone back as went
 * before it and its own amount. Where somebody gives back by hand at the same moment, too little goes back, never too much.
 * @throws GatewayError
 */
export async function refundPart(
  http: MercadoPagoHttp,
  id: string,
  { refundId, amountMinor, earlierMinor, currency }: RefundPart,
): Promise<RefundStanding> {
  const units = minorUnitsPerMajor(currency);
  const isDone = (payment: PaymentResponse) =>
    isRefunded(payment) ||
    BigInt(Math.round((payment.transaction_amount_refunded ?? 0) * units)) >= earlierMinor + amountMinor;
  if (isDone(await getPayment(http, id))) return 'refunded';
  const amount = Number(amountMinor) / units;
  await http.post(`/v1/payments/${encodeURIComponent(id)}/refunds`, { amount }, `refund:${refundId}`);
  return isDone(await getPayment(http, id)) ? 'refunded' : 'pending';
}

function isRefunded(payment: PaymentResponse): boolean {
  return (
    payment.status === 'refunded' ||
    (payment.transaction_amount_refunded ?? 0) >= (payment.transaction_amount ?? Number.POSITIVE_INFINITY)
  );
}
