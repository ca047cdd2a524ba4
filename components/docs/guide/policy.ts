import type { Section } from './section.ts';

const VERSIONING: Section = {
  id: 'versioning',
  title: 'Versions and deprecation',
  blocks: [
    {
      list: [
        'The major version is in the path. `/v1` never changes its meaning.',
        'Additions are made without a new version: new fields in answers, new optional fields in requests, new endpoints. Ignore what you do not know.',
        'When a new prefix supersedes `/v1`, the old one is supported for 12 more months.',
        'Nothing is removed with less than 90 days’ notice.',
        'An endpoint that will go away says so on every answer: `Deprecation` (RFC 9745) with the date it was announced, `Sunset` (RFC 8594) with the date it ends, and a `Link` to the entry in the [changelog](/docs/changelog).',
      ],
    },
  ],
};

const NOT_IN_V1: Section = {
  id: 'not-in-v1',
  title: 'Not in version 1',
  blocks: [
    'Left out on purpose: webhook delivery, a test mode, list endpoints, and these endpoints, whose intended shape is published so that you can plan. With a valid key they answer `501` [`not_implemented`](/docs/errors/not_implemented); nothing is read or stored.',
    {
      table: {
        head: ['Endpoint', 'Will take', 'Will answer (202)'],
        rows: [
          [
            '`POST /v1/causes/{key}/verification`',
            'state, verified_by, evidence_url, notes',
            '`cause_verification`: cause, state, verified_by, recorded_at',
          ],
          [
            '`POST /v1/causes/{key}/bank_accounts`',
            'bank_name, account_type, account_number, owner_name, owner_document_type, owner_document_number, certificate_url, rut_url',
            '`bank_account`: `ba_` id, verified (false at first), verification.status, created_at',
          ],
          [
            '`POST /v1/providers`',
            'legal_name, tax_id, country, contact, bank_account',
            '`provider`: `prv_` id, status (`in_review` at first), checks, created_at',
          ],
          [
            '`POST /v1/causes/{key}/withdrawals`',
            'amount, currency, bank_account, reason',
            '`withdrawal`: `wd_` id, state (`requested`), amount, currency, bank_account, created_at',
          ],
        ],
      },
    },
    'A withdrawal will only request a payout. It will require an `Idempotency-Key` and a verified account, and have daily limits and an approval threshold.',
  ],
};

const KNOWN_DIFFERENCES: Section = {
  id: 'known-differences',
  title: 'Known differences',
  blocks: [
    'If you have read other texts about this API, these are the places where they may say something else.',
    {
      table: {
        head: ['Subject', 'What holds here'],
        rows: [
          ['`idempotency_key_reused`', '`422`. Some texts say `409`: branch on the code.'],
          [
            'USD amounts',
            'Links are in whole dollars. An overview that speaks of minor units is wrong for links; goals are in cents.',
          ],
          [
            '`insufficient_permissions`',
            'Reserved and not sent in version 1: a missing permission is `forbidden`.',
          ],
          [
            '`fee_model_not_permitted`, `unsupported_media_type`, `rate_limit_exceeded`',
            '`403`, `415` and `429`.',
          ],
          ['A wrong method', '`405` with `Allow`, and the code `not_found`.'],
          ['`cause_not_found`', '`404` when you read a cause, `422` when you mint a link.'],
          [
            'Public view of a link',
            '`GET /v1/checkout_links/{id}/public`, without a key. An unknown id is `404 checkout_link_not_found`.',
          ],
          [
            'Donors with an account',
            'Pay as guests like everybody else. The login asked for in earlier versions is gone.',
          ],
          [
            'A payment intent that has already succeeded',
            'Is recorded, and the answer is `409 checkout_link_not_payable`. A second intent is never made beside money already taken.',
          ],
          [
            'Payment intents and countries',
            'The endpoint itself does not refuse cards by country; the hosted page offers only the methods of the cause.',
          ],
        ],
      },
    },
  ],
};

/** What stays, what is not there yet, and what differs from other texts. */
export const POLICY_SECTIONS: Section[] = [VERSIONING, NOT_IN_V1, KNOWN_DIFFERENCES];
