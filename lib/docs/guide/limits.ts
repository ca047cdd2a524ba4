import { CURRENCIES } from '#lib/currencies.ts';
import type { GuideFacts, Section } from '../section.ts';

/** Size limits, rate limits, units of money, times and IDs. */
export function limitSections(facts: GuideFacts): Section[] {
  return [LIMITS, rates(facts.rateLimits), MONEY, TIME_AND_IDS];
}

const LIMITS: Section = {
  id: 'limits',
  title: 'Limits',
  blocks: [
    {
      table: {
        head: ['Item', 'Limit'],
        rows: [
          ['Link `amount`', 'Integer, 1 to 1,000,000,000,000, in whole major units'],
          ['Goal `amount`', 'Integer, 0 to 999,999,999,999,999; 0 means no target'],
          ['Link `external_reference`', '64 characters from `A-Z a-z 0-9 _ -`'],
          ['Link `metadata`', '20 keys of up to 40 characters, values of up to 500 characters'],
          ['Cause `title`', '150 characters, at least one of them visible'],
          ['Cause `description`', '5000 characters'],
          ['Cause `external_reference`', '255 characters'],
          ['Owner `name`', '120 characters, at least one of them visible'],
          ['`terms_version`', '60 characters, at least one of them visible'],
          ['`fee_percent`', '0 to 20, with at most 4 decimals'],
          ['Branding `display_name`', '60 characters'],
          ['`Idempotency-Key`', '255 characters, stored for 24 hours'],
          ['Body of a request to mint a link or create a cause', '256 KiB'],
          ['Body of a payment intent request', '4 KiB'],
          ['Any body', '2048 JSON tokens (names, values and the characters `{ } [ ] , :`), and 64 levels of nesting'],
        ],
      },
    },
    'Gateways have their own limits, which apply when the donor pays, not when you mint a link. A bank transfer must be at least COP 1,600. A card payment must be at least USD 0.50 or the equivalent (MXN 10), and at most twelve digits in the smallest unit, for example USD 9,999,999,999.',
  ],
};

function rates({ clientPer10s, addressPer10s, failedAuthPer10s, linkPer10s }: GuideFacts['rateLimits']): Section {
  const count = (limit: number) => `${new Intl.NumberFormat('en').format(limit)} requests in 10 seconds`;
  return {
    id: 'rate-limits',
    title: 'Rate limits',
    blocks: [
      {
        table: {
          head: ['Requests', 'Name', 'Limit'],
          rows: [
            ['With a valid key, per client', '`client`', count(clientPer10s)],
            [
              'Without a key, per address',
              '`address`',
              `${count(addressPer10s)}; a page counts as 20, one of this documentation as 8, the preview picture of a cause as 50, a PDF as 100`,
            ],
            [
              'With a missing or invalid key, one without the permission, or one used from outside its allowlist, per address',
              '`failed_auth`',
              count(failedAuthPer10s),
            ],
            ['Payment intents, per link', '`link`', count(linkPer10s)],
          ],
        },
      },
      'Responses include your current usage: `RateLimit-Policy: "client";q=10000;w=10` names the limit, and `RateLimit: "client";r=9998;t=7` gives the remaining requests and the seconds until the limit is full again. A response has neither header if the request was refused before it was counted, for example because it was malformed HTTP. Above the limit you get `429` [`rate_limit_exceeded`](/docs/errors/rate_limit_exceeded), with the number of seconds to wait in `Retry-After`.',
      'Requests to a path that doesn’t exist, or with a method that it doesn’t support, count as requests without a key.',
      'IPv6 addresses are counted by /64, and a /48 has sixteen times the limit of a /64. When an address is over `failed_auth`, a valid key with the permission, used from an allowed address, still works, and any other gets `429` instead of `401` or `403`.',
      'To prevent card testing, a link with ten declined cards within an hour returns `429` for payment intents until the oldest decline is an hour old. The link stays `open`, and our staff can lift the block.',
      'The same happens after 30 declines within an hour from one network (an IPv4 address, or the /64 or /48 of an IPv6 address), which blocks payment intents from that network for an hour, and after 50 declines on one cause by links that partners minted, which blocks that cause’s payment intents for 15 minutes, except from networks with a card payment approved within the last week. Both apply only if more cards were declined than approved, so a large campaign with its usual declines isn’t affected. The page tells donors when cards will work again, and offers the cause’s other methods.',
    ],
  };
}

const MONEY: Section = {
  id: 'money',
  title: 'Money',
  blocks: [
    'There are two units, and the field determines which one applies. **Link amounts are in whole major units**: `50` in USD is fifty dollars, and you can’t request a fraction of a dollar. **Goals are in the smallest customary unit**: cents, except for COP, CLP and PYG, which aren’t divided in everyday use.',
    {
      table: {
        head: ['Field', 'Unit', 'Example'],
        rows: [
          ['Link `amount`, `amount_paid`', 'Whole major units', '`50` USD is $50'],
          [
            'Cause `totals.collected`',
            'A number in major units, with the decimals of the currency: none in CLP and PYG, at most two in all others. Donations are whole: decimals come from refunds and chargebacks of a part',
            '`125.5` USD is $125.50',
          ],
          [
            'Cause `goal.amount`',
            'Smallest customary unit, returned as sent',
            '`500000` is $5,000 in USD and 500,000 pesos in COP',
          ],
          ['`fee_percent`', 'Percent', '`5` is 5%'],
        ],
      },
    },
    {
      list: [
        `Currencies: ${CURRENCIES.join(', ')}.`,
        'A goal without a currency is in COP, and a cause without a goal gets the goal `{"amount": 0, "currency": "COP"}`. You can’t change the currency of a cause later.',
        '`BRB` is no longer legal tender. You can mint links in it, but no method supports it: their payment intents return `cause_not_accepting_payments`.',
        'Donors are charged the amount they see, with no tip or added fee. A link keeps the fee that its cause had when the link was minted.',
      ],
    },
  ],
};

const TIME_AND_IDS: Section = {
  id: 'time-and-ids',
  title: 'Times and IDs',
  blocks: [
    {
      list: [
        'Timestamps are RFC 3339 in UTC, for example `2026-11-21T09:30:00.000Z`. Timestamps that you send must have an offset or `Z`. `terms_accepted_at` can be up to 5 seconds in the future, to allow for clock differences.',
        'IDs are opaque strings with a prefix for their type: `chl_` for a checkout link, `pay_` for a payment. Don’t parse them, and don’t limit their length when you store them.',
        'The `key` of a cause is its identity. The `slug` is for display: it equals the key at first, and the owner can change it. `GET /v1/causes/{key}` accepts only the key. Minting accepts the key or any slug that the cause has had. An address is never reassigned to another cause.',
        'Countries are the 249 officially assigned ISO 3166-1 alpha-2 codes, in upper or lower case. Responses use lower case.',
      ],
    },
  ],
};
