import { isIP } from 'node:net';
import { z } from 'zod';
import { defineContract } from '#lib/contract.ts';
import { isCountry } from '#lib/countries.ts';
import {
  anyText,
  currency,
  email,
  httpsUrl,
  parseTimestamp,
  percentage,
  plainInteger,
  text,
  timestampField,
  visibleText,
} from '#lib/fields.ts';
import { CURRENCIES, MAX_GOAL } from '#lib/money.ts';
import { FEE_MODELS } from './fees.ts';
import { CAUSE_STATES } from './states.ts';

/** How far the acceptance of terms may lie in the future: two clocks never agree (decisions.md 12), in milliseconds. */
const CLOCK_DIFFERENCE_MS = 5_000;

const owner = z.object(
  {
    email,
    name: text(120, 1),
    phone: z
      .string('must be a string')
      .regex(/^\+[1-9]\d{1,14}$/, 'must be a phone number in E.164 form such as +573001234567')
      .optional(),
  },
  'must be an object',
);

const goal = z.object(
  {
    amount: plainInteger(0, MAX_GOAL).describe(
      'Smallest customary unit of the currency (COP has no cents); 0 means no target.',
    ),
    currency: currency.default('COP'),
  },
  'must be an object',
);

/** The limits of what a cause says of itself (spec 4.4): the same when it is created and when it is edited. */
export const causeTexts = {
  title: visibleText(150),
  description: text(5000),
  cover_image_url: httpsUrl,
};

export const causeInput = z.object({
  title: causeTexts.title,
  country: z
    .string('must be a string')
    .refine(isCountry, 'must be an ISO 3166-1 alpha-2 country code')
    .transform((code) => code.toLowerCase())
    .meta({ override: { type: 'string', pattern: '^[A-Za-z]{2}$' } }),
  owner,
  terms_accepted_at: timestampField.refine(
    (value) => (parseTimestamp(value)?.getTime() ?? 0) <= Date.now() + CLOCK_DIFFERENCE_MS,
    'must not be in the future',
  ),
  terms_version: text(60, 1),
  terms_accepted_ip: z
    .string('must be a string')
    .refine((value) => isIP(value) !== 0, 'must be an IP address'),
  description: causeTexts.description.optional(),
  category: anyText.optional(),
  cover_image_url: causeTexts.cover_image_url.optional(),
  external_reference: text(255).optional(),
  goal: goal.optional(),
  fee_percent: percentage(0, 20).optional(),
  fee_model: z.enum(FEE_MODELS, `must be one of ${FEE_MODELS.join(', ')}`).optional(),
  state: z.literal('draft', 'must be draft, the only accepted value').optional(),
});
export type CauseInput = z.output<typeof causeInput>;

export const causeReply = z
  .strictObject({
    key: z.string(),
    object: z.literal('cause'),
    slug: z.string(),
    url: z.string(),
    state: z.enum(CAUSE_STATES),
    title: z.string(),
    country: z.string(),
    goal: z.strictObject({ amount: z.number(), currency: z.enum(CURRENCIES) }),
    finance_data: z.strictObject({
      currency: z.enum(CURRENCIES),
      fee_percent: z.number(),
      fee_model: z.enum([...FEE_MODELS, 'unknown']),
    }),
    owners: z.array(z.strictObject({ email: z.string() })),
    created_at: z.string().meta({ format: 'date-time' }),
    category: z.string().optional(),
    closes_at: z.string().meta({ format: 'date-time' }).optional(),
    description: z.string().optional(),
    external_reference: z.string().optional(),
    totals: z
      .strictObject({ collected: z.number(), contributions: z.int(), contributors: z.int() })
      .optional()
      .describe('Left out when the creator hides amounts: absent is not zero.'),
  })
  .meta({ id: 'Cause' });
export type CauseReply = z.input<typeof causeReply>;

export const createCauseContract = defineContract({
  operationId: 'createCause',
  method: 'POST',
  path: '/v1/causes',
  summary: 'Create a cause',
  description:
    'Creates a cause in draft. It is published by its owner or by our staff, not through this API.',
  permission: 'causes:write',
  body: causeInput,
  // The description escaped is 59 KiB, the other texts are 10; a category and the address of a picture have no limit of their own.
  maxBodyBytes: 96 * 1024,
  status: 201,
  reply: causeReply,
  problems: [
    ['validation_failed', 400],
    ['unsupported_media_type', 415],
    ['fee_percent_not_permitted', 403],
    ['fee_model_not_permitted', 403],
    ['idempotency_key_in_progress', 409],
    ['idempotency_key_reused', 422],
    ['owner_not_found', 422],
  ],
  idempotency: 'client',
});

export const readCauseContract = defineContract({
  operationId: 'readCause',
  method: 'GET',
  path: '/v1/causes/{key}',
  summary: 'Read a cause',
  description: 'Reads a cause by its key. A slug is not accepted here.',
  permission: 'cause:read',
  status: 200,
  reply: causeReply,
  problems: [['cause_not_found', 404]],
});
