import { z } from 'zod';
import { linkIdParameter } from '#lib/checkout-links/contract.ts';
import { defineContract } from '#lib/contract.ts';
import { email } from '#lib/fields.ts';

/** Members that are not known are refused, `amount` above all (specification 4.3; ruling 8). */
const intentInput = z.strictObject({
  email: email.optional().describe('The donor’s email for the receipt. It does not affect the amount.'),
});

export const intentReply = z
  .strictObject({
    client_secret: z.string().describe('For the processor’s library in the browser. Only valid for this intent.'),
    publishable_key: z
      .string()
      .describe('The key of the account that handles this payment. Read it from here each time.'),
    payment_intent_id: z
      .string()
      .describe('Stays the same while the intent is unconfirmed or its payment is being processed.'),
  })
  .meta({ id: 'PaymentIntent' });

export const createIntentContract = defineContract({
  operationId: 'createPaymentIntent',
  method: 'POST',
  path: '/v1/checkout_links/{id}/payment_intent',
  summary: 'Get the payment intent of a checkout link',
  description:
    'Used by the hosted checkout; requires no key. A link has one intent while it is unconfirmed or its payment is ' +
    'being processed, and each call returns that intent. Amount and currency ' +
    'always come from the stored link; any field other than `email` is refused.',
  permission: null,
  body: intentInput,
  // An email of 254 characters, each escaped as two surrogates of six, is 3 KiB.
  maxBodyBytes: 4 * 1024,
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
  parameters: linkIdParameter,
  example: {
    idempotencyKey: 'intent-1042',
    body: { email: 'donor@example.org' },
    reply: {
      client_secret: 'pi_3Q…_secret_…',
      publishable_key: 'pk_live_…',
      payment_intent_id: 'pi_3Q…',
    },
  },
});
