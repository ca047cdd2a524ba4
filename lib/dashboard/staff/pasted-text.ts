import { env } from '#lib/env.ts';
import { typedAddress } from '#lib/i18n/typed-address.ts';

/** Where a gateway shows its payments, refunds and disputes; the last part of a page's path is its id. */
const GATEWAY_PAGES = ['https://dashboard.stripe.com'];

/** A text within one pair of quotes, as JSON and letters have it. */
const QUOTED = /^["'“‘«]([^"'“”‘’«»]+)["'”’»][,;]?$/;
/** What our files put before a text that a spreadsheet would read as a formula (lib/csv.ts). */
const DEFUSED = /^'(?=[=+\-@])/;

/**
 * What a text that was pasted into a search stands for: what is in quotes, the address in `mailto:ana@example.org` and
 * `Ana <ana@example.org>`, and what a page of ours or of Stripe's dashboard is about, as in
 * `https://pay.example/checkout?ref=chl_…`. Anything else stays as it is.
 */
export function pastedText(pasted: string): string {
  const text = pasted.replace(QUOTED, '$1').replace(DEFUSED, '').trim() || pasted;
  const page = URL.parse(text);
  if (page === null || ![env().publicBaseUrl, ...GATEWAY_PAGES].includes(page.origin)) return typedAddress(text);
  return page.searchParams.get('ref') ?? page.pathname.split('/').findLast((part) => part !== '') ?? text;
}
