import { isIP } from 'node:net';
import { z } from 'zod';
import { defineContract } from '#lib/contract.ts';
import { isCountry } from '#lib/countries.ts';
import { CURRENCIES } from '#lib/currencies.ts';
import {
  anyText,
  count,
  currency,
  dateTime,
  email,
  httpsUrl,
  parseTimestamp,
  percentage,
  plainInteger,
  text,
  timestampField,
  visibleText,
} from '#lib/fields.ts';
import { MAX_GOAL } from '#lib/money.ts';
import { FEE_MODELS } from './fees.ts';
import { CAUSE_STATES } from './states.ts';

/** How far in the future the acceptance of terms can be, to allow for clock differences (ruling 12), in milliseconds. */
const CLOCK_DIFFERENCE_MS = 5_000;

/** How `totals.collected` is written (ruling 48); the documents say it in the same words. */
export const COLLECTED_UNIT =
  'in major units, with the decimals of the currency: none in CLP and PYG, at most two in all others';

const owner = z
  .object(
    {
      email: email.describe(
        'We use the existing account with this email. If there is none, your key needs `creators:provision`.',
      ),
      name: visibleText(120).describe('Only used for a new account.'),
      phone: z
        .string('must be a string')
        .regex(/^\+[1-9]\d{1,14}$/, 'must be a phone number in E.164 form such as +573001234567')
        .optional()
        .describe('In E.164 format. Only visible to support staff.'),
    },
    'must be an object',
  )
  .describe('The owner of the cause. We email them that it was created.');

const goal = z
  .object(
    {
      amount: plainInteger(0, MAX_GOAL).describe(
        'In the smallest customary unit of the currency: cents, but whole pesos for COP and CLP and whole guaraníes for PYG. 0 means no target.',
      ),
      currency: currency.default('COP').describe('The collection currency of the cause. It can’t be changed later.'),
    },
    'must be an object',
  )
  .describe('Omit it for a cause without a target.');

/** The limits of a cause's texts (specification 4.4), on creation and on editing. */
export const causeTexts = {
  title: visibleText(150),
  description: text(5000),
  cover_image_url: httpsUrl,
};

/** A country's code, in any case; stored in lower case (ruling 14). */
export const countryField = z
  .string('must be a string')
  .refine(isCountry, 'must be an ISO 3166-1 alpha-2 country code')
  .transform((code) => code.toLowerCase());

/** Members that are not known are ignored (ruling 8). */
export const causeInput = z.object({
  title: causeTexts.title.describe('The public name.'),
  country: countryField.meta({
    override: { type: 'string', pattern: '^[A-Za-z]{2}$' },
    description: 'ISO 3166-1 alpha-2, in upper or lower case. It determines the payment methods.',
  }),
  owner,
  terms_accepted_at: timestampField
    .refine(
      (value) => (parseTimestamp(value)?.getTime() ?? 0) <= Date.now() + CLOCK_DIFFERENCE_MS,
      'must not be in the future',
    )
    .describe('When the owner accepted the terms: RFC 3339 with `Z` or an offset, not in the future.'),
  terms_version: visibleText(60).describe('Stored exactly as sent.'),
  terms_accepted_ip: z
    .string('must be a string')
    // A zone is of one machine, and may be of any length.
    .refine((value) => isIP(value) !== 0 && !value.includes('%'), 'must be an IP address')
    .describe('The IPv4 or IPv6 address of the acceptance, stored as evidence.'),
  description: causeTexts.description.optional().describe('The story, as plain text.'),
  category: anyText.optional().describe('Stored as sent.'),
  cover_image_url: causeTexts.cover_image_url
    .optional()
    .describe('We link to it and don’t copy it: keep it reachable while the cause is live.'),
  external_reference: text(255).optional().describe('Your own value. Returned on reads.'),
  goal: goal.optional(),
  fee_percent: percentage(0, 20)
    .optional()
    .describe('5 means 5%. At most 4 decimals. Any rate other than the agreed one requires `causes:set_fee`.'),
  fee_model: z
    .enum(FEE_MODELS, `must be one of ${FEE_MODELS.join(', ')}`)
    .optional()
    .describe('Any model other than the agreed one requires `causes:set_fee`.'),
  state: z
    .literal('draft', 'must be draft, the only accepted value')
    .optional()
    .describe('The only accepted value, and the default.'),
});
export type CauseInput = z.output<typeof causeInput>;

