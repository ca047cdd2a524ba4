import { type CardBehaviour, declines } from './cards.ts';

/** Outcomes that control can force on a confirmation with any card. */
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

/** A card with the forced outcome; only number, brand, country and funding are the card's own. */
export function forcedBehaviour(card: CardBehaviour, outcome: ForcedOutcome): CardBehaviour {
  const { number, brand, country, funding } = card;
  return { number, brand, country, funding, isForced: true, processing: false, ...BEHAVIOURS[outcome] };
}
