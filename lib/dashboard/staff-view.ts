import type { FeeModel } from '#lib/causes/fees.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { LinkStatus } from '#lib/checkout-links/status.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { LedgerAccount } from '#lib/ledger/accounts.ts';
import type { PaymentMethod } from '#lib/payment-methods.ts';
import type { PauseKind } from '#lib/payments/card-testing.ts';
import type { RefundReason } from '#lib/payments/judge.ts';
import type { PaymentState, RefundState } from '#lib/payments/states.ts';
import type { TrailEntry } from '#lib/payments/trail-view.ts';
import type { Permission } from '#lib/permissions.ts';
import type { DisputeKind, DisputeStatus } from '#lib/rails/port.ts';
import type { HoldReason } from '#lib/withdrawals/checks.ts';
import type { WithdrawalAction, WithdrawalState } from '#lib/withdrawals/states.ts';

/** One page of a list, and where the next one begins. */
export type Listed<Row> = { rows: Row[]; after: string | null };

/** Money as pages write it: major units, and the country of its cause, by which it is written. */
export type AmountView = { amountMajor: number; currency: string; country: string };

/** Somebody or something that acts: a name with what it is found by. */
export type ActorName = { id: string; name: string | null; email: string | null };

export type ClientRow = {
  id: string;
  name: string;
  /** Percent: 5 means 5%. */
  feePercent: number;
  feeModel: FeeModel | 'unknown';
  workingKeys: number;
  createdAt: Date;
};

/** A client with its look, and what its form is filled in from. */
export type ClientDetail = Omit<ClientRow, 'workingKeys'> & {
  accentColor: string | null;
  displayName: string | null;
  logoUrl: string | null;
  contactEmail: string | null;
  base: string;
  /** False for the service itself. */
  takesKeys: boolean;
};

export type KeyRow = {
  id: string;
  clientId: string;
  clientName: string;
  /** `waits`: for a second person. `stops`: replaced by another, and working until `stopsAt`. */
  state: 'waits' | 'works' | 'stops' | 'stopped';
  permissions: Permission[];
  allowedIps: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  stopsAt: Date | null;
};

/** A key with who made it, and who approved it where two were asked for. Null where nobody of staff did. */
export type KeyDetail = KeyRow & {
  createdBy: ActorName | null;
  approvedBy: ActorName | null;
  /** Whoever looks made it, and so does not approve it. */
  isOwn: boolean;
  /** One like it that is made now waits for a second person. */
  asksForTwo: boolean;
};

/** A key that waits for a second person, and who made it. */
export type KeyApprovalRow = KeyRow & { by: ActorName | null };

/** A refund that waits for a second person, and who asked for it. */
export type RefundApprovalRow = {
  id: string;
  paymentId: string;
  amount: AmountView;
  reason: string;
  by: ActorName;
  requestedAt: Date;
};

export type CauseRow = {
  key: string;
  title: string;
  state: CauseState;
  clientName: string;
  ownerEmail: string;
  createdAt: Date;
};

/** A state that a cause can be moved to, and whether it takes donations there. */
export type MoveView = { to: CauseState; collects: boolean };

export type CauseDetail = CauseRow & {
  clientId: string;
  slug: string;
  /** The path of the public page; null while the public sees none. */
  path: string | null;
  country: string;
  currency: string;
  description: string | null;
  externalReference: string | null;
  closesAt: Date | null;
  pausedBy: 'creator' | 'staff' | null;
  feePercent: number;
  feeModel: FeeModel | 'unknown';
  /** Null where there is no goal. */
  goal: AmountView | null;
  collected: AmountView;
  contributions: number;
  available: AmountView;
  /** What gateways have not released yet. */
  onItsWay: AmountView;
  owner: { name: string; email: string; phone: string | null };
  terms: { version: string; acceptedAt: Date; ip: string };
  moves: MoveView[];
  history: AuditRow[];
};

export type LinkRow = {
  id: string;
  status: LinkStatus;
  amount: AmountView;
  externalReference: string | null;
  clientName: string;
  createdAt: Date;
};

export type LinkDetail = LinkRow & {
  causeKey: string;
  causeTitle: string;
  expiresAt: Date;
  feePercent: number;
  url: string;
  /** What the donor chose on the hosted page; null while it is as minted. */
  donor: {
    amount: AmountView | null;
    name: string | null;
    email: string | null;
    isAnonymous: boolean | null;
    locale: string | null;
    savedAt: Date | null;
  } | null;
  payments: PaymentRow[];
  trail: TrailEntry[];
  /** Whole minutes until the lock against card testing opens; null where there is none. */
  lockedMinutes: number | null;
  /** Those of its cause, and of the network that asked for its card form last. */
  pauses: CardPauseRow[];
};

/** New card payments from a network, or for a cause, that are refused against card testing, and what was counted. */
export type CardPauseRow = {
  id: string;
  kind: PauseKind;
  /** Of a cause. */
  cause: { key: string; title: string } | null;
  /** The link where the last of the declines happened. */
  linkId: string;
  declines: number;
  approvals: number;
  startedAt: Date;
  endsAt: Date;
};

/** How a payment is called: its stored state, and of an approved one what was given back. */
export type PaymentStanding = PaymentState | 'part_refunded' | 'all_refunded';

/** How a dispute is called, the gravest first: its status, and while it is open whether it is an inquiry. */
export const DISPUTE_WORDS = ['open', 'inquiry', 'lost', 'won', 'closed'] as const;
export type DisputeWord = (typeof DISPUTE_WORDS)[number];

export type PaymentRow = {
  id: string;
  linkId: string;
  causeKey: string;
  causeTitle: string;
  amount: AmountView;
  standing: PaymentStanding;
  dispute: DisputeWord | null;
  reason: RefundReason | null;
  rail: PaymentMethod;
  createdAt: Date;
};

