import { unreachable } from '#lib/unreachable.ts';
import type { LedgerAccount } from './accounts.ts';
import type { Entry } from './post.ts';

/** The steps of a withdrawal's money: reserved by the request, released without being paid, paid, returned by the bank. */
export const WITHDRAWAL_EVENTS = ['reserved', 'released', 'paid', 'returned'] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

/** Minor units of the cause's currency, above zero. */
type Payout = { causeKey: string; currency: string; amountMinor: bigint };

/**
 * Requested: `creator → reserved`, which it stays while it is being sent. Rejected or cancelled: the reverse. Sent by the bank:
 * `reserved → paid out`. Returned by the bank afterwards: `paid out → creator`.
 */
export function withdrawalPosting(event: WithdrawalEvent, { amountMinor, ...about }: Payout): Entry[] {
  const [from, to] = route(event);
  return [
    { account: from, detail: '', ...about, amountMinor },
    { account: to, detail: '', ...about, amountMinor: -amountMinor },
  ];
}

/** The debited and the credited account. */
function route(event: WithdrawalEvent): [LedgerAccount, LedgerAccount] {
  switch (event) {
    case 'reserved':
      return ['creator', 'withdrawal_reserved'];
    case 'released':
      return ['withdrawal_reserved', 'creator'];
    case 'paid':
      return ['withdrawal_reserved', 'paid_out'];
    case 'returned':
      return ['paid_out', 'creator'];
    default:
      return unreachable(event);
  }
}
