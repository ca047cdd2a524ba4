import type { BatchState } from '#lib/dashboard/staff/batches.ts';
import type { CauseRow } from '#lib/dashboard/staff/causes.ts';
import type { KeyRow } from '#lib/dashboard/staff/clients.ts';
import type { LinkRow } from '#lib/dashboard/staff/links.ts';
import type { RefundRow } from '#lib/dashboard/staff/payment.ts';
import type { PaymentRow, ShownDisputeStatus, StaffPaymentStatus } from '#lib/dashboard/staff/payments.ts';
import type { BankAccountState, StaffWithdrawalRow } from '#lib/dashboard/staff/withdrawals.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge, type Tone } from '../badge.tsx';

const PAYMENT_TONES: Record<StaffPaymentStatus, Tone> = {
  starting: 'plain',
  pending: 'waits',
  approved: 'good',
  declined: 'bad',
  declined_open: 'bad',
  canceled: 'plain',
  failed: 'bad',
  refund_due: 'waits',
  refunded: 'plain',
  charged_back: 'plain',
  unclaimed: 'plain',
  part_refunded: 'plain',
  all_refunded: 'plain',
};

const DISPUTE_TONES: Record<ShownDisputeStatus, Tone> = {
  open: 'bad',
  inquiry: 'waits',
  lost: 'bad',
  won: 'plain',
  closed: 'plain',
};

/** The status of a payment, and of its dispute. */
export function PaymentBadges({ t, payment }: { t: Translate; payment: PaymentRow }) {
  const { status, dispute } = payment;
  return (
    <>
      <Badge tone={PAYMENT_TONES[status]}>{t(`staff.money.states.${status}`)}</Badge>
      {dispute && (
        <>
          {' '}
          <Badge tone={DISPUTE_TONES[dispute]}>{t(`staff.money.disputes.${dispute}`)}</Badge>
        </>
      )}
    </>
  );
}

const LINK_TONES = { open: 'waits', completed: 'good', expired: 'plain', cancelled: 'plain' } as const;

/** The status of a link. */
export function LinkBadge({ t, status }: { t: Translate; status: LinkRow['status'] }) {
  return <Badge tone={LINK_TONES[status]}>{t(`staff.records.statuses.${status}`)}</Badge>;
}

const BAD_STATES: ReadonlySet<string> = new Set(['fraud', 'funds_on_hold', 'rejected']);
const GOOD_STATES: ReadonlySet<string> = new Set(['published', 'verified']);

/** The state of a cause. */
export function CauseBadge({ t, state }: { t: Translate; state: CauseRow['state'] }) {
  const tone = BAD_STATES.has(state) ? 'bad' : GOOD_STATES.has(state) ? 'good' : 'plain';
  return <Badge tone={tone}>{t(`dashboard.states.${state}`)}</Badge>;
}

const KEY_TONES = { waits: 'waits', works: 'good', stops: 'waits', stopped: 'plain' } as const;

/** The status of a key. */
export function KeyBadge({ t, state }: { t: Translate; state: KeyRow['state'] }) {
  return <Badge tone={KEY_TONES[state]}>{t(`staff.partners.keys.${state}`)}</Badge>;
}

const WITHDRAWAL_TONES: Record<StaffWithdrawalRow['state'], Tone> = {
  requested: 'waits',
  approved: 'waits',
  sending: 'waits',
  rejected: 'plain',
  cancelled: 'plain',
  paid: 'good',
  failed: 'bad',
};

/** The state of a withdrawal. */
export function WithdrawalBadge({ t, state }: { t: Translate; state: StaffWithdrawalRow['state'] }) {
  return <Badge tone={WITHDRAWAL_TONES[state]}>{t(`staff.money.withdrawalStates.${state}`)}</Badge>;
}

const ACCOUNT_TONES = { unverified: 'waits', verified: 'good', rejected: 'bad' } as const;

/** The status of a bank account's verification. */
export function AccountBadge({ t, state }: { t: Translate; state: BankAccountState }) {
  return <Badge tone={ACCOUNT_TONES[state]}>{t(`staff.money.account.states.${state}`)}</Badge>;
}

const BATCH_TONES = { open: 'waits', sending: 'waits', sent: 'good', cancelled: 'plain' } as const;

/** The status of a payout batch. */
export function BatchBadge({ t, state }: { t: Translate; state: BatchState }) {
  return <Badge tone={BATCH_TONES[state]}>{t(`staff.batches.states.${state}`)}</Badge>;
}

const REFUND_TONES = { pending: 'waits', succeeded: 'good', failed: 'bad' } as const;

/** The status of a refund. */
export function RefundBadge({ t, state }: { t: Translate; state: RefundRow['state'] }) {
  return <Badge tone={REFUND_TONES[state]}>{t(`staff.money.refundStates.${state}`)}</Badge>;
}
