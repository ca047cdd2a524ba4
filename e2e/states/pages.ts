import { CARDS } from '#sdk/src/testing/cards.ts';
import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { newOwner } from '../support/accounts.ts';
import { storyOf } from '../support/story.ts';
import { visitorAt } from '../support/visitor.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

const STORY = 'Se traerá agua limpia a ochenta familias.\n\nCada aporte cuenta.';
const RECEIPT = inEachLanguage('Donation receipt', 'Comprobante de donación', 'Comprovante de doação');

/** Donates with a name and an email, and opens the receipt. */
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
  const { key, url } = await partner.publishCause({ description: STORY });
  const payment = await partner.startPayment((await link({ cause: key, amount: 1_250 })).id);
  await stage.emulator.confirm(payment, 'pm_card_visa');
  await stage.emulator.control('stripe/idle');
  if (state === 'paused') await instance.operate('cause', 'update', { key, state });
  return url;
}

const TITLE = 'بئر ماء نظيف لقرية سان ماتيو';
const USE = 'La mitad es para la bomba y la otra mitad para los tubos.';
const UPDATE = {
  title: 'Llegó la bomba',
  text: 'Después de tres semanas en el puerto, la bomba ya está en la vereda.\n\nMañana empieza la instalación.',
};
const MESSAGE = '¡Mucha fuerza, vecinos! Mi abuela nació allí y siempre hablaba del río.';
const HEBREW = 'בהצלחה! 2026';
const ALTS = ['La bomba nueva en su caja', 'Niños junto al pozo', 'El camino a la vereda'];

/** A cause with everything that its page can show: its title and one of its messages are written from right to left. */
async function toldCause(stage: Stage): Promise<string> {
  const { partner, instance, link, emulator, page, context } = stage;
  const owner = newOwner();
  const { key, url } = await partner.publishCause({ title: TITLE, description: STORY, owner });
  for (const [name, message] of [
    ['Rosa Díaz', MESSAGE],
    ['נועה', HEBREW],
  ]) {
    const { id } = await link({ cause: key, amount: 75 });
    const payment = await partner.startPayment(id);
    await page.request.post(`${instance.baseUrl}/checkout/donation`, { data: { ref: id, name, message } });
    await emulator.confirm(payment, 'pm_card_visa');
    await partner.waitFor(id, 'completed');
  }
  await visitorAt(page, mailboxAt(`${instance.emulatorUrl}/mailbox.json`), instance.baseUrl).signIn(
    owner.email,
    `/dashboard/causes/${key}`,
  );
  const story = storyOf(page, instance.baseUrl, key);
  await story.publishUpdate(UPDATE.title, UPDATE.text);
  for (const alt of ALTS) await story.addPicture(alt);
  await story.sayUseOfFunds(USE);
  await context.clearCookies();
  return url;
}

/** The pages around the checkout. */
export const PAGE_STATES: readonly State[] = [
  { name: 'receipt', prepare: receiptOf, shows: RECEIPT, names: ['Rosa Díaz'] },
  {
    name: 'verification',
    prepare: verificationOf,
    shows: inEachLanguage('This receipt is genuine', 'Este comprobante es auténtico', 'Este comprovante é autêntico'),
  },
  {
    name: 'verification-invalid',
    prepare: async (stage) => (await verificationOf(stage)).replace(/[^/?]{4}(?=$|\?)/, 'AAAA'),
    shows: inEachLanguage(
      'This receipt is not valid',
      'Este comprobante no es válido',
      'Este comprovante não é válido',
    ),
  },
  {
    name: 'verification-asked',
    prepare: async ({ instance }) => `${instance.baseUrl}/verify?link=K7M-2PX-R94C`,
    shows: inEachLanguage('Enter the full link', 'Escribe el enlace completo', 'Digite o link completo'),
  },
  {
    name: 'cause',
    prepare: (stage) => causeOf(stage, 'published'),
    shows: inEachLanguage('25% of the', '25% de la meta', '25% da meta'),
    names: [...STORY.split('\n\n'), 'Ana Owner'],
  },
  {
    name: 'cause-told',
    prepare: toldCause,
    shows: inEachLanguage('What your donation does', 'Para qué se usa tu donación', 'Como sua doação é usada'),
    names: [
      ...STORY.split('\n\n'),
      TITLE,
      USE,
      UPDATE.title,
      ...UPDATE.text.split('\n\n'),
      MESSAGE,
      HEBREW,
      'Rosa Díaz',
      'נועה',
      'Ana Owner',
      ...ALTS,
      ...MESSAGE.split(/(?<=!) /),
    ],
  },
  {
    name: 'cause-paused',
    prepare: (stage) => causeOf(stage, 'paused'),
    shows: inEachLanguage('It is not accepting donations', 'En este momento no recibe', 'No momento não recebe'),
    names: [...STORY.split('\n\n'), 'Ana Owner'],
  },
  {
    name: 'cause-large-amounts',
    prepare: async ({ partner, link, emulator }) => {
      const { key, url } = await partner.publishCause({ description: STORY, country: 'CO', currency: 'COP' });
      const payment = await partner.startPayment((await link({ cause: key, country: 'CO', amount: 123_456_789 })).id);
      await emulator.confirm(payment, 'pm_card_visa');
      await emulator.control('stripe/idle');
      return url;
    },
    act: ({ page }) => page.getByRole('radio', { name: /^(Other amount|Otro monto|Outro valor)$/ }).check(),
    shows: inEachLanguage('123,456,789', '123.456.789', '123.456.789'),
    names: [...STORY.split('\n\n'), 'Ana Owner'],
  },
  {
    name: 'not-found',
    prepare: async ({ instance }) => `${instance.baseUrl}/checkout?ref=nothing`,
    shows: inEachLanguage('This page does not exist', 'Esta página no existe', 'Esta página não existe'),
  },
  {
    name: 'home',
    prepare: async ({ instance }) => `${instance.baseUrl}/`,
    shows: inEachLanguage('Donations, made simple', 'Donar, así de sencillo', 'Doar, simples assim'),
  },
];
