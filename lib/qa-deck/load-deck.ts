import { isOverdue, linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import type { PaymentState } from '#lib/payments/states.ts';
import { linkTrail } from '#lib/payments/views/trail.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { act } from './act.ts';
import type { DeckInput } from './contract.ts';
import type { DeckGateway, DeckPaymentStatus, DeckView } from './deck-view.ts';
import { readAccountState, readCardState } from './emulator-control.ts';
import { findDeckLink } from './gateways.ts';

/**
 * Answers the QA deck: performs the action, if any, and returns the state of the link. Reading it syncs no payment.
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
    payments: await paymentsOf(link.id),
    trail: await linkTrail(link.id),
  };
}

async function paymentsOf(linkId: string): Promise<DeckView['payments']> {
  const payments = await db().payment.findMany({ where: { linkId }, orderBy: { createdAt: 'asc' } });
  return payments.map((payment) => ({ id: payment.id, status: statusOf(payment) }));
}

function statusOf(payment: Payment): DeckPaymentStatus {
  const state = payment.state as PaymentState;
  if (state !== 'approved') return state;
  if (payment.refundedMinor >= (payment.amountMinor ?? 0n)) return 'refunded';
  if (payment.disputedMinor > 0n) return 'disputed';
  if (payment.chargedBackMinor > 0n) return 'dispute_lost';
  return payment.refundedMinor > 0n ? 'partially_refunded' : 'approved';
}

async function cards(linkId: string): Promise<DeckGateway> {
  const { down, webhooks, script, forced, payments } = await readCardState(linkId);
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
  const { down, webhooks, payments } = await readAccountState(gateway, linkId);
  return {
    name: gateway,
    isDown: down,
    webhooks: webhooks.mode,
    held: webhooks.held,
    payments: payments.map(({ id, status, status_detail: detail }) => ({ id, status, detail })),
  };
}
