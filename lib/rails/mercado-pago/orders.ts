import { randomUUID } from 'node:crypto';
import type { OrderResponse } from 'mercadopago/dist/clients/order/commonTypes';
import { z } from 'zod';
import { log } from '#lib/log.ts';
import { GatewayError, isGatewayError, UNREADABLE } from '../port/errors.ts';
import type { FoundPayment, RemoteAttempt, RemotePayment } from '../port/payment.ts';
import type { RedirectRail, RedirectStart, RedirectStarted } from '../port/rail.ts';
import type { MercadoPagoHttp } from './http.ts';
import {
  CLOCK_TOLERANCE_MS,
  cancelPayment,
  findPayments,
  foundTotal,
  logUnknownStatuses,
  toRemotePayments,
  unlessUnknown,
} from './payments.ts';
import { mapStartRefusals } from './start-refusals.ts';
import { isOrderId, orderReference, statusOf as paymentStatusOf, readOrderReference } from './translate.ts';

/** What depends on the API that an attempt was started with. */
export type Attempts = Pick<RedirectRail, 'start' | 'findStarted' | 'resume' | 'retrieve' | 'cancel'>;

/** An order as the API returns it; `api_response` is an addition of the SDK's. */
export type OrderAnswer = Omit<OrderResponse, 'api_response'>;

/** What an order means for its attempt (gateways C7). */
type OrderStatus = 'open' | 'processing' | 'paid' | 'declined' | 'canceled';

const STATUSES: ReadonlyMap<string | undefined, OrderStatus> = new Map([
  ['created', 'open'],
  ['action_required', 'open'],
  ['processing', 'processing'],
  ['processed', 'paid'],
  // Reversals of what was paid, never a decline.
  ['refunded', 'paid'],
  ['charged_back', 'paid'],
  ['failed', 'declined'],
  ['canceled', 'canceled'],
  ['cancelled', 'canceled'],
  ['expired', 'canceled'],
]);

/** What the orders of a rail differ in. */
export type OrderKind = {
  /** The body that creates one. */
  body: (input: RedirectStart) => object;
  /** The page where the donor pays one, if it says it. */
  pageOf: (order: OrderAnswer) => string | undefined;
  /** Adds what the rail knows of a payment's source. */
  withSource?: (money: RemotePayment[], order: OrderAnswer) => Promise<RemotePayment[]>;
};

/** The longest period of a search, in milliseconds: 30 days. */
const LONGEST_SEARCH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Attempts that are orders (gateways C7). The order starts and ends an attempt. Its money is read from its payments, which the
 * order's reference finds: only they tell fees, refunds by their dates, and when the money is released.
 */
export function orderAttempts(gateway: string, http: MercadoPagoHttp, kind: OrderKind): Attempts {
  /** `isUnlisted`: it is paid, and its payment is not found yet. */
  const read = async ({ reference, seen }: Parameters<Attempts['retrieve']>[0]) => {
    const order = await getOrder(http, reference);
    const status = statusOf(gateway, order);
    const paymentSeen = seen && !isOrderId(seen) ? seen : undefined;
    // Where nobody has paid there is nothing to find. Banks approve late what has ended.
    const isUnpaid = status === 'open' && !paymentSeen;
    const payments = isUnpaid ? [] : await findPayments(http, referenceOf(order), paymentSeen);
    logUnknownStatuses(gateway, payments);
    const money = await toRemotePayments(http, payments);
    const isUnlisted = status === 'paid' && money.length === 0;
    if (isUnlisted) log().warn({ gateway, reference }, 'a paid order lists no payment yet');
    return { isUnlisted, remote: toRemote(order, status, (await kind.withSource?.(money, order)) ?? money) };
  };
  const started = (order: OrderAnswer): RedirectStarted => {
    const redirectUrl = kind.pageOf(order);
    if (!order.id || !redirectUrl) throw new GatewayError('failed', 'no_page', undefined);
    return { reference: order.id, redirectUrl };
  };
  return {
    start: (input) =>
      mapStartRefusals(async () => started(await http.post<OrderAnswer>('/v1/orders', kind.body(input), input.key))),
    findStarted: async (linkId, paymentId) => {
      const id = await searchOrder(http, orderReference(linkId, paymentId));
      return id === undefined ? null : started(await getOrder(http, id));
    },
    resume: async ({ reference }) => {
      const order = await getOrder(http, reference);
      return statusOf(gateway, order) === 'open' ? (kind.pageOf(order) ?? null) : null;
    },
    retrieve: async (attempt) => (await read(attempt)).remote,
    cancel: async (attempt) => {
      await cancelOrder(http, attempt.reference);
      const { remote: found } = await read(attempt);
      if (found.status !== 'processing') return found;
      // An order in review cannot be cancelled, but its payment can.
      for (const payment of await findPayments(http, referenceOf(await getOrder(http, attempt.reference))))
        if (paymentStatusOf(payment) === 'pending') await cancelPayment(http, String(payment.id));
      await cancelOrder(http, attempt.reference);
      const { remote, isUnlisted } = await read(attempt);
      // Nobody can say yet when its money came: it has not ended without any.
      if (isUnlisted) throw new GatewayError('unreachable', 'payment_not_listed', undefined);
      return remote;
    },
  };
}

