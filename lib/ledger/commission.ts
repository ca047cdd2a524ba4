/** 5 % are 50 000 millionths: a percentage with four decimals is a whole number of millionths. */
const WHOLE = 1_000_000n;

/**
 * A percentage as written (`5`, `2.5000`; at most four decimals) in millionths.
 * @throws Error for anything else.
 */
export function millionthsOf(percent: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(percent);
  if (!match) throw new Error(`Bug: ${percent} is no percentage of at most four decimals`);
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(4, '0'));
}

/** `amount` × `part` / `whole`, rounded half up. None is negative, and `whole` is positive. */
export function proportion(amount: bigint, part: bigint, whole: bigint): bigint {
  return (amount * part * 2n + whole) / (whole * 2n);
}

/** Our commission on a payment in minor units, rounded half up once. */
export function commissionOn(amountMinor: bigint, feePercent: string): bigint {
  return proportion(amountMinor, millionthsOf(feePercent), WHOLE);
}

/**
 * What remains of the commission after refunds. It is returned in proportion to everything refunded so far, rounded half up,
 * so that partial refunds return together what one full refund would.
 */
export function commissionAfterRefunds(amountMinor: bigint, refundedMinor: bigint, feePercent: string): bigint {
  const commission = commissionOn(amountMinor, feePercent);
  return amountMinor === 0n ? 0n : commission - proportion(commission, refundedMinor, amountMinor);
}
