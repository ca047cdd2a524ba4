import { CARDS } from '../support/donor.ts';
import { isOver } from '../support/hurried.ts';
import { type Stage, type State, said } from './state.ts';

/** A card payment that arrives after the time of its link, and is on its way back. */
async function lateMoney({ link, page, donor, emulator, partner }: Stage): Promise<string> {
  await emulator.control('stripe/refunds', { mode: 'pending' });
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
  return order.url;
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
    prepare: lateMoney,
    shows: said('We are giving $50 back', 'Te estamos devolviendo', 'Estamos devolvendo'),
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
