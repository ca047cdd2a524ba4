import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProblem, unavailable } from '#lib/problems/problem.ts';
import { answerBusy } from './answer-busy.ts';
import { networksOf, storedClientAddress } from './request.ts';

/** Pages rendered at once: what one of them awaits, the other uses. More would make a poll wait for more of them. */
const AT_ONCE = 2;
/** After so long, in milliseconds, a page has waited for something else more than it has rendered. The next one is begun. */
const SLOT_MS = 250;
/** Pages of one network that wait: about a second of rendering. */
const MOST_WAITING = 100;
/** When one that was turned away may ask again, in seconds. */
const RETRY_AFTER_SECONDS = 3;

/** Gives a slot back. Later calls do nothing. */
export type ReleaseSlot = () => void;
/** `isGone`: its client is not waiting any more. */
type Waiting = { begin: (end: ReleaseSlot) => void; isGone: () => boolean };

/**
 * The slots in which pages are rendered. There are few, so that the API and the health check, which need none, do not wait for many
 * pages. Networks get slots in turn: a network that asks for many pages does not delay the others.
 */
export class RenderQueue {
  #rendering = 0;
  /** What waits by network, the network that gets the next slot first. */
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * Waits for a slot.
   * @param network that asks, as rate limits count them
   * @param isGone whether the client has gone by now: then it gets no slot
   * @throws Problem 503 with `Retry-After` while too many pages of the network wait
   */
  acquire(network: string, isGone: () => boolean): Promise<ReleaseSlot> {
    if (this.#rendering < AT_ONCE) return Promise.resolve(this.#begin());
    const ofNetwork = this.#waiting.get(network) ?? [];
    if (ofNetwork.length >= MOST_WAITING)
      return Promise.reject(unavailable('The page', new Error('too many wait'), RETRY_AFTER_SECONDS));
    return new Promise((begin) => {
      ofNetwork.push({ begin, isGone });
      this.#waiting.set(network, ofNetwork);
    });
  }

  #begin(): ReleaseSlot {
    this.#rendering++;
    const end = () => {
      if (!clearTimer()) return;
      this.#rendering--;
      this.#beginNext();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(end, SLOT_MS);
    const clearTimer = () => {
      const isHeld = timer !== undefined;
      clearTimeout(timer);
      timer = undefined;
      return isHeld;
    };
    return end;
  }

  #beginNext(): void {
    for (const [network, [first, ...rest]] of this.#waiting) {
      this.#waiting.delete(network);
      if (rest.length > 0) this.#waiting.set(network, rest);
      if (first === undefined || first.isGone()) continue;
      first.begin(this.#begin());
      return;
    }
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Renders each page in a slot (`RenderQueue`). One that gets none is answered with a document that asks again automatically. Forms
 * need no slot: they are counted, render little, and must not be lost.
 */
export function queueRendering(render: Handler): Handler {
  const queue = new RenderQueue();
  return async (request, response) => {
    if (request.method === 'POST') return render(request, response);
    const { own, wide = own } = networksOf(storedClientAddress(request) ?? 'unknown');
    let end: ReleaseSlot;
    try {
      end = await queue.acquire(wide, () => response.destroyed);
    } catch (error) {
      if (!isProblem(error)) throw error;
      return answerBusy(request, response, error, String(request.headers['x-nonce']));
    }
    try {
      await render(request, response);
    } finally {
      end();
    }
  };
}
