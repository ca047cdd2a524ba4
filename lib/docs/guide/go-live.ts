import type { GuideFacts, Section } from '../section.ts';
import { contactOf } from './support.ts';

/** Keys, support, and what to check before real donors come. */
export function goLiveSections(facts: GuideFacts): Section[] {
  return [keys(facts), CHECKLIST, support(facts)];
}

function keys(facts: GuideFacts): Section {
  return {
    id: 'get-a-key',
    title: 'Get a key',
    blocks: [
      `We issue keys; you can’t make one yourself. To get one, ${contactOf(facts)} and tell us`,
      {
        list: [
          'who you are: your legal name, the name and logo that donors will see, and the addresses of your terms and privacy notice;',
          'which [permissions](/docs#authentication) you need: most partners have `causes:write`, `cause:read`, `checkout_links:write` and `checkout_links:read`;',
          'the IP addresses of your servers, if the key should work only from there;',
          'a contact address: we email it about every key that is made for you.',
        ],
      },
      {
        list: [
          'You see a key once. Sandbox and production have different keys.',
          'A key with `causes:set_fee` or `creators:provision` works once a second member of our staff has approved it. Until then it returns `401`.',
          'To replace a key, ask for a second one, deploy it, then have us revoke the first. Both work in between. If a key has leaked, tell us at once: a revoked key stops immediately.',
        ],
      },
    ],
  };
}

const CHECKLIST: Section = {
  id: 'checklist',
  title: 'Checklist',
  blocks: [
    'Before your first real donor:',
    {
      steps: [
        '**The key is on your server alone**: in its secret store, not in code, not in a query string, not in anything that reaches a browser.',
        '**The base URL is a setting**, so that the sandbox and production differ in nothing else.',
        '**Every POST has an `Idempotency-Key`** that you store with the order before you send it. After a timeout you repeat the same request with the same key.',
        '**You branch on `code`**, and treat a code that you don’t know by its status: `4xx` needs a change; `408`, `429` and `5xx` need a wait.',
        '**The poll loop ends**: at `completed`, `expired` and `cancelled`; and it starts again after a restart of your service.',
        '**You book `amount_paid`**, not `amount`: the donor can change it.',
        '**`success_url` proves nothing**: you thank the donor only for what the link says.',
        '**You ignore fields that you don’t know**, and store IDs without a limit on their length.',
        '**You log `X-Request-Id`** of every response that is not a `2xx`.',
        '**The causes are published**, in the right currency: a link for a draft can’t be paid.',
        '**You have tested** a paid link, a declined card, an expired link and an unreachable service: [Test it](/docs/testing).',
        '**One real payment**: mint a link for a small amount in production, pay it, see it `completed`, and ask us to refund it.',
      ],
    },
  ],
};

function support(facts: GuideFacts): Section {
  return {
    id: 'support',
    title: 'Ask us',
    blocks: [
      `For questions and incidents, ${contactOf(facts)}. Include the \`X-Request-Id\` of the response, the ID of the link, and the time in UTC. Never send us your key.`,
      'Changes are announced in the [changelog](/docs/changelog), with at least 90 days’ notice before anything is removed.',
    ],
  };
}
