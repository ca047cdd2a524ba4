import { z } from 'zod';
import { ControlError } from './emulator.ts';
import type { WebhookChannel, WebhookMessage } from './webhook-sender.ts';

/** What becomes of the webhooks about one reference: sent, lost, sent twice, sent late, or kept until released. */
const MODES = ['deliver', 'drop', 'double', 'delay', 'hold'] as const;
export type WebhookFault = { mode: (typeof MODES)[number]; delayMs: number };

/** How late a webhook is unless told otherwise, in virtual milliseconds: long enough to see the page wait. */
const USUAL_DELAY_MS = 10_000;

const faultInput = z.strictObject({
  reference: z.string().min(1),
  mode: z.enum(MODES),
  delayMs: z.int().min(0).default(USUAL_DELAY_MS),
});
const referenceInput = z.strictObject({ reference: z.string().min(1) });

/** The faults in force by reference, and the messages kept back. Forgotten with the process. */
export class WebhookFaults {
  private readonly faults = new Map<string, WebhookFault>();
  private kept: WebhookMessage[] = [];

  set(reference: string, fault: WebhookFault): void {
    if (fault.mode === 'deliver') this.faults.delete(reference);
    else this.faults.set(reference, fault);
  }

  /** The fault in force for a message, or for a reference. */
  of(references: readonly string[]): WebhookFault {
    const named = references.find((reference) => this.faults.has(reference));
    return this.faults.get(named ?? '') ?? { mode: 'deliver', delayMs: 0 };
  }

  keep(message: WebhookMessage): void {
    this.kept.push(message);
  }

  keptAbout(reference: string): number {
    return this.kept.filter((message) => isAbout(message, reference)).length;
  }

  /** Takes out what was kept about a reference, oldest first. */
  take(reference: string): WebhookMessage[] {
    const taken = this.kept.filter((message) => isAbout(message, reference));
    this.kept = this.kept.filter((message) => !isAbout(message, reference));
    return taken;
  }

  clear(): void {
    this.faults.clear();
    this.kept = [];
  }
}

/** The control actions on webhooks about one reference, the same for every gateway. Throw ControlError on bad input. */
export function webhookFaultControls(channel: WebhookChannel) {
  return {
    webhooks_about(input: unknown) {
      const { reference, ...fault } = read(faultInput, input);
      return channel.faultAbout(reference, fault);
    },
    release_webhooks(input: unknown) {
      return { released: channel.releaseAbout(read(referenceInput, input).reference) };
    },
  };
}

function isAbout({ references = [] }: WebhookMessage, reference: string): boolean {
  return references.includes(reference);
}

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (!parsed.success) throw new ControlError(z.prettifyError(parsed.error));
  return parsed.data;
}
