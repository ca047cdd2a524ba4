import type { ReturnReason } from './checks.ts';
import type { WithdrawalState } from './states.ts';

/** Business days that each step usually takes: staff reviews, sends, and banks credit. Ours; no bank promises them. */
const REVIEW_DAYS = 2;
const SEND_DAYS = 1;
const BANK_DAYS = 3;

type Dates = {
  state: WithdrawalState;
  requestedAt: Date;
  decidedAt: Date | null;
  sendingAt: Date | null;
  paidAt: Date | null;
  sentOn: string | null;
  heldFor: ReturnReason | null;
};

/**
 * The day (UTC, `2026-12-03`) by which a withdrawal usually arrives, from its last step; null once it has ended without
 * arriving, and while it is back in review: nobody knows when what held it ends. Weekends do not count; holidays, which differ by country, are not known.
 */
export function expectedArrival(withdrawal: Dates): string | null {
  const { state, requestedAt, decidedAt, sendingAt, paidAt, sentOn, heldFor } = withdrawal;
  switch (state) {
    case 'requested':
      return heldFor ? null : afterBusinessDays(requestedAt, REVIEW_DAYS + SEND_DAYS + BANK_DAYS);
    case 'approved':
      return afterBusinessDays(decidedAt ?? requestedAt, SEND_DAYS + BANK_DAYS);
    case 'sending':
      return afterBusinessDays(sendingAt ?? requestedAt, SEND_DAYS + BANK_DAYS);
    case 'paid':
      return afterBusinessDays(sentOn ? new Date(sentOn) : (paidAt ?? requestedAt), BANK_DAYS);
    default:
      return null;
  }
}

function afterBusinessDays(from: Date, days: number): string {
  const day = new Date(from);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
