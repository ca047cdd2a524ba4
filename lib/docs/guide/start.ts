import { createCauseContract } from '#lib/causes/contract.ts';
import { mintLinkContract, readLinkContract } from '#lib/checkout-links/contract.ts';
import { exampleOf, type SampleStep, samplesOf } from '../examples.ts';
import { sdkPackage } from '../sdk-package.ts';
import type { GuideFacts, Section } from '../section.ts';
import { contactOf } from './support.ts';

/** Introduction and quickstart. */
export function startSections(facts: GuideFacts): Section[] {
  return [introduction(facts), quickstart(facts)];
}

function introduction({ baseUrl, sandboxUrl, isLive }: GuideFacts): Section {
  return {
    id: 'introduction',
    title: 'Overview',
    blocks: [
      'Create a **cause**, mint a hosted **checkout link** for it, send the donor to the link, and poll the link until the donation is approved. You need only four calls, and this page shows all of them.',
      {
        list: [
          'A cause collects in exactly one currency, which is fixed when you create it. Links must be in that currency. We never convert amounts.',
          'You never handle payment credentials. The donor pays on our page, and you get the result.',
          'Donors pay with a local method or by card. The country of the cause determines the methods, not you.',
          'To find out whether a donation completed, poll the link. Version 1 doesn’t send webhooks.',
          'You can’t pay out money through this API. The owner of a cause requests withdrawals in the [dashboard](/dashboard).',
          'You read resources by ID. There are no list endpoints.',
          'The commission is 5% of the collected amount unless your agreement says otherwise. We never charge the donor an additional fee.',
        ],
      },
      { subheading: 'Base URLs', id: 'base-addresses' },
      {
        table: {
          head: ['Deployment', 'Base URL', 'Money'],
          rows: [
            [
              isLive ? 'Production' : 'This deployment',
              `\`${baseUrl}\``,
              isLive ? 'Live. There are no test-mode keys.' : 'Test only: connected to test gateways.',
            ],
            [
              'Sandbox',
              sandboxUrl ? `\`${sandboxUrl}\`` : 'Provided with your sandbox account',
              'A staging deployment of the same code with its own keys and data. We may reset its data, and it may be briefly unavailable.',
            ],
          ],
        },
      },
      'All paths start with `/v1`. The [OpenAPI document](/openapi.json) and the [API reference](/docs/api) are generated from the same rules that validate your requests.',
    ],
  };
}

/** Makes a key new for each send of a command: one that was refused stays with the body that it was sent with. */
const EACH_SEND = '$(date +%s)';

/** The email of an account that the demonstration data of a deployment with emulators have. */
export const EXAMPLE_OWNER = { email: 'owner@example.org', name: 'Ana Owner' };

function quickstart(facts: GuideFacts): Section {
  const { baseUrl, isEmulated } = facts;
  const create = exampleOf(createCauseContract);
  const mint = exampleOf(mintLinkContract);
  const read = exampleOf(readLinkContract);
  const owner = isEmulated ? EXAMPLE_OWNER.email : 'you@example.org';
  const key = createCauseContract.example.reply.key;
  const id = mintLinkContract.example.reply.id;
  const named: SampleStep['values'] = {
    [key]: { curl: '$CAUSE', sdk: 'cause.key', python: 'cause["key"]' },
    [id]: { curl: '$LINK', sdk: 'link.id', python: "link['id']" },
  };
  return {
    id: 'quickstart',
    title: 'Quickstart',
    blocks: [
      `Four steps, with an ordinary key: ${contactOf(facts)} for one. ${
        isEmulated
          ? 'On this deployment, `npm start` prints a key.'
          : 'Practice in the sandbox; the only difference is the base URL.'
      } Put the key in a variable, so that it doesn’t end up in commands that you paste elsewhere; never put it in a query string or in a browser.`,
      {
        code: 'export KEY=cause_live_…',
        language: 'shell',
        label: 'Your key',
      },
      `For curl that is all. For the SDK, run \`npm install ${sdkPackage(baseUrl)}\` once; for Python, \`pip install requests\`.`,
      { subheading: '1. Create a cause', id: 'create-a-cause' },
      isEmulated
        ? `The owner needs an account. On this deployment \`${owner}\` has one; elsewhere use the email that you sign in with.`
        : `The owner needs an account: put your own email in place of \`${owner}\`, the one that you sign in with in the [dashboard](/dashboard). A key with \`creators:provision\` [creates accounts](#owners) for new owners.`,
      {
        about: 'Create a cause',
        samples: samplesOf(
          {
            ...create,
            idempotencyKey: `quickstart-cause-${EACH_SEND}`,
            body: { ...create.body, owner: { ...EXAMPLE_OWNER, email: owner } },
          },
          baseUrl,
          { isFirst: true, values: {} },
        ),
      },
      'With curl and Python, the `Idempotency-Key` is new for each send, so that you can correct a command and send it again. Your own code [makes one for each operation](#idempotency) and keeps it.',
      'The response contains the `key` of the cause. The cause starts as a private `draft` until its owner or our staff publishes it in the dashboard. This API can’t publish it. You can mint links for your own draft now; donors can pay them once it is published.',
      { subheading: '2. Mint a checkout link', id: 'mint-a-link' },
      {
        code: `CAUSE=${key}`,
        language: 'shell',
        label: 'Only for curl: the key in the response to you',
      },
      {
        about: 'Mint a link for fifty dollars',
        samples: samplesOf({ ...mint, idempotencyKey: `quickstart-link-${EACH_SEND}` }, baseUrl, {
          isFirst: false,
          values: named,
        }),
      },
      { subheading: '3. Send the donor to its url', id: 'send-the-donor' },
      'Redirect the donor to the `url` in the response, unchanged. Treat it as opaque: store it, don’t build or parse it, and don’t depend on its host.',
      { subheading: '4. Poll until it is completed', id: 'poll-the-link' },
      {
        code: `LINK=${id}`,
        language: 'shell',
        label: 'Only for curl: the id in the response to you',
      },
      {
        about: 'Read the link',
        samples: samplesOf(read, baseUrl, { isFirst: false, result: 'current', values: named }),
      },
      'When `status` is `completed`, `amount_paid` is the amount that the donor paid. It can differ from `amount`, because the donor can change the amount on the page. A whole loop, with everything that can go wrong, is [below](#poll-loop). Next: [test every outcome](/docs/testing).',
    ],
  };
}
