import type { PaymentResponse } from 'mercadopago/dist/clients/payment/commonTypes';
import type { MercadoPagoKeys } from '#lib/env/gateway-keys.ts';
import { attemptsBy, mercadoPagoAccount } from '../mercado-pago/account.ts';
import { MercadoPagoHttp } from '../mercado-pago/http.ts';
import { type Attempts, type OrderAnswer, orderAttempts } from '../mercado-pago/orders.ts';
import {
  cancelPayment,
  findPayments,
  getPayment,
  logUnknownStatuses,
  toRemotePayments,
} from '../mercado-pago/payments.ts';
import { mapStartRefusals } from '../mercado-pago/start-refusals.ts';
import { orderReference, paymentIdOf, statusOf, toRemoteAttempt } from '../mercado-pago/translate.ts';
import { GatewayError } from '../port/errors.ts';
import type { RemotePayment } from '../port/payment.ts';
import type { RedirectRail, RedirectStart, RedirectStarted } from '../port/rail.ts';
import { pseOffer } from './offer.ts';
import { type PsePayer, psePayer } from './payer.ts';

/** PSE gives a donor 15 minutes at the bank, plus one minute for the way there (ruling 43). */
const LEAST_REMAINING_MS = 16 * 60 * 1000;
/** Mercado Pago requires an IP address. If the donor's is unknown, this documentation address is sent. */
const UNKNOWN_ADDRESS = '192.0.2.1';

/** Bank transfer in Colombia: PSE through Mercado Pago (gateways B1). The reference is the payment's id, or an order's. */
export function mercadoPagoPse(gateway: string, keys: MercadoPagoKeys): RedirectRail {
  const http = new MercadoPagoHttp(gateway, keys);
  const offer = pseOffer(http);
  const account = mercadoPagoAccount(gateway, http, keys.webhookSecrets);
  const retrieve = async (reference: string) => {
    const payment = await getPayment(http, reference);
    logUnknownStatuses(gateway, [payment]);
    const money = await toRemotePayments(http, [payment]);
    return toRemoteAttempt(payment, await withBank(money, payment.transaction_details?.financial_institution, offer));
  };
  const payments: Attempts = {
    start: (input) =>
      mapStartRefusals(async () =>
        started(await http.post<PaymentResponse>('/v1/payments', transfer(input), input.key)),
      ),
    findStarted: async (linkId, paymentId) => {
      const found = (await findPayments(http, linkId)).find((payment) => paymentIdOf(payment) === paymentId);
      return found ? started(found) : null;
    },
    resume: async ({ reference }) => {
      const payment = await getPayment(http, reference);
      return statusOf(payment) === 'pending' ? bankPage(payment) : null;
    },
    retrieve: ({ reference }) => retrieve(reference),
    cancel: async ({ reference }) => {
      await cancelPayment(http, reference);
      return retrieve(reference);
    },
  };
  const orders = orderAttempts(gateway, http, {
    body: transferOrder,
    pageOf: (order) => methodOf(order)?.redirect_url ?? methodOf(order)?.ticket_url,
    withSource: (money, order) => withBank(money, methodOf(order)?.financial_institution, offer),
  });
  return {
    kind: 'bank_transfer',
    ...account,
    findPayment: async (reference) => {
      const found = await account.findPayment(reference);
      // The payment is what was started, unless an order was.
      return found && (found.metadata === null ? found : { ...found, reference: found.gatewayPaymentId });
    },
    form: 'pse',
    currency: 'COP',
    leastRemainingMs: LEAST_REMAINING_MS,
    payer: psePayer,
    optionField: 'bank',
    offer,
    ...attemptsBy(keys.api, { payments, orders }),
  };
}

function started(payment: PaymentResponse): RedirectStarted {
  const redirectUrl = bankPage(payment);
  if (!payment.id || !redirectUrl) throw new GatewayError('failed', 'no_bank_page', undefined);
  return { reference: String(payment.id), redirectUrl };
}

/** Adds the name of the bank that transfers came from; null where the list of banks does not have it. */
async function withBank(
  money: RemotePayment[],
  code: string | undefined,
  offer: RedirectRail['offer'],
): Promise<RemotePayment[]> {
  if (money.length === 0) return money;
  const { options } = await offer();
  const bankName = options.find((bank) => bank.code === code)?.name ?? null;
  return money.map((one) => ({ ...one, ...(one.source && { source: { ...one.source, bankName } }) }));
}

/** How an order's one transfer is paid. */
function methodOf({ transactions }: OrderAnswer) {
  return transactions?.payments?.at(-1)?.payment_method;
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
    metadata: { ...input.metadata, payment: input.paymentId },
    payer: payerOf(payer),
  };
}

function transferOrder(input: RedirectStart): object {
  const payer: PsePayer = psePayer.parse(input.payer);
  const amount = input.amountMajor.toFixed(2);
  const method = { id: 'pse', type: 'bank_transfer', financial_institution: payer.bank };
  return {
    type: 'online',
    processing_mode: 'automatic',
    total_amount: amount,
    currency: input.currency,
    external_reference: orderReference(input.linkId, input.paymentId),
    description: input.description,
    transactions: { payments: [{ amount, payment_method: method }] },
    payer: payerOf(payer),
    additional_info: { payer: { ip_address: input.clientAddress ?? UNKNOWN_ADDRESS } },
    config: { online: { callback_url: input.returnUrl } },
  };
}

/** The payer, in the form of both APIs. */
function payerOf(payer: PsePayer): object {
  return {
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
  };
}
