import { postRedirect, type RedirectRequest } from '../api.ts';
import type { PayOutcome } from './method.ts';

/** A page that is still here by then was not left: the donor can use it again. In milliseconds. */
const PATIENCE_MS = 20_000;

/** Starts the payment and redirects the donor to the page where they finish it. */
export async function payByRedirect(request: RedirectRequest): Promise<PayOutcome> {
  const started = await postRedirect(request);
  if (!started.ok) return { kind: 'not_started', failure: started.failure };
  await redirectTo(started.value.redirect_url);
  return { kind: 'returned', method: request.method };
}

/** Leaves this page. Resolves only when the donor comes back to it as it was, or never left. */
export function redirectTo(address: string): Promise<void> {
  const back = new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  window.location.assign(address);
  return back;
}
