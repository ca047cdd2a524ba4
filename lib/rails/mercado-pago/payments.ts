import { randomUUID } from 'node:crypto';
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import { z } from 'zod';
import { log } from '#lib/log.ts';
import { unlessWrongMode, WRONG_MODE } from '../port/checks.ts';
import { answerOrCode, GatewayError, isGatewayError, requireAnswer, UNREADABLE } from '../port/errors.ts';
import type { FoundPayment, RemotePayment, Unread } from '../port/payment.ts';
import { mapRefundRefusals } from '../port/refund-refusals.ts';
import type { RefundInput, RemoteRefund } from '../port/reversals.ts';
import { chargebackIn } from './events.ts';
import type { MercadoPagoHttp } from './http.ts';
import { REFUND_REFUSALS } from './refund-refusals.ts';
import {
  type ChargebackAnswer,
  chargebackAnswer,
  type RefundAnswer,
  refundedMajor,
  statusOf,
  toFoundPayment,
  toMajor,
  toRemotePayment,
  toRemoteRefund,
  toRemoteRefunds,
} from './translate.ts';

/** A link has few payments: the attempts of one donor. */
const SEARCH_LIMIT = 100;

/** Status 404, and 400 for an invalid id. */
const UNKNOWN_ID = /^40[04]\b/;

/** How many there are of what a search looks for. Without it, nobody knows whether its answer is all of them. */
export const foundTotal = z.number().int().nonnegative();

const searchAnswer = z.object({
  results: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String) })),
  paging: z.object({ total: foundTotal }),
});

/** Without a status, an answer is about no payment. */
const paymentAnswer = z.looseObject({ status: z.string() });

/** Retrieves a payment. @throws GatewayError */
export async function getPayment(http: MercadoPagoHttp, id: string): Promise<PaymentResponse> {
  const payment = await http.get<PaymentResponse>(pathOf(id));
  const read = paymentAnswer.safeParse(payment);
  if (!read.success) throw new GatewayError('unreachable', UNREADABLE, read.error);
  return payment;
}

/**
 * Retrieves every payment with a reference: a link's id, or an order's reference. Each is read by its id, because a search result
 * may be out of date.
 * @param seen the id of a payment that an event named; a search may not find it yet.
 * @throws GatewayError
 */
export async function findPayments(
  http: MercadoPagoHttp,
  reference: string,
  seen?: string,
): Promise<PaymentResponse[]> {
  const ids = new Set<string>();
  for (let offset = 0, total = 1; offset < total; offset += SEARCH_LIMIT) {
    const answer = await http.get<object>('/v1/payments/search', {
      external_reference: reference,
      sort: 'date_created',
      criteria: 'desc',
      limit: String(SEARCH_LIMIT),
      ...(offset === 0 ? {} : { offset: String(offset) }),
    });
    const found = searchAnswer.safeParse(answer);
    // Without the payments that it leaves out, an attempt would seem to have ended without money.
    if (!found.success) throw new GatewayError('unreachable', UNREADABLE, found.error);
    const { results, paging } = found.data;
    total = paging.total;
    for (const { id } of results) ids.add(id);
    // A page that is cut, or that is an earlier one again.
    if (ids.size < Math.min(offset + SEARCH_LIMIT, total)) throw new GatewayError('unreachable', UNREADABLE, undefined);
  }
  if (seen) ids.add(seen);
  const payments = await Promise.all([...ids].map((id) => unlessWrongMode(getPayment(http, id))));
  return payments.flatMap((payment) => (payment?.external_reference === reference ? [payment] : []));
}

/** Cancels a pending payment; one that has been decided meanwhile stays as it is. @throws GatewayError */
export function cancelPayment(http: MercadoPagoHttp, id: string): Promise<void> {
  // A key of its own for each call, as Mercado Pago's SDK sends: a refusal is not for ever.
  return ignoreRefusal(http.put(pathOf(id), { status: 'cancelled' }, randomUUID()));
}

/** Waits for a change and ignores a refusal: the caller retrieves the object afterwards. @throws GatewayError for other failures */
export async function ignoreRefusal(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isGatewayError(error) || error.failure !== 'refused') throw error;
    log().warn({ code: error.code }, 'Mercado Pago refused a change');
  }
}

/** How far the gateway's clock and ours may differ, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Refunds a payment, unless it lists that refund already. Mercado Pago's refunds have no id of ours, and a repeated request
 * can have an empty response. A listed refund counts as ours when it has the same amount, was not listed before ours was
 * first asked for (or was made since, if that list is not known), and is not known as another refund. If somebody refunds the
 * same amount by hand while an answer is lost, the donor gets too little, never too much.
 * @throws GatewayError
 */
export async function findOrCreateRefund(http: MercadoPagoHttp, id: string, input: RefundInput): Promise<RemoteRefund> {
  const { keepEarlier, ...known } = input;
  const { amountMinor, currency, key } = known;
  const listed = await listRefunds(http, id, currency);
  const found = findOurs(listed, input);
  if (found) return found;
  const listedIds = listed.map((refund) => refund.id);
  await keepEarlier?.(listedIds);
  const amount = toMajor(amountMinor, currency);
  const answer = await mapRefundRefusals(REFUND_REFUSALS, () =>
    http.post<RefundAnswer>(`${pathOf(id)}/refunds`, { amount }, key),
  );
  const made =
    toRemoteRefund(answer, currency) ??
    findOurs(
      await listRefunds(http, id, currency),
      keepEarlier ? { ...known, earlierRefundIds: new Set(listedIds) } : known,
    );
  if (!made) throw new GatewayError('unreachable', 'refund_not_listed', undefined);
  return made;
}

