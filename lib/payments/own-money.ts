import type { RemoteAttempt, RemotePayment } from '#lib/rails/port.ts';

/** The money of an attempt itself: a wallet tells all payments of its link at once, each naming the attempt it was made on. */
export function ownMoney(remote: RemoteAttempt, attemptId: string): RemotePayment[] {
  return remote.money.filter(({ paymentId }) => !paymentId || paymentId === attemptId);
}

/** Whether money may still come of an attempt. */
export function isUnderWay({ standing }: Pick<RemoteAttempt, 'standing'>): boolean {
  return standing === 'live' || standing === 'processing';
}

/** Whether nothing has come of an attempt while something still may. */
export function isUndecided(remote: RemoteAttempt, attemptId: string): boolean {
  return isUnderWay(remote) && ownMoney(remote, attemptId).length === 0;
}
