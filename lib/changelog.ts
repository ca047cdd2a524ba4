/** A dated notice to partners. `anchor` is what Deprecation and Sunset headers link to; it never changes. */
export type ChangelogEntry = {
  anchor: string;
  /** The day in UTC, as `2026-11-21`. */
  date: string;
  kind: 'released' | 'deprecated' | 'sunset';
  title: string;
  /** What changes for a partner, one sentence each; `code` between backticks. */
  what: readonly string[];
};

/** Every notice, the newest first (spec 9.5). */
export const CHANGELOG: readonly ChangelogEntry[] = [
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
