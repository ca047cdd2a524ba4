import { z } from 'zod';
import { brandingSchema } from '#lib/clients/branding.ts';
import { defineContract } from '#lib/contract.ts';
import { CURRENCIES } from '#lib/currencies.ts';
import { anyText, currency, dateTime, email, httpsUrl, metadata, plainInteger } from '#lib/fields.ts';
import type { JsonText } from '#lib/json.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';

const UNPAID_STATUSES = ['open', 'expired', 'cancelled'] as const;
export const LINK_STATUSES = ['completed', ...UNPAID_STATUSES] as const;

/** An amount in an answer: whole major units, 50 meaning fifty dollars. */
const amount = plainInteger(1, MAX_AMOUNT_MAJOR);

/** Members that are not known are ignored (ruling 8). */
export const linkInput = z.object({
  cause: anyText
    .refine((value) => value !== '', 'must not be empty')
    .meta({ minLength: 1, description: 'The key of the cause, or the slug of its public page.' }),
  amount: plainInteger(1, MAX_AMOUNT_MAJOR).describe('Whole major units: 50 means fifty dollars.'),
  currency: currency.describe('ISO 4217. Must be the collection currency of the cause.'),
  email: email.optional().describe('Prefills the donor’s email on the page.'),
  external_reference: z
    .string('must be a string')
    .regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be at most 64 of the characters A-Z a-z 0-9 _ -')
    .optional()
    .describe('Your own value. Returned on reads. Never shown to the donor or part of a URL.'),
  callback_url: httpsUrl.optional().describe('Validated and stored. Version 1 doesn’t send anything to it.'),
  success_url: httpsUrl.optional().describe('Where we send the donor after they pay.'),
  cancel_url: httpsUrl.optional().describe('Where we send the donor if they leave without paying.'),
  anonymous: z.boolean('must be true or false').optional().describe('Shows the contribution without the donor’s name.'),
  metadata: metadata.optional().describe('Returned in the order you sent. We never use it or show it to the donor.'),
});
export type LinkInput = z.output<typeof linkInput>;

/** The members of a link whatever its status. */
const linkMembers = {
  id: z.string().describe('Opaque. Also the `ref` parameter of the checkout URL.'),
  object: z.literal('checkout_link').describe('The type of this resource.'),
  url: z.string().meta({ format: 'uri', description: 'Send the donor here. Use it unchanged.' }),
  cause: z.string().describe('The key of the cause, even if you sent its slug.'),
  amount: amount.describe('The amount you requested, in whole major units. Not the collected amount.'),
  currency: z.enum(CURRENCIES).describe('ISO 4217. The collection currency of the cause.'),
  fee_percent: z.number().describe('The commission in percent, fixed when the link was minted: 5 means 5%.'),
  expires_at: dateTime.describe('An unpaid link is `expired` after this time, in UTC.'),
  created_at: dateTime.describe('When the link was minted, in UTC.'),
  anonymous: z.boolean().optional().describe('As you sent it. Absent if you sent none.'),
  callback_url: z
    .string()
    .optional()
    .describe('As you sent it. Absent if you sent none. Doesn’t mean that anything was delivered.'),
  success_url: z.string().optional().describe('As you sent it. Absent if you sent none.'),
  cancel_url: z.string().optional().describe('As you sent it. Absent if you sent none.'),
  email: z.string().optional().describe('As you sent it. Absent if you sent none.'),
  external_reference: z.string().optional().describe('As you sent it. Absent if you sent none.'),
  metadata: z
    .custom<JsonText>()
    .meta({ override: { type: 'object', additionalProperties: { type: 'string' } } })
    .optional()
    .describe('As you sent it, in the same order. Absent if you sent none.'),
};

/** A link that nobody has paid. */
const unpaidLinkReply = z
  .strictObject({
    ...linkMembers,
    status: z
      .enum(UNPAID_STATUSES)
      .describe('Derived on every read. `open` can be paid; `expired` and `cancelled` are final.'),
  })
  .meta({ id: 'UnpaidCheckoutLink', title: 'A link that is not paid' });

/** A link that was paid. */
export const completedLinkReply = z
  .strictObject({
    ...linkMembers,
    status: z.literal('completed').describe('The donation is approved. Final.'),
    amount_paid: amount.describe(
      'The collected amount, in whole major units. Authoritative: the donor may change the amount.',
    ),
    currency_paid: z.enum(CURRENCIES).describe('ISO 4217. The currency of `amount_paid`.'),
    payment_id: z.string().describe('The approved payment.'),
    completed_at: dateTime.describe('The gateway’s time of success, in UTC.'),
  })
  .meta({ id: 'CompletedCheckoutLink', title: 'A link that is paid' });

