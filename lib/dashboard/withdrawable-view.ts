import type { Withdrawable } from '#lib/ledger/withdrawable.ts';

/** What may be withdrawn now, and what comes later. Minor units; they stay below 2^53. */
export type WithdrawableView = {
  availableMinor: number;
  /** What gateways have not released yet, in all, and by day: the nearest first, what has none last. */
  onItsWayMinor: number;
  onItsWay: ArrivalView[];
  /** What is kept because other causes of the creator lack it. */
  keptForOthersMinor: number;
};

/** `day` is one of UTC, such as `2026-12-03`; null while it is not known. */
export type ArrivalView = { day: string | null; amountMinor: number };

/** The same as pages show it; zeros where nothing was given. */
export function withdrawableView(of: Withdrawable | undefined): WithdrawableView {
  const { availableMinor = 0n, onItsWayMinor = 0n, keptForOthersMinor = 0n, onItsWay = [] } = of ?? {};
  return {
    availableMinor: Number(availableMinor),
    onItsWayMinor: Number(onItsWayMinor),
    onItsWay: onItsWay.map(({ day, amountMinor }) => ({ day, amountMinor: Number(amountMinor) })),
    keptForOthersMinor: Number(keptForOthersMinor),
  };
}
