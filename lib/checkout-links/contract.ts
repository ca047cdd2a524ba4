import { z } from 'zod';
import { brandingSchema } from '#lib/clients/branding.ts';
import { defineContract } from '#lib/contract.ts';
import { anyText, currency, email, httpsUrl, metadata, plainInteger } from '#lib/fields.ts';
import type { JsonText } from '#lib/json.ts';
import { CURRENCIES, MAX_AMOUNT_MAJOR } from '#lib/money.ts';

export const LINK_STATUSES = ['open', 'completed', 'expired', 'cancelled'] as const;

const dateTime = z.string().meta({ format: 'date-time' });

export const linkInput = z.object({
  cause: anyText
    .refine((value) => value !== '', 'must not be empty')
    .meta({ minLength: 1, description: "The cause's key, or the slug of its public page." }),
  amount: plainInteger(1, MAX_AMOUNT_MAJOR).describe('Whole major units: 50 means fifty dollars.'),
  currency,
  email: email.optional(),
  external_reference: z
    .string('must be a string')
    .regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be at most 64 of the characters A-Z a-z 0-9 _ -')
    .optional(),
  callback_url: httpsUrl.optional(),
  success_url: httpsUrl.optional(),
  cancel_url: httpsUrl.optional(),
  anonymous: z.boolean('must be true or false').optional(),
  metadata: metadata.optional(),
});
export type LinkInput = z.output<typeof linkInput>;

export const linkReply = z
  .strictObject({
    id: z.string(),
    object: z.literal('checkout_link'),
    url: z.string(),
    status: z.enum(LINK_STATUSES),
    cause: z.string(),
    amount: z.int(),
    currency: z.enum(CURRENCIES),
    fee_percent: z.number(),
    expires_at: dateTime,
    created_at: dateTime,
    amount_paid: z
      .int()
      .optional()
      .describe('Only when completed. Authoritative: the donor may change the amount.'),
    currency_paid: z.enum(CURRENCIES).optional(),
    payment_id: z.string().optional(),
    completed_at: dateTime.optional(),
    anonymous: z.boolean().optional(),
    callback_url: z.string().optional(),
    success_url: z.string().optional(),
    cancel_url: z.string().optional(),
    email: z.string().optional(),
    external_reference: z.string().optional(),
    metadata: z
      .custom<JsonText>()
      .meta({ override: { type: 'object', additionalProperties: { type: 'string' } } })
      .optional(),
  })
  .meta({ id: 'CheckoutLink' });
export type LinkReply = z.input<typeof linkReply>;

export const publicLinkReply = z
  .strictObject({
    id: z.string(),
    status: z.enum(LINK_STATUSES),
    amount: z.int(),
    currency: z.enum(CURRENCIES),
    expires_at: dateTime,
    cause: z.strictObject({ key: z.string(), name: z.string(), image: z.string() }),
    amount_paid: z.int().optional(),
    payment_id: z.string().optional(),
    branding: brandingSchema.optional(),
  })
  .meta({ id: 'PublicCheckoutLink' });
export type PublicLinkReply = z.input<typeof publicLinkReply>;

export const mintLinkContract = defineContract({
  operationId: 'createCheckoutLink',
  method: 'POST',
  path: '/v1/checkout_links',
  summary: 'Mint a checkout link',
  description:
    'Mints a hosted checkout address for a cause. Send the donor to `url`; poll the link until it is completed.',
  permission: 'checkout_links:write',
  body: linkInput,
  // 20 entries of 540 characters, each escaped as two surrogates of six, are 127 KiB; addresses have no limit of their own.
  maxBodyBytes: 256 * 1024,
  status: 201,
  reply: linkReply,
  problems: [
    ['validation_failed', 400],
    ['unsupported_media_type', 415],
    ['idempotency_key_in_progress', 409],
    ['idempotency_key_reused', 422],
    ['cause_not_found', 422],
    ['cause_not_accepting_payments', 422],
    ['currency_not_supported', 422],
  ],
  idempotency: 'client',
});

export const readLinkContract = defineContract({
  operationId: 'readCheckoutLink',
  method: 'GET',
  path: '/v1/checkout_links/{id}',
  summary: 'Read a checkout link',
  description:
    'Made for polling: `status` is derived on every read, and an unchanged link answers 304 to its ETag.',
  permission: 'checkout_links:read',
  status: 200,
  reply: linkReply,
  problems: [['checkout_link_not_found', 404]],
  etag: true,
});

export const readPublicLinkContract = defineContract({
  operationId: 'readPublicCheckoutLink',
  method: 'GET',
  path: '/v1/checkout_links/{id}/public',
  summary: 'Read the public view of a checkout link',
  description:
    'What the hosted checkout shows. Needs no key; render the payment form only while `status` is open.',
  permission: null,
  status: 200,
  reply: publicLinkReply,
  problems: [['checkout_link_not_found', 404]],
});
