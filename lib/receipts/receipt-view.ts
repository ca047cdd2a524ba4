import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentMethod } from '#lib/payments/checkout-view.ts';
import type { QrCode } from '#lib/qr-code.ts';

/** What was given back after a donation was recorded. `dispute`: the donor's bank asked for it back, or took it back. */
export type GivenBack = { amountMajor: number; isAll: boolean; dispute: 'open' | 'lost' | null };

/** All that a receipt says, to whoever holds its address. Amounts in whole major units, instants in UTC. */
export type ReceiptView = {
  /** Path of the page; below it stands the file. */
  path: string;
  paymentId: string;
  amountMajor: number;
  currency: string;
  completedAt: string;
  causeTitle: string;
  /** Where everyone may see the cause. */
  causeUrl: string | null;
  /** Lower-case country of the cause: how its readers write money. */
  country: string;
  partner: string | null;
  accentColour: string | null;
  method: PaymentMethod;
  donorName: string | null;
  isAnonymous: boolean;
  /** The language in which the donor gave. */
  donorLocale: Locale | null;
  givenBack: GivenBack | null;
  verifyUrl: string;
  qr: QrCode;
  testMode: boolean;
};

/** What the public verification page shows: the donation and never the donor. Null: the signature does not hold. */
export type VerificationView = {
  paymentId: string;
  amountMajor: number;
  currency: string;
  completedAt: string;
  causeTitle: string;
  causeUrl: string | null;
  country: string;
  givenBack: GivenBack | null;
  /** What was signed, letter by letter, for those who verify it themselves. */
  statement: string;
  signature: string;
  keysUrl: string;
  testMode: boolean;
};

/** A receipt in a language, ready to be set on a page or a sheet. */
export type WrittenReceipt = {
  title: string;
  thanks: string;
  amount: string;
  rows: ReceiptRow[];
  /** What was given back, and what became of a dispute. */
  notices: string[];
  signature: { title: string; body: string };
  testNote: string | null;
};
/** `date` rows carry the instant: a page also shows it in the reader's own zone. */
export type ReceiptRow = { term: string; value: string; kind: 'text' | 'people' | 'code' | 'date' };