/** What an order says of the link that it is for; null if it is for none, or the account does not know it. @throws GatewayError */
export async function findOrder(http: MercadoPagoHttp, id: string): Promise<FoundPayment | null> {
  const order = await unlessUnknown(() => getOrder(http, id));
  const own = readOrderReference(order?.external_reference);
  if (!order || !own) return null;
  return {
    ...own,
    gatewayPaymentId: id,
    reference: id,
    amountMajor: Number(order.total_amount ?? 0),
    currency: order.currency ?? '',
    createdAt: new Date(order.created_date ?? 0),
    email: null,
    metadata: null,
  };
}

function getOrder(http: MercadoPagoHttp, id: string): Promise<OrderAnswer> {
  return http.get<OrderAnswer>(`/v1/orders/${encodeURIComponent(id)}`);
}

/** An order's own reference. Payments without one are somebody else's. @throws GatewayError */
function referenceOf({ external_reference: reference }: OrderAnswer): string {
  if (!reference) throw new GatewayError('unreachable', UNREADABLE, undefined);
  return reference;
}

/** The Orders API writes its numbers as text. */
const searchAnswer = z.object({
  data: z.array(z.object({ id: z.string(), external_reference: z.string().nullish() })),
  paging: z.object({ total: z.union([z.string().regex(/^\d+$/).transform(Number), foundTotal]) }),
});

/** The id of the order with a reference; undefined if there is none. @throws GatewayError, also while an answer does not list all */
async function searchOrder(http: MercadoPagoHttp, reference: string): Promise<string | undefined> {
  const end = Date.now() + CLOCK_TOLERANCE_MS;
  const answer = await http.get<object>('/v1/orders', {
    begin_date: new Date(end - LONGEST_SEARCH_MS).toISOString(),
    end_date: new Date(end).toISOString(),
    external_reference: reference,
  });
  const read = searchAnswer.safeParse(answer);
  if (!read.success) throw new GatewayError('unreachable', UNREADABLE, read.error);
  const { data, paging } = read.data;
  const found = data.find((order) => order.external_reference === reference)?.id;
  // What an answer leaves out may be the order that was started: another one could be paid too.
  if (found === undefined && data.length < paging.total) throw new GatewayError('unreachable', UNREADABLE, undefined);
  return found;
}

/** Cancels an open order. One that is not open any more stays as it is, which is a 4xx, 409 among them. @throws GatewayError */
async function cancelOrder(http: MercadoPagoHttp, id: string): Promise<void> {
  try {
    // A key of its own for each call: a refusal is not for ever.
    await http.post(`/v1/orders/${encodeURIComponent(id)}/cancel`, undefined, randomUUID());
  } catch (error) {
    if (!isGatewayError(error) || !(error.failure === 'refused' || /^409\b/.test(error.code))) throw error;
    log().warn({ code: error.code }, 'Mercado Pago refused to cancel an order');
  }
}

/** An undocumented status is logged, and decided later. */
function statusOf(gateway: string, { id, status }: OrderAnswer): OrderStatus {
  const known = STATUSES.get(status);
  if (!known) log().error({ gateway, reference: id, status }, 'an unknown status is kept pending');
  return known ?? 'processing';
}

function toRemote(order: OrderAnswer, orderStatus: OrderStatus, money: RemotePayment[]): RemoteAttempt {
  const last = order.transactions?.payments?.at(-1);
  const status = attemptStatus(orderStatus, money, last?.status);
  // In the wallet the donor can try again after a decline.
  const isDeclined = status === 'declined' || (orderStatus === 'open' && last?.status === 'failed');
  const why = last?.status_detail ?? order.status_detail ?? 'rejected';
  return { status, money, declines: [], lastDecline: isDeclined ? why : null };
}

function attemptStatus(order: OrderStatus, money: RemotePayment[], last: string | undefined): RemoteAttempt['status'] {
  if (money.length > 0) return 'live';
  // It is not listed yet what was paid.
  if (order === 'paid') return 'processing';
  // A transfer whose time ran out, as it is without an order. A checkout that expired has no payment.
  if (order === 'canceled' && last === 'expired') return 'declined';
  return order === 'open' ? 'live' : order;
}
