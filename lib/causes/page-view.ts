/** What the public page of a cause shows: plain data, fit for everyone. */
export type CausePageView = {
  title: string;
  /** Plain text as the creator wrote it; empty when there is none. */
  story: string;
  image: string | null;
  /** The canonical address. */
  url: string;
  /** Lower-case ISO code: how money is written. */
  country: string;
  /** In major units; null when the creator hides amounts. A goal of null is no target. */
  money: { currency: string; collectedMajor: number; goalMajor: number | null } | null;
  closesAt: string | null;
  isCollecting: boolean;
  hasClosed: boolean;
  testMode: boolean;
};
