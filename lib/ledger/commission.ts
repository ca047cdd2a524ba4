/** 5 % are 50 000 millionths: a percentage with its four decimals is a whole number of them. */
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

/** `amount` × `part` / `whole`, rounded half up; none of them below zero, `whole` above it. */
export function share(amount: bigint, part: bigint, whole: bigint): bigint {
  return (amount * part * 2n + whole) / (whole * 2n);
}

/** Our commission on a payment: rounded once, half up, at the minor unit. */
export function commissionOn(amountMinor: bigint, feePercent: string): bigint {
  return share(amountMinor, millionthsOf(feePercent), WHOLE);
}

/**
 * What of that commission stays after so much of the payment was given back: it goes back in proportion, rounded half up
 * on the whole of what was given back, so that parts together return what the whole would, and the whole returns all.
 */
export function commissionKept(amountMinor: bigint, refundedMinor: bigint, feePercent: string): bigint {
  const commission = commissionOn(amountMinor, feePercent);
  return amountMinor === 0n ? 0n : commission - share(commission, refundedMinor, amountMinor);
}
