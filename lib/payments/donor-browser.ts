import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser has access to its entries and receipt: longer than any bank takes, in seconds. */
export const SECRET_SECONDS = 30 * 86_400;

/**
 * The cookie with the browser's secret of a link. Others who know the link's URL, such as the partner, do not have it
 * (docs/decisions/2026-11-22-donor-data-belongs-to-one-browser.md).
 */
export function secretCookie(linkId: string): string {
  return `donor_${linkId}`;
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
export function isSameBrowser(
  { browserHash: one }: FromBrowser,
  { browserHash: other }: FromBrowser,
): boolean {
  return one === null || other === null ? one === other : Buffer.from(one).equals(other);
}

/** Whether a browser with this secret made a link's choices, or a payment. */
export function isFromBrowser(row: FromBrowser, secret: string | undefined): boolean {
  if (secret === undefined || row.browserHash === null) return false;
  return timingSafeEqual(hashSecret(secret), row.browserHash);
}
