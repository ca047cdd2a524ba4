import type { Deprecation } from '#lib/contract.ts';

/** The least notice before an endpoint is removed: 90 days (specification 9.4), in milliseconds. */
const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

/** Checked at declaration. @throws Error if the notice is shorter than the specification allows. */
export function requireNotice({ since, sunset }: Deprecation): void {
  if (sunset.getTime() - since.getTime() < NOTICE_MS)
    throw new Error(`Bug: the sunset ${sunset.toISOString()} gives less than 90 days' notice`);
}

/**
 * The headers that announce the end of an endpoint: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to the
 * changelog entry.
 */
export function deprecationHeaders(deprecation: Deprecation, baseUrl: string): Record<string, string> {
  const { since, sunset, notice } = deprecation;
  return {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: `<${baseUrl}${notice}>; rel="deprecation", <${baseUrl}${notice}>; rel="sunset"`,
  };
}
