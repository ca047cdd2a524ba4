import { z } from 'zod';
import { defineContract } from '#lib/contract.ts';
import { email } from '#lib/fields.ts';

export const intentInput = z.strictObject({ email: email.optional() });

export const intentReply = z
  .strictObject({
    client_secret: z.string(),
    publishable_key: z.string(),
    payment_intent_id: z.string(),
  })
  .meta({ id: 'PaymentIntent' });

export const createIntentContract = defineContract({
  operationId: 'createPaymentIntent',
  method: 'POST',
  path: '/v1/checkout_links/{id}/payment_intent',
  summary: 'Get the payment intent of a checkout link',
  description:
    'Used by the hosted checkout; needs no key. One intent per link while it is unconfirmed, and while its payment is ' +
    'being processed: it is neither succeeded nor cancelled then, and the same one is answered. Amount and currency ' +
    'always come from the stored link; any field other than `email` is refused.',
  permission: null,
  body: intentInput,
  maxBodyBytes: 2 * 1024,
  status: 200,
  reply: intentReply,
  problems: [
    ['validation_failed', 400],
    ['unsupported_media_type', 415],
    ['checkout_link_not_found', 404],
    ['checkout_link_not_payable', 409],
    ['idempotency_key_in_progress', 409],
    ['idempotency_key_reused', 422],
    ['cause_not_accepting_payments', 422],
  ],
  idempotency: 'link',
});
