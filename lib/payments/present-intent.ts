import type { z } from 'zod';
import type { intentReply } from './contract.ts';
import type { IntentForBrowser } from './create-intent.ts';

/** The payment intent response (spec 2.4). */
export function presentIntent(intent: IntentForBrowser): z.input<typeof intentReply> {
  return {
    client_secret: intent.clientSecret,
    publishable_key: intent.publishableKey,
    payment_intent_id: intent.intentId,
  };
}
