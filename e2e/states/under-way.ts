import type { Page, Route } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { advanceUntilText } from '../support/clock.ts';
import { inEachLanguage, returnTo, type Stage, type State } from './state.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const MEXICO = { country: 'MX', amount: 250 } as const;
const CONFIRMING = inEachLanguage('Confirming your donation…', 'Confirmando tu donación…', 'Confirmando sua doação…');
const BANK_SILENT = inEachLanguage(
  'Waiting for your bank to confirm',
  'Esperando la confirmación de tu banco',
  'Aguardando a confirmação do seu banco',
);

/** The server's response to a waiting page while nothing is known of the payment. */
const NO_WORD = {
  status: 'open',
  pending: true,
  waitingFor: null,
  processing: false,
  declined: false,
  cardLocked: false,
  refund: null,
  amountPaid: null,
  paymentId: null,
};

type Polls = { answer: (route: Route) => Promise<void>; most: number };

/** Answers a waiting page's polls. After the last of them nothing comes any more, and the page stays as it is. */
async function answerPolls(page: Page, { answer, most }: Polls): Promise<void> {
  let polls = 0;
  await page.route('**/checkout/confirmation', (route) => {
    polls += 1;
    return polls > most ? undefined : answer(route);
  });
}

/** Pays a link while the server learns nothing of it. */
async function payUnheard({ page, donor }: Stage, most = 1): Promise<void> {
  await answerPolls(page, { answer: (route) => route.fulfill({ json: NO_WORD }), most });
  await donor.payWith(CARDS.pays);
  await page.getByRole('heading', { name: /^(Confirming|Confirmando) / }).waitFor();
}

async function pendingTransfer({ link, page, away }: Stage): Promise<string> {
  const order = await link(COLOMBIA);
  await page.goto(order.url);
  await away.goToBank();
  return order.url;
}

/** Screens of payments that were started and are not decided. */
export const UNDER_WAY_STATES: readonly State[] = [
  {
    name: 'bank-approval-card',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor }) => {
      await donor.payWith(CARDS.asksForApproval);
      await donor.bankWindow.waitFor();
    },
    shows: inEachLanguage(
      'Your payment is being processed',
      'Estamos procesando tu pago',
      'Seu pagamento está sendo processado',
    ),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming',
    prepare: async ({ link }) => (await link({ email: 'ana@example.org' })).url,
    act: (stage) => payUnheard(stage),
    shows: CONFIRMING,
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming-reopened',
    prepare: async ({ link, page, context, donor }) => {
      const order = await link({ email: 'ana@example.org' });
      // Neither the processor nor our server answers.
      await context.route('**/v1/payment_intents/*/confirm', () => {});
      await context.route('**/checkout/confirmation', () => {});
      await page.goto(order.url);
      await donor.enterCard(CARDS.pays);
      const sent = page.waitForRequest('**/v1/payment_intents/*/confirm');
      await donor.pay();
      await sent;
      return order.url;
    },
    shows: CONFIRMING,
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming-slow',
    prepare: async ({ link, page }) => {
      await page.clock.install();
      return (await link({ email: 'ana@example.org' })).url;
    },
    act: async (stage) => {
      await payUnheard(stage, Number.POSITIVE_INFINITY);
      await advanceUntilText(stage.page, /longer than usual|más de lo normal|mais que o normal/);
    },
    shows: inEachLanguage(
      'This is taking longer than usual',
      'Está tardando más de lo normal',
      'Está demorando mais que o normal',
    ),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming-unknown',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ page, donor, emulator }) => {
      await page.route('**/v1/payment_intents/*/confirm', async (route) => {
        await emulator.control('stripe/gateway_down');
        await route.abort();
      });
      await donor.payWith(CARDS.pays);
      await page.getByText(/not know yet|aún no sabemos|ainda não sabemos/).waitFor();
      await emulator.rest();
    },
    shows: CONFIRMING,
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming-charged',
    prepare: async ({ link, page }) => {
      await page.route('**/checkout/confirmation', (route) => route.abort());
      return (await link({ email: 'ana@example.org' })).url;
    },
    act: ({ donor }) => donor.payWith(CARDS.pays),
    shows: inEachLanguage('Your payment went through.', 'Tu pago se realizó.', 'Seu pagamento foi feito.'),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'card-processing',
    prepare: async ({ link }) => (await link({ email: 'ana@example.org' })).url,
    act: async ({ page, donor, emulator }) => {
      // With more polls the page says that it takes long.
      await answerPolls(page, { answer: (route) => route.continue(), most: 3 });
      await emulator.control('stripe/processing', { on: true });
      await donor.payWith(CARDS.pays);
    },
    shows: inEachLanguage(
      'Your card payment is being processed',
      'Tu pago con tarjeta se está procesando',
      'Seu pagamento com cartão está sendo processado',
    ),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'confirming-gateway-down',
    prepare: async ({ link, partner, emulator }) => {
      const order = await link();
      await partner.startPayment(order.id);
      await emulator.control('stripe/gateway_down');
      return returnTo(order);
    },
    shows: inEachLanguage(
      'We cannot reach the payment company',
      'En este momento no podemos comunicarnos',
      'No momento, não conseguimos nos conectar',
    ),
    changes: true,
  },
  {
    name: 'not-arrived',
    prepare: async ({ link, partner }) => {
      const order = await link();
      await partner.startPayment(order.id);
      return returnTo(order);
    },
    shows: inEachLanguage(
      'The payment has not arrived yet',
      'El pago aún no ha llegado',
      'O pagamento ainda não chegou',
    ),
    changes: true,
  },
  { name: 'pending-bank', prepare: pendingTransfer, shows: BANK_SILENT, changes: true },
  {
    name: 'pending-bank-gateway-down',
    prepare: async (stage) => {
      const address = await pendingTransfer(stage);
      await stage.emulator.control('mercado-pago-co/gateway_down');
      return address;
    },
    act: ({ page }) =>
      page.getByText(/^(We cannot reach|En este momento no podemos|No momento, não conseguimos)/).waitFor(),
    shows: BANK_SILENT,
    changes: true,
  },
  {
    name: 'pending-wallet',
    prepare: async ({ link, page, away }) => {
      const order = await link(MEXICO);
      await page.goto(order.url);
      await away.goToWallet('sofia@example.org');
      await away.answer('Leave pending');
      await page.getByRole('link', { name: 'Back to the merchant' }).waitFor();
      return order.url;
    },
    shows: inEachLanguage(
      'Waiting for Mercado Pago to confirm',
      'Esperando la confirmación de Mercado Pago',
      'Aguardando a confirmação do Mercado Pago',
    ),
    changes: true,
  },
  {
    name: 'wallet-unpaid',
    prepare: async ({ link, page, away }) => {
      const order = await link(MEXICO);
      await page.goto(order.url);
      await away.goToWallet('sofia@example.org');
      return order.url;
    },
    shows: inEachLanguage(
      'There is no payment at Mercado Pago yet',
      'Todavía no hay ningún pago en Mercado Pago',
      'Ainda não há nenhum pagamento no Mercado Pago',
    ),
    changes: true,
  },
];
