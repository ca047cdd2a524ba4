import { loopbackOnly, qaOnly } from '#lib/http/loopback-only.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { deckInput } from '#lib/qa-deck/contract.ts';
import { answerDeck } from '#lib/qa-deck/load-deck.ts';

/** The application's only access to the emulators' control API (docs/qa-deck.md). */
export const POST = qaOnly(loopbackOnly(pageAction(deckInput, answerDeck)));
