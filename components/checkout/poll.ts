import type { ConfirmationView, RefundNotice } from '#lib/payments/views/checkout-view.ts';
import type { Answer } from './api.ts';

/**
 * How long to wait before the next poll, in milliseconds: from one second, growing to half a minute. A bank may take long,
 * and a page may stay open.
 * @param polls how many were made so far
 */
export function pollDelayMs(polls: number): number {
  return Math.min(30_000, Math.round(1000 * 1.5 ** Math.max(0, polls - 1)));
}

type RefundPoll = {
  retrieve: () => Promise<Answer<ConfirmationView>>;
  onChange: (refund: RefundNotice) => void;
  signal: AbortSignal;
};

/** Polls a refund until it has succeeded or failed, or the signal stops it. */
export async function pollRefund({ retrieve, onChange, signal }: RefundPoll): Promise<void> {
  for (let polls = 1; !signal.aborted; polls += 1) {
    await pause(pollDelayMs(polls), signal);
    if (signal.aborted) return;
    const answer = await retrieve();
    if (signal.aborted) return;
    const refund = answer.ok ? answer.value.refund : null;
    if (refund && refund.state !== 'refund_due') return onChange(refund);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
