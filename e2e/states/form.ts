import type { BrowserContext } from '@playwright/test';
import { createPartner, PARTNER_NAME } from '../support/partner.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const HOW_MUCH = inEachLanguage('How much would you like to give?', '¿Cuánto quieres donar?', 'Quanto você quer doar?');
const CHECK = inEachLanguage('Please check the following', 'Revisa lo siguiente', 'Confira o seguinte');
const OUT_OF_BOUNDS = inEachLanguage(
  'This amount cannot be paid this way',
  'Este monto no se puede pagar de esta forma',
  'Este valor não pode ser pago desta forma',
);
const LONG_NAME = 'Fundación Hispanoamericana para Reconstruir Escuelas';
const LONG_TITLE =
  'Reconstruyamosjuntoslaescuela: agua, techo y pupitres para las niñas y los niños de San Mateo del Monte';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48" viewBox="0 0 160 48">
  <rect width="160" height="48" rx="10" fill="#7c3aed"/><circle cx="28" cy="24" r="11" fill="#fde68a"/>
  <path d="M52 32V16l14 16V16M76 16h14M83 16v16M100 16v16h14M124 32V16h10a6 6 0 0 1 0 12h-10" fill="none"
    stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
/** Ten times as wide as high. */
const WIDE_LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="48" viewBox="0 0 480 48">
  <rect width="480" height="48" rx="10" fill="#7c3aed"/><circle cx="28" cy="24" r="11" fill="#fde68a"/>
  <path d="M60 24h400" stroke="#fff" stroke-width="12" stroke-dasharray="28 12"/></svg>`;
const COVER = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" viewBox="0 0 1280 800">
  <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#7dd3fc"/><stop offset="1" stop-color="#fef3c7"/>
  </linearGradient><rect width="1280" height="800" fill="url(#sky)"/><circle cx="980" cy="200" r="80" fill="#fde047"/>
  <path d="M0 560 300 300l220 200 260-260 500 380v180H0z" fill="#3f6212"/>
  <path d="M0 640c300-90 560 60 820 0s360-60 460-20v180H0z" fill="#65a30d"/></svg>`;

/** The partner's own server: pictures, and some that do not exist. */
async function servePictures(context: BrowserContext): Promise<void> {
  await context.route('https://images.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/missing')) return route.fulfill({ status: 404 });
    const body = { '/logo.svg': LOGO, '/wide.svg': WIDE_LOGO }[pathname] ?? COVER;
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
}

/** A link of a partner with this branding, for a cause with this cover. */
async function brandedLink(
  { instance, context }: Stage,
  branding: Record<string, string>,
  { cover, title = 'A well for San Mateo' }: { cover?: string; title?: string } = {},
): Promise<string> {
  await servePictures(context);
  const partner = await createPartner(instance, branding);
  const image = cover === undefined ? {} : { cover_image_url: cover };
  const { key } = await partner.publishCause({ title, ...image });
  const urls = {
    success_url: 'https://partner.example/thanks',
    cancel_url: 'https://partner.example/back',
  };
  return (await partner.mint({ cause: key, amount: 50, currency: 'USD', ...urls })).url;
}

const seeCardForm: State['act'] = ({ donor }) => donor.seeCardForm();
const seeForm: State['act'] = ({ donor }) => donor.seeForm();

