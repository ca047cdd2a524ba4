import { checkCheckoutOrder, checkTransferOrder } from './check-order.ts';
import { MercadoPagoError } from './errors.ts';
import { notifyOrder } from './notify.ts';
import { type Order, orderIdFrom, orderStatus, transactionId, transactionStatus } from './order.ts';
import { partsOf, paymentsOfOrder } from './order-payments.ts';
import { newTransfer, refundStatus } from './payment.ts';
import { addPayment, decide } from './payment-events.ts';
import { findReplay, storeReplay } from './payments-api.ts';
import { checkoutAddress } from './preferences-api.ts';
import { bankPageOf, newNumber, newUuid, type Tenant } from './tenant.ts';
import { closeCheckout } from './wallet-payments.ts';

const COUNTRY = { MCO: 'COL', MLM: 'MEX' } as const;

/**
 * `POST /v1/orders`: a bank transfer in Colombia, a checkout in the wallet in Mexico. The same idempotency key with the same body
 * answers the first order. Throws MercadoPagoError (400, 409).
 */
export function createOrder(tenant: Tenant, call: { key: string | null; rawBody: string; body: unknown }) {
  const replay = findReplay(tenant, 'order', call.key, call.rawBody);
  if (replay?.orderId) return readOrder(tenant, replay.orderId);
  const nowMs = tenant.context.clock.now();
  const order: Order = {
    id: orderIdFrom(tenant.context.random()),
    createdAt: nowMs,
    canceledAt: null,
    ...(tenant.site === 'MCO' ? transferOf(tenant, call.body, nowMs) : checkoutOf(tenant, call.body, nowMs)),
  };
  tenant.orders.set(order.id, order);
  storeReplay(tenant, 'order', call, { paymentId: order.paymentId ?? 0, refundId: null, orderId: order.id });
  const payment = order.paymentId === null ? undefined : tenant.payments.get(String(order.paymentId));
  if (payment) addPayment(tenant, payment);
  return readOrder(tenant, order.id);
}

function transferOf(tenant: Tenant, body: unknown, nowMs: number): Pick<Order, 'paymentId' | 'preferenceId'> {
  const id = newNumber(tenant);
  const payment = newTransfer({ ...checkTransferOrder(body), id, hash: newUuid(tenant.context) }, nowMs);
  tenant.payments.set(String(id), payment);
  return { paymentId: id, preferenceId: null };
}

function checkoutOf(tenant: Tenant, body: unknown, nowMs: number): Pick<Order, 'paymentId' | 'preferenceId'> {
  const { currency, decimals } = tenant.facts;
  const rules = { currency, decimals, refuseLocalhost: tenant.switches.refuseLocalhost, nowMs };
  const id = `${tenant.facts.collectorId}-${newUuid(tenant.context)}`;
  const preference = { ...checkCheckoutOrder(body, rules), id, orderId: newNumber(tenant), createdAt: nowMs };
  tenant.preferences.set(id, preference);
  return { paymentId: null, preferenceId: id };
}

/** `GET /v1/orders/{id}`. Throws the API's 404. */
export function readOrder(tenant: Tenant, id: string) {
  return present(tenant, findOrder(tenant, id));
}

/** `GET /v1/orders`: those with a reference, made in a period of at most 30 days, newest first. */
export function searchOrders(tenant: Tenant, query: URLSearchParams) {
  const [begin, end] = ['begin_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? '')) as [number, number];
  const isWrong = !(begin <= end && end - begin <= 30 * 86_400_000) || begin > tenant.context.clock.now();
  if (isWrong) throw orderError(400, 'invalid_parameter', 'begin_date and end_date are needed, 30 days apart at most');
  const reference = query.get('external_reference');
  const seenUntil = Math.min(end, tenant.context.clock.now() - tenant.switches.searchLagMs);
  const found = tenant.orders.values().filter(({ createdAt }) => createdAt >= begin && createdAt <= seenUntil);
  const data = found.map((order) => present(tenant, order)).filter((one) => one.external_reference === reference);
  return { data: data.reverse(), paging: { total: String(data.length), total_pages: '1', offset: '0', limit: '50' } };
}

/** `POST /v1/orders/{id}/cancel`, of one that waits for its payer. Throws the API's 404, or 409 in any other status. */
export function cancelOrder(tenant: Tenant, id: string) {
  const order = findOrder(tenant, id);
  if (!['created', 'action_required'].includes(present(tenant, order).status))
    throw orderError(409, 'cannot_cancel_order', 'The status of the order does not allow it');
  const nowMs = tenant.context.clock.now();
  const canceled = { ...order, canceledAt: nowMs };
  tenant.orders.set(id, canceled);
  const preference = order.preferenceId === null ? undefined : tenant.preferences.get(order.preferenceId);
  if (preference) {
    closeCheckout(tenant, preference);
    notifyOrder(tenant, canceled);
  }
  for (const payment of paymentsOfOrder(tenant, canceled))
    if (payment.status === 'pending') decide(tenant, payment, { status: 'cancelled', statusDetail: 'by_collector' });
  return readOrder(tenant, id);
}

function findOrder(tenant: Tenant, id: string): Order {
  const order = tenant.orders.get(id);
  if (order === undefined) throw orderError(404, 'order_not_found', 'Order not found');
  return order;
}

function orderError(status: number, code: string, description: string): MercadoPagoError {
  return new MercadoPagoError(status, code, description, [{ code, description }]);
}

function present(tenant: Tenant, order: Order) {
  const { preference, payments } = partsOf(tenant, order);
  const [first] = payments;
  const { status, statusDetail } = orderStatus(order, payments, preference, tenant.context.clock.now());
  const amount = preference?.amount ?? first?.amount ?? 0;
  return {
    id: order.id,
    type: 'online',
    processing_mode: preference ? 'manual' : 'automatic',
    external_reference: preference?.externalReference ?? first?.externalReference ?? '',
    description: preference?.title ?? first?.description ?? '',
    total_amount: amount.toFixed(2),
    country_code: COUNTRY[tenant.site],
    user_id: String(tenant.facts.collectorId),
    status,
    status_detail: statusDetail,
    capture_mode: 'automatic',
    currency: tenant.facts.currency,
    created_date: new Date(order.createdAt).toISOString(),
    last_updated_date: new Date(
      Math.max(order.createdAt, order.canceledAt ?? 0, ...payments.map(({ updatedAt }) => updatedAt)),
    ).toISOString(),
    integration_data: { application_id: String(tenant.facts.collectorId) },
    ...(preference && { checkout_url: checkoutAddress(tenant, preference) }),
    transactions: {
      payments: payments.map((payment) => ({
        id: transactionId(payment),
        amount: payment.amount.toFixed(2),
        status: transactionStatus(payment).status,
        status_detail: transactionStatus(payment).statusDetail,
        payment_method: {
          id: payment.methodId,
          type: payment.typeId,
          ...(payment.bankCode !== null && {
            financial_institution: payment.bankCode,
            redirect_url: bankPageOf(tenant, payment),
          }),
        },
      })),
      refunds: payments.flatMap((payment) =>
        payment.refunds.map((refund) => ({
          id: `REF01${refund.id}`,
          transaction_id: transactionId(payment),
          amount: refund.amount.toFixed(2),
          status: refundStatus(refund) === 'approved' ? 'processed' : refundStatus(refund),
        })),
      ),
    },
  };
}
