import { CARDS } from '../support/donor.ts';
import { untilItSays } from './clock.ts';
import { returnTo, type Stage, type State, said } from './state.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const MEXICO = { country: 'MX', amount: 250 } as const;
const CONFIRMING = said('Confirming your donation…', 'Confirmando tu donación…', 'Confirmando sua doação…');
const BANK_SILENT = said(
  'Your bank has not told us yet',
  'Tu banco aún no nos ha avisado',
  'Seu banco ainda não nos avisou',
);

/** What the server tells a waiting page while it has heard nothing of the payment. */
const NO_WORD = {
  ...{ status: 'open', pending: true, waitingFor: null, processing: false, declined: false },
  ...{ cardLocked: false, refund: null, amountPaid: null, paymentId: null },
};

/** Pays a link, and the server has no word of it yet. */
async function payUnheard({ page, donor }: Stage): Promise<void> {
  await page.route('**/checkout/confirmation', (route) => route.fulfill({ json: NO_WORD }));
  await donor.payWith(CARDS.pays);
  await page.getByRole('heading', { name: /^(Confirming|Confirmando) / }).waitFor();
}

async function pendingTransfer({ link, page, away }: Stage): Promise<string> {
  const order = await link(COLOMBIA);
  await page.goto(order.url);
  await away.goToBank();
  return order.url;
}

/** Payments that were started and are not decided. */
export const UNDER_WAY_STATES: readonly State[] = [
  {
    name: 'bank-approval-card',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor }) => {
      await donor.payWith(CARDS.asksForApproval);
      await donor.bankWindow.waitFor();
    },
    shows: said(
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
    act: payUnheard,
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
      await payUnheard(stage);
      await untilItSays(stage.page, /longer than usual|más de lo normal|mais que o normal/);
    },
    shows: said(
      'This takes longer than usual',
      'Está tardando más de lo normal',
      'Está demorando mais que o normal',
    ),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'card-processing',
    prepare: async ({ link }) => (await link({ email: 'ana@example.org' })).url,
    act: async ({ donor, emulator }) => {
      await emulator.control('stripe/processing', { on: true });
      await donor.payWith(CARDS.pays);
    },
    shows: said(
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
    shows: said(
      'We cannot reach the payment company',
      'Ahora mismo no logramos comunicarnos',
      'Não estamos conseguindo falar',
    ),
    changes: true,
  },
  {
    name: 'not-arrived',
    prepare: async ({ link, partner, page }) => {
      await page.clock.install();
      const order = await link();
      await partner.startPayment(order.id);
      return returnTo(order);
    },
    act: ({ page }) =>
      untilItSays(page, /^(The payment has not arrived|El pago no ha llegado|O pagamento ainda não chegou)$/),
    shows: said('The payment has not arrived', 'El pago no ha llegado', 'O pagamento ainda não chegou'),
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
      page.getByText(/^(We cannot reach|Ahora mismo no logramos|Não estamos conseguindo)/).waitFor(),
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
    shows: said(
      'Mercado Pago has not told us yet',
      'Mercado Pago aún no nos ha avisado',
      'O Mercado Pago ainda não nos avisou',
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
    shows: said(
      'There is no payment at Mercado Pago yet',
      'Todavía no hay ningún pago en Mercado Pago',
      'Ainda não há nenhum pagamento no Mercado Pago',
    ),
    changes: true,
  },
];
