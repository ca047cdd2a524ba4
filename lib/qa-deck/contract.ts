import { z } from 'zod';
import { text } from '#lib/fields.ts';

/** Outcomes to force on the next card payment, in the card emulator's words. */
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
  /** Forces the outcome of the next confirmation on this link, with any card; null removes it. */
  z.strictObject({ kind: z.literal('force_card'), outcome: z.enum(CARD_OUTCOMES).nullable() }),
  /** Completes or fails the pending 3-D Secure challenge. */
  z.strictObject({ kind: z.literal('answer_challenge'), outcome: z.enum(['complete', 'fail']) }),
  /** Ends a card payment that the processor keeps in `processing`. */
  z.strictObject({ kind: z.literal('settle_card'), outcome: z.enum(['succeeded', 'failed']) }),
  /** Decides a bank transfer or wallet payment; late: one that its gateway has ended already. */
  z.strictObject({ kind: z.literal('decide'), outcome: z.enum(['approve', 'reject', 'approve_late']) }),
  /** Sets how webhooks about this link are delivered from now on. */
  z.strictObject({
    kind: z.literal('webhooks'),
    mode: z.enum(['deliver', 'drop', 'double', 'delay', 'hold']),
  }),
  z.strictObject({ kind: z.literal('release_webhooks') }),
  /** The link's gateways close every connection that is about this link. */
  z.strictObject({ kind: z.literal('gateway'), up: z.boolean() }),
  /** How the card processor's script and form load, on every page. */
  z.strictObject({
    kind: z.literal('script'),
    mode: z.enum(['ok', 'error', 'blocked', 'slow', 'loaderror']),
  }),
  /** Expires the link now. */
  z.strictObject({ kind: z.literal('expire') }),
  /** Cancels the link now, as an operator can. */
  z.strictObject({ kind: z.literal('cancel') }),
  /** Gives the link's donation back at its gateway. */
  z.strictObject({ kind: z.literal('refund') }),
  /** The donor's bank disputes the link's donation. */
  z.strictObject({ kind: z.literal('dispute') }),
]);

/** A request of the QA deck: an optional action on a link; the response is its state. */
export const deckInput = z.strictObject({ ref: text(255, 1), action: action.optional() });

/** A request for a partner of QA's own; it has no parameters. */
export const partnerInput = z.strictObject({});

/** A request to publish a cause, by its key. */
export const publishInput = z.strictObject({ cause: text(255, 1) });

export type PublishInput = z.output<typeof publishInput>;
export type DeckInput = z.output<typeof deckInput>;
export type DeckAction = z.output<typeof action>;
