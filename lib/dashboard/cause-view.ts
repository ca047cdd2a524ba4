import type { CauseState } from '#lib/causes/states.ts';
import type { WithdrawableView } from './withdrawable-view.ts';

/** What the creator of a cause can do with it now. `to` is the state it moves to; closing moves it to none. */
export type CauseMove = { kind: 'publish' | 'pause' | 'resume' | 'close'; to: CauseState | null };

/** What every page of an own cause says of it. */
export type OwnCauseHead = {
  key: string;
  title: string;
  state: CauseState;
  country: string;
  currency: string;
  /** The path of its page: for everybody while `isPublic`, else for its owner and staff alone. */
  path: string;
  isPublic: boolean;
};

/** What the overview of an own cause shows. Amounts in major units of its currency, broken where it has cents. */
export type OwnCauseView = OwnCauseHead & {
  collectedMajor: number;
  goalMajor: number | null;
  contributions: number;
  contributors: number;
  withdrawable: WithdrawableView;
  closesAt: string | null;
  isCollecting: boolean;
  hasClosed: boolean;
  hidesAmounts: boolean;
  /** It is paused, and staff paused it. */
  isPausedByStaff: boolean;
  moves: CauseMove[];
  /** Payments that donors have begun and not finished. */
  liveCount: number;
};

/** What the form that edits an own cause shows: everything as its inputs write it. */
export type CauseFormView = OwnCauseHead & {
  mayEdit: boolean;
  base: string;
  description: string;
  coverImageUrl: string;
  slug: string;
  /** Where the page's addresses begin. */
  addressPrefix: string;
  closesAt: string | null;
  hidesAmounts: boolean;
};
