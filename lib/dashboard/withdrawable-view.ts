import type { Withdrawable } from '#lib/ledger/withdrawable.ts';

/** What can be withdrawn now, and what comes later. Minor units; they stay below 2^53. */
export type WithdrawableView = {
  availableMinor: number;
  /** Money that gateways have not released yet, in total and by day: the nearest first, unknown days last. */
  onItsWayMinor: number;
  onItsWay: ExpectedReleaseView[];
  /** Reserved because other causes of the creator are short of it. */
  keptForOthersMinor: number;
  /** Released to several causes, of those that pay out nothing now. */
  onHoldMinor: number;
};

/** `day` is in UTC, such as `2026-12-03`; null while unknown. */
export type ExpectedReleaseView = { day: string | null; amountMinor: number };

/** The same for a page; zeros if undefined. */
export function withdrawableView(of: Withdrawable | undefined): WithdrawableView {
  const { availableMinor = 0n, onItsWayMinor = 0n, keptForOthersMinor = 0n, onItsWay = [] } = of ?? {};
  const { releasedMinor = 0n } = of ?? {};
  return {
    availableMinor: Number(availableMinor),
    onItsWayMinor: Number(onItsWayMinor),
    onItsWay: onItsWay.map(({ day, amountMinor }) => ({ day, amountMinor: Number(amountMinor) })),
    keptForOthersMinor: Number(keptForOthersMinor),
    onHoldMinor: Number(releasedMinor - keptForOthersMinor - availableMinor),
  };
}
