import type { IssuerView, RecipientView } from '#lib/clients/recipient-view.ts';
import type { QrCode } from '#lib/graphics/qr-code.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaidWith } from '#lib/i18n/write-paid-with.ts';

/** Refunds and disputes of a donation since it was recorded. In major units; zero where there was none. */
export type ReversalsView = {
  /** Refunded by us. */
  refundedMajor: number;
  /** The part of it that was sent by bank transfer. */
  byHandMajor: number;
  isFullRefund: boolean;
  /** In a dispute that is still open. */
  disputedMajor: number;
  /** Lost in a dispute. */
  chargedBackMajor: number;
  /** What was neither refunded nor disputed. */
  leftMajor: number;
  /** All of it went back, by refunds, lost disputes or both. */
  isReturned: boolean;
};

/** The donation of a receipt, without the donor. Amounts in whole major units, instants in UTC. */
export type DonationView = {
  /** In groups, made to be read out. */
  number: string;
  paymentId: string;
  amountMajor: number;
  currency: string;
  completedAt: string;
  causeTitle: string;
  /** Null unless the public may see the cause. */
  causeUrl: string | null;
  /** Lower-case country in whose way numbers and dates are written: the reader's where known, else the cause's. */
  country: string;
  reversals: ReversalsView | null;
  testMode: boolean;
};

/** All that a receipt shows. Everybody who has its address can read it. */
export type ReceiptView = DonationView & {
  /** Path of the page. The PDF is at `<path>/pdf`. */
  path: string;
  partner: string | null;
  accentColour: string | null;
  issuer: IssuerView;
  trust: RecipientView;
  paidWith: PaidWith;
  donorName: string | null;
  isAnonymous: boolean;
  /** The language in which the donor paid. */
  donorLocale: Locale | null;
  /** The time zone in which the donor paid; null where their browser did not tell it. */
  donorTimeZone: string | null;
  verifyUrl: string;
  qr: QrCode;
};

/** What the public verification page shows: the donation, never the donor. */
export type VerificationView = DonationView & {
  /** The exact text that was signed, for readers who verify it themselves. */
  statement: string;
  signature: string;
  keysUrl: string;
};

/** A receipt as texts in one language, for the page and the PDF. */
export type WrittenReceipt = {
  title: string;
  thanks: string;
  amount: string;
  rows: ReceiptRow[];
  /** A sentence for each reversal. */
  notices: string[];
  /** Where the money went, what applies to taxes, and where to ask. */
  notes: string[];
  signature: { title: string; body: string };
  testNote: string | null;
};
/** A `date` row is in UTC: the page also shows the instant in the reader's own time zone. */
export type ReceiptRow = { term: string; value: string; kind: 'text' | 'people' | 'code' | 'date' };
