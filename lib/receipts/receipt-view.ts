import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { QrCode } from '#lib/qr-code.ts';

/** What became of a donation after it was recorded, in major units; zero where nothing did. */
export type GivenBack = {
  /** Given back by us. */
  amountMajor: number;
  isAll: boolean;
  /** The donor's bank asks for it, and nobody has decided. */
  disputedMajor: number;
  /** The donor's bank has taken it back. */
  chargedBackMajor: number;
};

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
