import { type BrowserContext, expect } from '@playwright/test';
import type { CheckoutLink } from '../client.ts';
import { CARDS } from './cards.ts';
import { type Donor, donorAt } from './donor.ts';
import type { Gateway } from './gateway.ts';
import { OUTCOMES, type OutcomeBy, type OutcomeName, type PaymentStatus } from './outcomes.ts';

/** Who and what takes part in a donation. */
export type Cast = { donor: Donor; gateway: Gateway; context: BrowserContext };

/** What happens to a link after a donor has opened it, or before. */
const EVENTS: Record<OutcomeBy<'event'>, (cast: Cast, link: CheckoutLink) => Promise<unknown>> = {
  async three_d_secure_abandoned({ donor, gateway }, link) {
    await donor.open(link);
    await donor.payWith(CARDS.asksForApproval);
    await paymentIs('requires_action', gateway, link);
    await donor.open(link);
  },
  async bank_approved_late({ donor, gateway }, link) {
    await donor.open(link);
    await donor.payByBankTransfer('bank_pending');
    await gateway.expire(link);
    await donor.open(link);
    await donor.see('expired_while_paying');
    await gateway.decide(link, 'approve_late');
    await paymentsAre(['refunded'], gateway, link);
    await donor.open(link);
  },
  async expired_before_paying({ donor, gateway }, link) {
    await gateway.expire(link);
    await donor.open(link);
  },
  async expired_while_paying({ donor, gateway }, link) {
    await donor.open(link);
    await donor.enterCard(CARDS.pays);
    await gateway.expire(link);
    await donor.pay();
  },
  async cancelled({ donor, gateway }, link) {
    await gateway.cancel(link);
    await donor.open(link);
  },
  async two_tabs({ donor, context }, link) {
    const other = donorAt(await context.newPage());
    await donor.open(link);
    await other.open(link);
    await donor.enterCard(CARDS.pays);
    await other.enterCard(CARDS.pays);
    await Promise.all([donor.pay(), other.pay()]);
    await other.see('two_tabs');
    await other.page.close();
  },
  async amount_changed({ donor }, link) {
    await donor.open(link);
    await donor.changeAmount(link.amount + 25);
    await donor.payByCard('paid');
  },
  async gateway_down({ donor, gateway }, link) {
    await gateway.goDown(link);
    await donor.open(link);
  },
  async script_blocked({ donor }, link) {
    await donor.blockCardScript();
    await donor.open(link);
  },
  async webhook_lost({ donor, gateway }, link) {
    await gateway.webhooks(link, 'drop');
    await donor.open(link);
    await donor.payByCard('paid');
  },
  async webhook_twice({ donor, gateway }, link) {
    await gateway.webhooks(link, 'double');
    await donor.open(link);
    await donor.payByCard('paid');
  },
  async webhook_late(cast, link) {
    const { donor, gateway } = cast;
    await gateway.webhooks(link, 'hold');
    await loseReturn(cast, link);
    await gateway.releaseWebhooks(link);
    await isCompleted(gateway, link);
    await donor.open(link);
  },
  async return_lost(cast, link) {
    await loseReturn(cast, link);
    await isCompleted(cast.gateway, link);
    await cast.donor.open(link);
  },
  async refunded({ donor, gateway }, link) {
    await donor.open(link);
    await donor.payByCard('paid');
    await gateway.refund(link);
  },
  async disputed({ donor, gateway }, link) {
    await donor.open(link);
    await donor.payByCard('paid');
    await gateway.dispute(link);
  },
};

/** Milliseconds: what a job or a webhook does on a busy machine. */
const LIMIT = { timeout: 60_000 };

/**
 * Brings a link to an outcome, as donor, bank and gateway would, and checks that page and payments say what the table of
 * outcomes says. The link must be open, and of the outcome's country.
 */
export async function bringAbout(outcome: OutcomeName, cast: Cast, link: CheckoutLink): Promise<void> {
  const { donor, gateway } = cast;
  if (isEvent(outcome)) await EVENTS[outcome](cast, link);
  else {
    await donor.open(link);
    if (isBy('bank_transfer', outcome)) await donor.payByBankTransfer(outcome);
    else if (isBy('wallet', outcome)) await donor.payByWallet(outcome);
    else await donor.payByCard(outcome);
  }
  await donor.see(outcome);
  await paymentsAre(OUTCOMES[outcome].payments, gateway, link);
}

/** Waits until the link's payments that were not canceled have these statuses. */
async function paymentsAre(wanted: readonly PaymentStatus[], gateway: Gateway, link: CheckoutLink) {
  const statuses = async () => {
    const { payments } = await gateway.stateOf(link);
    return payments.map(({ status }) => status).filter((status) => status !== 'canceled');
  };
  await expect.poll(statuses, LIMIT).toEqual(wanted);
}

function isEvent(outcome: OutcomeName): outcome is OutcomeBy<'event'> {
  return OUTCOMES[outcome].by === 'event';
}

function isBy<By extends 'bank_transfer' | 'wallet'>(
  by: By,
  outcome: Exclude<OutcomeName, OutcomeBy<'event'>>,
): outcome is OutcomeBy<By> & Exclude<OutcomeName, OutcomeBy<'event'>> {
  return OUTCOMES[outcome].by === by;
}

/** The donor pays, and their connection breaks before the page learns of it. */
async function loseReturn({ donor, gateway }: Cast, link: CheckoutLink): Promise<void> {
  const confirmation = '**/checkout/confirmation';
  await donor.open(link);
  await donor.enterCard(CARDS.pays);
  await donor.page.route(confirmation, (route) => route.abort());
  await donor.pay();
  await paymentIs('succeeded', gateway, link);
  await donor.page.goto('about:blank');
  await donor.page.unroute(confirmation);
}

/** Waits until a gateway's payment of a link is in a status. */
async function paymentIs(status: string, gateway: Gateway, link: CheckoutLink): Promise<void> {
  const statuses = async () => {
    const { gateways } = await gateway.stateOf(link);
    return gateways.flatMap(({ payments }) => payments.map((payment) => payment.status));
  };
  await expect.poll(statuses, LIMIT).toContain(status);
}

async function isCompleted(gateway: Gateway, link: CheckoutLink): Promise<void> {
  await expect.poll(async () => (await gateway.stateOf(link)).status, LIMIT).toBe('completed');
}
