/** A dated notice to partners. `anchor` is what Deprecation and Sunset headers link to; it never changes. */
export type ChangelogEntry = {
  anchor: string;
  /** The day in UTC, as `2026-11-21`. */
  date: string;
  kind: 'released' | 'changed' | 'deprecated' | 'sunset';
  title: string;
  /** What changes for a partner, one sentence each; `code` between backticks. */
  what: readonly string[];
};

/** Every notice, the newest first (spec 9.5). */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    anchor: '2026-11-22-bounds-and-donors-data',
    date: '2026-11-22',
    kind: 'changed',
    title: 'Bounds on what is sent, and a donor’s data stays in their browser',
    what: [
      'What a donor typed on the hosted page is shown again only in the browser it was typed in; another one starts from what you minted. The `email` of a payment intent counts only until a donor has typed on the page.',
      'A body may have 2 KiB for a payment intent, 96 KiB for a cause and 256 KiB for a link, and at most 2048 JSON tokens. Beyond that it is `400`.',
      'A request is complete within 60 seconds, its headers within 20, or it is `408`. With `Expect: 100-continue` a request that is refused is never asked for its body.',
      'More than 300 requests in 10 seconds from one address without a valid key, or from outside its allowlist, are `429`. A valid key is answered as ever. The /64 of an IPv6 address counts as one address, and its /48 has 16 times that.',
      'New card payments are `429` for a while from a network with 30 declines within an hour, or for a cause with 50, where declines exceed approvals.',
      'Email addresses with `( ) < > [ ] : ; , \\` or a stray quotation mark are `400`.',
      'An owner gets at most five mails a day about causes, then one that says how many more. Their subjects no longer name the cause.',
      'A key that may set fees or provision accounts begins to work once a second member of our staff has approved it; until then it is `401`. Give us a contact address: it is told of every key that is made for you.',
      'A page that you open with `window.open` no longer keeps a handle to its opener: send the donor to the link’s `url`, as the guide says. Paths outside the API answer `405` with `Allow` to other methods.',
    ],
  },
  {
    anchor: '2026-11-22-chargebacks-count-with-their-amount',
    date: '2026-11-22',
    kind: 'changed',
    title: 'What a bank disputes counts with its amount, and an intent stays',
    what: [
      'A chargeback of a part of a payment lowers `totals.collected` by that part, and no longer takes the whole contribution out. An inquiry of a bank changes nothing.',
      '`POST /v1/checkout_links/{id}/payment_intent` answers `200` with the same intent while its payment is being processed, where it answered `503`.',
      'A link that was told as `expired` never becomes `completed`, whichever of our servers answers.',
    ],
  },
  {
    anchor: '2026-11-22-stricter-reading',
    date: '2026-11-22',
    kind: 'changed',
    title: 'What deceives or can be read in two ways is refused',
    what: [
      'An object of a request that has a member twice is `400`, which names the member (`metadata.order`, say). Until now the last one counted.',
      'The `title` of a cause needs a character that one can see: spaces and invisible characters alone are `400`.',
      'Your addresses (`success_url`, `cancel_url`, `callback_url`, `cover_image_url`) with a backslash, or with a `%` that no two hexadecimal digits follow, are `400`.',
      'A required field that is missing says `is required` in `errors`.',
      '`terms_accepted_at` takes every form of RFC 3339, leap seconds and a lower-case `t` and `z` among them.',
    ],
  },
  {
    anchor: '2026-11-21-version-1-0-0',
    date: '2026-11-21',
    kind: 'released',
    title: 'Version 1.0.0',
    what: [
      'Create a cause in draft with `POST /v1/causes`, and read it with `GET /v1/causes/{key}`.',
      'Mint a hosted checkout link with `POST /v1/checkout_links`, and follow it with `GET /v1/checkout_links/{id}` until it is completed.',
      '`Idempotency-Key` on both creating endpoints: a repeated request never creates anything twice.',
      'Every error is a problem document with a stable `code` and a page that explains it.',
      'A sandbox: a staging deployment of the same code with its own keys and data.',
      'Deliberately not included: webhook delivery, a test mode, list endpoints, verification, bank accounts, providers and withdrawals.',
    ],
  },
];

/** The address of an entry, for the `notice` of a contract's deprecation. */
export function changelogPath(entry: ChangelogEntry): string {
  return `/docs/changelog#${entry.anchor}`;
}
