import { randomUUID } from 'node:crypto';
import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { PreferenceResponse } from 'mercadopago/dist/clients/preference/commonTypes';
import { z } from 'zod';
import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { isEmailAddress } from '#lib/fields.ts';
import { attemptsBy, mercadoPagoAccount } from '../mercado-pago/account.ts';
import { MercadoPagoHttp } from '../mercado-pago/http.ts';
import { type Attempts, orderAttempts } from '../mercado-pago/orders.ts';
import {
  cancelPayment,
  findPayments,
  foundTotal,
  ignoreRefusal,
  logUnknownStatuses,
  toRemotePayments,
} from '../mercado-pago/payments.ts';
import { mapStartRefusals } from '../mercado-pago/start-refusals.ts';
import { orderReference, paymentIdOf, statusOf } from '../mercado-pago/translate.ts';
import { GatewayError, UNREADABLE } from '../port/errors.ts';
import type { AttemptHandle, RemoteAttempt, RemotePayment } from '../port/payment.ts';
import type { RedirectRail, RedirectStart, RedirectStarted } from '../port/rail.ts';

/** Enough time to sign in and pay. A preference expires with its link (ruling 43). */
const LEAST_REMAINING_MS = 60 * 1000;
/** In whole pesos. Mercado Pago publishes no bounds for wallet payments and may still refuse an amount. */
const BOUNDS = { min: 1, max: 1_000_000 };

/** The wallet knows its user. The email is only for the receipt, and can be empty. */
const walletPayer = z.strictObject(
  {
    email: z
      .string('invalid')
      .trim()
      .refine((value) => value === '' || isEmailAddress(value), 'invalid'),
  },
  'required',
);

const searchAnswer = z.object({
  elements: z.array(z.object({ id: z.string() })),
  /** With those of the other mode, which `elements` is without and the total counts. */
  listed_ids: z.array(z.string()),
  total: foundTotal,
});

/** The wallet in Mexico: Checkout Pro for signed-in users of Mercado Pago (gateways C). The reference is the preference's id, or an order's. */
export function mercadoPagoWallet(gateway: string, keys: MercadoPagoKeys): RedirectRail {
  const http = new MercadoPagoHttp(gateway, keys);
  const preferenceOf = (id: string) => http.get<PreferenceResponse>(`/checkout/preferences/${encodeURIComponent(id)}`);
  const retrieve = async ({ reference, linkId, seen }: AttemptHandle) => {
    const [preference, payments] = await Promise.all([preferenceOf(reference), findPayments(http, linkId, seen)]);
    return toRemote(gateway, preference, payments, await toRemotePayments(http, payments), new Date());
  };
  const payments: Attempts = {
    start: (input) =>
      mapStartRefusals(async () =>
        started(await http.post<PreferenceResponse>('/checkout/preferences', preference(input), input.key)),
      ),
    findStarted: async (linkId, paymentId) => {
      for await (const id of searchPreferences(http, linkId)) {
        const found = await preferenceOf(id);
        if (paymentIdOf(found) === paymentId) return started(found);
      }
      return null;
    },
    resume: async ({ reference }) => {
      const found = await preferenceOf(reference);
      return isExpired(found, new Date()) ? null : (found.init_point ?? null);
    },
    retrieve,
    cancel: async (attempt) => {
      await ignoreRefusal(
        http.put(
          `/checkout/preferences/${encodeURIComponent(attempt.reference)}`,
          { expires: true, expiration_date_to: toDate(new Date()) },
          randomUUID(),
        ),
      );
      const [ended, payments] = await Promise.all([
        preferenceOf(attempt.reference),
        findPayments(http, attempt.linkId, attempt.seen),
      ]);
      for (const payment of payments)
        if (statusOf(payment) === 'pending' && paymentIdOf(payment) === paymentIdOf(ended))
          await cancelPayment(http, String(payment.id));
      return retrieve(attempt);
    },
  };
  const orders = orderAttempts(gateway, http, { body: walletOrder, pageOf: (order) => order.checkout_url });
  return {
    kind: 'wallet',
    ...mercadoPagoAccount(gateway, http, keys.webhookSecrets),
    form: 'mercado-pago-wallet',
    currency: 'MXN',
    leastRemainingMs: LEAST_REMAINING_MS,
    payer: walletPayer,
    optionField: null,
    offer: async () => ({ ...BOUNDS, options: [] }),
    ...attemptsBy(keys.api, { payments, orders }),
  };
}

