import type { CheckoutLink, CompletedCheckoutLink, UnpaidCheckoutLink } from './contract.ts';
import { LinkNotCompletedError, PartnerApiError, PartnerConnectionError } from './errors.ts';
import { type Connection, mayPass, notOfTheApi, send, sleep, withinTime } from './send.ts';

/** The first interval between two reads, in milliseconds. Each further one is longer by a quarter, up to the last. */
const FIRST_INTERVAL_MS = 2_000;
const GROWTH = 1.25;
const LAST_INTERVAL_MS = 30_000;
/** How long the API may be out of reach before the waiting ends with the error, in milliseconds. No pause is longer. */
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
    let failure: PartnerApiError | PartnerConnectionError | undefined;
    let answeredAt = Date.now();
    for (let interval = 0; ; interval = Math.min(Math.max(interval * GROWTH, FIRST_INTERVAL_MS), LAST_INTERVAL_MS)) {
      try {
        const retryAfterMs = Math.min((failure?.retryAfter ?? 0) * 1000, OUTAGE_MS);
        // With jitter: links that were minted together are not polled together.
        await sleep(Math.max(interval * (0.75 + Math.random() / 4), retryAfterMs), inTime);
        const reply = await send(connection, { path, etag, signal: inTime });
        const link = reply.body as CheckoutLink | undefined;
        switch (link?.status) {
          case 'completed':
            return link;
          case 'expired':
          case 'cancelled':
            throw new LinkNotCompletedError(link);
          case 'open':
            open = link;
            break;
          default: // Without a body, nothing has changed.
            if (link) throw new PartnerConnectionError(notOfTheApi(connection.baseUrl + path, 200), { status: 200 });
        }
        answeredAt = Date.now();
        failure = undefined;
        etag = reply.etag;
      } catch (error) {
        signal?.throwIfAborted();
        if (inTime.aborted && open) throw new LinkNotCompletedError(open);
        if (inTime.aborted) throw failure ?? new PartnerConnectionError(`No answer within ${timeoutMs} ms`, {});
        // What is not the API’s says nothing about the link, and may pass too: the page of a proxy, or its redirect.
        const goesOn = error instanceof PartnerConnectionError || (error instanceof PartnerApiError && mayPass(error));
        if (!goesOn || Date.now() - answeredAt > OUTAGE_MS) throw error;
        failure = error;
      }
    }
  });
}
