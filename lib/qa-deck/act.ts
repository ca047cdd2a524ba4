import { linkStatus } from '#lib/checkout-links/status.ts';
import { transaction } from '#lib/db.ts';
import { expireNow } from '#lib/payments/attempts/expire-now.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { audit } from '#lib/policy/audit.ts';
import { Problem } from '#lib/problems/problem.ts';
import { unreachable } from '#lib/unreachable.ts';
import type { DeckAction } from './contract.ts';
import { actionNotPossible, controlEmulator, readAccountState, readCardState } from './emulator-control.ts';
import type { DeckLink } from './gateways.ts';

/** The actor of the deck in the audit log. */
export const DECK_ACTOR = 'qa deck';

/** States of an undecided bank transfer or wallet payment (Mercado Pago's names). */
const UNDECIDED = new Set(['pending', 'in_process']);

/**
 * Performs the action that QA chose: at the emulators, in place of a donor, a bank or a network; only expiring a link early
 * and cancelling it happen in the service.
 * @throws Problem `validation_failed` when the link's payments do not allow it, `checkout_link_not_payable`, or 503.
 */
export async function act(found: DeckLink, action: DeckAction, now: Date): Promise<void> {
  const reference = found.link.id;
  switch (action.kind) {
    case 'force_card':
      requireCards(found);
      await controlEmulator('stripe/force', { reference, outcome: action.outcome });
      return;
    case 'answer_challenge': {
      const payment_intent = await cardPaymentIn('requires_action', found);
      await controlEmulator('stripe/authenticate', { payment_intent, outcome: action.outcome });
      return;
    }
    case 'settle_card': {
      const payment_intent = await cardPaymentIn('processing', found);
      await controlEmulator('stripe/settle', { payment_intent, outcome: action.outcome });
      return;
    }
    case 'decide':
      return decide(found, action.outcome);
    case 'webhooks':
      return toAll(found, 'webhooks_about', { reference, mode: action.mode });
    case 'release_webhooks':
      return toAll(found, 'release_webhooks', { reference });
    case 'gateway':
      return setGateways(found, action.up);
    case 'script':
      requireCards(found);
      await controlEmulator('stripe/script', { mode: action.mode });
      return;
    case 'expire':
      return expireNow(reference, DECK_ACTOR, now);
    case 'cancel':
      return cancel(reference, now);
    case 'refund':
      return reverse(found, { card: 'refund', local: 'refund' });
    case 'dispute':
      return reverse(found, { card: 'dispute', local: 'charge_back' });
    default:
      return unreachable(action);
  }
}

async function toAll(found: DeckLink, order: string, body: object): Promise<void> {
  const gateways = [...(found.hasCards ? ['stripe'] : []), ...found.local];
  for (const gateway of gateways) await controlEmulator(`${gateway}/${order}`, body);
}

/** Switches up first, which ends every failure of this link, so that repeated downs do not add up. */
async function setGateways(found: DeckLink, up: boolean): Promise<void> {
  const about = { reference: found.link.id };
  await toAll(found, 'gateway_up', about);
  if (!up) await toAll(found, 'gateway_down', about);
}

/** @throws Problem `checkout_link_not_payable` when the link has ended already, or 503. */
async function cancel(id: string, now: Date): Promise<void> {
  const status = linkStatus(await cancelLink(id, now));
  if (status !== 'cancelled')
    throw new Problem('checkout_link_not_payable', `The link is ${status} already.`, {
      statusDetail: status,
    });
  await transaction((tx) => audit(tx, { actor: DECK_ACTOR, action: 'link.cancel', subject: id, data: {} }));
}

/** Takes the link's donation back at the gateway that received it, which reports it by webhook. */
async function reverse({ link, hasCards, local }: DeckLink, orders: { card: string; local: string }): Promise<void> {
  const cards = hasCards ? (await readCardState(link.id)).payments : [];
  const charge = cards.find(({ status }) => status === 'succeeded');
  if (charge) {
    await controlEmulator(`stripe/${orders.card}`, { payment_intent: charge.id });
    return;
  }
  for (const gateway of local) {
    const { payments } = await readAccountState(gateway, link.id);
    const payment = payments.find(({ status }) => status === 'approved');
    if (!payment) continue;
    await controlEmulator(`${gateway}/${orders.local}`, { payment_id: payment.id });
    return;
  }
  throw actionNotPossible('No payment of this link was approved.');
}

function requireCards({ hasCards }: DeckLink): void {
  if (!hasCards) throw actionNotPossible('This link is not paid by card.');
}

async function cardPaymentIn(status: string, found: DeckLink): Promise<string> {
  requireCards(found);
  const { payments } = await readCardState(found.link.id);
  const payment = payments.findLast((one) => one.status === status);
  if (!payment) throw actionNotPossible(`No card payment of this link is in ${status}.`);
  return payment.id;
}

/** Makes the bank or the wallet decide; a wallet checkout without a payment is paid first. */
async function decide(
  { link, local }: DeckLink,
  outcome: Extract<DeckAction, { kind: 'decide' }>['outcome'],
): Promise<void> {
  for (const gateway of local) {
    const { payments, preferences } = await readAccountState(gateway, link.id);
    const isMeant = outcome === 'approve_late' ? isAbandoned : isUndecided;
    const payment = payments.findLast(isMeant);
    if (payment) {
      const late = outcome === 'approve_late' ? { late: true } : {};
      const order = outcome === 'reject' ? 'reject' : 'approve';
      await controlEmulator(`${gateway}/${order}`, { payment_id: payment.id, ...late });
      return;
    }
    const preference_id = preferences.at(-1);
    if (preference_id && outcome !== 'approve_late') {
      await controlEmulator(`${gateway}/pay_preference`, { preference_id, outcome });
      return;
    }
  }
  const wanted = outcome === 'approve_late' ? 'was given up by its gateway' : 'is waiting to be decided';
  throw actionNotPossible(`No bank transfer or wallet payment of this link ${wanted}.`);
}

type LocalPayment = { status: string; status_detail: string };

function isUndecided({ status }: LocalPayment): boolean {
  return UNDECIDED.has(status);
}

/** Cancelled or expired: a bank may still pay it. */
function isAbandoned({ status, status_detail }: LocalPayment): boolean {
  return status === 'cancelled' || status_detail === 'expired';
}