export const linkReply = z
  .discriminatedUnion('status', [unpaidLinkReply, completedLinkReply])
  .meta({ id: 'CheckoutLink' });
export type LinkReply = z.input<typeof linkReply>;

export const publicLinkReply = z
  .strictObject({
    id: z.string().describe('As in the path.'),
    status: z.enum(LINK_STATUSES).describe('Show the payment form only while it is `open`.'),
    amount: amount.describe('In whole major units. The donor may pay another amount.'),
    currency: z.enum(CURRENCIES).describe('ISO 4217.'),
    expires_at: dateTime.describe('An unpaid link is `expired` after this time, in UTC.'),
    cause: z
      .strictObject({
        key: z.string().describe('Identifies the cause.'),
        name: z.string().describe('The public name.'),
        image: z.string().describe('URL of the cover image; empty if there is none.'),
      })
      .describe('What the donation is for.'),
    amount_paid: amount.optional().describe('In whole major units. Only when completed. May differ from `amount`.'),
    payment_id: z.string().optional().describe('The approved payment. Only when completed.'),
    branding: brandingSchema.optional().describe('The partner’s branding. Absent if the partner configured none.'),
  })
  .meta({ id: 'PublicCheckoutLink' });
export type PublicLinkReply = z.input<typeof publicLinkReply>;

const EXAMPLE_ID = 'chl_4fJqW2mZr8TnK0xYbVd3LsPa';
const EXAMPLE_CAUSE = 'a-roof-for-the-school-x1y2z3w4';

const exampleMembers = {
  id: EXAMPLE_ID,
  object: 'checkout_link',
  url: `https://pay.example/checkout?ref=${EXAMPLE_ID}`,
  cause: EXAMPLE_CAUSE,
  amount: 50,
  currency: 'USD',
  fee_percent: 5,
  expires_at: '2026-11-22T09:30:00.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
  success_url: 'https://shop.example/thanks',
  external_reference: 'order-1042',
} as const;

/** The path parameter of the endpoints of one link. */
export const linkIdParameter = {
  id: { description: 'The `id` of the checkout link.', example: EXAMPLE_ID },
};

export const mintLinkContract = defineContract({
  operationId: 'createCheckoutLink',
  method: 'POST',
  path: '/v1/checkout_links',
  summary: 'Mint a checkout link',
  description: 'Mints a hosted checkout for a cause. Send the donor to `url`, and poll the link until it is completed.',
  permission: 'checkout_links:write',
  body: linkInput,
  // 20 entries of 540 characters, each escaped as two surrogates of six, are 127 KiB; URLs have no limit of their own.
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
  example: {
    idempotencyKey: 'order-1042',
    body: {
      cause: EXAMPLE_CAUSE,
      amount: 50,
      currency: 'USD',
      external_reference: 'order-1042',
      success_url: 'https://shop.example/thanks',
    },
    reply: { ...exampleMembers, status: 'open' },
  },
  links: {
    readCheckoutLink: { parameters: { id: '$response.body#/id' } },
    readPublicCheckoutLink: { parameters: { id: '$response.body#/id' } },
  },
});

export const readLinkContract = defineContract({
  operationId: 'readCheckoutLink',
  method: 'GET',
  path: '/v1/checkout_links/{id}',
  summary: 'Read a checkout link',
  description:
    'Designed for polling: `status` is derived on every read, and an unchanged link returns 304 to its ETag.',
  permission: 'checkout_links:read',
  status: 200,
  reply: linkReply,
  problems: [['checkout_link_not_found', 404]],
  etag: true,
  parameters: linkIdParameter,
  example: {
    reply: {
      ...exampleMembers,
      status: 'completed',
      amount_paid: 60,
      currency_paid: 'USD',
      payment_id: 'pay_9cHs5RkQe1UyBw7AfGt6NvXj',
      completed_at: '2026-11-21T09:34:12.000Z',
    },
  },
});

/** Its path is ours, and it needs no key (ruling 1). */
export const readPublicLinkContract = defineContract({
  operationId: 'readPublicCheckoutLink',
  method: 'GET',
  path: '/v1/checkout_links/{id}/public',
  summary: 'Read the public view of a checkout link',
  description: 'The data of the hosted checkout. Requires no key. Show the payment form only while `status` is open.',
  permission: null,
  status: 200,
  reply: publicLinkReply,
  problems: [['checkout_link_not_found', 404]],
  parameters: linkIdParameter,
  example: {
    reply: {
      id: EXAMPLE_ID,
      status: 'open',
      amount: 50,
      currency: 'USD',
      expires_at: '2026-11-22T09:30:00.000Z',
      cause: { key: EXAMPLE_CAUSE, name: 'A roof for the school', image: 'https://img.example/roof.jpg' },
      branding: { accent_color: '#0F766E', display_name: 'Casa Abierta' },
    },
  },
});