export type RefundRow = {
  id: string;
  amount: AmountView;
  state: RefundState;
  /** What staff wrote; null where money that does not count goes back for the payment's own reason. */
  reason: string | null;
  /** Who asked for it; null where money that does not count went back by itself. */
  by: ActorName | null;
  /** Null where one member of staff was enough. */
  approvedBy: ActorName | null;
  createdAt: Date;
  lastError: string | null;
  gatewayRefundId: string | null;
  /** When it came back after the donor had been told that it was done. */
  returnedAt: Date | null;
  /** It failed, and nobody has seen to it. */
  isUnresolved: boolean;
};

/** How long is left to answer a dispute; `isSoon` within three days. */
export type DueView = { unit: 'over' } | { unit: 'hours' | 'days'; count: number; isSoon: boolean };

export type DisputeRow = {
  id: string;
  paymentId: string;
  causeTitle: string;
  kind: DisputeKind;
  status: DisputeStatus;
  amount: AmountView;
  gateway: string;
  gatewayDisputeId: string;
  respondBy: Date | null;
  /** Null where no answer is asked. */
  due: DueView | null;
  openedAt: Date;
  endedAt: Date | null;
};

/** A refund that failed and wants somebody. */
export type FailedRefundRow = {
  id: string;
  amount: AmountView;
  payment: PaymentRow;
  failedAt: Date;
  returnedAt: Date | null;
  lastError: string | null;
  /** Another refund of the same payment has not ended. */
  isUnderWay: boolean;
};

/** The same with what is to be known to see to it. */
export type FailedRefund = FailedRefundRow & {
  gatewayRefundId: string | null;
  reason: string | null;
  /** Who asked for it; null where money that does not count went back by itself. */
  by: ActorName | null;
  donor: { name: string | null; email: string | null };
  resolvedAt: Date | null;
  /** Null where a later refund took its place. */
  resolvedBy: ActorName | null;
  wantsSomebody: boolean;
  /** Its money does not count and would go back by itself. */
  canRetry: boolean;
};

export type PaymentDetail = PaymentRow & {
  attempt: number;
  gateway: string;
  gatewayReference: string | null;
  gatewayPaymentId: string | null;
  succeededAt: Date | null;
  settledAt: Date | null;
  refundedAt: Date | null;
  lastError: string | null;
  back: AmountView | null;
  donor: { name: string | null; email: string | null; isAnonymous: boolean | null };
  refunds: RefundRow[];
  disputes: DisputeRow[];
  entries: LedgerRow[];
  /** What waits for a second person; `isOwn` where whoever looks has asked for it. */
  waiting: (RefundApprovalRow & { isOwn: boolean }) | null;
  /** What the form that gives money back is filled in from; null where nothing can be given back by hand. */
  refundable: {
    left: AmountView;
    leftText: string;
    seenMinor: string;
    key: string;
    /** With more than this given back of it in all, a second person is asked for; null where one is enough. */
    approvalAbove: AmountView | null;
  } | null;
};

export type LedgerKind = keyof Messages['staff']['money']['ledger']['kinds'];
export type LedgerRow = {
  id: string;
  at: Date;
  kind: LedgerKind;
  account: LedgerAccount;
  detail: string;
  amount: AmountView;
};

export type WithdrawalRow = {
  id: string;
  causeKey: string;
  causeTitle: string;
  amount: AmountView;
  account: string;
  bankAccountId: string;
  state: WithdrawalState;
  requestedAt: Date;
};

export type WithdrawalDetail = WithdrawalRow & {
  reason: string;
  note: string | null;
  requester: ActorName;
  decidedBy: ActorName | null;
  decidedAt: Date | null;
  paidAt: Date | null;
  failedAt: Date | null;
  available: AmountView;
  /** Why it went back to be decided again when it was to be paid. */
  heldFor: HoldReason | null;
  /** What forbids now that it is approved or paid; null where nothing does, or nobody is to do either. */
  holdReason: HoldReason | null;
  /** What the member of staff who looks may do with it now; nothing where they asked for it. */
  actions: Exclude<WithdrawalAction, 'cancel'>[];
  isOwn: boolean;
  /** They verified the bank account, so that somebody else marks it as paid. */
  isVerifier: boolean;
};

export type BankAccountState = 'unverified' | 'verified' | 'rejected';
export type BankAccountRow = {
  id: string;
  owner: ActorName;
  bankName: string;
  maskedNumber: string;
  accountType: 'savings' | 'checking';
  holderName: string;
  country: string;
  currency: string;
  state: BankAccountState;
  note: string | null;
  createdAt: Date;
  /** Who verified or refused it; null while nobody has. */
  reviewedBy: ActorName | null;
  isOwn: boolean;
};

export type EventRow = {
  id: string;
  eventId: string;
  gateway: string;
  type: string;
  reference: string | null;
  receivedAt: Date;
  handledAt: Date | null;
  lastError: string | null;
};

export type AuditRow = {
  id: string;
  by: ActorName;
  action: string;
  subject: string;
  /** Where the subject has a page of its own. */
  path: string | null;
  /** Plain text, without secrets. */
  data: string;
  at: Date;
};

export type LedgerDifference = {
  about: keyof Messages['staff']['money']['ledger']['abouts'];
  subject: string;
  account: LedgerAccount | null;
  /** An amount, or how many; null where a transaction has no entries. */
  expected: AmountView | number | null;
  found: AmountView | number | null;
};

export type LedgerBalance = { account: LedgerAccount; detail: string; amount: AmountView };
export type LedgerOverview = {
  check: { checkedAt: Date; differences: LedgerDifference[] } | null;
  currencies: { currency: string; accounts: LedgerBalance[]; sum: AmountView }[];
};
