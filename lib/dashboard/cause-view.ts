import type { DonorMessage } from '#lib/causes/message-view.ts';
import type { PictureView, UpdateView } from '#lib/causes/page-view.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { WithdrawableView } from './withdrawable-view.ts';

/** An action that the creator of a cause can take now. `to` is the new state; null for closing. */
export type CauseMove = { kind: 'publish' | 'pause' | 'resume' | 'close'; to: CauseState | null };

/** The header of every page of a creator's cause. */
export type OwnCauseHeader = {
  key: string;
  /** The account whose cause it is; staff see some of its pages too. */
  ownerId: string;
  title: string;
  state: CauseState;
  country: string;
  currency: string;
  /** The path of its public page: visible to all if `isPublic`, else to its owner and staff. */
  path: string;
  isPublic: boolean;
};

/** Why staff stopped a cause, and the address to ask; null where the service has none. */
export type CauseStopView = { reason: StopReason; supportEmail: string | null };
export const STOP_REASONS = [
  'fraud',
  'funds_on_hold',
  'info_required',
  'paused',
  'refunding',
  'refunded',
  'rejected',
  'not_activated',
  'archived',
] as const satisfies CauseState[];
export type StopReason = (typeof STOP_REASONS)[number];

/** The overview of a creator's cause. Amounts in major units of its currency, with a fraction if it has cents. */
export type OwnCauseView = OwnCauseHeader & {
  collectedMajor: number;
  goalMajor: number | null;
  contributions: number;
  contributors: number;
  withdrawable: WithdrawableView;
  closesAt: string | null;
  isCollecting: boolean;
  hasClosed: boolean;
  hidesAmounts: boolean;
  /** Why staff stopped it; null if they have not. */
  stop: CauseStopView | null;
  moves: CauseMove[];
  /** The whole address of its public page. */
  url: string;
  /** Payments that donors have begun and not finished. */
  liveCount: number;
};

/** The form that edits a cause: all values as its inputs write them. */
export type CauseFormView = OwnCauseHeader & {
  mayEdit: boolean;
  base: string;
  description: string;
  useOfFunds: string;
  coverImageUrl: string;
  slug: string;
  /** The prefix of the page's URL. */
  addressPrefix: string;
  closesAt: string | null;
  /** The same in the page's time zone, as forms write it; empty for none. */
  closesAtLocal: string;
  hidesAmounts: boolean;
};

/** The form that creates a cause. */
export type NewCauseView = {
  /** Identifies the form, so that it creates one cause however often it is sent. */
  once: string;
  /** Upper-case ISO codes. */
  countries: readonly string[];
  currencies: readonly string[];
  /** What is chosen at first; empty for nothing. */
  usual: { country: string; currency: string };
  /** The service's commission: 5 means 5%. */
  feePercent: number;
  /** The creator bears the gateway's costs. */
  bearsCosts: boolean;
  termsUrl: string | null;
};

/** A page of the updates of a cause, and the one that is being edited. */
export type CauseUpdatesView = {
  cause: OwnCauseHeader;
  mayEdit: boolean;
  updates: UpdateView[];
  after: string | null;
  edited: EditedUpdate | null;
};

/** An update with what its form names as the texts that it was filled in with. */
export type EditedUpdate = UpdateView & { base: string };

/** The pictures on the page of a cause. */
export type CausePicturesView = {
  cause: OwnCauseHeader;
  mayEdit: boolean;
  hasRoom: boolean;
  pictures: PictureView[];
};

/** A page of the messages of the donors of a cause. */
export type CauseMessagesView = {
  cause: OwnCauseHeader;
  messages: ListedMessage[];
  after: string | null;
};

/**
 * `mayChange`: the viewer can hide it or show it again. What staff have hidden, only staff show. `mayKeepHidden`: the creator has
 * hidden it, and staff can hide it as well.
 */
export type ListedMessage = Omit<DonorMessage, 'hiddenBy'> & { mayChange: boolean; mayKeepHidden: boolean };
