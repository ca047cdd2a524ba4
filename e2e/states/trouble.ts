import { CARDS } from '../support/donor.ts';
import { untilItSays } from './clock.ts';
import { returnTo, type Stage, type State, said } from './state.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const MEXICO = { country: 'MX', amount: 250 } as const;
const DOWN = said(
  'The payment company cannot be reached',
  'Ahora mismo no logramos comunicarnos',
  'Não estamos conseguindo falar',
);
const DECLINED = said(
  'The payment did not go through',
  'El pago no se realizó',
  'O pagamento não foi concluído',
);

/** Ten declines lock a link against card testing. */
const DECLINES_TO_LOCK = 10;

async function lockedLink({ link, partner, emulator }: Stage): Promise<string> {
  const order = await link();
  const payment = await partner.startPayment(order.id);
  for (let decline = 0; decline < DECLINES_TO_LOCK; decline++)
    await emulator.confirm(payment, 'pm_card_chargeDeclined');
  return order.url;
}

async function declinedByCard({ donor }: Stage, card: keyof typeof CARDS): Promise<void> {
  await donor.payWith(CARDS[card]);
}

/** Cards, banks, wallets and scripts that fail. */
export const TROUBLE_STATES: readonly State[] = [
  {
    name: 'declined-card',
    prepare: async ({ link }) => (await link()).url,
    act: (stage) => declinedByCard(stage, 'declined'),
    shows: DECLINED,
    changes: true,
  },
  {
    name: 'declined-card-beside-bank-transfer',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: (stage) => declinedByCard(stage, 'insufficientFunds'),
    shows: DECLINED,
    changes: true,
  },
  {
    name: 'declined-bank',
    prepare: async ({ link, page, away }) => {
      const order = await link(COLOMBIA);
      await page.goto(order.url);
      await away.goToBank();
      await away.answer('Decline');
      return returnTo(order);
    },
    shows: said(
      'Your bank did not approve the transfer',
      'Tu banco no aprobó la transferencia',
      'Seu banco não aprovou a transferência',
    ),
  },
  {
    name: 'declined-wallet',
    prepare: async ({ link, page, away, emulator }) => {
      const order = await link(MEXICO);
      await page.goto(order.url);
      await away.goToWallet();
      await away.answer('Leave pending');
      const [payment] = await emulator.transfersOf(order, 'mercado-pago-mx');
      await emulator.control('mercado-pago-mx/reject', { payment_id: payment?.id });
      return returnTo(order);
    },
    shows: said(
      'Mercado Pago did not approve the payment',
      'Mercado Pago no aprobó el pago',
      'O Mercado Pago não aprovou o pagamento',
    ),
  },
  {
    name: 'locked',
    prepare: lockedLink,
    shows: said(
      'Card payments are paused here',
      'Aquí los pagos con tarjeta están en pausa',
      'Os pagamentos com cartão estão em pausa aqui',
    ),
    changes: true,
  },
  {
    name: 'script-blocked',
    prepare: async ({ link, context }) => {
      await context.route('**/stripe.js', (route) => route.abort());
      return (await link()).url;
    },
    shows: said(
      'The card form was blocked',
      'El formulario de tarjeta fue bloqueado',
      'O formulário do cartão foi bloqueado',
    ),
    changes: true,
  },
  {
    name: 'script-blocked-beside-bank-transfer',
    prepare: async ({ link, context }) => {
      await context.route('**/stripe.js', (route) => route.abort());
      return (await link(COLOMBIA)).url;
    },
    act: ({ donor }) => donor.chooseCard(),
    shows: said(
      'Pay by bank transfer instead',
      'Pagar por transferencia bancaria',
      'Pagar por transferência bancária',
    ),
    changes: true,
  },
  {
    name: 'script-broken',
    prepare: async ({ link, emulator }) => {
      await emulator.control('stripe/script', { mode: 'loaderror' });
      return (await link()).url;
    },
    shows: said(
      'The card form is not working just now',
      'El formulario de tarjeta no funciona',
      'O formulário do cartão não está funcionando',
    ),
    changes: true,
  },
  {
    name: 'not-started',
    prepare: async ({ link, context }) => {
      await context.route('**/_next/static/**/*.js', (route) => route.abort());
      return (await link()).url;
    },
    act: async ({ donor }) => donor.alert.waitFor(),
    shows: said(
      'Part of this page did not arrive',
      'Una parte de esta página no llegó a cargarse',
      'Uma parte desta página não carregou',
    ),
    changes: true,
  },
  {
    name: 'script-offline',
    prepare: async ({ link, context, donor }) => {
      await context.route('**/stripe.js', async (route) => {
        await donor.seeForm();
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      });
      return (await link()).url;
    },
    act: async ({ donor, context }) => {
      await donor.alert.waitFor();
      await context.setOffline(false);
    },
    shows: said(
      'You seem to be offline',
      'Parece que no tienes conexión',
      'Parece que você está sem conexão',
    ),
    changes: true,
  },
  {
    name: 'script-slow',
    prepare: async ({ link, context, page }) => {
      await page.clock.install();
      // Neither answered nor refused, as on a network that has gone away.
      await context.route('**/stripe.js', () => {});
      return (await link()).url;
    },
    act: async ({ page, donor }) => {
      await donor.seeForm();
      await untilItSays(page, /longer than usual|más de lo normal|mais que o normal/, 7_000);
    },
    shows: said(
      'This takes longer than usual',
      'Está tardando más de lo normal',
      'Está demorando mais que o normal',
    ),
    changes: true,
  },
  {
    name: 'script-very-slow',
    prepare: async ({ link, context, page }) => {
      await page.clock.install();
      await context.route('**/stripe.js', () => {});
      return (await link()).url;
    },
    act: async ({ page, donor }) => {
      await donor.seeForm();
      await untilItSays(page, /We keep waiting|Seguimos esperándolo|Continuamos esperando/);
    },
    shows: said('We keep waiting for it', 'Seguimos esperándolo', 'Continuamos esperando'),
    changes: true,
  },
  {
    name: 'gateway-down-card',
    prepare: async ({ link, emulator, page }) => {
      await page.clock.install();
      await emulator.control('stripe/gateway_down');
      return (await link()).url;
    },
    act: async ({ page, donor }) => {
      const tried = page.waitForResponse('**/payment_intent');
      await donor.seeForm();
      await tried;
      await page.clock.fastForward(6_000);
    },
    shows: DOWN,
    changes: true,
  },
  {
    name: 'gateway-down-bank',
    prepare: async ({ link, emulator, away, page }) => {
      const { url } = await link(COLOMBIA);
      await page.goto(url);
      await away.fillTransfer();
      await away.toBank.click();
      await page.getByRole('heading', { name: 'Confirm PSE payment' }).waitFor();
      await emulator.control('mercado-pago-co/gateway_down');
      return url;
    },
    act: ({ page }) => page.getByRole('button', { name: /^(Continue at|Continuar en|Voltar ao) / }).click(),
    shows: DOWN,
    changes: true,
  },
  {
    name: 'offline',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor, context }) => {
      await donor.enterCard(CARDS.pays);
      await context.setOffline(true);
      await donor.pay();
      await donor.alert.waitFor();
      await context.setOffline(false);
    },
    shows: said(
      'You seem to be offline',
      'Parece que no tienes conexión',
      'Parece que você está sem conexão',
    ),
    changes: true,
  },
];
