import { expect } from '@playwright/test';
import { CARDS } from '../support/donor.ts';
import { isOver } from '../support/hurried.ts';
import type { Link } from '../support/partner.ts';
import { type Stage, type State, said } from './state.ts';

type Late = { order: Link; intent: string };

/** A card payment that arrives after the time of its link, and is on its way back as the processor lets it. */
async function lateMoney({ link, page, donor, emulator, partner }: Stage, mode = 'pending'): Promise<Late> {
  await emulator.control('stripe/refunds', { mode });
  const order = await link();
  await page.goto(order.url);
  await donor.payWith(CARDS.asksForApproval);
  const { id } = await emulator.intentIn('requires_action', order);
  await page.goto('about:blank');
  // At the end of a link its payment is called off; here the processor does not listen just then.
  const deaf = { kind: 'status', status: 500, times: 1000, method: 'POST', path: '/cancel$' };
  await emulator.control('stripe/fail', deaf);
  await isOver(order);
  await emulator.control('stripe/authenticate', { payment_intent: id, outcome: 'complete' });
  await emulator.control('stripe/gateway_up');
  await partner.waitFor(order.id, 'expired');
  return { order, intent: id };
}

async function becomes({ partner }: Stage, { order }: Late, state: string): Promise<void> {
  const states = async () => (await partner.payments(order.id)).map((payment) => payment.state);
  await expect.poll(states, { timeout: 20_000 }).toEqual([state]);
}

/** The same after it was back, and the bank sent it to us again. */
async function cameBack(stage: Stage): Promise<string> {
  const late = await lateMoney(stage);
  const { emulator } = stage;
  const refunds = async () =>
    (await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${late.intent}`)).data;
  await expect.poll(async () => (await refunds()).length, { timeout: 20_000 }).toBe(1);
  const refund = (await refunds())[0]?.id;
  await emulator.control('stripe/settle_refund', { refund, outcome: 'succeeded' });
  await becomes(stage, late, 'refunded');
  await emulator.control('stripe/settle_refund', { refund, outcome: 'failed' });
  await becomes(stage, late, 'refund_due');
  return late.order.url;
}

/** The same after the donor's bank took it, before it could be given back. */
async function takenBack(stage: Stage): Promise<string> {
  const late = await lateMoney(stage, 'insufficient_balance');
  const { emulator } = stage;
  const charge = { payment_intent: late.intent, kind: 'fraudulent' };
  const { id: dispute } = await emulator.control<{ id: string }>('stripe/dispute', charge);
  await emulator.control('stripe/close_dispute', { dispute, outcome: 'lost' });
  await becomes(stage, late, 'charged_back');
  return late.order.url;
}

/** Screens of links whose time is over: of a service whose links do not live long. */
export const SHORT_LIVED_STATES: readonly State[] = [
  {
    name: 'expired',
    prepare: async ({ link }) => {
      const order = await link();
      await isOver(order);
      return order.url;
    },
    shows: said(
      'This donation link has expired',
      'Este enlace de donación venció',
      'Este link de doação expirou',
    ),
  },
  {
    name: 'giving-back',
    prepare: async (stage) => (await lateMoney(stage)).order.url,
    shows: said('We are giving $50 back', 'Te estamos devolviendo', 'Estamos devolvendo'),
  },
  {
    name: 'refund-came-back',
    prepare: cameBack,
    shows: said('Our refund of $50 came back to us', 'Nuestra devolución de', 'Nossa devolução de'),
  },
  {
    name: 'taken-back-by-bank',
    prepare: takenBack,
    shows: said('Your bank has returned $50 to you', 'Tu banco te devolvió', 'Seu banco devolveu'),
  },
  {
    name: 'trouble',
    prepare: async ({ link, emulator, partner }) => {
      const order = await link();
      await partner.startPayment(order.id);
      await emulator.control('stripe/gateway_down');
      await isOver(order);
      return order.url;
    },
    shows: said(
      'We cannot show this donation just now',
      'Ahora mismo no podemos mostrar esta donación',
      'Não conseguimos mostrar esta doação agora',
    ),
  },
];
