import type {
  BankAccountState,
  CauseRow,
  DisputeWord,
  KeyRow,
  LinkRow,
  PaymentRow,
  PaymentStanding,
  RefundRow,
  WithdrawalRow,
} from '#lib/dashboard/staff-view.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge, type Tone } from '../badge.tsx';

const PAYMENT_TONES: Record<PaymentStanding, Tone> = {
  starting: 'plain',
  pending: 'waits',
  approved: 'good',
  declined: 'plain',
  canceled: 'plain',
  failed: 'bad',
  refund_due: 'waits',
  refunded: 'plain',
  charged_back: 'plain',
  part_refunded: 'plain',
  all_refunded: 'plain',
};

const DISPUTE_TONES: Record<DisputeWord, Tone> = {
  open: 'bad',
  inquiry: 'waits',
  lost: 'bad',
  won: 'plain',
  closed: 'plain',
};

/** How a payment stands, and its dispute where there is one. */
export function PaymentBadges({ t, payment }: { t: Translate; payment: PaymentRow }) {
  const { standing, dispute } = payment;
  return (
    <>
      <Badge tone={PAYMENT_TONES[standing]}>{t(`staff.money.states.${standing}`)}</Badge>
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

/** Whether a key works. */
export function KeyBadge({ t, state }: { t: Translate; state: KeyRow['state'] }) {
  return <Badge tone={KEY_TONES[state]}>{t(`staff.partners.keys.${state}`)}</Badge>;
}

const WITHDRAWAL_TONES: Record<WithdrawalRow['state'], Tone> = {
  requested: 'waits',
  approved: 'waits',
  rejected: 'plain',
  cancelled: 'plain',
  paid: 'good',
  failed: 'bad',
};

/** The state of a withdrawal. */
export function WithdrawalBadge({ t, state }: { t: Translate; state: WithdrawalRow['state'] }) {
  return <Badge tone={WITHDRAWAL_TONES[state]}>{t(`staff.money.withdrawalStates.${state}`)}</Badge>;
}

const ACCOUNT_TONES = { unverified: 'waits', verified: 'good', rejected: 'bad' } as const;

/** What staff found a bank account to be. */
export function AccountBadge({ t, state }: { t: Translate; state: BankAccountState }) {
  return <Badge tone={ACCOUNT_TONES[state]}>{t(`staff.money.account.states.${state}`)}</Badge>;
}

const REFUND_TONES = { pending: 'waits', succeeded: 'good', failed: 'bad' } as const;

/** How far a refund is. */
export function RefundBadge({ t, state }: { t: Translate; state: RefundRow['state'] }) {
  return <Badge tone={REFUND_TONES[state]}>{t(`staff.money.refundStates.${state}`)}</Badge>;
}
