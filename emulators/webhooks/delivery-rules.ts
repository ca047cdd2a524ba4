import { z } from 'zod';
import type { WebhookMessage } from './message.ts';

/** How webhooks about one reference are delivered: sent, dropped, sent twice, delayed, or held until released. */
const MODES = ['deliver', 'drop', 'double', 'delay', 'hold'] as const;
export type DeliveryRule = { mode: (typeof MODES)[number]; delayMs: number };

/** Virtual time: long enough to see the page wait. */
const DEFAULT_DELAY_MS = 10_000;

/** Input of the control action `webhooks_about`. */
export const deliveryRuleInput = z.strictObject({
  reference: z.string().min(1),
  mode: z.enum(MODES),
  delayMs: z.int().min(0).default(DEFAULT_DELAY_MS),
});

/** The current rules by reference, and the held messages. Not stored: a restart drops them. */
export class DeliveryRules {
  private readonly rules = new Map<string, DeliveryRule>();
  private held: WebhookMessage[] = [];

  set(reference: string, rule: DeliveryRule): void {
    if (rule.mode === 'deliver') this.rules.delete(reference);
    else this.rules.set(reference, rule);
  }

  /** The rule for a message, or for a reference. */
  of(references: readonly string[]): DeliveryRule {
    const named = references.find((reference) => this.rules.has(reference));
    return this.rules.get(named ?? '') ?? { mode: 'deliver', delayMs: 0 };
  }

  hold(message: WebhookMessage): void {
    this.held.push(message);
  }

  heldCount(reference: string): number {
    return this.held.filter((message) => isAbout(message, reference)).length;
  }

  /** Removes and returns the held messages about a reference, oldest first. */
  take(reference: string): WebhookMessage[] {
    const taken = this.held.filter((message) => isAbout(message, reference));
    this.held = this.held.filter((message) => !isAbout(message, reference));
    return taken;
  }

  clear(): void {
    this.rules.clear();
    this.held = [];
  }
}

function isAbout({ references = [] }: WebhookMessage, reference: string): boolean {
  return references.includes(reference);
}
