import { expireEarly } from '#lib/payments/expire-early.ts';
import { unreachable } from '#lib/unreachable.ts';
import type { DeckAction } from './contract.ts';
import { cannotBe, cardsAbout, localAbout, orderEmulator } from './emulator-control.ts';
import type { DeckLink } from './gateways.ts';

/** Who acts here, in the audit log. */
const ACTOR = 'qa deck';

/** States of a bank transfer or wallet payment that nobody has decided (Mercado Pago's words). */
const UNDECIDED = new Set(['pending', 'in_process']);

/**
 * Does what QA chose. All of it happens at the emulators, where a donor, a bank or a network would do it; only the end
 * of a link is ours to bring forward.
 * @throws Problem `validation_failed` when the link's payments do not allow it, `checkout_link_not_payable`, or 503.
 */
export async function act(found: DeckLink, action: DeckAction, now: Date): Promise<void> {
  const reference = found.link.id;
  switch (action.kind) {
    case 'force_card':
      mustTakeCards(found);
      await orderEmulator('stripe/force', { reference, outcome: action.outcome });
      return;
    case 'answer_challenge': {
      const payment_intent = await cardPaymentIn('requires_action', found);
      await orderEmulator('stripe/authenticate', { payment_intent, outcome: action.outcome });
      return;
    }
    case 'settle_card': {
      const payment_intent = await cardPaymentIn('processing', found);
      await orderEmulator('stripe/settle', { payment_intent, outcome: action.outcome });
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
      mustTakeCards(found);
      await orderEmulator('stripe/script', { mode: action.mode });
      return;
    case 'expire':
      return expireEarly(reference, ACTOR, now);
    default:
      return unreachable(action);
  }
}

async function toAll(found: DeckLink, order: string, body: object): Promise<void> {
  const gateways = [...(found.hasCards ? ['stripe'] : []), ...found.local];
  for (const gateway of gateways) await orderEmulator(`${gateway}/${order}`, body);
}

/** Up first, so that to be down is to be down once: `gateway_up` ends every failure. */
async function setGateways(found: DeckLink, up: boolean): Promise<void> {
  await toAll(found, 'gateway_up', {});
  if (!up) await toAll(found, 'gateway_down', {});
}

function mustTakeCards({ hasCards }: DeckLink): void {
  if (!hasCards) throw cannotBe('This link is not paid by card.');
}

async function cardPaymentIn(status: string, found: DeckLink): Promise<string> {
  mustTakeCards(found);
  const { payments } = await cardsAbout(found.link.id);
  const payment = payments.findLast((one) => one.status === status);
  if (!payment) throw cannotBe(`No card payment of this link is in ${status}.`);
  return payment.id;
}

/** The bank's or the wallet's last word; a wallet that nobody has paid with yet is paid with now. */
async function decide(
  { link, local }: DeckLink,
  outcome: Extract<DeckAction, { kind: 'decide' }>['outcome'],
): Promise<void> {
  for (const gateway of local) {
    const { payments, preferences } = await localAbout(gateway, link.id);
    const isMeant = outcome === 'approve_late' ? isGivenUp : isUndecided;
    const payment = payments.findLast(isMeant);
    if (payment) {
      const late = outcome === 'approve_late' ? { late: true } : {};
      const order = outcome === 'reject' ? 'reject' : 'approve';
      await orderEmulator(`${gateway}/${order}`, { payment_id: payment.id, ...late });
      return;
    }
    const preference_id = preferences.at(-1);
    if (preference_id && outcome !== 'approve_late') {
      await orderEmulator(`${gateway}/pay_preference`, { preference_id, outcome });
      return;
    }
  }
  const wanted = outcome === 'approve_late' ? 'was given up by its gateway' : 'is waiting to be decided';
  throw cannotBe(`No bank transfer or wallet payment of this link ${wanted}.`);
}

type LocalPayment = { status: string; status_detail: string };

function isUndecided({ status }: LocalPayment): boolean {
  return UNDECIDED.has(status);
}

/** Called off, or not finished in time: what a bank may still pay. */
function isGivenUp({ status, status_detail }: LocalPayment): boolean {
  return status === 'cancelled' || status_detail === 'expired';
}
