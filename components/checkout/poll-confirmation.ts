import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
import type { Answer } from './api.ts';

/** What the waiting page knows after each question. */
export type Sighting =
  | { kind: 'settled'; view: ConfirmationView }
  | { kind: 'waiting' | 'unreachable'; asked: number; waitingFor: ConfirmationView['waitingFor'] };

type Poll = {
  ask: () => Promise<Answer<ConfirmationView>>;
  tell: (sighting: Sighting) => void;
  signal: AbortSignal;
};

/** The pauses between questions grow from one second to half a minute: a bank may take long, a page may stay open. */
export function pauseMs(asked: number): number {
  return Math.min(30_000, Math.round(1000 * 1.5 ** Math.max(0, asked - 1)));
}

/** Asks where the link stands until it is settled or the signal stops it. A question at a time, never a storm. */
export async function pollConfirmation({ ask, tell, signal }: Poll): Promise<void> {
  let waitingFor: ConfirmationView['waitingFor'] = null;
  for (let asked = 1; !signal.aborted; asked += 1) {
    const answer = await ask();
    if (signal.aborted) return;
    if (answer.ok && isSettled(answer.value)) return tell({ kind: 'settled', view: answer.value });
    if (answer.ok) waitingFor = answer.value.waitingFor;
    tell({ kind: answer.ok ? 'waiting' : 'unreachable', asked, waitingFor });
    const seconds = !answer.ok && 'seconds' in answer.failure ? answer.failure.seconds : 0;
    await pause(Math.max(pauseMs(asked), Math.min(seconds, 60) * 1000), signal);
  }
}

/** Whether nothing more is to be expected: a terminal status, money on its way back, or a bank that said no. */
export function isSettled(view: ConfirmationView): boolean {
  return view.status !== 'open' || view.refund !== null || view.declined;
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
