import { expect } from '@playwright/test';
import { expire, payLate } from '../support/late-money.ts';
import type { Link } from '../support/partner.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

type Late = { order: Link; intent: string };

/** A card payment that arrives after its link has expired, with its refund as the processor's switch makes it. */
async function lateMoney(stage: Stage, mode = 'pending'): Promise<Late> {
  const { link, donor, emulator, partner } = stage;
  await emulator.control('stripe/refunds', { mode });
  const order = await link();
  await donor.open(order);
  const intent = await payLate(stage, order);
  await partner.waitFor(order.id, 'expired');
  return { order, intent };
}

async function becomes({ partner }: Stage, { order }: Late, state: string): Promise<void> {
  const states = async () => (await partner.payments(order.id)).map((payment) => payment.state);
  await expect.poll(states).toEqual([state]);
}

/** The same after the refund, which the bank returned to us. */
async function cameBack(stage: Stage): Promise<string> {
  const late = await lateMoney(stage);
  const { emulator } = stage;
  const refunds = async () =>
    (await emulator.read<{ data: { id: string }[] }>(`/v1/refunds?payment_intent=${late.intent}`)).data;
  await expect.poll(async () => (await refunds()).length).toBe(1);
  const refund = (await refunds())[0]?.id;
  await emulator.control('stripe/settle_refund', { refund, outcome: 'succeeded' });
  await becomes(stage, late, 'refunded');
  await emulator.control('stripe/settle_refund', { refund, outcome: 'failed' });
  await becomes(stage, late, 'refund_due');
  return late.order.url;
}

/** The same after the donor's bank took the money, before it could be refunded. */
async function takenBack(stage: Stage): Promise<string> {
  const late = await lateMoney(stage, 'insufficient_balance');
  const { emulator } = stage;
  const charge = { payment_intent: late.intent, kind: 'fraudulent' };
  const { id: dispute } = await emulator.control<{ id: string }>('stripe/dispute', charge);
  await emulator.control('stripe/close_dispute', { dispute, outcome: 'lost' });
  await becomes(stage, late, 'charged_back');
  return late.order.url;
}

/** Screens of expired links, and of money that came late. */
export const LATE_STATES: readonly State[] = [
  {
    name: 'expired',
    prepare: async ({ link, instance }) => {
      const order = await link();
      await expire(instance, order);
      return order.url;
    },
    shows: inEachLanguage(
      'This donation link has expired',
      'Este enlace de donación venció',
      'Este link de doação expirou',
    ),
  },
  {
    name: 'giving-back',
    prepare: async (stage) => (await lateMoney(stage)).order.url,
    shows: inEachLanguage('We are refunding $50', 'Te estamos devolviendo', 'Estamos devolvendo'),
  },
  {
    name: 'refund-came-back',
    prepare: cameBack,
    shows: inEachLanguage('Our refund of $50 did not reach you', 'Nuestra devolución de', 'Nossa devolução de'),
  },
  {
    name: 'taken-back-by-bank',
    prepare: takenBack,
    shows: inEachLanguage('Your bank returned $50 to you', 'Tu banco te devolvió', 'Seu banco devolveu'),
  },
  {
    name: 'trouble',
    prepare: async ({ link, emulator, partner, instance }) => {
      const order = await link();
      await partner.startPayment(order.id);
      await emulator.control('stripe/gateway_down');
      await expire(instance, order);
      return order.url;
    },
    shows: inEachLanguage(
      'We cannot show this donation right now',
      'En este momento no podemos mostrar esta donación',
      'Não conseguimos mostrar esta doação agora',
    ),
  },
];
