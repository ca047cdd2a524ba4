import type { Route } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { advanceUntilText } from '../support/clock.ts';
import { inEachLanguage, returnTo, type Stage, type State } from './state.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const MEXICO = { country: 'MX', amount: 250 } as const;
const DOWN = inEachLanguage(
  'We cannot reach the payment company',
  'En este momento no podemos comunicarnos',
  'No momento, não conseguimos nos conectar',
);
const DECLINED = inEachLanguage(
  'The payment did not go through',
  'El pago no se realizó',
  'O pagamento não foi concluído',
);

/** Ten declines pause a link against card testing. */
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

/** Screens of cards, banks, wallets and scripts that fail. */
export const ERROR_STATES: readonly State[] = [
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
    name: 'declined-card-returned',
    prepare: async ({ link, partner, emulator }) => {
      const order = await link();
      await emulator.confirm(await partner.startPayment(order.id), 'pm_card_chargeDeclined');
      return returnTo(order);
    },
    shows: DECLINED,
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
    shows: inEachLanguage(
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
    shows: inEachLanguage(
      'Mercado Pago did not approve the payment',
      'Mercado Pago no aprobó el pago',
      'O Mercado Pago não aprovou o pagamento',
    ),
  },
  {
    name: 'locked',
    prepare: lockedLink,
    shows: inEachLanguage(
      'Card payments are paused here',
      'Los pagos con tarjeta están en pausa aquí',
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
    shows: inEachLanguage(
      'The card form was blocked',
      'Se bloqueó el formulario de tarjeta',
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
    shows: inEachLanguage(
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
    shows: inEachLanguage(
      'The card form is not working right now',
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
    shows: inEachLanguage(
      'Part of this page did not load',
      'Una parte de esta página no se cargó',
      'Uma parte desta página não carregou',
    ),
    changes: true,
  },
  {
    name: 'script-offline',
    prepare: async ({ link, context, page, donor }) => {
      // A page of the language before would try again, and be offline again.
      await page.goto('about:blank');
      await context.setOffline(false);
      // Only the script is missing: the payment has been prepared before the network is gone.
      const intent = page.waitForResponse(/\/payment_intent$/);
      const goOffline = async (route: Route) => {
        await Promise.all([donor.seeForm(), intent]);
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      };
      // Once: what the page asks for again while it is offline fails by itself.
      await context.route('**/stripe.js', goOffline, { times: 1 });
      return (await link()).url;
    },
    act: ({ donor }) => donor.alert.waitFor(),
    shows: inEachLanguage(
      'You seem to be offline',
      'Parece que no tienes conexión',
      'Parece que você está sem conexão',
    ),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'script-slow',
    prepare: async ({ link, context }) => {
      // Neither answered nor refused, as on a network that is gone.
      await context.route('**/stripe.js', () => {});
      return (await link()).url;
    },
    act: ({ donor }) => donor.seeForm(),
    shows: inEachLanguage(
      'This is taking longer than usual',
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
      await advanceUntilText(page, /We are still waiting|Seguimos esperando|Continuamos esperando/);
    },
    shows: inEachLanguage('We are still waiting for it', 'Seguimos esperando', 'Continuamos esperando'),
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
      await donor.seeForm();
      await advanceUntilText(page, /^(We cannot reach|En este momento no podemos|No momento, não conseguimos)/);
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
    act: ({ page }) => page.getByRole('button', { name: /^(Continue at|Continuar en|Continuar no) / }).click(),
    shows: inEachLanguage(
      'We could not open this payment right now.',
      'En este momento no pudimos abrir este pago.',
      'Não conseguimos abrir este pagamento agora.',
    ),
    changes: true,
  },
  {
    name: 'not-saved',
    prepare: async ({ link, page }) => {
      await page.route('**/checkout/donation', (route) => route.abort());
      return (await link()).url;
    },
    act: ({ donor }) => donor.payWith(CARDS.pays),
    shows: inEachLanguage(
      'We could not save your donation',
      'No pudimos guardar tu donación',
      'Não conseguimos salvar sua doação',
    ),
    changes: true,
  },
  {
    name: 'gateway-down-at-confirmation',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor, emulator }) => {
      await donor.enterCard(CARDS.pays);
      await emulator.control('stripe/gateway_down');
      await donor.pay();
      await donor.alert.waitFor();
      await emulator.rest();
    },
    shows: DOWN,
    isUsedUp: true,
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
    shows: inEachLanguage(
      'You seem to be offline',
      'Parece que no tienes conexión',
      'Parece que você está sem conexão',
    ),
    changes: true,
  },
];
