import type { GuideFacts, Section } from './section.ts';

/** What becomes of links and causes, and what the donor meets. */
export function lifecycleSections(facts: GuideFacts): Section[] {
  return [links(facts), CAUSES, HOSTED_PAGE, POLLING];
}

/** A duration in the largest unit that makes it a whole number. */
function duration(seconds: number): string {
  const units = [
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [name, size] = units.find(([, size]) => seconds % size === 0) ?? units[2];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function links({ linkLifetimeSeconds }: GuideFacts): Section {
  return {
    id: 'link-status',
    title: 'The life of a checkout link',
    blocks: [
      `A link is \`open\` for **${duration(linkLifetimeSeconds)}** from its creation, or until one of these happens. The last three are final: they never change again.`,
      {
        table: {
          head: ['Status', 'What moves a link there'],
          rows: [
            ['`open`', 'It was minted.'],
            [
              '`completed`',
              'A payment for it was approved, at or before `expires_at`. `amount_paid`, `currency_paid`, `payment_id` and `completed_at` appear.',
            ],
            ['`expired`', '`expires_at` has passed without an approved payment.'],
            [
              '`cancelled`',
              'Our staff cancelled it, on your request or that of the owner. There is no call for it in version 1. A payment that was faster completes the link instead.',
            ],
          ],
        },
      },
      '`status` is worked out from the actual payment on every read, never from a flag that could be stale. Whichever of our servers answers, a final status that was told once is told from then on.',
      { subheading: 'Payments around the end', id: 'payments-around-the-end' },
      {
        list: [
          'The gateway’s own time of success decides. A payment that succeeded in time completes the link even if the news reaches us later.',
          'If a payment is under way when `expires_at` passes, the next read asks the gateway before it answers. If the gateway cannot be reached just then, the answer is `503` with `Retry-After`: we do not guess.',
          'Money that arrives after the end, or a second time, is never counted. It is given back in full, and the donor is told.',
          'A refund or a dispute after completion leaves the link `completed`. What the cause has collected follows: a refund of a part lowers `totals.collected`, one in full takes the contribution out. So does a chargeback, with its amount, while it is open or once it is lost. An inquiry of a bank changes nothing.',
        ],
      },
      { subheading: 'Amount and donor', id: 'amount-and-donor' },
      {
        list: [
          '`amount` stays what you asked for. The donor may choose another amount on the page; `amount_paid` is what counts.',
          '`email` and `anonymous` on the link echo what you sent. The contribution carries what the donor chose. The page fills in your `email` only while the link is open.',
          '`metadata` comes back with the same keys, values and order. It and `external_reference` are never shown to the donor and never leave us.',
        ],
      },
    ],
  };
}

const CAUSES: Section = {
  id: 'causes',
  title: 'Causes',
  blocks: [
    'A cause is created as a private `draft` and published by its owner or by our staff, in the dashboard. It takes payments while it is `published`, `verified` or `in_verification` and its `closes_at` has not passed. In every other state minting and payment intents are `422` [`cause_not_accepting_payments`](/docs/errors/cause_not_accepting_payments), except that you may mint links for your own draft until its `closes_at` has passed.',
    {
      list: [
        'When a cause is paused or closed, or its `closes_at` passes, payments under way are cancelled. Money that still arrives on an open link completes it.',
        'You can read your own causes in every state. Causes of other clients can be read, and links minted for them, while they are publicly visible: not as `draft`, `created`, `rejected`, `archived`, `not_activated`, `fraud` or `unknown`. Of those `owners` is empty and `external_reference` is left out.',
        'Everyone finds a published cause at its `url`: cover, title and story, how far it has come, its latest donations by name, and until when it collects. The page wears your look, and donors can give from it: such links are ours, carry nothing of yours, and count in `totals` like any other.',
        'The owner may change title, story, cover, closing time, and the address of the page: `slug` and `url` follow, earlier addresses lead to the present one, and none is ever given to another cause. Store the `key`. Currency, goal, fees and terms never change.',
        'The owner may pause a cause, go on with it, and close it: then its `closes_at` passes at that moment, and its `state` stays.',
        'A `state` or `fee_model` of `unknown` means that it has no published name. Report it; do not branch on it.',
        '`description` is plain text. It is answered with `<` and `>` written as `&lt;` and `&gt;`, and shown on pages as text.',
        '`totals` counts approved donations and is there from the first day, zeros included. It is left out when the owner hides amounts: absent is not zero. `contributors` counts distinct emails without regard to case, and each donation without an email as a person of its own.',
      ],
    },
    { subheading: 'Owners and terms', id: 'owners' },
    {
      list: [
        'An owner is found by email, without regard to case. An existing account keeps its name and phone. The owner is mailed that a cause was created in their name.',
        'An owner without an account is given one if your key has `creators:provision`; otherwise the request is `422` [`owner_not_found`](/docs/errors/owner_not_found).',
        '`phone` and the evidence of accepted terms are seen by support staff only. The evidence never changes.',
      ],
    },
    { subheading: 'Fees', id: 'fees' },
    'Without `fee_percent` and `fee_model` a cause has those of your agreement: 5% and `plus_gateway_costs` unless agreed otherwise. Sending the agreed values is always fine; other values need `causes:set_fee`.',
  ],
};

const HOSTED_PAGE: Section = {
  id: 'hosted-page',
  title: 'What the donor meets',
  blocks: [
    {
      table: {
        head: ['Country of the cause', 'Methods'],
        rows: [
          ['Colombia', 'Bank transfer (only COP) and cards'],
          ['Mexico', 'Online wallet (only MXN)'],
          ['Everywhere else', 'Cards'],
        ],
      },
    },
    {
      list: [
        'Where none of a country’s methods collects the currency of the cause, cards are offered. A method is offered only while its gateway serves us.',
        'A bank transfer is not offered when less than 16 minutes remain before `expires_at`, because banks take up to 15.',
        'The page wears your colour, name and logo, if you gave us any. It is in the language of the donor’s browser, English, Spanish or Portuguese.',
        'The donor returns to your `success_url` or `cancel_url` exactly as you sent it. Arriving there proves nothing: read the link.',
        'A card payment that the processor has not decided keeps its payment intent: asking again answers `200` with the same one, and the page says that the payment is being processed instead of showing a form.',
        'A donor whose email has an account can pay as a guest and is not asked to log in.',
        'A receipt is mailed to the donor’s email, if there is one.',
      ],
    },
    'The page itself uses two endpoints that need no key: the [public view](/docs/api#readPublicCheckoutLink) and the [payment intent](/docs/api#createPaymentIntent). An amount that no card can take is refused there with `400` naming `amount`.',
  ],
};

const POLLING: Section = {
  id: 'polling',
  title: 'Polling, not webhooks',
  blocks: [
    'Version 1 delivers nothing to `callback_url`. It is checked and stored, so that you can send it today; its presence is no sign that anything was sent. `checkout_link.completed` is the event that will be delivered there one day.',
    {
      steps: [
        'Read the link when the donor returns to your `success_url`.',
        'Otherwise read it every few seconds while the donor is on the page, and every minute or so after that.',
        'Send the `ETag` of the last answer as `If-None-Match`: an unchanged link is a short `304`.',
        'Stop at `completed`, `expired` or `cancelled`. They are final.',
      ],
    },
  ],
};
