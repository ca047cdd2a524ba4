/** How a donation that counted stands now. Lost disputes are refunds that nobody here decided. */
export const STANDINGS = ['approved', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost'] as const;
export type PaymentStanding = (typeof STANDINGS)[number];

/** How donors pay. */
export const RAILS = ['card', 'bank_transfer', 'wallet'] as const;
export type Rail = (typeof RAILS)[number];

/**
 * A donation as the creator of its cause sees it. Amounts in minor units of its currency (lib/money.ts); they stay below
 * 2^53.
 */
export type PaymentRecord = {
  id: string;
  linkId: string;
  externalReference: string | null;
  causeKey: string;
  causeTitle: string;
  /** Lower-case ISO code of the cause: how money is written. */
  country: string;
  /** When it succeeded, by the gateway's clock. */
  at: string;
  currency: string;
  /** As the link was minted; the donor may have chosen another amount. */
  requestedMinor: number;
  paidMinor: number;
  refundedMinor: number;
  /** Of what was not given back: held back by open chargebacks, and taken by lost ones. */
  disputedMinor: number;
  chargedBackMinor: number;
  /** Our part, less what went back with refunds and disputes. */
  commissionMinor: number;
  /** What the gateway took from the creator; null where the fee model takes nothing. */
  costMinor: number | null;
  /** What it has brought to the balance of the cause. */
  netMinor: number;
  rail: Rail;
  standing: PaymentStanding;
  /** Null where the donor gave anonymously: their cause is not told who they are. */
  donor: { name: string | null; email: string | null } | null;
};

/** What happened to a donation, in the order of time. */
export type HistoryEntry = {
  at: string;
  kind:
    | 'minted'
    | 'started'
    | 'approved'
    | 'cost'
    | 'refund'
    | 'refund_undone'
    | 'dispute_opened'
    | 'dispute_won'
    | 'dispute_lost';
  /** What it did to the balance of the cause, in minor units; null where it concerns no money. */
  effectMinor: number | null;
};

/** What was collected in one currency, a bar for each period up to now. Days of UTC; major units. */
export type CollectedChart = {
  by: Period;
  currency: string;
  country: string;
  bars: { day: string; collectedMajor: number }[];
};

/** How far a chart reaches back: so many days, weeks (from Monday) or months. */
export const PERIODS = { day: 30, week: 26, month: 12 } as const;
export type Period = keyof typeof PERIODS;
