import type { GuideFacts, Section } from '../section.ts';
import { resultSection } from './result.ts';

/** Statuses of links and causes, the hosted page, and polling. */
export function lifecycleSections(facts: GuideFacts): Section[] {
  return [resultSection(facts), links(facts), HOSTED_PAGE, CAUSES];
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
    title: 'Checkout link lifecycle',
    blocks: [
      `A link stays \`open\` for **${duration(linkLifetimeSeconds)}** after it is created, or until it reaches one of the other statuses below. Those three are final and never change.`,
      {
        table: {
          head: ['Status', 'When a link has it'],
          rows: [
            ['`open`', 'The link was minted and can be paid.'],
            [
              '`completed`',
              'A payment was approved at or before `expires_at`. The link now includes `amount_paid`, `currency_paid`, `payment_id` and `completed_at`.',
            ],
            ['`expired`', '`expires_at` passed without an approved payment.'],
            [
              '`cancelled`',
              'Our staff canceled the link at your request or at the owner’s. Version 1 has no endpoint for this. If a payment is approved first, the link is completed instead.',
            ],
          ],
        },
      },
      'Every read derives `status` from the payment itself, so it is never stale. Once any of our servers has returned a final status, all of them return it from then on.',
      { subheading: 'Payments around the end', id: 'payments-around-the-end' },
      {
        list: [
          'The gateway’s own success time decides. A payment that succeeded in time completes the link, even if we learn of it later.',
          'If a payment is in progress when `expires_at` passes, the next read asks the gateway before it responds. If the gateway can’t be reached, the response is `503` with `Retry-After`, because we don’t guess.',
          'Money that arrives after the end, or a second time, is never counted. We refund it in full and notify the donor.',
          'A link stays `completed` after a refund or a dispute. The totals of the cause are adjusted once a refund has succeeded: a partial refund lowers `totals.collected`, and a full refund removes the contribution. A chargeback removes its amount while it is open and after it is lost. A bank’s inquiry changes nothing.',
        ],
      },
      { subheading: 'Amount and donor', id: 'amount-and-donor' },
      {
        list: [
          '`amount` is always the amount you requested. The donor can change it on the page, so rely on `amount_paid`.',
          '`email` and `anonymous` on the link are the values you sent. The contribution has the values that the donor chose. The page prefills your `email` only while the link is open.',
          '`metadata` is returned with the same keys, values and order. We never show `metadata` or `external_reference` to the donor, or pass them to anyone else.',
        ],
      },
    ],
  };
}

const CAUSES: Section = {
  id: 'causes',
  title: 'Causes',
  blocks: [
    'A cause starts as a private `draft`. Its owner or our staff publishes it in the dashboard. It takes payments while its state is `published`, `verified` or `in_verification` and its `closes_at` hasn’t passed. In every other state, minting a link or requesting a payment intent returns `422` [`cause_not_accepting_payments`](/docs/errors/cause_not_accepting_payments). There is one exception: you can mint links for your own draft until its `closes_at` passes.',
    {
      list: [
        'When a cause is paused or closed, or its `closes_at` passes, we cancel payments in progress. Money that still arrives on an open link completes that link.',
        'You can read your own causes in every state. You can read other clients’ causes, and mint links for them, while they are publicly visible, which excludes the states `draft`, `created`, `rejected`, `archived`, `not_activated`, `fraud` and `unknown`. For those causes `owners` is empty and `external_reference` is absent.',
        'Anyone can open a published cause at its `url`. The page shows the cover, title, story, progress, the names of recent donors and the closing time, with your branding. Donors can donate there: we mint those links ourselves, they carry none of your data, and they count in `totals` like any other link.',
        'The owner can change the title, story, cover, closing time and page address. `slug` and `url` change with the address, earlier addresses redirect to the current one, and no address is ever reassigned to another cause. Store the `key` instead. Currency, goal, fees and terms never change.',
        'The owner can pause, resume and close a cause. Closing sets `closes_at` to that moment and doesn’t change `state`.',
        'A `state` or `fee_model` of `unknown` is a value without a public name. Report it to us, and don’t branch on it.',
        '`description` is plain text. Responses escape `<` and `>` as `&lt;` and `&gt;`, and our pages show it as text.',
        '`totals` counts approved donations. It is present from the first day, with zeros, and absent if the owner hides amounts: absent doesn’t mean zero. `contributors` counts distinct email addresses, ignoring case, and counts each donation without an email as another person.',
      ],
    },
    { subheading: 'Owners and terms', id: 'owners' },
    {
      list: [
        'We look up an owner by email, ignoring case. An existing account keeps its name and phone. We email the owner that a cause was created in their name.',
        'If the owner has no account, we create one, provided that your key has `creators:provision`. Without that permission the request returns `422` [`owner_not_found`](/docs/errors/owner_not_found).',
        'Only support staff can see `phone` and the evidence of accepted terms. The evidence never changes.',
      ],
    },
    { subheading: 'Fees', id: 'fees' },
    'Without `fee_percent` and `fee_model`, a cause gets the values of your agreement: 5% and `plus_gateway_costs` unless agreed otherwise. You can always send the agreed values. Any other value requires `causes:set_fee`.',
  ],
};

const HOSTED_PAGE: Section = {
  id: 'hosted-page',
  title: 'The hosted page',
  blocks: [
    {
      table: {
        head: ['Country of the cause', 'Methods'],
        rows: [
          ['Colombia', 'Bank transfer (COP only) and cards'],
          ['Mexico', 'Online wallet (MXN only)'],
          ['Everywhere else', 'Cards'],
        ],
      },
    },
    {
      list: [
        'The page only offers a method whose gateway is available to us. If none of the country’s methods supports the currency of the cause, or can be offered at the moment, it offers cards.',
        'The page doesn’t offer bank transfers in the last 16 minutes before `expires_at`, because banks can take up to 15 minutes, nor the wallet in the last minute.',
        'The page shows your color, name and logo if you gave us any. Its language follows the donor’s browser: English, Spanish or Portuguese.',
        'The donor returns to exactly the `success_url` or `cancel_url` that you sent. Their return proves nothing: read the link.',
        'A card payment that is still processing keeps its payment intent. Requesting it again returns `200` with the same intent, and the page shows that the payment is being processed instead of a form.',
        'Donors never log in to pay. A donor whose email has an account can pay as a guest.',
        'We email a receipt to the donor if we have their email.',
      ],
    },
    'The page uses two endpoints that don’t require a key: the [public view](/docs/api#readPublicCheckoutLink) and the [payment intent](/docs/api#createPaymentIntent). If no card can take the amount, the payment intent returns `400` and names `amount`.',
  ],
};
