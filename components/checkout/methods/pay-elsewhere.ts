import { type RedirectWish, startRedirect } from '../api.ts';
import type { PayOutcome } from './method.ts';

/** A page that has not gone by then is not going: the donor gets it back. */
const PATIENCE_MS = 20_000;

/** Starts the payment and takes the donor to the page where it is finished. */
export async function payElsewhere(wish: RedirectWish): Promise<PayOutcome> {
  const started = await startRedirect(wish);
  if (!started.ok) return { kind: 'not_started', failure: started.failure };
  await leaveFor(started.value.redirect_url);
  return { kind: 'returned', method: wish.method };
}

/** Leaves this page. It goes on here only when the donor comes back to it as it was, or never got away. */
export function leaveFor(address: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  window.location.assign(address);
  return back;
}
