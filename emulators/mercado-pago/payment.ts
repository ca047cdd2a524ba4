import type { Preference } from './preference.ts';

/** A payment as the emulator stores it. Instants are virtual milliseconds, amounts major units. */
export type Payment = {
  id: number;
  /** Secret part of the bank page's address. */
  hash: string;
  createdAt: number;
  updatedAt: number;
  approvedAt: number | null;
  /** The bank accepts no money after this; null for wallet payments. */
  expiresAt: number | null;
  status: string;
  statusDetail: string;
  /** Every status of the payment, oldest first; a lagging search shows an earlier one. */
  history: { at: number; status: string; statusDetail: string }[];
  amount: number;
  methodId: string;
  typeId: string;
  description: string | null;
  externalReference: string | null;
  metadata: Record<string, unknown>;
  notificationUrl: string | null;
  callbackUrl: string | null;
  payer: Payer;
  ipAddress: string | null;
  bankCode: string | null;
  preferenceId: string | null;
  orderId: number | null;
  cardLastFour: string | null;
  refunds: Refund[];
};

/** What the API stores of a payer. Name, address and phone are validated and not stored. */
export type Payer = {
  id: string | null;
  email: string;
  entityType: string | null;
  identification: { type: string; number: string } | null;
};

export type RefundStatus = 'approved' | 'in_process' | 'rejected' | 'cancelled';

/** A refund; `history` holds every status it had, oldest first. */
export type Refund = {
  id: number;
  amount: number;
  createdAt: number;
  history: { at: number; status: RefundStatus }[];
};

/** The current status of a refund. */
export function refundStatus({ history }: Refund): RefundStatus {
  const last = history.at(-1);
  if (last === undefined) throw new Error('Bug: a refund without a status.');
  return last.status;
}

/** How long the payer has to finish at the bank. */
const PSE_LIFETIME_MS = 15 * 60_000;

/** What a new bank transfer needs, already checked. */
export type NewTransfer = Pick<
  Payment,
  | 'id'
  | 'hash'
  | 'amount'
  | 'description'
  | 'externalReference'
  | 'metadata'
  | 'notificationUrl'
  | 'callbackUrl'
  | 'payer'
  | 'ipAddress'
  | 'bankCode'
>;

/** A bank transfer that waits for the payer. */
export function newTransfer(input: NewTransfer, nowMs: number): Payment {
  return {
    ...blank(nowMs, 'pending', 'pending_waiting_transfer'),
    ...input,
    expiresAt: nowMs + PSE_LIFETIME_MS,
    methodId: 'pse',
    typeId: 'bank_transfer',
  };
}

/** The source of a wallet payment: the balance, or a stored card. */
export type WalletSource = { methodId: string; typeId: string; cardLastFour: string | null };

/** A payment made in the wallet for a preference, in the status that the payer's choice led to. */
export function newWalletPayment(
  preference: Preference,
  input: {
    id: number;
    hash: string;
    amount: number;
    source: WalletSource;
    payer: Payer;
    status: string;
    statusDetail: string;
  },
  nowMs: number,
): Payment {
  const { source, status, statusDetail, ...rest } = input;
  return {
    ...blank(nowMs, status, statusDetail),
    ...rest,
    ...source,
    approvedAt: status === 'approved' ? nowMs : null,
    description: preference.title,
    externalReference: preference.externalReference,
    metadata: preference.metadata,
    notificationUrl: preference.notificationUrl,
    preferenceId: preference.id,
    orderId: preference.orderId,
  };
}

function blank(nowMs: number, status: string, statusDetail: string) {
  return {
    createdAt: nowMs,
    updatedAt: nowMs,
    approvedAt: null,
    expiresAt: null,
    status,
    statusDetail,
    history: [{ at: nowMs, status, statusDetail }],
    callbackUrl: null,
    ipAddress: null,
    bankCode: null,
    preferenceId: null,
    orderId: null,
    cardLastFour: null,
    refunds: [],
  };
}

/** Moves a payment to a status. The time of the first approval is recorded once. */
export function withStatus(payment: Payment, status: string, statusDetail: string, nowMs: number): Payment {
  return {
    ...payment,
    status,
    statusDetail,
    updatedAt: nowMs,
    approvedAt: payment.approvedAt ?? (status === 'approved' ? nowMs : null),
    history: [...payment.history, { at: nowMs, status, statusDetail }],
  };
}

/** When the money of a payment becomes available, so long after its approval; null for one that was never approved. */
export function releasedAt({ approvedAt }: Payment, afterMs: number): number | null {
  return approvedAt === null ? null : approvedAt + afterMs;
}

/** Whether the payment is still undecided. */
export function isOpen(payment: Payment): boolean {
  return ['pending', 'in_process', 'authorized'].includes(payment.status);
}

/** Whether the payer's time at the bank has run out. */
export function isOverdue(payment: Payment, nowMs: number): boolean {
  return payment.status === 'pending' && payment.expiresAt !== null && nowMs >= payment.expiresAt;
}

/** Major units refunded so far; refunds in process do not count yet. */
export function refundedAmount(payment: Payment): number {
  return amountOf(payment, ['approved']);
}

/** Major units refunded or in process. */
export function claimedAmount(payment: Payment): number {
  return amountOf(payment, ['approved', 'in_process']);
}

function amountOf({ refunds }: Payment, statuses: RefundStatus[]): number {
  const meant = refunds.filter((refund) => statuses.includes(refundStatus(refund)));
  return meant.reduce((cents, refund) => cents + Math.round(refund.amount * 100), 0) / 100;
}

/** The payment as it was at an instant; undefined when it did not exist yet. */
export function paymentAt(payment: Payment, atMs: number): Payment | undefined {
  const past = payment.history.filter((entry) => entry.at <= atMs).at(-1);
  if (past === undefined) return undefined;
  const approvedThen = payment.approvedAt !== null && payment.approvedAt <= atMs;
  return {
    ...payment,
    status: past.status,
    statusDetail: past.statusDetail,
    updatedAt: past.at,
    approvedAt: approvedThen ? payment.approvedAt : null,
    refunds: payment.refunds
      .filter((refund) => refund.createdAt <= atMs)
      .map((refund) => ({ ...refund, history: refund.history.filter(({ at }) => at <= atMs) })),
  };
}
