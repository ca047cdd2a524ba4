import type { Clock } from './clock.ts';
import type { Collection } from './store.ts';
import { type WebhookFault, WebhookFaults } from './webhook-faults.ts';
import type {
  ChannelOptions,
  Delivery,
  SignWebhook,
  WebhookChannel,
  WebhookMessage,
} from './webhook-sender.ts';
import { normalSwitches, parseSwitches, type WebhookSwitches } from './webhook-switches.ts';

/** A message waiting for its next attempt, as it is kept. */
export type Queued = WebhookMessage & { key: string; attempt: number; dueMs: number };

/** Much shorter than the real schedules (hours, days): nobody developing waits that long. In virtual time. */
const RETRY_AFTER_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;
const TIMEOUT_MS = 10_000;
/** First attempts start in order; a receiver that hangs holds the next one up no longer than this. */
const PATIENCE_MS = 2000;
const DELIVERIES_KEPT = 1000;

/** One gateway's outgoing webhooks: a persistent queue, delivered in virtual time. */
export class Channel implements WebhookChannel {
  private readonly clock: Clock;
  private readonly queue: Collection<Queued>;
  private readonly sign: SignWebhook;
  private readonly retryAfterMs: readonly number[];
  private readonly timeoutMs: number;
  private switches: WebhookSwitches = normalSwitches();
  private log: Delivery[] = [];
  private held: WebhookMessage[] = [];
  private readonly faults = new WebhookFaults();
  private inOrder: Promise<unknown> = Promise.resolve();
  private readonly underWay = new Set<Promise<unknown>>();
  private sequence = 0;
  private generation = 0;

  constructor(clock: Clock, queue: Collection<Queued>, sign: SignWebhook, options: ChannelOptions) {
    this.clock = clock;
    this.queue = queue;
    this.sign = sign;
    this.retryAfterMs = options.retryAfterMs ?? RETRY_AFTER_MS;
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    for (const queued of queue.values()) this.schedule(queued);
  }

  send(message: WebhookMessage): void {
    const { drop, times, delayMs, reorder } = this.switches;
    if (drop !== 0 || message.url === '') {
      if (drop !== 'all' && drop > 0) this.switches.drop = drop - 1;
      this.record(message, 0, null, message.url === '' ? 'No endpoint is set.' : 'Dropped by a switch.');
      return;
    }
    const fault = this.faults.of(message.references ?? []);
    if (fault.mode === 'drop') {
      this.record(message, 0, null, 'Dropped: its reference is.');
      return;
    }
    if (fault.mode === 'hold') {
      this.faults.keep(message);
      return;
    }
    if (reorder > 1) {
      this.hold(message, reorder);
      return;
    }
    const copies = fault.mode === 'double' ? 2 * times : times;
    const wait = fault.mode === 'delay' ? delayMs + fault.delayMs : delayMs;
    for (let copy = 0; copy < copies; copy += 1) this.enqueue(message, wait);
  }

  async resend(message: WebhookMessage, times: number, parallel: boolean): Promise<Delivery[]> {
    const results: Delivery[] = [];
    const one = async () => {
      results.push(await this.attempt(message, 1));
    };
    if (parallel) await this.track(Promise.all(Array.from({ length: times }, one)));
    else for (let copy = 0; copy < times; copy += 1) await this.track(one());
    return results;
  }

  control(input?: unknown): WebhookSwitches {
    if (input !== undefined) {
      this.switches = parseSwitches(input, this.switches);
      if (this.switches.reorder < 2) this.release();
    }
    return this.switches;
  }

  faultAbout(reference: string, fault: WebhookFault): WebhookFault {
    this.faults.set(reference, fault);
    return this.faults.of([reference]);
  }

  about(reference: string): WebhookFault & { held: number } {
    return { ...this.faults.of([reference]), held: this.faults.keptAbout(reference) };
  }

  releaseAbout(reference: string): number {
    const messages = this.faults.take(reference);
    for (const message of messages) this.enqueue(message, 0);
    return messages.length;
  }

  deliveries(): Delivery[] {
    return [...this.log];
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled([...this.underWay]);
  }

  reset(): void {
    this.generation += 1;
    this.switches = normalSwitches();
    this.log = [];
    this.held = [];
    this.faults.clear();
    this.queue.clear();
  }

  /** Collects `size` messages, then sends them last first. */
  private hold(message: WebhookMessage, size: number): void {
    this.held.push(message);
    if (this.held.length >= size) this.release();
  }

  private release(): void {
    const batch = this.held.reverse();
    this.held = [];
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

  private schedule(queued: Queued): void {
    const { generation } = this;
    this.clock.at(queued.dueMs, () => {
      if (generation === this.generation) this.start(queued);
    });
  }

  /** First attempts wait for the one before them; retries go on their own. */
  private start(queued: Queued): void {
    const before = queued.attempt === 1 ? this.inOrder : Promise.resolve();
    const run = before.then(() => this.deliver(queued));
    if (queued.attempt === 1) this.inOrder = Promise.race([run, patience()]).catch(() => {});
    void this.track(run);
  }

  private async deliver(queued: Queued): Promise<void> {
    const { generation } = this;
    const result = await this.attempt(queued, queued.attempt);
    if (generation !== this.generation) return;
    const wait = this.retryAfterMs[queued.attempt - 1];
    if (isAccepted(result) || wait === undefined) {
      this.queue.delete(queued.key);
      return;
    }
    const again = { ...queued, attempt: queued.attempt + 1, dueMs: this.clock.now() + wait };
    this.queue.set(again.key, again);
    this.schedule(again);
  }

  private async attempt(message: WebhookMessage, attempt: number): Promise<Delivery> {
    const signed = this.sign(message, { nowMs: Date.now(), variant: this.switches.signature, attempt });
    try {
      const response = await fetch(signed.url ?? message.url, {
        method: 'POST',
        headers: signed.headers,
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
    this.underWay.add(work);
    const done = () => this.underWay.delete(work);
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

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
}
