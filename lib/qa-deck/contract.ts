import { z } from 'zod';
import { text } from '#lib/fields.ts';

/** What the next card payment can be made to come to, as the card processor's emulator calls it. */
const CARD_OUTCOMES = [
  'approve',
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authenticate',
  'authenticate_then_decline',
  'processing',
] as const;

const action = z.discriminatedUnion('kind', [
  /** The next confirmation on this link, whatever card is typed; null takes the order back. */
  z.strictObject({ kind: z.literal('force_card'), outcome: z.enum(CARD_OUTCOMES).nullable() }),
  /** Answers the 3-D Secure question that a payment waits for. */
  z.strictObject({ kind: z.literal('answer_challenge'), outcome: z.enum(['complete', 'fail']) }),
  /** Ends a card payment that the processor keeps in `processing`. */
  z.strictObject({ kind: z.literal('settle_card'), outcome: z.enum(['succeeded', 'failed']) }),
  /** Decides a bank transfer or wallet payment; late: one that its gateway has given up already. */
  z.strictObject({ kind: z.literal('decide'), outcome: z.enum(['approve', 'reject', 'approve_late']) }),
  /** What becomes of the webhooks about this link from now on. */
  z.strictObject({
    kind: z.literal('webhooks'),
    mode: z.enum(['deliver', 'drop', 'double', 'delay', 'hold']),
  }),
  z.strictObject({ kind: z.literal('release_webhooks') }),
  /** Every call of the link's gateways hangs up, for every link. */
  z.strictObject({ kind: z.literal('gateway'), up: z.boolean() }),
  /** How the card processor's script and form load, on every page. */
  z.strictObject({
    kind: z.literal('script'),
    mode: z.enum(['ok', 'error', 'blocked', 'slow', 'loaderror']),
  }),
  /** The link's time is over now. */
  z.strictObject({ kind: z.literal('expire') }),
]);

/** What QA's deck asks: an action on a link, if any, and then how the link stands. */
export const deckInput = z.strictObject({ ref: text(255, 1), action: action.optional() });
export type DeckInput = z.output<typeof deckInput>;
export type DeckAction = z.output<typeof action>;
