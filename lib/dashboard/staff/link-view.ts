import type { LinkStatus } from '#lib/checkout-links/status.ts';
import type { PauseKind } from '#lib/payments/card-testing/pauses.ts';
import type { TrailEntry } from '#lib/payments/views/trail-view.ts';
import type { AuditRow } from './audit-view.ts';
import type { AmountView, Cut } from './list-view.ts';
import type { PaymentRow } from './payment-view.ts';

export type LinkRow = {
  id: string;
  status: LinkStatus;
  causeKey: string;
  causeTitle: string;
  donor: { name: string | null; email: string | null };
  amount: AmountView;
  externalReference: string | null;
  clientName: string;
  createdAt: Date;
};

export type LinkDetail = Omit<LinkRow, 'donor'> & {
  expiresAt: Date;
  feePercent: number;
  url: string;
  /** The donor's choices on the hosted page; null while unchanged. */
  donor: {
    amount: AmountView | null;
    name: string | null;
    email: string | null;
    /** Where the receipt was sent afterwards, if the donation was made without an address. */
    receiptEmail: string | null;
    isAnonymous: boolean | null;
    locale: string | null;
    savedAt: Date | null;
  } | null;
  payments: PaymentRow[];
  trail: TrailEntry[];
  history: Cut<AuditRow>;
  /** Whole minutes until the lock against card testing ends; null without one. */
  lockedMinutes: number | null;
  /** Pauses of its cause, and of the network that last opened its card form. */
  pauses: CardPauseRow[];
};

/** A pause of new card payments from a network, to a cause, or from its page, against card testing, with its counts. */
export type CardPauseRow = {
  id: string;
  kind: PauseKind;
  /** The cause, unless a network is paused. */
  cause: { key: string; title: string } | null;
  /** The link of the last decline. */
  linkId: string;
  declines: number;
  approvals: number;
  startedAt: Date;
  endsAt: Date;
};