/** Finds the refund that an earlier call made; null if it made none. @throws GatewayError */
export async function findRefund(http: MercadoPagoHttp, id: string, input: RefundInput): Promise<RemoteRefund | null> {
  return findOurs(await listRefunds(http, id, input.currency), input) ?? null;
}

/**
 * All refunds of a payment: those of the list and those of the payment itself, because a list that is behind or cut looks like
 * any other.
 * @throws GatewayError `unreachable`, also if one of them is refused or cannot be read
 */
async function listRefunds(http: MercadoPagoHttp, id: string, currency: string): Promise<RemoteRefund[]> {
  const [list, payment] = await requireAnswer(
    Promise.all([http.get<object>(`${pathOf(id)}/refunds`), getPayment(http, id)]),
  );
  const listed = toRemoteRefunds(list, currency);
  const own = toRemoteRefunds(payment.refunds ?? [], currency);
  // A refund that cannot be read may be ours.
  if (!listed || !own) throw new GatewayError('unreachable', UNREADABLE, undefined);
  const listedIds = new Set(listed.map((refund) => refund.id));
  const all = [...listed, ...own.filter((refund) => !listedIds.has(refund.id))];
  // Nor is it known which one it is that was refunded and is in neither list.
  if (all.length === 0 && refundedMajor(payment) !== 0) throw new GatewayError('unreachable', 'none_listed', undefined);
  return all;
}

function findOurs(
  listed: readonly RemoteRefund[],
  { amountMinor, requestedAt, otherRefundIds, earlierRefundIds, keepEarlier }: RefundInput,
): RemoteRefund | undefined {
  if (keepEarlier) return undefined;
  const since = requestedAt.getTime() - CLOCK_TOLERANCE_MS;
  const isEarlier = ({ id, createdAt }: RemoteRefund) =>
    earlierRefundIds ? earlierRefundIds.has(id) : createdAt.getTime() < since;
  return listed.find(
    (refund) => refund.amountMinor === amountMinor && !isEarlier(refund) && !otherRefundIds.has(refund.id),
  );
}

/**
 * Translates the payments that hold or held money. Asks for the chargebacks of those that have changed since approval; if
 * that fails, they are unknown.
 */
export async function toRemotePayments(http: MercadoPagoHttp, payments: PaymentResponse[]): Promise<RemotePayment[]> {
  const money = payments.filter((payment) => statusOf(payment) === 'money');
  return Promise.all(
    money.map(async (payment) =>
      toRemotePayment(payment, isUnchanged(payment) ? [] : await chargebacksOf(http, payment)),
    ),
  );
}

function isUnchanged({ status, status_detail: detail }: PaymentResponse): boolean {
  return status === 'approved' && detail === 'accredited';
}

/** A part of a list is another list. Removed objects of the other mode count in the total: then it is not complete either. */
const chargebackList = z
  .object({ results: z.array(chargebackAnswer), paging: z.object({ total: foundTotal }) })
  .refine(({ results, paging }) => paging.total <= new Set(results.map(({ id }) => id)).size);

/** All chargebacks of a payment, or why they are unknown, as for an account that may not read them. */
async function chargebacksOf(
  http: MercadoPagoHttp,
  { id, status }: PaymentResponse,
): Promise<ChargebackAnswer[] | Unread> {
  const asked = await answerOrCode(http.get<object>('/v1/chargebacks/search', { payment_id: String(id) }));
  if (asked.answer === null) return { part: 'disputes', code: asked.code };
  const list = chargebackList.safeParse(asked.answer).data?.results;
  if (!list) return { part: 'disputes', code: UNREADABLE };
  // The search is behind the payment, or leaves out what the account may not read.
  return status === 'charged_back' && list.length === 0 ? { part: 'disputes', code: 'none_listed' } : list;
}

const chargedPayments = z.object({ payments: z.array(z.union([z.string(), z.number()])) });

/**
 * The payment of an event's reference, directly or through a chargeback, with its link. Null if this account does not know
 * it, as in the dashboard's test event, or if it is of the other mode.
 * @throws GatewayError
 */
export async function findPayment(http: MercadoPagoHttp, reference: string): Promise<FoundPayment | null> {
  return unlessUnknown(async () => {
    const chargeback = chargebackIn(reference);
    const gatewayPaymentId = chargeback ? await chargedPayment(http, chargeback) : reference;
    return gatewayPaymentId ? toFoundPayment(await getPayment(http, gatewayPaymentId), gatewayPaymentId) : null;
  });
}

/** Null if the account does not know an id, or if what has it is of the other mode. @throws GatewayError for other failures */
export async function unlessUnknown<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isGatewayError(error) && (error.code === WRONG_MODE || UNKNOWN_ID.test(error.code))) return null;
    throw error;
  }
}

async function chargedPayment(http: MercadoPagoHttp, chargeback: string): Promise<string | null> {
  const answer = await http.get<object>(`/v1/chargebacks/${encodeURIComponent(chargeback)}`);
  const read = chargedPayments.safeParse(answer);
  // Its event is only done once it is known whose chargeback it is.
  if (!read.success) throw new GatewayError('unreachable', UNREADABLE, read.error);
  const [id] = read.data.payments;
  return id === undefined ? null : String(id);
}

function pathOf(paymentId: string): string {
  return `/v1/payments/${encodeURIComponent(paymentId)}`;
}

/** Logs payments whose status is not documented: they are kept pending. */
export function logUnknownStatuses(gateway: string, payments: PaymentResponse[]): void {
  for (const payment of payments)
    if (statusOf(payment) === 'unknown')
      log().error({ gateway, reference: payment.id, status: payment.status }, 'an unknown status is kept pending');
}
