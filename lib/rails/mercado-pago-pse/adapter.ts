import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { MercadoPagoKeys } from '#lib/gateway-keys.ts';
import { log } from '#lib/log.ts';
import { readBalance, readBooks } from '../mercado-pago/books.ts';
import { readNotification } from '../mercado-pago/events.ts';
import { MercadoPagoHttp } from '../mercado-pago/http.ts';
import {
  cancelPayment,
  findPayments,
  getPayment,
  giveBack,
  moneyOf,
  readMoney,
} from '../mercado-pago/payments.ts';
import { starting } from '../mercado-pago/refusal.ts';
import { paymentIdOf, standingOf, toMajor, toRemoteAttempt } from '../mercado-pago/translate.ts';
import { GatewayError, type RedirectRail, type RedirectStart, type RedirectStarted } from '../port.ts';
import { pseOffer } from './offer.ts';
import { type PsePayer, psePayer } from './payer.ts';

/** PSE gives a donor 15 minutes at the bank; one more for the way there (decisions.md 43). */
const LEAST_REMAINING_MS = 16 * 60 * 1000;
/** Where a donor's address is not known, Mercado Pago still wants one: the documentation range says so plainly. */
const UNKNOWN_ADDRESS = '192.0.2.1';

/** Bank transfer in Colombia: PSE through Mercado Pago (rails.md B1). The reference is the payment's id. */
export function mercadoPagoPse(gateway: string, keys: MercadoPagoKeys): RedirectRail {
  const http = new MercadoPagoHttp(gateway, keys);
  const lookUp = async (reference: string) => {
    const payment = await getPayment(http, reference);
    if (standingOf(payment) === 'unknown')
      log().error({ gateway, reference, status: payment.status }, 'an unknown status is kept pending');
    return toRemoteAttempt(payment, await readMoney(http, [payment]));
  };
  return {
    kind: 'bank_transfer',
    gateway,
    form: 'pse',
    currency: 'COP',
    leastRemainingMs: LEAST_REMAINING_MS,
    payer: psePayer,
    optionField: 'bank',
    offer: pseOffer(http),
    start: (input) =>
      starting(async () =>
        started(await http.post<PaymentResponse>('/v1/payments', transfer(input), input.key)),
      ),
    findStarted: async (linkId, paymentId) => {
      const found = (await findPayments(http, linkId)).find((payment) => paymentIdOf(payment) === paymentId);
      return found ? started(found) : null;
    },
    resume: async ({ reference }) => {
      const payment = await getPayment(http, reference);
      return standingOf(payment) === 'pending' ? bankPage(payment) : null;
    },
    lookUp: ({ reference }) => lookUp(reference),
    cancel: async ({ reference }) => {
      await cancelPayment(http, reference);
      return lookUp(reference);
    },
    majorOf: toMajor,
    giveBack: (id, order) => giveBack(http, id, order),
    moneyOf: (reference) => moneyOf(http, reference),
    readBooks: (period, order) => readBooks(http, period, order),
    readBalance: () => readBalance(http),
    readEvent: async (headers, url, _rawBody, now) => readNotification(headers, url, keys.webhookSecret, now),
  };
}

function started(payment: PaymentResponse): RedirectStarted {
  const redirectUrl = bankPage(payment);
  if (!payment.id || !redirectUrl) throw new GatewayError('fault', 'no_bank_page', undefined);
  return { reference: String(payment.id), redirectUrl };
}

function bankPage(payment: PaymentResponse): string | null {
  return payment.transaction_details?.external_resource_url ?? null;
}

function transfer(input: RedirectStart): object {
  const payer: PsePayer = psePayer.parse(input.payer);
  return {
    transaction_amount: input.amountMajor,
    description: input.description,
    payment_method_id: 'pse',
    external_reference: input.linkId,
    ...(input.notificationUrl ? { notification_url: input.notificationUrl } : {}),
    callback_url: input.returnUrl,
    additional_info: { ip_address: input.clientAddress ?? UNKNOWN_ADDRESS },
    transaction_details: { financial_institution: payer.bank },
    metadata: { payment: input.paymentId },
    payer: {
      email: payer.email,
      entity_type: payer.person_type,
      first_name: payer.first_name,
      last_name: payer.last_name,
      identification: { type: payer.document_type, number: payer.document_number },
      address: {
        zip_code: payer.zip_code,
        street_name: payer.street_name,
        street_number: payer.street_number,
        neighborhood: payer.neighborhood,
        city: payer.city,
      },
      phone: { area_code: payer.phone.slice(0, 3), number: payer.phone.slice(3) },
    },
  };
}
