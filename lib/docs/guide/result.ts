import type { GuideFacts, Section } from '../section.ts';
import { nodeLoop, pollLoops } from './poll-loops.ts';

/** How a partner learns what became of a link. */
export function resultSection({ baseUrl }: GuideFacts): Section {
  return {
    id: 'polling',
    title: 'Get the result by polling',
    blocks: [
      'Version 1 doesn’t send webhooks. We validate and store `callback_url`, so you can send it today, but nothing is delivered to it, and its presence in a response doesn’t mean that anything was. A later version will deliver the event `checkout_link.completed` there.',
      {
        steps: [
          'Read the link when the donor returns to your `success_url`. Their return proves nothing by itself.',
          'Until then, read it every few seconds while the donor is on the page, and about once a minute after that.',
          'Send the `ETag` of the last response as `If-None-Match`. An unchanged link returns a short `304`.',
          'After a `408`, a `429`, any `5xx` and a network error, read again, each time a little later; with `Retry-After`, after so many seconds. So too after an error without a `code`: a proxy between us sent it.',
          'Stop at `completed`, `expired` or `cancelled`. These statuses are final.',
        ],
      },
      { subheading: 'A complete poll loop', id: 'poll-loop' },
      'The SDK does all of this in one call. By hand it is one function, which ends with the link or with an error of ours that another read can’t cure. With curl it looks for the status outside `metadata`, which may have one too.',
      { about: 'Poll until the link has ended', samples: pollLoops(baseUrl) },
      {
        code: nodeLoop(baseUrl),
        language: 'typescript',
        label: 'Node, without the SDK',
      },
      'Run it in a job that survives a restart, not in the request of your donor: store the `id` of each open link, and start the loop again for all of them when your service starts. A link ends by itself at `expires_at`, so every loop does that we answer. To end one that only a proxy answers, give it a deadline after that: `signal` in Node, `deadline` in Python.',
    ],
  };
}
