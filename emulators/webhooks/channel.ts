import type { Clock } from '#emulators/clock.ts';
import type { Collection } from '#emulators/store.ts';
import { type DeliveryRule, DeliveryRules } from './delivery-rules.ts';
import type { Delivery, SignWebhook, WebhookMessage } from './message.ts';
import { normalSwitches, parseSwitches, type WebhookSwitches } from './switches.ts';

/** A message waiting for its next attempt, as it is stored. */
export type QueuedMessage = WebhookMessage & { key: string; attempt: number; dueMs: number };

/** Virtual time. Much shorter than the real schedules of hours and days, so that developers need not wait. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;
const TIMEOUT_MS = 10_000;
/** First attempts start in order; a hanging receiver delays the next one by no more than this. */
const LONGEST_WAIT_MS = 2000;
const DELIVERIES_KEPT = 1000;

/** How a gateway delivers: the variants of its signature, and how long it waits for an answer (ms). */
export type ChannelOptions = { signatures: readonly string[]; timeoutMs?: number };

/** One gateway's outgoing webhooks: a persistent queue, delivered in virtual time. */
export class WebhookChannel {
  private readonly clock: Clock;
  private readonly queue: Collection<QueuedMessage>;
  private readonly sign: SignWebhook;
  private readonly signatures: readonly string[];
  private readonly timeoutMs: number;
  private switches: WebhookSwitches = normalSwitches();
  private log: Delivery[] = [];
  /** Messages that are collected until there are enough to reorder. */
  private reordering: WebhookMessage[] = [];
  private readonly rules = new DeliveryRules();
  private inOrder: Promise<unknown> = Promise.resolve();
  private readonly inFlight = new Set<Promise<unknown>>();
  private sequence = 0;
  private generation = 0;

  constructor(clock: Clock, queue: Collection<QueuedMessage>, sign: SignWebhook, options: ChannelOptions) {
    this.clock = clock;
    this.queue = queue;
    this.sign = sign;
    this.signatures = options.signatures;
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    for (const queued of queue.values()) this.schedule(queued);
  }

  /** Queues a message under the current switches. */
  send(message: WebhookMessage): void {
    const { drop, times, delayMs, reorder } = this.switches;
    if (drop !== 0 || message.url === '') {
      if (drop !== 'all' && drop > 0) this.switches.drop = drop - 1;
      this.record(message, 0, null, message.url === '' ? 'No endpoint is set.' : 'Dropped by a switch.');
      return;
    }
    const rule = this.rules.of(message.references ?? []);
    if (rule.mode === 'drop') {
      this.record(message, 0, null, 'Dropped by the delivery rule of its reference.');
      return;
    }
    if (rule.mode === 'hold') {
      this.rules.hold(message);
      return;
    }
    if (reorder > 1) {
      this.reorder(message, reorder);
      return;
    }
    const copies = rule.mode === 'double' ? 2 * times : times;
    const wait = rule.mode === 'delay' ? delayMs + rule.delayMs : delayMs;
    for (let copy = 0; copy < copies; copy += 1) this.enqueue(message, wait);
  }

  /** Delivers at once, ignoring the switches for dropping, delay and order. */
  async resend(message: WebhookMessage, times: number, parallel: boolean): Promise<Delivery[]> {
    const results: Delivery[] = [];
    const one = async () => {
      results.push(await this.attempt(message, 1));
    };
    if (parallel) await this.track(Promise.all(Array.from({ length: times }, one)));
    else for (let copy = 0; copy < times; copy += 1) await this.track(one());
    return results;
  }

  /** Applies switches from a control call and answers what is in force. Throws ControlError. */
  control(input: unknown): WebhookSwitches {
    this.switches = parseSwitches(input, this.switches, this.signatures);
    if (this.switches.reorder < 2) this.sendReordered();
    return this.switches;
  }

  /** Sets the delivery rule of webhooks about a reference; returns it. */
  setDeliveryRule(reference: string, rule: DeliveryRule): DeliveryRule {
    this.rules.set(reference, rule);
    return this.rules.of([reference]);
  }

