import { createHmac } from 'node:crypto';

/** Variants of a delivery's signature; all but the first two test that a receiver refuses them. */
export const SIGNATURE_VARIANTS = [
  'valid',
  'milliseconds',
  'wrong_secret',
  'old_timestamp',
  'malformed',
  'missing',
] as const;

/** A month: older than any retry that a receiver should accept. */
const OLD_MS = 30 * 86_400_000;

/**
 * The `x-signature` header of a webhook: HMAC-SHA256 over `id:…;request-id:…;ts:…;`, the id in lower case.
 * @param variant one of SIGNATURE_VARIANTS; anything else counts as `valid`. Answers null for `missing`.
 * @param nowMs virtual milliseconds; written in seconds unless the variant says milliseconds.
 */
export function signatureHeader(
  input: { secret: string; dataId: string; requestId: string; nowMs: number },
  variant: string,
): string | null {
  if (variant === 'missing') return null;
  if (variant === 'malformed') return 'sha256=not-a-signature';
  const ms = variant === 'old_timestamp' ? input.nowMs - OLD_MS : input.nowMs;
  const ts = variant === 'milliseconds' ? ms : Math.floor(ms / 1000);
  const secret = variant === 'wrong_secret' ? `${input.secret}-wrong` : input.secret;
  const manifest = `id:${input.dataId.toLowerCase()};request-id:${input.requestId};ts:${ts};`;
  return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`;
}