/** The open link: its form, and its messages while it is filled in. */
export const FORM_STATES: readonly State[] = [
  {
    name: 'open-card',
    prepare: async ({ link }) => (await link()).url,
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-card-brazil',
    prepare: async ({ link }) => (await link({ country: 'BR', amount: 80 })).url,
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-choose-method',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: seeForm,
    shows: inEachLanguage('How would you like to pay?', '¿Cómo quieres pagar?', 'Como você quer pagar?'),
    changes: true,
  },
  {
    name: 'open-bank-transfer',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: ({ away }) => away.chooseTransfer(),
    shows: inEachLanguage('Account holder', 'Titular de la cuenta', 'Titular da conta'),
    changes: true,
  },
  {
    name: 'open-bank-transfer-bank',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ away }) => {
      await away.fillPayer();
      await away.continueButton.click();
    },
    shows: inEachLanguage('Step 2 of 3', 'Paso 2 de 3', 'Etapa 2 de 3'),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'open-bank-transfer-review',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: ({ away }) => away.fillTransfer(),
    shows: inEachLanguage('Review and continue', 'Revisa y continúa', 'Confira e continue'),
    isUsedUp: true,
    changes: true,
  },
  {
    name: 'open-bank-transfer-organisation',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ away, page }) => {
      await away.chooseTransfer();
      const organisation = /^(A company or organization|Persona jurídica|Pessoa jurídica)$/;
      await page.getByRole('radio', { name: organisation }).check();
    },
    shows: inEachLanguage(
      'The name of the person who represents the organization.',
      'El nombre de quien representa a la organización.',
      'O nome de quem representa a organização.',
    ),
    changes: true,
  },
  {
    name: 'open-card-beside-bank-transfer',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-wallet',
    prepare: async ({ link }) => (await link({ country: 'MX', amount: 250 })).url,
    act: seeForm,
    shows: inEachLanguage(
      'You need a Mercado Pago account.',
      'Necesitas una cuenta de Mercado Pago.',
      'Você precisa de uma conta no Mercado Pago.',
    ),
    changes: true,
  },
  {
    name: 'open-branded',
    prepare: (stage) =>
      brandedLink(
        stage,
        {
          'display-name': PARTNER_NAME,
          'accent-color': '#7C3AED',
          'logo-url': 'https://images.example/logo.svg',
          'legal-name': 'Fundación Casa Abierta',
          'terms-url': 'https://images.example/terms',
          'privacy-url': 'https://images.example/privacy',
          'support-email': 'hola@casa-abierta.example.org',
          'tax-id': 'NIT 900.123.456-7',
          deductible: 'yes',
        },
        { cover: 'https://images.example/cover.svg' },
      ),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-branded-pale-accent',
    prepare: (stage) => brandedLink(stage, { 'display-name': PARTNER_NAME, 'accent-color': '#FFE066' }),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-branded-dark-accent',
    prepare: (stage) => brandedLink(stage, { 'display-name': PARTNER_NAME, 'accent-color': '#0A0A0C' }),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-branded-wide-logo',
    prepare: (stage) =>
      brandedLink(stage, { 'display-name': LONG_NAME, 'logo-url': 'https://images.example/wide.svg' }),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
    names: [LONG_NAME],
  },
  {
    name: 'open-broken-pictures',
    prepare: (stage) =>
      brandedLink(
        stage,
        { 'display-name': PARTNER_NAME, 'logo-url': 'https://images.example/missing.svg' },
        { cover: 'https://images.example/missing.jpg' },
      ),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-unbranded',
    prepare: (stage) => brandedLink(stage, {}),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'open-long-names',
    prepare: (stage) => brandedLink(stage, { 'display-name': LONG_NAME }, { title: LONG_TITLE }),
    act: seeCardForm,
    shows: HOW_MUCH,
    changes: true,
    names: [LONG_NAME, LONG_TITLE],
  },
  {
    name: 'open-filled-in',
    prepare: async ({ link }) => (await link({ email: 'ana@example.org' })).url,
    act: ({ donor }) => donor.enterCard('4242424242424242'),
    shows: HOW_MUCH,
    changes: true,
  },
  {
    name: 'cookies-blocked',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor, page }) => {
      await page.evaluate(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
      await donor.payWith('4242424242424242');
    },
    shows: inEachLanguage(
      'Your browser is blocking cookies',
      'Tu navegador bloquea las cookies',
      'Seu navegador está bloqueando cookies',
    ),
    changes: true,
  },
  {
    name: 'amount-below-all-methods',
    prepare: async ({ link }) => (await link({ ...COLOMBIA, amount: 1_000 })).url,
    shows: inEachLanguage(
      'The smallest amount you can give here',
      'El monto mínimo que puedes donar aquí',
      'O valor mínimo que você pode doar aqui',
    ),
    changes: true,
  },
  {
    name: 'amount-below-card',
    prepare: async ({ link }) => (await link({ ...COLOMBIA, amount: 2_000 })).url,
    act: seeForm,
    shows: inEachLanguage('from COP 2,500', 'desde $ 2.500 COP', 'a partir de COP 2.500'),
    changes: true,
  },
  {
    name: 'amount-above-bank',
    prepare: async ({ link }) => (await link({ ...COLOMBIA, amount: 900_000_000 })).url,
    act: seeForm,
    shows: inEachLanguage('up to COP 340,000,000', 'hasta $ 340.000.000 COP', 'até COP 340.000.000'),
    changes: true,
  },
  {
    name: 'amount-above-chosen-bank',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ donor, away }) => {
      await away.chooseTransfer();
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('900000000');
      await donor.fields.amount.press('Tab');
    },
    shows: OUT_OF_BOUNDS,
    changes: true,
  },
  {
    name: 'amount-above-wallet',
    prepare: async ({ link }) => (await link({ country: 'MX', amount: 2_000_000 })).url,
    shows: inEachLanguage(
      'The largest amount you can give here',
      'El monto máximo que puedes donar aquí',
      'O valor máximo que você pode doar aqui',
    ),
    changes: true,
  },
  {
    name: 'amount-above-card',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor }) => {
      await donor.seeCardForm();
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('99999999999999');
      await donor.fields.email.click();
    },
    shows: inEachLanguage(
      'The largest amount you can give here',
      'El monto máximo que puedes donar aquí',
      'O valor máximo que você pode doar aqui',
    ),
    changes: true,
  },
  {
    name: 'amount-ten-times',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ donor }) => {
      await donor.seeForm();
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('5000000');
    },
    shows: inEachLanguage('This is 100 times', 'Es 100 veces', 'Isso é 100 vezes'),
    changes: true,
  },
  {
    name: 'amount-understood',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ donor }) => {
      await donor.seeForm();
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('80k');
      await donor.fields.amount.press('Tab');
    },
    shows: inEachLanguage('Did you mean', 'Quisiste decir', 'Você quis dizer'),
    changes: true,
  },
  {
    name: 'amount-other-currency',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ donor }) => {
      await donor.seeForm();
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('US$ 50');
      await donor.fields.amount.press('Tab');
    },
    shows: inEachLanguage('Donations here are in', 'Las donaciones aquí son en', 'As doações aqui são em'),
    changes: true,
  },
  {
    name: 'wallet-button',
    prepare: async ({ link, emulator }) => {
      await emulator.control('stripe/wallet', { on: true });
      return (await link()).url;
    },
    act: async ({ donor }) => {
      await donor.seeCardForm();
      await donor.walletButton.waitFor();
    },
    shows: inEachLanguage('Or fill in the form', 'O completa el formulario', 'Ou preencha o formulário'),
    changes: true,
  },
  {
    name: 'form-errors',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor }) => {
      await donor.seeCardForm();
      await donor.fields.otherAmount.check();
      await donor.fields.name.fill('4242 4242 4242 4242');
      await donor.fields.email.fill('ana at example');
      await donor.pay();
    },
    shows: CHECK,
    changes: true,
  },
  {
    name: 'form-card-incomplete',
    prepare: async ({ link }) => (await link()).url,
    act: ({ donor }) => donor.payWith('4242'),
    shows: inEachLanguage('Check the card details', 'Revisa los datos de la tarjeta', 'Confira os dados do cartão'),
    changes: true,
  },
  {
    name: 'form-email-hint',
    prepare: async ({ link }) => (await link()).url,
    act: async ({ donor }) => {
      await donor.seeCardForm();
      await donor.fields.email.fill('ana@gmial.com');
    },
    shows: inEachLanguage('Did you mean', '¿Quisiste decir', 'Você quis dizer'),
    changes: true,
  },
  {
    name: 'form-bank-transfer-errors',
    prepare: async ({ link }) => (await link(COLOMBIA)).url,
    act: async ({ away }) => {
      await away.chooseTransfer();
      await away.continueButton.click();
    },
    shows: CHECK,
    changes: true,
  },
];
