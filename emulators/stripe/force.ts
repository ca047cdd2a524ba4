import type { Book, Intent, PaymentMethod } from './book.ts';
import { type CardBehaviour, declines } from './cards.ts';

/** What a confirmation can be made to come to, whatever card was typed. */
const BEHAVIOURS = {
  approve: {},
  generic_decline: { decline: declines.generic },
  insufficient_funds: { decline: declines.noFunds },
  lost_card: { decline: declines.lost },
  stolen_card: { decline: declines.stolen },
  expired_card: { decline: declines.expired },
  incorrect_cvc: { decline: declines.cvc },
  processing_error: { decline: declines.processing },
  authenticate: { authenticate: true },
  authenticate_then_decline: { authenticate: true, decline: declines.generic },
  processing: { processing: true },
} satisfies Record<string, Partial<CardBehaviour>>;

export type ForcedOutcome = keyof typeof BEHAVIOURS;
export const FORCED_OUTCOMES = Object.keys(BEHAVIOURS) as [ForcedOutcome, ...ForcedOutcome[]];

/**
 * Uses up what control ordered for the next confirmation of an intent whose metadata holds the reference. It sticks to
 * the payment method, so that it also decides what comes after a 3-D Secure challenge.
 */
export function takeForced(book: Book, intent: Intent, method: PaymentMethod): void {
  const card = book.cards.get(method.id);
  if (card === undefined) return;
  const reference = Object.values(intent.metadata).find((value) => book.forced.get(value) !== undefined);
  const outcome = book.forced.get(reference ?? '');
  book.cards.set(method.id, { number: card.number, ...(outcome === undefined ? {} : { forced: outcome }) });
  if (reference !== undefined) book.forced.delete(reference);
}

/** A card that does as it was told: of the card itself only its looks remain. */
export function forcedBehaviour(card: CardBehaviour, outcome: ForcedOutcome): CardBehaviour {
  const { number, brand, country, funding } = card;
  return { number, brand, country, funding, isForced: true, processing: false, ...BEHAVIOURS[outcome] };
}
