import type { PaymentMethod } from '#lib/payment-methods.ts';

/** The status of an approved donation. */
export const PAYMENT_STATUSES = ['approved', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * A donation as the creator of its cause sees it. Amounts in minor units of its currency (lib/money.ts); they stay below
 * 2^53.
 */
export type PaymentRecord = {
  id: string;
  linkId: string;
  externalReference: string | null;
  /** As it is stored; null for payments without a receipt. */
  receiptNumber: string | null;
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
  /** Reserved for refunds that were asked for and have not succeeded. */
  refundingMinor: number;
  /** Of what was not refunded: held back by open chargebacks, and taken by lost ones. */
  disputedMinor: number;
  chargedBackMinor: number;
  /** Our commission, less its share of refunds and disputes. */
  commissionMinor: number;
  /** What the gateway took from the creator; null where the fee model takes nothing. */
  costMinor: number | null;
  /** What it added to the balance of the cause. */
  netMinor: number;
  rail: PaymentMethod;
  status: PaymentStatus;
  /** When it was last refunded, in part or whole. */
  refundedAt: string | null;
  /** The partner's metadata of the link, as JSON. */
  metadata: string | null;
  /** Null where the donor gave anonymously. */
  donor: { name: string | null; email: string | null } | null;
};

/** What can happen to a donation, and what each follows from (lib/causal-order.ts). */
export const HISTORY_ORDER = {
  minted: [],
  started: ['minted'],
  approved: ['started'],
  refund_reserved: ['approved'],
  refund_released: ['refund_reserved'],
  refund: ['approved', 'refund_reserved'],
  refund_undone: ['refund'],
  dispute_opened: ['approved'],
  dispute_won: ['dispute_opened'],
  /** A bank claims what a refund has returned to the cause, or no longer has to claim what was refunded. */
  dispute_covers_more: ['dispute_opened', 'refund_undone'],
  dispute_covers_less: ['dispute_opened', 'refund'],
  dispute_lost: ['approved', 'dispute_opened'],
  cost: ['approved'],
} as const;

/** What happened to a donation, in the order of time. */
export type HistoryEntry = {
  at: string;
  kind: keyof typeof HISTORY_ORDER;
  /** Its effect on the balance of the cause, in minor units; null where no money moved. */
  effectMinor: number | null;
};

/** A period of a chart, named by its first day, and the one as many periods earlier as the chart has. In major units. */
export type ChartBar = { day: string; collectedMajor: number; beforeDay: string; beforeMajor: number };

/** What was collected in one currency, a bar for each period up to now, by days of the reader's time zone. */
export type CollectedChart = { by: ChartPeriod; currency: string; country: string; bars: ChartBar[] };

/** How far a chart reaches back, in days, weeks (from Monday) or months. */
export const PERIODS = { day: 30, week: 26, month: 12 } as const;
export type ChartPeriod = keyof typeof PERIODS;
