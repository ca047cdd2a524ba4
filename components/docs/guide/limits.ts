import type { GuideFacts, Section } from './section.ts';

/** Limits, rates, units of money, time and ids. */
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
          ['Link `external_reference`', '64 of the characters `A-Z a-z 0-9 _ -`'],
          ['Link `metadata`', '20 keys of 40 characters, values of 500 characters'],
          ['Cause `title`', '150 characters, at least one of them visible'],
          ['Cause `description`', '5000 characters'],
          ['Cause `external_reference`', '255 characters'],
          ['Owner `name`', '120 characters'],
          ['`terms_version`', '60 characters'],
          ['`fee_percent`', '0 to 20, with at most 4 decimals'],
          ['Branding `display_name`', '60 characters'],
          ['`Idempotency-Key`', '255 characters, remembered for 24 hours'],
          ['Body of a new link', '256 KiB'],
          ['Body of a new cause', '96 KiB'],
          ['Body for a payment intent', '2 KiB'],
          [
            'Any body',
            '2048 JSON tokens (names, values and the characters `{ } [ ] , :`), and 64 levels of nesting',
          ],
        ],
      },
    },
    'Gateways have limits of their own, which apply when the donor pays and not when you mint: a bank transfer takes at least COP 1,600, a card at least USD 0.50 or its like (MXN 10), and at most twelve digits of the smallest unit, such as USD 9,999,999,999.',
  ],
};

function rates({
  clientPer10s,
  addressPer10s,
  failedAuthPer10s,
  linkPer10s,
}: GuideFacts['rateLimits']): Section {
  const count = (limit: number) => `${new Intl.NumberFormat('en').format(limit)} requests in 10 seconds`;
  return {
    id: 'rate-limits',
    title: 'Rate limits',
    blocks: [
      {
        table: {
          head: ['What is counted', 'Name', 'Limit'],
          rows: [
            ['All requests of a client with a key', '`client`', count(clientPer10s)],
            ['Requests without a key, by address', '`address`', count(addressPer10s)],
            ['Requests with no key or a wrong one, by address', '`failed_auth`', count(failedAuthPer10s)],
            ['Payment intents, by link', '`link`', count(linkPer10s)],
          ],
        },
      },
      'Answers tell where you stand: `RateLimit-Policy: "client";q=10000;w=10` names the limit, `RateLimit: "client";r=9998;t=7` what remains and the seconds until it is full again. Over the limit you get `429` [`rate_limit_exceeded`](/docs/errors/rate_limit_exceeded) with the whole seconds to wait in `Retry-After`.',
      'An address of IPv6 is counted with its /64, and a /48 has sixteen times the limit of a /64. A valid key from an address that is over `failed_auth` is answered as ever; a wrong one is `429` instead of `401` or `403`.',
      'Against the testing of stolen cards, a link with ten declined cards within an hour answers its payment intents with `429` until the oldest of them is an hour ago. The link stays `open` meanwhile, and our staff can lift it.',
      'The same holds for 30 declines within an hour from one network (an IPv4 address, or the /64 of an IPv6 address), whose payment intents are refused for an hour, and for 50 on one cause, whose payment intents are refused for 15 minutes; in both cases only where more cards were declined than approved. A large campaign with its usual declines never comes near. Donors are told on the page when cards are taken again, and are offered the other methods of the cause.',
    ],
  };
}

const MONEY: Section = {
  id: 'money',
  title: 'Money',
  blocks: [
    'There are two units, and the field decides which. **Links count in whole major units**: `50` in USD is fifty dollars, and fractions of a dollar cannot be asked for. **Goals are written in the smallest customary unit**: cents, except for COP, CLP and PYG, which have none in daily life.',
    {
      table: {
        head: ['Field', 'Unit', 'Example'],
        rows: [
          ['Link `amount`, `amount_paid`', 'Whole major units', '`50` USD is $50'],
          [
            'Cause `totals.collected`',
            'Major units; a partial refund can leave a fraction',
            '`125.5` USD is $125.50',
          ],
          [
            'Cause `goal.amount`',
            'Smallest customary unit, echoed as sent',
            '`500000` is $5,000 in USD and 500,000 pesos in COP',
          ],
          ['`fee_percent`', 'Percent', '`5` is 5%'],
        ],
      },
    },
    {
      list: [
        'Currencies: ARS, AUD, BOB, BRB, BRL, CAD, CLP, COP, CRC, DOP, EUR, GBP, GTQ, HNL, MXN, NIO, PEN, PYG, USD, UYU.',
        'A goal without a currency is in COP, and a cause without a goal has the goal `{"amount": 0, "currency": "COP"}`. The currency of a cause cannot be changed later.',
        '`BRB` is no longer money. Links can be minted in it, but no method can collect it: their payment intents are `cause_not_accepting_payments`.',
        'What the donor is shown is what is charged: no tip, no fee line. The fee of a link is that of its cause at the moment it is minted.',
      ],
    },
  ],
};

const TIME_AND_IDS: Section = {
  id: 'time-and-ids',
  title: 'Time and ids',
  blocks: [
    {
      list: [
        'Timestamps are RFC 3339 in UTC, such as `2026-11-21T09:30:00.000Z`. What you send may carry any offset, but it must carry one or `Z`. `terms_accepted_at` may be at most 5 seconds in the future, because two clocks never agree.',
        'Ids are opaque strings of any length with a prefix for their type: `chl_` a checkout link, `pay_` a payment. Never read anything into them, and store them without a limit of length.',
        'The `key` of a cause is its identity. Its `slug` equals the key at first and can be changed by the owner: it is for display. `GET /v1/causes/{key}` takes the key alone; minting takes the key or any slug the cause has had. An address once used by a cause is never given to another.',
        'Countries are the 249 officially assigned ISO 3166-1 alpha-2 codes, in either case; answers have them in lower case.',
      ],
    },
  ],
};
