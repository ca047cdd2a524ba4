import type { Section } from '../section.ts';

const VERSIONING: Section = {
  id: 'versioning',
  title: 'Versioning and deprecation',
  blocks: [
    {
      list: [
        'The path contains the major version. The meaning of `/v1` never changes.',
        'We add response fields, optional request fields and endpoints without a new version. Ignore what you don’t recognize.',
        'When a new version supersedes `/v1`, we support `/v1` for 12 more months.',
        'We give at least 90 days’ notice before we remove anything.',
        'Every response of a deprecated endpoint includes `Deprecation` (RFC 9745) with the date of the announcement, `Sunset` (RFC 8594) with the date of removal, and a `Link` to the entry in the [changelog](/docs/changelog).',
      ],
    },
  ],
};

const NOT_IN_V1: Section = {
  id: 'not-in-v1',
  title: 'Not in version 1',
  blocks: [
    'Version 1 intentionally doesn’t include webhooks, a test mode, list endpoints or the endpoints below. We publish their intended shape so that you can plan. With a valid key they return `501` [`not_implemented`](/docs/errors/not_implemented), and we don’t read or store anything.',
    {
      table: {
        head: ['Endpoint', 'Planned request', 'Planned response (202)'],
        rows: [
          [
            '`POST /v1/causes/{key}/verification`',
            'state, verified_by, evidence_url, notes',
            '`cause_verification`: cause, state, verified_by, recorded_at',
          ],
          [
            '`POST /v1/causes/{key}/bank_accounts`',
            'bank_name, account_type, account_number, owner_name, owner_document_type, owner_document_number, certificate_url, rut_url',
            '`bank_account`: `ba_` id, verified (initially false), verification.status, created_at',
          ],
          [
            '`POST /v1/providers`',
            'legal_name, tax_id, country, contact, bank_account',
            '`provider`: `prv_` id, status (initially `in_review`), checks, created_at',
          ],
          [
            '`POST /v1/causes/{key}/withdrawals`',
            'amount, currency, bank_account, reason',
            '`withdrawal`: `wd_` id, state (`requested`), amount, currency, bank_account, created_at',
          ],
        ],
      },
    },
    'A withdrawal will only request a payout. It will require an `Idempotency-Key` and a verified account, and will have daily limits and an approval threshold.',
  ],
};

const KNOWN_DIFFERENCES: Section = {
  id: 'known-differences',
  title: 'Known differences',
  blocks: [
    'Other documents about this API may differ from this one. Where they do, this table applies.',
    {
      table: {
        head: ['Subject', 'This API'],
        rows: [
          ['`idempotency_key_reused`', '`422`. Some documents say `409`. Branch on the code.'],
          [
            'USD amounts',
            'Link amounts are in whole dollars. Documents that mention minor units for links are wrong. Goals are in cents.',
          ],
          [
            '`insufficient_permissions`',
            'Reserved, and not returned in version 1. A missing permission is `forbidden`.',
          ],
          ['`fee_model_not_permitted`, `unsupported_media_type`, `rate_limit_exceeded`', '`403`, `415` and `429`.'],
          ['An unsupported method', '`405` with `Allow`, and the code `not_found`.'],
          ['`cause_not_found`', '`404` when you read a cause, `422` when you mint a link.'],
          [
            'Public view of a link',
            '`GET /v1/checkout_links/{id}/public`, without a key. An unknown ID returns `404 checkout_link_not_found`.',
          ],
          [
            'Donors with an account',
            'Pay as guests, like everyone else. The login of earlier versions no longer exists.',
          ],
          [
            'A payment intent that has already succeeded',
            'Is recorded, and the request returns `409 checkout_link_not_payable`. We never create a second intent once money has been taken.',
          ],
          [
            'Payment intents and countries',
            'The endpoint doesn’t refuse cards by country. The hosted page offers only the methods of the cause.',
          ],
        ],
      },
    },
  ],
};

/** Versioning, features not in version 1, and differences from other documents. */
export const POLICY_SECTIONS: Section[] = [VERSIONING, NOT_IN_V1, KNOWN_DIFFERENCES];
