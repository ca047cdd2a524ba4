import type { Clock } from '#emulators/clock.ts';
import type { Store } from '#emulators/store.ts';
import { type ChannelOptions, type QueuedMessage, WebhookChannel } from './channel.ts';
import type { SignWebhook } from './message.ts';

export type WebhookSender = {
  /** Opens the channel of one gateway and resumes what an earlier process left undelivered. */
  channel(name: string, sign: SignWebhook, options: ChannelOptions): WebhookChannel;
  /** Drops queues, deliveries and switches of all channels. */
  reset(): void;
};

/** Creates the sender: a persistent queue per gateway, delivered in virtual time. */
export function createWebhookSender(clock: Clock, store: Store): WebhookSender {
  const channels: WebhookChannel[] = [];
  return {
    channel(name, sign, options) {
      const queue = store.collection<QueuedMessage>(`webhooks:${name}`);
      const channel = new WebhookChannel(clock, queue, sign, options);
      channels.push(channel);
      return channel;
    },
    reset() {
      for (const channel of channels) channel.reset();
    },
  };
}
