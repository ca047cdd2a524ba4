import type { Branding } from '#lib/clients/branding.ts';
import type { RecipientView } from '#lib/clients/recipient-view.ts';
import type { PublicStatus } from './states.ts';

/** A contribution as the public may see it. */
export type ContributionView = {
  /** Null if the donor is anonymous. */
  name: string | null;
  /** Plain text; null if the donor left none, is anonymous, or the creator hid it. */
  message: string | null;
  /** In major units, less refunds; null where amounts are hidden. */
  amountMajor: number | null;
  /** When it was paid, UTC. */
  at: string;
};

/** An update as everybody may read it, in plain text. `id` names it in forms. `publishedAt` is in UTC. */
export type UpdateView = { id: string; title: string; body: string; publishedAt: string };

/** A picture: its description, and the path and size in pixels of each of its sizes. */
export type PictureView = { id: string; alt: string; small: PictureFile; large: PictureFile };
type PictureFile = { path: string; width: number; height: number };

/** The data of a cause's public page. Nothing in it is private. */
export type CausePageView = {
  title: string;
  /** Plain text as the creator wrote it; empty when there is none. */
  story: string;
  image: string | null;
  /** What the money is for, as the creator wrote it; empty when not said. */
  useOfFunds: string;
  /** The name of the creator; null where it is not fit to be shown. */
  organiser: string | null;
  pictures: PictureView[];
  /** A page of updates, newest first. */
  updates: UpdateView[];
  /** The cursor of the next page, with earlier ones; null on the last page. */
  nextUpdates: string | null;
  /** Whether this is a later page of updates than the first. */
  showsEarlierUpdates: boolean;
  /** Path of the page, without a language. */
  path: string;
  /** The canonical address. */
  url: string;
  /** Lower-case ISO code, which determines the format of money. */
  country: string;
  currency: string;
  /** In major units; null when the creator hides amounts. A goal of null is no target. */
  money: { collectedMajor: number; goalMajor: number | null; contributions: number } | null;
  contributions: ContributionView[];
  /** The cursor of the next page, with earlier ones; null on the last page. */
  nextContributions: string | null;
  /** Whether this is a later page than the first, with earlier contributions. */
  showsEarlier: boolean;
  /** The branding of the client who created the cause. */
  branding: Branding | null;
  trust: RecipientView;
  publicStatus: PublicStatus;
  closesAt: string | null;
  isCollecting: boolean;
  hasClosed: boolean;
  /** Whether only the creator and staff see this page. */
  isPreview: boolean;
  /** Whether it has not been public yet: it is once it is published. */
  isDraft: boolean;
  /** Of a preview: where its viewer manages the cause. */
  dashboardPath: string | null;
  testMode: boolean;
};
