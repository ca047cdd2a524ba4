import type { ConfirmationView, LinkStanding, RefundNotice } from '#lib/payments/checkout-view.ts';
import type { Answer } from './api.ts';

/** What the waiting page knows after each question. */
export type Sighting =
  | { kind: 'settled'; view: ConfirmationView }
  | { kind: 'waiting' | 'unreachable'; asked: number; standing: LinkStanding };

type Poll = {
  /** Where the link stands as far as the page knows before it asks. */
  standing: LinkStanding;
  ask: () => Promise<Answer<ConfirmationView>>;
  tell: (sighting: Sighting) => void;
  signal: AbortSignal;
};

/** The pauses between questions grow from one second to half a minute: a bank may take long, a page may stay open. */
export function pauseMs(asked: number): number {
  return Math.min(30_000, Math.round(1000 * 1.5 ** Math.max(0, asked - 1)));
}

/** Asks where the link stands until it is settled or the signal stops it. A question at a time, never a storm. */
export async function pollConfirmation({ ask, tell, signal, standing: before }: Poll): Promise<void> {
  let standing = before;
  for (let asked = 1; !signal.aborted; asked += 1) {
    const answer = await ask();
    if (signal.aborted) return;
    if (answer.ok && (isSettled(answer.value) || cardFailed(standing, answer.value)))
      return tell({ kind: 'settled', view: answer.value });
    if (answer.ok) standing = answer.value;
    tell({ kind: answer.ok ? 'waiting' : 'unreachable', asked, standing });
    const seconds = !answer.ok && 'seconds' in answer.failure ? answer.failure.seconds : 0;
    await pause(Math.max(pauseMs(asked), Math.min(seconds, 60) * 1000), signal);
  }
}

type RefundPoll = {
  ask: () => Promise<Answer<ConfirmationView>>;
  tell: (refund: RefundNotice) => void;
  signal: AbortSignal;
};

/** Asks about money on its way back until that is over, well or not, or the signal stops it. */
export async function pollRefund({ ask, tell, signal }: RefundPoll): Promise<void> {
  for (let asked = 1; !signal.aborted; asked += 1) {
    await pause(pauseMs(asked), signal);
    if (signal.aborted) return;
    const answer = await ask();
    if (signal.aborted) return;
    const refund = answer.ok ? answer.value.refund : null;
    if (refund && refund.state !== 'refund_due') return tell(refund);
  }
}

/** Whether nothing more is to be expected: a terminal status, money on its way back, or a bank that said no. */
export function isSettled(view: ConfirmationView): boolean {
  return view.status !== 'open' || view.refund !== null || view.declined;
}

/** Whether a card payment that was being processed is so no more, and has brought nothing. */
function cardFailed(before: LinkStanding, now: LinkStanding): boolean {
  return before.waitingFor === 'card' && now.waitingFor !== 'card';
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
