import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { z } from 'zod';
import { log } from '#lib/log.ts';
import {
  GatewayError,
  isGatewayError,
  OTHER_MODE,
  type RefundOrder,
  type RemotePayment,
  type RemoteRefund,
  unlessOtherMode,
} from '../port.ts';
import { chargebackIn } from './events.ts';
import type { MercadoPagoHttp } from './http.ts';
import {
  type ChargebackAnswer,
  chargebackAnswer,
  type RefundAnswer,
  standingOf,
  toMajor,
  toRemotePayment,
  toRemoteRefund,
} from './translate.ts';

/** Payments of one reference are few: a donor's tries. */
const SEARCH_LIMIT = '100';

/** A payment that does not exist here, or whose id is none. */
const UNKNOWN_ID = /^40[04]\b/;

type SearchAnswer = { results?: PaymentResponse[] };

/** One payment. @throws GatewayError */
export function getPayment(http: MercadoPagoHttp, id: string): Promise<PaymentResponse> {
  return http.get<PaymentResponse>(pathOf(id));
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
  const payments = await Promise.all([...ids].map((id) => unlessOtherMode(getPayment(http, id))));
  return payments.flatMap((payment) => (payment?.external_reference === linkId ? [payment] : []));
}

/** Cancels a payment that is undecided; one that was decided meanwhile is left as it is. @throws GatewayError */
export function cancelPayment(http: MercadoPagoHttp, id: string): Promise<void> {
  return unlessRefused(http.put(pathOf(id), { status: 'cancelled' }));
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

/** How far the clocks of a gateway and ours may differ, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Gives back. Refunds here carry no id of ours, and a repeated call can be answered with nothing: of those that the payment
 * lists, one of the same amount that was made since ours was asked for, and is not known to be another, is taken for ours.
 * Where somebody gives back the same by hand at that moment, too little goes back, never too much.
 * @throws GatewayError
 */
export async function giveBack(http: MercadoPagoHttp, id: string, order: RefundOrder): Promise<RemoteRefund> {
  const { amountMinor, currency, key } = order;
  const earlier = await findRefund(http, id, order);
  if (earlier) return earlier;
  const amount = toMajor(amountMinor, currency);
  const answer = await http.post<RefundAnswer>(`${pathOf(id)}/refunds`, { amount }, key);
  const made = toRemoteRefund(answer, currency) ?? (await findRefund(http, id, order));
  if (!made) throw new GatewayError('unreachable', 'refund_not_listed', undefined);
  return made;
}

async function findRefund(
  http: MercadoPagoHttp,
  id: string,
  { amountMinor, currency, orderedAt, others }: RefundOrder,
): Promise<RemoteRefund | undefined> {
  const listed = await http.get<RefundAnswer[]>(`${pathOf(id)}/refunds`);
  const since = orderedAt.getTime() - CLOCK_TOLERANCE_MS;
  return listed
    .flatMap((refund) => toRemoteRefund(refund, currency) ?? [])
    .find(
      (refund) =>
        refund.amountMinor === amountMinor && refund.createdAt.getTime() >= since && !others.has(refund.id),
    );
}

/**
 * What payments hold, or held, in our words. One that is no more as it was approved is told with its chargebacks.
 * @throws GatewayError
 */
export async function readMoney(
  http: MercadoPagoHttp,
  payments: PaymentResponse[],
): Promise<RemotePayment[]> {
  const money = payments.filter((payment) => standingOf(payment) === 'money');
  return Promise.all(
    money.map(async (payment) =>
      toRemotePayment(payment, isUntouched(payment) ? [] : await chargebacksOf(http, payment)),
    ),
  );
}

function isUntouched({ status, status_detail: detail }: PaymentResponse): boolean {
  return status === 'approved' && detail === 'accredited';
}

const chargebackList = z.object({ results: z.array(chargebackAnswer).catch([]) });

/** None where the account may not ask for them: the payment itself says that it was charged back. */
async function chargebacksOf(http: MercadoPagoHttp, { id }: PaymentResponse): Promise<ChargebackAnswer[]> {
  try {
    const answer = await http.get<object>('/v1/chargebacks/search', { payment_id: String(id) });
    return chargebackList.parse(answer).results;
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
    log().warn({ payment: id, code: error.code }, 'Mercado Pago did not tell chargebacks');
    return [];
  }
}

const chargedPayments = z.object({ payments: z.array(z.union([z.string(), z.number()])) });

/**
 * The payment that an event's reference leads to, and the link that it names: a payment itself, or one that was charged
 * back. Null for what this account does not know, as a test of the dashboard sends, and for what is of the other mode.
 * @throws GatewayError
 */
export async function moneyOf(
  http: MercadoPagoHttp,
  reference: string,
): Promise<{ gatewayPaymentId: string; linkId: string } | null> {
  try {
    const chargeback = chargebackIn(reference);
    const gatewayPaymentId = chargeback ? await chargedPayment(http, chargeback) : reference;
    const linkId = gatewayPaymentId && (await getPayment(http, gatewayPaymentId)).external_reference;
    return gatewayPaymentId && linkId ? { gatewayPaymentId, linkId } : null;
  } catch (error) {
    if (isGatewayError(error) && (error.code === OTHER_MODE || UNKNOWN_ID.test(error.code))) return null;
    throw error;
  }
}

async function chargedPayment(http: MercadoPagoHttp, chargeback: string): Promise<string | null> {
  const answer = await http.get<object>(`/v1/chargebacks/${encodeURIComponent(chargeback)}`);
  const [id] = chargedPayments.safeParse(answer).data?.payments ?? [];
  return id === undefined ? null : String(id);
}

function pathOf(paymentId: string): string {
  return `/v1/payments/${encodeURIComponent(paymentId)}`;
}
