import type { GuideFacts, Section } from './section.ts';

/** What the service is, and the whole flow with curl. */
export function startSections(facts: GuideFacts): Section[] {
  return [introduction(facts), quickstart(facts)];
}

function introduction({ baseUrl, sandboxUrl, isLive }: GuideFacts): Section {
  return {
    id: 'introduction',
    title: 'What the service does',
    blocks: [
      'You create a **cause**, mint a hosted **checkout link** for it, send the donor to the link, and follow the link until the donation is approved. Four calls are enough; this page shows them all.',
      {
        list: [
          'A cause collects in exactly one currency, fixed when it is created. A link is minted in that currency or not at all: nothing is ever converted.',
          'You never handle payment credentials. The donor pays on our page; you get the result.',
          'Donors pay on a local rail where they are, or by card. You do not choose the method.',
          'To learn that a donation completed, poll the link. Version 1 delivers no webhooks.',
          'Money does not leave the platform through this API. Withdrawals are arranged with our staff.',
          'Resources are read by id. There are no list endpoints.',
          'The commission is a flat 5% of what is collected, unless your agreement says otherwise. The donor is never charged a fee on top.',
        ],
      },
      { subheading: 'Base addresses', id: 'base-addresses' },
      {
        table: {
          head: ['Deployment', 'Address', 'Money'],
          rows: [
            [
              isLive ? 'Production' : 'This deployment',
              `\`${baseUrl}\``,
              isLive ? 'Live. There are no test-mode keys.' : 'None moves: it is connected to test gateways.',
            ],
            [
              'Sandbox',
              sandboxUrl ? `\`${sandboxUrl}\`` : 'Given to you with your sandbox account',
              'A staging deployment of the same code with its own keys and data. Data may be reset, and it may be away for a short while.',
            ],
          ],
        },
      },
      'All paths begin with `/v1`. The [OpenAPI document](/openapi.json) and the [API reference](/docs/api) are made from the very rules that validate your requests.',
    ],
  };
}

function quickstart({ baseUrl }: GuideFacts): Section {
  const shell = (label: string, code: string) => ({ code, language: 'shell' as const, label });
  return {
    id: 'quickstart',
    title: 'The whole flow',
    blocks: [
      'The commands below run in any shell. Put your key in a variable first, so that it stays out of what you paste elsewhere.',
      shell('Your key', 'KEY=cause_live_…   # never in a query string, never in a browser'),
      { subheading: '1. Create a cause', id: 'create-a-cause' },
      shell(
        'Create a cause',
        `curl ${baseUrl}/v1/causes \\
  -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: school-roof-1' \\
  -d '{
    "title": "A roof for the school",
    "country": "US",
    "owner": {"email": "owner@example.org", "name": "Ana Owner"},
    "terms_accepted_at": "2026-11-20T09:00:00Z",
    "terms_version": "2026-01",
    "terms_accepted_ip": "203.0.113.7",
    "goal": {"amount": 500000, "currency": "USD"}
  }'`,
      ),
      'The answer holds the `key` of the cause. It begins as a `draft` and is private until its owner or our staff publishes it in the dashboard, not through this API. You may mint links for your own draft already; they can be paid once it is published.',
      { subheading: '2. Mint a checkout link', id: 'mint-a-link' },
      shell(
        'Mint a link of fifty dollars',
        `curl ${baseUrl}/v1/checkout_links \\
  -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: order-1042' \\
  -d '{
    "cause": "a-roof-for-the-school-x1y2z3w4",
    "amount": 50,
    "currency": "USD",
    "external_reference": "order-1042",
    "success_url": "https://shop.example/thanks"
  }'`,
      ),
      { subheading: '3. Send the donor to its url', id: 'send-the-donor' },
      'Redirect the donor to the `url` of the answer, exactly as it came. It is opaque: store it, do not build or read it, and do not depend on its host.',
      { subheading: '4. Poll until it is completed', id: 'poll-the-link' },
      shell(
        'Read the link',
        `curl ${baseUrl}/v1/checkout_links/chl_4fJq… \\
  -H "X-API-Key: $KEY"`,
      ),
      'When `status` is `completed`, `amount_paid` is what the donor really gave. It can differ from `amount`, because the donor may change the amount on the page.',
    ],
  };
}