  /** The delivery rule of a reference, and how many webhooks about it are held. */
  deliveryRuleOf(reference: string): DeliveryRule & { held: number } {
    return { ...this.rules.of([reference]), held: this.rules.heldCount(reference) };
  }

  /** Sends the held webhooks about a reference; returns how many. */
  releaseHeld(reference: string): number {
    const messages = this.rules.take(reference);
    for (const message of messages) this.enqueue(message, 0);
    return messages.length;
  }

  deliveries(): Delivery[] {
    return [...this.log];
  }

  /** Resolves when no attempt is in progress; messages that wait for their time do not count. */
  async idle(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.allSettled([...this.inFlight]);
  }

  reset(): void {
    this.generation += 1;
    this.switches = normalSwitches();
    this.log = [];
    this.reordering = [];
    this.rules.clear();
    this.queue.clear();
  }

  /** Collects `size` messages, then sends them in reverse order. */
  private reorder(message: WebhookMessage, size: number): void {
    this.reordering.push(message);
    if (this.reordering.length >= size) this.sendReordered();
  }

  private sendReordered(): void {
    const batch = this.reordering.reverse();
    this.reordering = [];
    for (const message of batch) this.enqueue(message, this.switches.delayMs);
  }

  private enqueue(message: WebhookMessage, delayMs: number): void {
    this.sequence += 1;
    const dueMs = this.clock.now() + delayMs;
    const queued = { ...message, key: `${message.id}:${this.sequence}:${dueMs}`, attempt: 1, dueMs };
    this.queue.set(queued.key, queued);
    if (delayMs > 0) this.schedule(queued);
    else this.start(queued);
  }

  private schedule(queued: QueuedMessage): void {
    const { generation } = this;
    this.clock.at(queued.dueMs, () => {
      if (generation === this.generation) this.start(queued);
    });
  }

  /** First attempts wait for the one before them; retries do not. */
  private start(queued: QueuedMessage): void {
    const before = queued.attempt === 1 ? this.inOrder : Promise.resolve();
    const run = before.then(() => this.deliver(queued));
    if (queued.attempt === 1) this.inOrder = Promise.race([run, longestWait()]).catch(() => {});
    void this.track(run);
  }

  private async deliver(queued: QueuedMessage): Promise<void> {
    const { generation } = this;
    const result = await this.attempt(queued, queued.attempt);
    if (generation !== this.generation) return;
    const wait = RETRY_AFTER_MS[queued.attempt - 1];
    if (isAccepted(result) || wait === undefined) {
      this.queue.delete(queued.key);
      return;
    }
    const again = { ...queued, attempt: queued.attempt + 1, dueMs: this.clock.now() + wait };
    this.queue.set(again.key, again);
    this.schedule(again);
  }

  private async attempt(message: WebhookMessage, attempt: number): Promise<Delivery> {
    const headers = this.sign(message, { nowMs: Date.now(), variant: this.switches.signature });
    try {
      const response = await fetch(message.url, {
        method: 'POST',
        headers,
        body: message.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      await response.arrayBuffer();
      return this.record(message, attempt, response.status);
    } catch (cause) {
      return this.record(message, attempt, 0, failureText(cause));
    }
  }

  private record(message: WebhookMessage, attempt: number, status: number | null, error?: string): Delivery {
    const { id, type, account, url } = message;
    const at = new Date(this.clock.now()).toISOString();
    const delivery = {
      id,
      type,
      account,
      url,
      attempt,
      status,
      at,
      ...(error === undefined ? {} : { error }),
    };
    this.log.push(delivery);
    if (this.log.length > DELIVERIES_KEPT) this.log.shift();
    return delivery;
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.inFlight.add(work);
    const done = () => this.inFlight.delete(work);
    work.then(done, done);
    return work;
  }
}

function isAccepted(delivery: Delivery): boolean {
  return delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
}

function failureText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

function longestWait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref());
}
