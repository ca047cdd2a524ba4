import { ownMachineOnly, qaOnly } from '#lib/http/own-machine.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { deckInput } from '#lib/qa-deck/contract.ts';
import { answerDeck } from '#lib/qa-deck/load-deck.ts';

/** The one way from the application to the emulators' controls (README, "QA deck"). */
export const POST = qaOnly(ownMachineOnly(pageAction(deckInput, answerDeck)));
