import { isCauseKey, isId, isIdOf } from '#lib/ids.ts';
import { withoutSecrets } from '#lib/log.ts';

const MASK = '[redacted]';
/** Segments of a logged path: ours have at most nine. */
const MAX_SEGMENTS = 12;
/** How often a path is decoded: some clients encode what is encoded. */
const MAX_ENCODINGS = 3;

/** The fixed segments of our paths. A test compares them with the files of `app`. */
export const PATH_WORDS: ReadonlySet<string> = new Set(
  (
    'account actions add approvals audit bank-account bank-accounts banks batches c card.png causes checkout checkout_links ' +
    'clients code confirmation create creators csv dashboard disputes docs donation donors edit errors events evidence export ' +
    'give healthz keys keys.json ledger link links llms.txt mails markdown messages new openapi.json partner passkey publish ' +
    'payment_intent payments pdf pictures postman.json prove public qa qr qr.svg receipt receipts reconciliation redirect ' +
    'refunds request return review sdk search search.json sign-in staff statements texts updates use v1 verify webhooks withdrawals'
  ).split(' '),
);
/** What actions of the dashboard are about, the first half of their names. A test compares them with the policy. */
export const ACTION_NOUNS: ReadonlySet<string> = new Set(
  (
    'account bank_account batch card_pause cause client client_terms creator donor event key ledger link mail message note passkey payment ' +
    'picture receipt reconciliation refund session staff_list update withdrawal write_off'
  ).split(' '),
);
const ACTION = /^([a-z_]+)\.[a-z_]+$/;
/** The gateways that send events: of an account for one country, with its code. */
const GATEWAY = /^(?:stripe|mercado-pago)(?:-[a-z]{2})?$/;
/** After some segments a name of ours stands: an action of the dashboard, a gateway. */
const isName: Readonly<Record<string, (segment: string) => boolean>> = {
  actions: (segment) => ACTION_NOUNS.has(ACTION.exec(segment)?.[1] ?? ''),
  webhooks: (segment) => GATEWAY.test(segment),
};

/**
 * A path for the log. What stands in the place of an id is kept only if it has the form of an id or cause key of ours: people paste
 * keys, emails and card numbers into addresses. The token of a receipt is left out: whoever has it reads the receipt. Without a
 * query.
 */
export function loggedPath(path: string): string {
  const segments = path.split(/[?#]/, 1)[0]?.split('/') ?? [];
  const isKnown = (segment: string, index: number) =>
    segment === '' ||
    PATH_WORDS.has(segment) ||
    (isId(segment) && !isIdOf('receipt', segment)) ||
    isCauseKey(segment) ||
    isNameAfter(segments[index - 1] ?? '', segment);
  const kept = segments.slice(0, MAX_SEGMENTS).map((segment, index) => (isKnown(segment, index) ? segment : MASK));
  return kept.join('/') + (segments.length > MAX_SEGMENTS ? '/…' : '');
}

/** A path without ids, for what counts or compares requests: `/receipts/{id}`. */
export function pathTemplate(path: string): string {
  const parts = loggedPath(path).split('/');
  return parts.map((part) => (part === MASK || isId(part) || isCauseKey(part) ? '{id}' : part)).join('/');
}

function isNameAfter(before: string, segment: string): boolean {
  return Object.hasOwn(isName, before) && isName[before]?.(segment) === true;
}

/** The path of a request for the caller, whose own log may keep it: as it was sent, but for keys, emails and card numbers. */
export function maskedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (hasSecret(segment) ? MASK : segment))
    .join('/');
}

function hasSecret(segment: string): boolean {
  let text = segment;
  for (let time = 0; time < MAX_ENCODINGS; time++) {
    if (withoutSecrets(text) !== text) return true;
    try {
      text = decodeURIComponent(text);
    } catch {
      return false;
    }
  }
  return withoutSecrets(text) !== text;
}
