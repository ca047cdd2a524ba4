import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser may come back to what it typed and to its receipt: longer than any bank takes, in seconds. */
export const SECRET_SECONDS = 30 * 86_400;

/**
 * The cookie in which a donor's browser keeps the secret of a link. Whoever knows the link's address alone, the partner
 * included, has none (docs/decisions/2026-11-22-a-donors-data-is-its-browsers.md).
 */
export function secretCookie(linkId: string): string {
  return `donor_${linkId}`;
}

/** A secret that cannot be guessed, in cookie characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It is random, so that a fast hash is as good as a slow one. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

type FromBrowser = { browserHash: Uint8Array | null };

/** Whether two are of one browser, or both of none. */
export function isSameBrowser(
  { browserHash: one }: FromBrowser,
  { browserHash: other }: FromBrowser,
): boolean {
  return one === null || other === null ? one === other : Buffer.from(one).equals(other);
}

/** Whether a browser with this secret is the one that a link's choices, or a payment, are from. */
export function isFromBrowser(row: FromBrowser, secret: string | undefined): boolean {
  if (secret === undefined || row.browserHash === null) return false;
  return timingSafeEqual(hashSecret(secret), row.browserHash);
}
