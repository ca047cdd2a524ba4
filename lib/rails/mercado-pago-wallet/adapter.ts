import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { PreferenceResponse } from 'mercadopago/dist/clients/preference/commonTypes';
import { z } from 'zod';
import { isEmailAddress } from '#lib/fields.ts';
import type { MercadoPagoKeys } from '#lib/gateway-keys.ts';
import { log } from '#lib/log.ts';
import { readBalance, readBooks } from '../mercado-pago/books.ts';
import { readNotification } from '../mercado-pago/events.ts';
import { MercadoPagoHttp } from '../mercado-pago/http.ts';
import {
  cancelPayment,
  findPayments,
  giveBack,
  moneyOf,
  readMoney,
  unlessRefused,
} from '../mercado-pago/payments.ts';
import { starting } from '../mercado-pago/refusal.ts';
import { paymentIdOf, standingOf, toMajor } from '../mercado-pago/translate.ts';
import {
  type AttemptHandle,
  GatewayError,
  type RedirectRail,
  type RedirectStart,
  type RedirectStarted,
  type RemoteAttempt,
  type RemotePayment,
} from '../port.ts';

/** Enough to sign in and pay; a preference expires with its link (decisions.md 43). */
const LEAST_REMAINING_MS = 60 * 1000;
/** What a wallet payment takes, in whole pesos: the gateway publishes no bounds for it and has the last word. */
const BOUNDS = { min: 1, max: 1_000_000 };

/** The wallet knows its user; we only say whom the receipt is for, where that is known. */
const walletPayer = z.strictObject(
  {
    email: z
      .string('invalid')
      .trim()
      .refine((value) => value === '' || isEmailAddress(value), 'invalid'),
  },
  'required',
);

type SearchAnswer = { elements?: { id?: string }[] };

/** The wallet in Mexico: Checkout Pro for signed-in users of Mercado Pago (rails.md C). The reference is the preference. */
export function mercadoPagoWallet(gateway: string, keys: MercadoPagoKeys): RedirectRail {
  const http = new MercadoPagoHttp(gateway, keys);
  const preferenceOf = (id: string) =>
    http.get<PreferenceResponse>(`/checkout/preferences/${encodeURIComponent(id)}`);
  const lookUp = async ({ reference, linkId, seen }: AttemptHandle) => {
    const [preference, payments] = await Promise.all([
      preferenceOf(reference),
      findPayments(http, linkId, seen),
    ]);
    return toRemote(gateway, preference, payments, await readMoney(http, payments), new Date());
  };
  return {
    kind: 'wallet',
    gateway,
    form: 'mercado-pago-wallet',
    currency: 'MXN',
    leastRemainingMs: LEAST_REMAINING_MS,
    payer: walletPayer,
    optionField: null,
    offer: async () => ({ ...BOUNDS, options: [] }),
    start: (input) =>
      starting(async () =>
        started(await http.post<PreferenceResponse>('/checkout/preferences', preference(input), input.key)),
      ),
    findStarted: async (linkId, paymentId) => {
      const { elements = [] } = await http.get<SearchAnswer>('/checkout/preferences/search', {
        external_reference: linkId,
      });
      for (const { id } of elements) {
        const found = id ? await preferenceOf(id) : undefined;
        if (found && paymentIdOf(found) === paymentId) return started(found);
      }
      return null;
    },
    resume: async ({ reference }) => {
      const found = await preferenceOf(reference);
      return isExpired(found, new Date()) ? null : (found.init_point ?? null);
    },
    lookUp,
    cancel: async (attempt) => {
      await unlessRefused(
        http.put(`/checkout/preferences/${encodeURIComponent(attempt.reference)}`, {
          expires: true,
          expiration_date_to: toDate(new Date()),
        }),
      );
      const [ended, payments] = await Promise.all([
        preferenceOf(attempt.reference),
        findPayments(http, attempt.linkId, attempt.seen),
      ]);
      for (const payment of payments)
        if (standingOf(payment) === 'pending' && paymentIdOf(payment) === paymentIdOf(ended))
          await cancelPayment(http, String(payment.id));
      return lookUp(attempt);
    },
    majorOf: toMajor,
    giveBack: (id, order) => giveBack(http, id, order),
    moneyOf: (reference) => moneyOf(http, reference),
    readBooks: (period, order) => readBooks(http, period, order),
    readBalance: () => readBalance(http),
    readEvent: async (headers, url, _rawBody, now) => readNotification(headers, url, keys.webhookSecret, now),
  };
}

function started(found: PreferenceResponse): RedirectStarted {
  if (!found.id || !found.init_point) throw new GatewayError('fault', 'no_wallet_page', undefined);
  return { reference: found.id, redirectUrl: found.init_point };
}

/** A date as this API documents it: with an offset, not with a `Z`. */
function toDate(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}

function isExpired(found: PreferenceResponse, now: Date): boolean {
  return found.expires === true && !!found.expiration_date_to && new Date(found.expiration_date_to) <= now;
}

/**
 * A preference and every payment of its link. A payment names ours that it belongs to; only what belongs to this
 * preference keeps it live, all money is told.
 */
function toRemote(
  gateway: string,
  found: PreferenceResponse,
  payments: PaymentResponse[],
  money: RemotePayment[],
  now: Date,
): RemoteAttempt {
  for (const payment of payments)
    if (standingOf(payment) === 'unknown')
      log().error(
        { gateway, reference: payment.id, status: payment.status },
        'an unknown status is kept pending',
      );
  const own = payments.filter((payment) => paymentIdOf(payment) === paymentIdOf(found));
  const undecided = own.some((payment) => ['pending', 'unknown'].includes(standingOf(payment)));
  return {
    standing: undecided ? 'processing' : isExpired(found, now) ? 'canceled' : 'live',
    money,
    declines: [],
    lastDecline: undecided ? null : lastDecline(own),
  };
}

/** Why the last try at a preference was rejected; null where the last one was not, or there is none. */
function lastDecline(payments: PaymentResponse[]): string | null {
  const [last] = payments.toSorted((a, b) => instantOf(b) - instantOf(a));
  return last && standingOf(last) === 'declined' ? (last.status_detail ?? 'rejected') : null;
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
    metadata: { payment: input.paymentId },
  };
}
