import type { Role } from '#lib/accounts/account.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { EmailTemplate } from '#lib/outbox/send-email.ts';
import type { AmountView, Cut } from './list-view.ts';
import type { NoteRow } from './note-view.ts';
import type { PaymentRow } from './payment-view.ts';
import type { BankAccountState, StaffWithdrawalRow } from './withdrawal-view.ts';

/** A person that a search found: a creator by the id of the account, a donor by the id of one of their payments. */
export type FoundPerson = { kind: 'creator' | 'donor'; id: string; name: string | null; email: string };

/** A mail to a person, and what became of it. */
export type SentMailRow = {
  id: string;
  template: EmailTemplate;
  createdAt: Date;
  /** Null while the mail server has not accepted it. */
  sentAt: Date | null;
  lastError: string | null;
  /** The payment that it is about; null for none. */
  paymentId: string | null;
};

/** The money of a creator in a currency, over all causes. */
export type CreatorBalance = {
  currency: string;
  collected: AmountView;
  available: AmountView;
  onItsWay: AmountView;
  /** Requested and not yet paid out. */
  reserved: AmountView;
  paidOut: AmountView;
};

export type CreatorCause = { key: string; title: string; state: CauseState; createdAt: Date };

export type CreatorBankAccount = {
  id: string;
  account: string;
  holderName: string;
  currency: string;
  state: BankAccountState;
  createdAt: Date;
};

/** A browser that an account is signed in with. Both names are empty where unknown. */
export type CreatorSession = {
  id: string;
  browser: string;
  system: string;
  createdAt: Date;
  lastSeenAt: Date;
};

/** An account as staff see it: a creator's, or one of staff. */
export type CreatorDetail = {
  id: string;
  name: string;
  /** Null for one whose data was erased. */
  email: string | null;
  phone: string | null;
  role: Role;
  createdAt: Date;
  balances: CreatorBalance[];
  causes: CreatorCause[];
  /** There are more than `causes` shows. */
  hasMoreCauses: boolean;
  /** The latest ones. */
  withdrawals: StaffWithdrawalRow[];
  hasMoreWithdrawals: boolean;
  accounts: CreatorBankAccount[];
  sessions: CreatorSession[];
  mails: Cut<SentMailRow>;
  notes: Cut<NoteRow>;
};

/** A donation of a donor. `hasReceipt`: it can be sent again. */
export type DonationRow = PaymentRow & { clientName: string; hasReceipt: boolean };

/** What a donor has given in a currency: approved donations, and what of them went back. */
export type DonorTotal = { currency: string; count: number; given: AmountView; reversed: AmountView };

/** All donations with one email address. */
export type DonorDetail = {
  /** The payment that the page is named by. */
  paymentId: string;
  email: string;
  /** As given with the donations, the latest first. */
  names: Cut<string>;
  totals: DonorTotal[];
  donations: DonationRow[];
  after: string | null;
  mails: Cut<SentMailRow>;
  notes: Cut<NoteRow>;
};
