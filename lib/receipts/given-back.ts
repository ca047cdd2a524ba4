import type { GivenBack } from './receipt-view.ts';

/** The columns of an approved payment that tell what was given back after it. Minor units of the gateway. */
type Reversible = {
  amount: bigint;
  amountMinor: bigint | null;
  refundedMinor: bigint;
  dispute: string | null;
};

/** What of an approved payment was given back since (decisions.md 46); null where it stands as it was. */
export function givenBack({ amount, amountMinor, refundedMinor, dispute }: Reversible): GivenBack | null {
  const whole = amountMinor ?? 0n;
  const isAll = whole > 0n && refundedMinor >= whole;
  // Cents of a gateway, as a share of the whole: what a minor unit is, only its rail knows.
  const part = whole > 0n ? (Number(amount) * Number(refundedMinor)) / Number(whole) : 0;
  const open = dispute === 'open' || dispute === 'lost' ? dispute : null;
  if (refundedMinor === 0n && open === null) return null;
  return { amountMajor: isAll ? Number(amount) : part, isAll, dispute: open };
}
