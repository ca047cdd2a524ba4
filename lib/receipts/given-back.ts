import type { GivenBack } from './receipt-view.ts';

/** The columns of an approved payment that tell what was given back after it. Minor units of the gateway. */
type Reversible = {
  amount: bigint;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  disputedMinor: bigint;
  chargedBackMinor: bigint;
};

/** What of an approved payment was given back or disputed since (decisions.md 46, 53); null where it stands as it was. */
export function givenBack(payment: Reversible): GivenBack | null {
  const { amount, amountMinor, refundedMinor, disputedMinor, chargedBackMinor } = payment;
  if (refundedMinor + disputedMinor + chargedBackMinor === 0n) return null;
  const whole = amountMinor ?? 0n;
  // Cents of a gateway, as a share of the whole: what a minor unit is, only its rail knows.
  const major = (part: bigint) => {
    if (part >= whole) return Number(amount);
    return (Number(amount) * Number(part)) / Number(whole);
  };
  return {
    amountMajor: major(refundedMinor),
    isAll: refundedMinor >= whole,
    disputedMajor: major(disputedMinor),
    chargedBackMajor: major(chargedBackMinor),
  };
}
