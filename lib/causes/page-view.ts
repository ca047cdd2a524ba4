import type { Branding } from '#lib/clients/branding.ts';
import type { Standing } from './states.ts';

/** A contribution as everyone may see it. */
export type ContributionView = {
  /** Null: anonymous. */
  name: string | null;
  /** Major units, less what was given back; null where amounts are hidden. */
  amountMajor: number | null;
  /** When it was paid, UTC. */
  at: string;
};

/** What the public page of a cause shows: plain data, fit for everyone. */
export type CausePageView = {
  title: string;
  /** Plain text as the creator wrote it; empty when there is none. */
  story: string;
  image: string | null;
  /** Path of the page, without a language. */
  path: string;
  /** The canonical address. */
  url: string;
  /** Lower-case ISO code: how money is written. */
  country: string;
  /** What it collects in. */
  currency: string;
  /** In major units; null when the creator hides amounts. A goal of null is no target. */
  money: { collectedMajor: number; goalMajor: number | null; contributions: number } | null;
  contributions: ContributionView[];
  /** Where the next, earlier ones begin. */
  nextContributions: string | null;
  /** These are earlier ones, not the newest. */
  showsEarlier: boolean;
  /** The look of the client who brought the cause. */
  branding: Branding | null;
  standing: Standing;
  closesAt: string | null;
  isCollecting: boolean;
  hasClosed: boolean;
  /** Only its creator and our staff see this page. */
  isPreview: boolean;
  testMode: boolean;
};