export const causeReply = z
  .strictObject({
    key: z.string().describe('Identifies the cause. Use it in every path.'),
    object: z.literal('cause').describe('The type of this resource.'),
    slug: z.string().describe('The end of the public URL. Initially the key; the owner can change it.'),
    url: z.string().meta({ format: 'uri', description: 'The public page.' }),
    state: z
      .enum(CAUSE_STATES)
      .describe('Where the cause is in its life. `unknown` is a state without a public name: don’t branch on it.'),
    title: z.string().describe('The public name.'),
    country: z.string().describe('ISO 3166-1 alpha-2, in lower case.'),
    goal: z
      .strictObject({
        amount: z
          .number()
          .describe('In the smallest customary unit of the currency, as you sent it. 0 means no target.'),
        currency: z.enum(CURRENCIES).describe('ISO 4217. The collection currency of the cause.'),
      })
      .describe('The target. Always present; an amount of 0 means that there is none.'),
    finance_data: z
      .strictObject({
        currency: z.enum(CURRENCIES).describe('ISO 4217. Collection and settlement currency.'),
        fee_percent: z.number().describe('The commission in percent: 5 means 5%.'),
        fee_model: z
          .enum([...FEE_MODELS, 'unknown'])
          .describe(
            '`plus_gateway_costs`: gateway costs are deducted in addition to the commission. `all_inclusive`: only the commission is deducted. `unknown`: don’t assume either.',
          ),
      })
      .describe('Currency and commission of the donations.'),
    owners: z
      .array(z.strictObject({ email: z.string().describe('The owner’s email address.') }))
      .describe('Empty for a cause that another client created.'),
    created_at: dateTime.describe('When the cause was created, in UTC.'),
    category: z.string().optional().describe('As you sent it. Absent if you sent none.'),
    closes_at: dateTime
      .optional()
      .describe('When the cause stops accepting donations, in UTC. Only if a closing time is set.'),
    description: z.string().optional().describe('The story, with `<` and `>` escaped. Absent if there is none.'),
    external_reference: z
      .string()
      .optional()
      .describe('As you sent it. Absent if you sent none, and for a cause that another client created.'),
    totals: z
      .strictObject({
        collected: z
          .number()
          .describe(
            `Approved donations less refunds and chargebacks, ${COLLECTED_UNIT}. Donations are whole: decimals come from refunds and chargebacks of a part.`,
          ),
        contributions: count.describe('Number of approved donations.'),
        contributors: count.describe('Number of distinct donors; at most `contributions`.'),
      })
      .optional()
      .describe('Left out when the creator hides amounts: absent is not zero.'),
  })
  .meta({ id: 'Cause' });
export type CauseReply = z.input<typeof causeReply>;

const EXAMPLE_KEY = 'a-roof-for-the-school-x1y2z3w4';

const exampleCause: CauseReply = {
  key: EXAMPLE_KEY,
  object: 'cause',
  slug: EXAMPLE_KEY,
  url: `https://pay.example/c/${EXAMPLE_KEY}`,
  state: 'draft',
  title: 'A roof for the school',
  country: 'us',
  goal: { amount: 500_000, currency: 'USD' },
  finance_data: { currency: 'USD', fee_percent: 5, fee_model: 'plus_gateway_costs' },
  owners: [{ email: 'owner@example.org' }],
  created_at: '2026-11-21T09:28:00.000Z',
  totals: { collected: 0, contributions: 0, contributors: 0 },
};

export const createCauseContract = defineContract({
  operationId: 'createCause',
  method: 'POST',
  path: '/v1/causes',
  summary: 'Create a cause',
  description: 'Creates a draft. Its owner or our staff publishes it, not this API.',
  permission: 'causes:write',
  body: causeInput,
  // The escaped description needs 59 KiB and the other texts 10; a category and a picture's URL have no limit of their own.
  maxBodyBytes: 256 * 1024,
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
  example: {
    idempotencyKey: 'cause-1042',
    body: {
      title: 'A roof for the school',
      country: 'US',
      owner: { email: 'owner@example.org', name: 'Ana Owner' },
      terms_accepted_at: '2026-11-20T09:00:00Z',
      terms_version: '2026-01',
      terms_accepted_ip: '203.0.113.7',
      goal: { amount: 500_000, currency: 'USD' },
    },
    reply: exampleCause,
  },
  links: {
    readCause: { parameters: { key: '$response.body#/key' } },
    createCheckoutLink: { requestBody: { cause: '$response.body#/key', amount: 50, currency: 'USD' } },
  },
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
  parameters: {
    key: { description: 'The `key` of the cause. A slug is not accepted.', example: EXAMPLE_KEY },
  },
  example: {
    reply: {
      ...exampleCause,
      state: 'published',
      totals: { collected: 1240, contributions: 31, contributors: 28 },
    },
  },
});