/**
 * The ids of all preferences of a link, newest first.
 * @throws GatewayError, also while an answer does not list all: another preference than the one that was started could be paid too
 */
async function* searchPreferences(http: MercadoPagoHttp, linkId: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (let total = 1; seen.size < total; ) {
    const offset = seen.size;
    const answer = await http.get<object>('/checkout/preferences/search', {
      external_reference: linkId,
      ...(offset === 0 ? {} : { offset: String(offset) }),
    });
    const read = searchAnswer.safeParse(answer);
    if (!read.success) throw new GatewayError('unreachable', UNREADABLE, read.error);
    const { elements, listed_ids: listed } = read.data;
    total = read.data.total;
    for (const id of listed) seen.add(id);
    // Only what was listed counts, not what `next_offset` says: a page that is empty too early, or lists earlier ones again.
    if ((listed.length === 0 && offset < total) || seen.size < offset + listed.length)
      throw new GatewayError('unreachable', UNREADABLE, undefined);
    for (const { id } of elements) yield id;
  }
}

function started(found: PreferenceResponse): RedirectStarted {
  if (!found.id || !found.init_point) throw new GatewayError('failed', 'no_wallet_page', undefined);
  return { reference: found.id, redirectUrl: found.init_point };
}

/** A date in this API's documented format: with an offset instead of `Z`. */
function toDate(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}

function isExpired(found: PreferenceResponse, now: Date): boolean {
  return found.expires === true && !!found.expiration_date_to && new Date(found.expiration_date_to) <= now;
}

/**
 * Translates a preference with every payment of its link. The status follows from the payments with this preference's
 * payment id of ours; the money is that of all.
 */
function toRemote(
  gateway: string,
  found: PreferenceResponse,
  payments: PaymentResponse[],
  money: RemotePayment[],
  now: Date,
): RemoteAttempt {
  logUnknownStatuses(gateway, payments);
  const own = payments.filter((payment) => paymentIdOf(payment) === paymentIdOf(found));
  const undecided = own.some((payment) => ['pending', 'unknown'].includes(statusOf(payment)));
  return {
    status: undecided ? 'processing' : isExpired(found, now) ? 'canceled' : 'live',
    money,
    declines: [],
    lastDecline: undecided ? null : lastDecline(own),
  };
}

/** Why the last payment of a preference was rejected; null if it was not, or there is none. */
function lastDecline(payments: PaymentResponse[]): string | null {
  const [last] = payments.toSorted((a, b) => instantOf(b) - instantOf(a));
  return last && statusOf(last) === 'declined' ? (last.status_detail ?? 'rejected') : null;
}

function instantOf({ date_created }: PaymentResponse): number {
  return date_created ? new Date(date_created).getTime() : 0;
}

function preference(input: RedirectStart): object {
  const { email } = walletPayer.parse(input.payer);
  return {
    purpose: 'wallet_purchase',
    items: [
      {
        id: input.linkId,
        title: input.description,
        quantity: 1,
        unit_price: input.amountMajor,
        currency_id: input.currency,
      },
    ],
    external_reference: input.linkId,
    ...(email ? { payer: { email } } : {}),
    back_urls: { success: input.returnUrl, pending: input.returnUrl, failure: input.returnUrl },
    auto_return: 'approved',
    ...(input.notificationUrl ? { notification_url: input.notificationUrl } : {}),
    expires: true,
    expiration_date_to: toDate(input.expiresAt),
    metadata: { ...input.metadata, payment: input.paymentId },
  };
}

const MINUTE_MS = 60_000;

function walletOrder(input: RedirectStart): object {
  const { email } = walletPayer.parse(input.payer);
  const amount = input.amountMajor.toFixed(2);
  const minutes = Math.max(1, Math.floor((input.expiresAt.getTime() - Date.now()) / MINUTE_MS));
  return {
    type: 'online',
    processing_mode: 'manual',
    total_amount: amount,
    external_reference: orderReference(input.linkId, input.paymentId),
    description: input.description,
    items: [{ external_code: input.linkId, title: input.description, quantity: 1, unit_price: amount }],
    ...(email ? { payer: { email } } : {}),
    expiration_time: `PT${minutes}M`,
    config: {
      online: {
        allowed_user_type: 'account_only',
        success_url: input.returnUrl,
        pending_url: input.returnUrl,
        failure_url: input.returnUrl,
        auto_return: 'approved',
      },
    },
  };
}
