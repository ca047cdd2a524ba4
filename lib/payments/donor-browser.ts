import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser has access to its entries and receipt: longer than any bank takes, in seconds. */
export const SECRET_SECONDS = 30 * 86_400;

/**
 * The cookie with the browser's secret, one for all links, so that many links in one browser make no longer header than one.
 * Others who know a link's URL, such as the partner, do not have it
 * (docs/decisions/2026-11-22-donor-data-belongs-to-one-browser.md).
 */
export const DONOR_COOKIE = 'donor';

/** The header with a link's secret, which a page keeps in its memory: the browser may keep no cookie. */
export const DONOR_HEADER = 'Donor-Secret';

const SECRET = /^[\w-]{43}$/;

/**
 * The secret of one link in the browser with this cookie. It reveals neither the cookie nor the secret of another link.
 * Undefined without a cookie of ours.
 */
export function linkSecret(cookie: string | undefined, linkId: string): string | undefined {
  if (cookie === undefined || !SECRET.test(cookie)) return undefined;
  return createHmac('sha256', cookie).update(linkId).digest('base64url');
}

/** What a request of our pages brings. */
type Brought = { cookie: (name: string) => string | undefined; header: (name: string) => string | undefined };

/** The secret of a link that a request brings: the page's, which has been answered last, before the browser's. */
export function secretOf({ cookie, header }: Brought, linkId: string): string | undefined {
  return header(DONOR_HEADER) || linkSecret(cookie(DONOR_COOKIE), linkId);
}

/** The cookie to keep from now on, a new one for a browser without, and the secret of a link with it. */
export function storedSecret({ cookie }: Brought, linkId: string): { kept: string; secret: string } {
  const sent = cookie(DONOR_COOKIE) ?? '';
  const kept = SECRET.test(sent) ? sent : newSecret();
  return { kept, secret: linkSecret(kept, linkId) ?? '' };
}

/** A secret that cannot be guessed, in cookie characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. It is random, so that a fast hash is enough. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

type FromBrowser = { browserHash: Uint8Array | null };

/** Whether two hashes are of one browser, or both are missing. */
export function isSameBrowser({ browserHash: one }: FromBrowser, { browserHash: other }: FromBrowser): boolean {
  return one === null || other === null ? one === other : Buffer.from(one).equals(other);
}

/** Whether a browser with this secret made a link's choices, or a payment. */
export function isFromBrowser(row: FromBrowser, secret: string | undefined): boolean {
  if (secret === undefined || row.browserHash === null) return false;
  return timingSafeEqual(hashSecret(secret), row.browserHash);
}
