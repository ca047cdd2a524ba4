import type { Clock } from './clock.ts';
import type { Store } from './store.ts';
import { Channel, type Queued } from './webhook-channel.ts';
import type { WebhookFault } from './webhook-faults.ts';
import type { WebhookSwitches } from './webhook-switches.ts';

/** What a gateway wants delivered. The signature is computed for each attempt, as the real ones do. */
export type WebhookMessage = {
  /** The gateway's event id. */
  id: string;
  type: string;
  /** The tenant it belongs to, for the signer to find the secret. */
  account: string;
  url: string;
  body: string;
  /** What the application calls the thing that it is about: its own references at the gateway. */
  references?: string[];
};

/** Headers (and, where the gateway signs the address, the address) of one attempt. */
export type SignedAttempt = { headers: Record<string, string>; url?: string };

/**
 * `variant` is the channel's `signature` switch; `valid` unless control says otherwise. `nowMs` is real time, not
 * virtual: receivers compare a signature's timestamp with their own clock, which control cannot move.
 */
export type SignWebhook = (
  message: WebhookMessage,
  attempt: { nowMs: number; variant: string; attempt: number },
) => SignedAttempt;

/** One attempt (or the reason there was none), as `deliveries` of control shows it. */
export type Delivery = {
  id: string;
  type: string;
  account: string;
  url: string;
  attempt: number;
  /** HTTP status; 0 when nothing answered; null when it was dropped. */
  status: number | null;
  /** Virtual time, ISO 8601. */
  at: string;
  error?: string;
};

/** One gateway's outgoing webhooks. */
export type WebhookChannel = {
  /** Queues a message under the switches in force now. */
  send(message: WebhookMessage): void;
  /** Delivers at once, whatever the switches say about dropping, delay and order. */
  resend(message: WebhookMessage, times: number, parallel: boolean): Promise<Delivery[]>;
  /** Reads and validates switches from a control call; undefined answers those in force. */
  control(input?: unknown): WebhookSwitches;
  /** From now on the webhooks about a reference are treated like this; answers how. */
  faultAbout(reference: string, fault: WebhookFault): WebhookFault;
  /** What is in force for a reference, and how many webhooks about it are held back. */
  about(reference: string): WebhookFault & { held: number };
  /** Sends what was held back about a reference; answers how many. */
  releaseAbout(reference: string): number;
  deliveries(): Delivery[];
  /** Resolves when no attempt is under way (messages that wait for their time do not count). */
  idle(): Promise<void>;
};

export type WebhookSender = {
  /** Opens the channel of one gateway and takes up what an earlier process left undelivered. */
  channel(name: string, sign: SignWebhook, options?: ChannelOptions): WebhookChannel;
  /** Forgets queues, deliveries and switches of all channels. */
  reset(): void;
};

export type ChannelOptions = { retryAfterMs?: readonly number[]; timeoutMs?: number };

/** Creates the sender: a persistent queue per gateway, delivered in virtual time. */
export function createWebhookSender(clock: Clock, store: Store): WebhookSender {
  const channels: { reset(): void }[] = [];
  return {
    channel(name, sign, options = {}) {
      const queue = store.collection<Queued>(`webhooks:${name}`);
      const channel = new Channel(clock, queue, sign, options);
      channels.push(channel);
      return channel;
    },
    reset() {
      for (const channel of channels) channel.reset();
    },
  };
}
