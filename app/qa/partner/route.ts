import { loopbackOnly, qaOnly } from '#lib/http/loopback-only.ts';
import { pageAction } from '#lib/http/page-action.ts';
import { partnerInput } from '#lib/qa-deck/contract.ts';
import { newPartner } from '#lib/qa-deck/new-partner.ts';

/** A partner of their own for tests: a key and published causes (docs/qa-deck.md). */
export const POST = qaOnly(loopbackOnly(pageAction(partnerInput, (_input, now) => newPartner(now))));
