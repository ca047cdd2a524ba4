import { z } from 'zod';
import { checkPreference } from './check-preference.ts';
import { checkTransfer } from './check-transfer.ts';
import { MercadoPagoError } from './errors.ts';
import type { NewTransfer } from './payment.ts';
import type { Preference } from './preference.ts';

const REFERENCE = /^[\w-]{1,64}$/;
const AMOUNT = /^\d+(\.\d{1,2})?$/;
const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const MINUTE_MS = 60_000;

const amount = z.string().regex(AMOUNT, 'must be a decimal string');
const common = {
  type: z.literal('online'),
  total_amount: amount,
  currency: z.string().optional(),
  external_reference: z.string().regex(REFERENCE, 'must have at most 64 letters, digits, hyphens and underscores'),
  description: z.string().max(150).optional(),
};

/** A bank transfer, in the form of the SDK's example. */
const transferOrder = z.strictObject({
  ...common,
  processing_mode: z.literal('automatic'),
  transactions: z.strictObject({
    payments: z
      .array(
        z.strictObject({
          amount,
          payment_method: z.strictObject({
            id: z.literal('pse'),
            type: z.literal('bank_transfer'),
            financial_institution: z.string(),
          }),
        }),
      )
      .length(1),
  }),
  payer: z.looseObject({}),
  additional_info: z.strictObject({ payer: z.strictObject({ ip_address: z.string() }) }),
  config: z.strictObject({ online: z.strictObject({ callback_url: z.string() }) }),
});

/** Checkout Pro. */
const checkoutOrder = z.strictObject({
  ...common,
  processing_mode: z.literal('manual'),
  items: z
    .array(
      z.strictObject({
        external_code: z.string().optional(),
        title: z.string(),
        quantity: z.int(),
        unit_price: amount,
      }),
    )
    .min(1),
  payer: z.strictObject({ email: z.string() }).optional(),
  expiration_time: z.string().regex(DURATION, 'must be an ISO 8601 duration'),
  config: z.strictObject({
    online: z.strictObject({
      allowed_user_type: z.literal('account_only').optional(),
      success_url: z.string().optional(),
      pending_url: z.string().optional(),
      failure_url: z.string().optional(),
      auto_return: z.enum(['approved', 'all']).optional(),
    }),
  }),
});

/**
 * Checks the body of `POST /v1/orders` for a bank transfer and picks the stored fields. Throws MercadoPagoError (400); unknown
 * properties are refused, `notification_url` and `metadata` among them.
 */
export function checkTransferOrder(body: unknown): Omit<NewTransfer, 'id' | 'hash'> {
  const order = parse(transferOrder, body);
  const [payment] = order.transactions.payments;
  if (payment?.amount !== order.total_amount) throw refused('invalid_total_amount', 'is not the sum of the payments');
  return checkTransfer({
    payment_method_id: 'pse',
    transaction_amount: Number(order.total_amount),
    description: order.description,
    external_reference: order.external_reference,
    callback_url: order.config.online.callback_url,
    additional_info: order.additional_info.payer,
    transaction_details: { financial_institution: payment.payment_method.financial_institution },
    payer: order.payer,
  });
}

type CheckoutRules = Parameters<typeof checkPreference>[1] & { nowMs: number };

/** The same for a checkout in the wallet. */
export function checkCheckoutOrder(
  body: unknown,
  { nowMs, ...rules }: CheckoutRules,
): Omit<Preference, 'id' | 'orderId' | 'createdAt'> {
  const order = parse(checkoutOrder, body);
  const sum = order.items.reduce((all, item) => all + Number(item.unit_price) * item.quantity, 0);
  if (sum !== Number(order.total_amount)) throw refused('invalid_total_amount', 'is not the sum of the items');
  const { online } = order.config;
  return checkPreference(
    {
      items: order.items.map(({ external_code: id, unit_price: price, ...item }) => ({
        ...item,
        id,
        unit_price: Number(price),
      })),
      purpose: online.allowed_user_type && 'wallet_purchase',
      external_reference: order.external_reference,
      payer: order.payer,
      back_urls: { success: online.success_url, pending: online.pending_url, failure: online.failure_url },
      auto_return: online.auto_return,
      expires: true,
      expiration_date_to: new Date(nowMs + durationMs(order.expiration_time)).toISOString(),
    },
    rules,
  );
}

function durationMs(text: string): number {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = (DURATION.exec(text) ?? [])
    .slice(1)
    .map((n) => Number(n ?? 0));
  return ((days * 24 + hours) * 60 + minutes + seconds / 60) * MINUTE_MS;
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const code = issue?.code === 'unrecognized_keys' ? 'unsupported_properties' : 'property_value';
  throw refused(code, `${issue?.path.join('.')} ${issue?.message}`);
}

function refused(code: string, description: string): MercadoPagoError {
  return new MercadoPagoError(400, 'bad_request', description, [{ code, description }]);
}
