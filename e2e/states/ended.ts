import { expect } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { PARTNER_NAME } from '../support/partner.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

const THANKS = inEachLanguage('Thank you for your donation', 'Gracias por tu donación', 'Obrigado pela sua doação');
const ASKS_FOR_EMAIL = inEachLanguage(
  'Where should we send your receipt?',
  '¿Adónde te enviamos el comprobante?',
  'Para onde enviamos o comprovante?',
);
const CANCELLED = inEachLanguage('This donation was canceled', 'Esta donación se canceló', 'Esta doação foi cancelada');
const CLOSED = inEachLanguage(
  'This cause is not accepting donations',
  'Esta causa no está recibiendo donaciones',
  'Esta causa não está recebendo doações',
);
const URLS = {
  success_url: 'https://partner.example/thanks',
  cancel_url: 'https://partner.example/back',
};

/** A link that was paid, without a browser. */
export async function paidElsewhere({ link, partner, emulator }: Stage, wish = {}): Promise<string> {
  const order = await link(wish);
  const payment = await partner.startPayment(order.id);
  await emulator.confirm(payment, 'pm_card_visa');
  await partner.waitFor(order.id, 'completed');
  return order.url;
}

export async function cancelledLink({ link, instance }: Stage): Promise<string> {
  const order = await link(URLS);
  await instance.operate('link', 'cancel', { id: order.id });
  return order.url;
}

/** The partner's site, which does not answer: the donor stays on our page. */
async function silencePartner({ context }: Stage): Promise<void> {
  await context.route('https://partner.example/**', (route) => route.fulfill({ status: 204 }));
}

async function payInBrowser(stage: Stage): Promise<string> {
  const { page, donor, link } = stage;
  await silencePartner(stage);
  const order = await link({ email: 'rosa@example.org', ...URLS });
  await page.goto(order.url);
  await donor.payWith(CARDS.pays);
  await donor.thanks.waitFor();
  return order.url;
}

/** Money for a transfer of a link that was cancelled meanwhile. */
async function lateTransfer({ link, page, away, instance, emulator }: Stage): Promise<string> {
  const order = await link({ country: 'CO', amount: 50_000 });
  await page.goto(order.url);
  await away.goToBank();
  await instance.operate('link', 'cancel', { id: order.id });
  await emulator.control('mercado-pago-co/switches', { lateApproval: true });
  await page.reload();
  await away.answer('Approve');
  await expect(async () => {
    await page.goto(order.url);
    expect(await page.getByRole('heading', { name: /was refunded/ }).count()).toBe(1);
  }).toPass();
  return order.url;
}

/** Screens after which nothing more happens. */
export const ENDED_STATES: readonly State[] = [
  {
    name: 'completed',
    prepare: async ({ link }) => (await link({ email: 'rosa@example.org' })).url,
    act: ({ donor }) => donor.payWith(CARDS.pays),
    shows: THANKS,
    isUsedUp: true,
  },
  {
    name: 'completed-returning',
    prepare: async (stage) => {
      await silencePartner(stage);
      return (await stage.link(URLS)).url;
    },
    act: ({ donor }) => donor.payWith(CARDS.pays),
    shows: inEachLanguage(
      `You will return to ${PARTNER_NAME} in`,
      `Volverás a ${PARTNER_NAME} en`,
      `Você voltará para ${PARTNER_NAME} em`,
    ),
    isUsedUp: true,
  },
  {
    name: 'completed-without-email',
    prepare: async ({ link }) => (await link()).url,
    act: ({ donor }) => donor.payWith(CARDS.pays),
    shows: ASKS_FOR_EMAIL,
    isUsedUp: true,
  },
  {
    name: 'completed-email-invalid',
    prepare: async ({ page, donor, link }) => {
      const order = await link();
      await page.goto(order.url);
      await donor.payWith(CARDS.pays);
      await donor.thanks.waitFor();
      return `${order.url}&receipt=invalid`;
    },
    shows: ASKS_FOR_EMAIL,
  },
  { name: 'completed-revisited', prepare: payInBrowser, shows: THANKS },
  {
    name: 'completed-another-browser',
    prepare: paidElsewhere,
    shows: inEachLanguage(
      'This donation was completed',
      'Esta donación ya se completó',
      'Esta doação já foi concluída',
    ),
  },
  { name: 'cancelled', prepare: cancelledLink, shows: CANCELLED },
  {
    name: 'given-back',
    prepare: lateTransfer,
    shows: inEachLanguage('COP 50,000 was refunded', 'Te devolvimos', 'Devolvemos'),
  },
  {
    name: 'not-open-yet',
    prepare: async ({ link, partner }) => {
      const { key } = await partner.createCause();
      return (await link({ cause: key, ...URLS })).url;
    },
    shows: inEachLanguage(
      'This cause is not open yet',
      'Esta causa aún no está abierta',
      'Esta causa ainda não está aberta',
    ),
  },
  {
    name: 'not-accepting',
    prepare: async ({ link, partner, instance }) => {
      const { key } = await partner.publishCause();
      const { url } = await link({ cause: key });
      await instance.operate('cause', 'update', { key, state: 'paused' });
      return url;
    },
    shows: CLOSED,
  },
  {
    name: 'no-method',
    prepare: async ({ partner }) => {
      const { key } = await partner.publishCause({ country: 'BR', currency: 'BRB' });
      return (await partner.mint({ cause: key, amount: 50, currency: 'BRB' })).url;
    },
    shows: inEachLanguage(
      'There is no way to pay here right now',
      'En este momento no se puede pagar aquí',
      'No momento não é possível pagar aqui',
    ),
  },
];
