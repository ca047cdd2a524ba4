import { isOverdue, linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { linkTrail } from '#lib/payments/trail.ts';
import { act } from './act.ts';
import type { DeckInput } from './contract.ts';
import type { DeckGateway, DeckView } from './deck-view.ts';
import { cardsAbout, localAbout } from './emulator-control.ts';
import { findDeckLink } from './gateways.ts';

/**
 * Answers QA's deck: does what is asked, if anything, and tells how the link then stands. Reading asks no gateway how a payment ended.
 * @throws Problem `checkout_link_not_found`, those of `act`, or 503 when the emulators cannot be reached.
 */
export async function answerDeck({ ref, action }: DeckInput, now: Date): Promise<DeckView> {
  const found = await findDeckLink(ref, now);
  if (action) await act(found, action, now);
  const later = readClock();
  const { link, hasCards, local } = await findDeckLink(ref, later);
  return {
    status: isOverdue(link, later) ? 'unsettled' : linkStatus(link),
    gateways: await Promise.all([
      ...(hasCards ? [cards(link.id)] : []),
      ...local.map((gateway) => account(gateway, link.id)),
    ]),
    trail: await linkTrail(link.id),
  };
}

async function cards(linkId: string): Promise<DeckGateway> {
  const { down, webhooks, script, forced, payments } = await cardsAbout(linkId);
  return {
    name: 'stripe',
    isDown: down,
    webhooks: webhooks.mode,
    held: webhooks.held,
    script,
    forced,
    payments,
  };
}

async function account(gateway: string, linkId: string): Promise<DeckGateway> {
  const { down, webhooks, payments } = await localAbout(gateway, linkId);
  return {
    name: gateway,
    isDown: down,
    webhooks: webhooks.mode,
    held: webhooks.held,
    payments: payments.map(({ id, status, status_detail: detail }) => ({ id, status, detail })),
  };
}
