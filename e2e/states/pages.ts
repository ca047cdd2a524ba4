import { CARDS } from '../support/donor.ts';
import { type Stage, type State, said } from './state.ts';

const STORY = 'Se traerá agua limpia a ochenta familias.\n\nCada aporte cuenta.';
const RECEIPT = said('Donation receipt', 'Comprobante de donación', 'Comprovante de doação');

/** Gives with a name and an email, and opens the receipt. */
async function receiptOf({ page, donor, link }: Stage): Promise<string> {
  await page.goto((await link({ email: 'rosa@example.org' })).url);
  await donor.seeCardForm();
  await donor.fields.name.fill('Rosa Díaz');
  await donor.payWith(CARDS.pays);
  await page.getByRole('link', { name: 'See and print your receipt' }).click();
  await page.getByRole('heading', { name: 'Donation receipt' }).waitFor();
  return page.url();
}

async function verificationOf(stage: Stage): Promise<string> {
  await receiptOf(stage);
  await stage.page.getByRole('link', { name: 'Verify this receipt' }).click();
  await stage.page.getByRole('heading', { name: 'This receipt is genuine' }).waitFor();
  return stage.page.url();
}

async function causeOf(stage: Stage, state: 'published' | 'paused'): Promise<string> {
  const { partner, instance, link } = stage;
  const draft = await partner.createCause({ description: STORY });
  const { key, url } = await partner.publish(draft.key);
  const payment = await partner.startPayment((await link({ cause: key, amount: 1_250 })).id);
  await stage.emulator.confirm(payment, 'pm_card_visa');
  await stage.emulator.control('stripe/idle');
  if (state === 'paused') await instance.operate('cause', 'update', { key, state });
  return url;
}

/** The pages around the checkout. */
export const PAGE_STATES: readonly State[] = [
  { name: 'receipt', prepare: receiptOf, shows: RECEIPT, names: ['Rosa Díaz'] },
  {
    name: 'verification',
    prepare: verificationOf,
    shows: said('This receipt is genuine', 'Este comprobante es auténtico', 'Este comprovante é autêntico'),
  },
  {
    name: 'verification-invalid',
    prepare: async (stage) => (await verificationOf(stage)).replace(/[^/?]{4}(?=$|\?)/, 'AAAA'),
    shows: said(
      'This receipt is not valid',
      'Este comprobante no es válido',
      'Este comprovante não é válido',
    ),
  },
  {
    name: 'cause',
    prepare: (stage) => causeOf(stage, 'published'),
    shows: said('25% of the goal', '25% de la meta', '25% da meta'),
    names: STORY.split('\n\n'),
  },
  {
    name: 'cause-paused',
    prepare: (stage) => causeOf(stage, 'paused'),
    shows: said('It is not taking donations', 'En este momento no recibe', 'No momento não recebe'),
    names: STORY.split('\n\n'),
  },
  {
    name: 'not-found',
    prepare: async ({ instance }) => `${instance.baseUrl}/checkout?ref=nothing`,
    shows: said('This page does not exist', 'Esta página no existe', 'Esta página não existe'),
  },
  {
    name: 'home',
    prepare: async ({ instance }) => `${instance.baseUrl}/`,
    shows: said('Donations, made simple', 'Donar, así de sencillo', 'Doar, simples assim'),
  },
];
