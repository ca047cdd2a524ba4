import type { CheckoutLink, CompletedCheckoutLink, UnpaidCheckoutLink } from './contract.ts';
import { LinkNotCompletedError, PartnerConnectionError } from './errors.ts';
import { type Connection, mayPass, send, sleep, withinTime } from './send.ts';

/** The first interval between two reads, in milliseconds. Each further one is longer by a quarter, up to the last. */
const FIRST_INTERVAL_MS = 2_000;
const GROWTH = 1.25;
const LAST_INTERVAL_MS = 30_000;
/** How long the API may be out of reach before the waiting ends with the error, in milliseconds. */
const OUTAGE_MS = 300_000;

export type WaitOptions = {
  /** Ends the waiting with the signal’s reason. */
  signal?: AbortSignal | undefined;
  /** How long to wait, in milliseconds. Without it, until the link is completed, expired or cancelled. */
  timeoutMs?: number | undefined;
};

/**
 * Polls a link until it is completed, with the ETag of the last answer.
 * @throws LinkNotCompletedError; PartnerApiError, PartnerConnectionError, but not for an outage of less than five minutes; the
 * reason of an aborted `signal`
 */
export function waitUntilCompleted(
  connection: Connection,
  path: string,
  { signal, timeoutMs = Number.POSITIVE_INFINITY }: WaitOptions,
): Promise<CompletedCheckoutLink> {
  return withinTime(timeoutMs, signal, async (inTime) => {
    let open: UnpaidCheckoutLink | undefined;
    let etag: string | undefined;
    let failure: unknown;
    let answeredAt = Date.now();
    for (let interval = 0; ; interval = Math.min(Math.max(interval * GROWTH, FIRST_INTERVAL_MS), LAST_INTERVAL_MS)) {
      try {
        // With jitter: links that were minted together are not polled together.
        await sleep(interval * (0.75 + Math.random() / 4), inTime);
        const reply = await send(connection, { path, etag, signal: inTime });
        answeredAt = Date.now();
        etag = reply.etag;
        if (!reply.body) continue;
        const link = reply.body as CheckoutLink;
        if (link.status === 'completed') return link;
        if (link.status !== 'open') throw new LinkNotCompletedError(link);
        open = link;
      } catch (error) {
        signal?.throwIfAborted();
        if (inTime.aborted && open) throw new LinkNotCompletedError(open);
        if (inTime.aborted) throw failure ?? new PartnerConnectionError(`No answer within ${timeoutMs} ms`, {});
        if (!mayPass(error) || Date.now() - answeredAt > OUTAGE_MS) throw error;
        failure = error;
      }
    }
  });
}
