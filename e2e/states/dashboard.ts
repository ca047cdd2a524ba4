import { randomUUID } from 'node:crypto';
import { giveDevice } from '../support/device.ts';
import { mailboxOf } from '../support/emulator.ts';
import { visitorAt } from '../support/visitor.ts';
import { type Stage, type State, said } from './state.ts';

const VISITOR = { email: 'visitor@example.org', name: 'Vera Visitor' };
const WRONG = '0000 0000';
const ACCOUNT = '/dashboard/account';

const visitorOf = ({ page, instance }: Stage) => visitorAt(page, mailboxOf(instance), instance.baseUrl);

/** Somebody who has an account and nothing in it, made once. */
async function makeVisitor({ instance }: Stage): Promise<string> {
  const taken = (error: Error) => {
    if (!/an account with this address exists/.test(error.message)) throw error;
  };
  await instance.operate('account', 'create', VISITOR).catch(taken);
  return VISITOR.email;
}

async function askedAs(stage: Stage): Promise<{ link: string }> {
  const visitor = visitorOf(stage);
  const email = await makeVisitor(stage);
  await visitor.open('/sign-in');
  return visitor.ask(email);
}

async function signedIn(stage: Stage, email: string, path: string): Promise<string> {
  await visitorOf(stage).signIn(email, path);
  return stage.instance.baseUrl + path;
}

/** Somebody with a passkey, which is asked for at this address of the sign-in pages. */
async function withPasskey(stage: Stage, path: string): Promise<string> {
  const { page, instance } = stage;
  // Each time another account: its passkey is gone with the browser.
  const email = `${randomUUID()}@example.org`;
  await instance.operate('account', 'create', { email, name: VISITOR.name });
  await giveDevice(page);
  await visitorOf(stage).signIn(email, ACCOUNT);
  await page.goto(`${instance.baseUrl}/sign-in/passkey/add?to=${ACCOUNT}`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  return instance.baseUrl + path;
}

/** What staff wrote of a refund. */
const MISTAKE = 'Given by mistake';

/** A member of staff asks for a refund that a second one has to approve. Returns the address of the payment. */
async function askForRefund(stage: Stage): Promise<string> {
  const { instance, partner, emulator, page } = stage;
  const order = await stage.link({ amount: 800 });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  const address = await signedIn(stage, instance.demo.staff_email, `/dashboard/staff/payments/${payment}`);
  await page.getByLabel('Reason', { exact: true }).fill(MISTAKE);
  await page.getByRole('button', { name: 'Give it back' }).click();
  await page.getByText('A refund waits for a second person').waitFor();
  return address;
}

/** A member of staff makes a key that a second one has to approve. Returns its address. */
async function askForKey(stage: Stage): Promise<string> {
  const { instance, page } = stage;
  const client = `/dashboard/staff/clients/${instance.demo.client_id}`;
  await page.context().clearCookies();
  await signedIn(stage, instance.demo.staff_email, client);
  await page.getByLabel(/causes:set_fee/).check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('The key is made.').waitFor();
  const key = page
    .getByRole('row', { name: /Waits for approval/ })
    .getByRole('link')
    .first();
  return instance.baseUrl + (await key.getAttribute('href'));
}

/** The way into the dashboard, and the first pages of it. */
export const DASHBOARD_STATES: readonly State[] = [
  {
    name: 'sign-in',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in`,
    shows: said('Write your email address.', 'Escribe tu correo.', 'Escreva seu e-mail.'),
  },
  {
    name: 'sign-in-no-address',
    prepare: async (stage) => {
      const visitor = visitorOf(stage);
      await visitor.open('/sign-in');
      await visitor.email.fill('nobody');
      await stage.page.keyboard.press('Enter');
      await visitor.alert.waitFor();
      return stage.page.url();
    },
    shows: said('Write an email address, such as', 'Escribe un correo, por', 'Escreva um e-mail, por'),
  },
  {
    name: 'sign-in-over',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?fault=over`,
    shows: said(
      'This code or link can no longer',
      'Este código o enlace ya no',
      'Este código ou link não pode',
    ),
  },
  {
    name: 'sign-in-code',
    prepare: async (stage) => {
      await askedAs(stage);
      return stage.page.url();
    },
    shows: said('Check your mail', 'Revisa tu correo', 'Veja seu e-mail'),
    names: [VISITOR.email],
  },
  {
    name: 'sign-in-wrong-code',
    prepare: async (stage) => {
      await askedAs(stage);
      const visitor = visitorOf(stage);
      await visitor.type(WRONG);
      await visitor.alert.waitFor();
      return stage.page.url();
    },
    shows: said('That is not the code.', 'Ese no es el código.', 'Esse não é o código.'),
    names: [VISITOR.email],
  },
  {
    name: 'sign-in-link',
    prepare: async (stage) => (await askedAs(stage)).link,
    shows: said('You opened the link', 'Abriste el enlace', 'Você abriu o link'),
    names: [VISITOR.email, VISITOR.name],
  },
  {
    name: 'sign-in-idle',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?ended=idle`,
    shows: said(
      'You were signed out, because',
      'Tu sesión se cerró porque',
      'Sua sessão foi encerrada porque',
    ),
  },
  {
    name: 'sign-in-form-kept',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?ended=kept`,
    shows: said(
      'Your session had ended, so',
      'Tu sesión se había cerrado',
      'Sua sessão tinha sido encerrada',
    ),
  },
  {
    name: 'sign-in-prove',
    prepare: async (stage) => {
      await signedIn(stage, await makeVisitor(stage), ACCOUNT);
      return `${stage.instance.baseUrl}/sign-in/prove?to=${ACCOUNT}`;
    },
    shows: said('Is it still you?', '¿Sigues siendo tú?', 'Ainda é você?'),
    names: [VISITOR.email],
  },
  {
    name: 'sign-in-passkey',
    prepare: (stage) => withPasskey(stage, `/sign-in/passkey?to=${ACCOUNT}`),
    shows: said('Confirm with your passkey', 'Confirma con tu llave', 'Confirme com sua chave'),
  },
  {
    name: 'sign-in-passkey-refused',
    prepare: (stage) => withPasskey(stage, `/sign-in/passkey?to=${ACCOUNT}&fault=refused`),
    shows: said(
      'This passkey was not accepted.',
      'No se aceptó esta llave de acceso.',
      'Esta chave de acesso não foi aceita.',
    ),
  },
  {
    name: 'sign-in-passkey-add',
    prepare: async (stage) => {
      await signedIn(stage, await makeVisitor(stage), ACCOUNT);
      return `${stage.instance.baseUrl}/sign-in/passkey/add?to=${ACCOUNT}`;
    },
    shows: said('Your device makes the passkey', 'Tu dispositivo crea la llave', 'Seu aparelho cria a chave'),
  },
  {
    name: 'signed-out',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?signed-out=1`,
    shows: said('You are signed out.', 'Saliste de tu cuenta.', 'Você saiu da sua conta.'),
  },
  {
    name: 'dashboard-causes',
    prepare: (stage) => signedIn(stage, stage.instance.demo.creator_email, '/dashboard'),
    shows: said('Your causes, the newest', 'Tus causas, de la más', 'Suas causas, da mais'),
    names: [
      'Demo Owner',
      'A library for the children of Barrio Norte',
      'Agua limpia para la vereda El Salado',
      'Un comedor para la escuela de San Mateo',
    ],
  },
  {
    name: 'dashboard-no-causes',
    prepare: async (stage) => signedIn(stage, await makeVisitor(stage), '/dashboard'),
    shows: said('You have no cause yet.', 'Todavía no tienes una causa.', 'Você ainda não tem uma causa.'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-overview',
    prepare: (stage) => signedIn(stage, stage.instance.demo.staff_email, '/dashboard'),
    shows: said('What is in the books', 'Lo que hay en los libros', 'O que está nos livros'),
    names: ['Demo Staff'],
  },
  {
    name: 'dashboard-approvals',
    prepare: async (stage) => {
      await askForRefund(stage);
      await askForKey(stage);
      return `${stage.instance.baseUrl}/dashboard/staff/approvals`;
    },
    shows: said('Large refunds, and keys', 'Las devoluciones grandes y', 'Devoluções grandes e chaves'),
    names: ['Demo Staff', 'Demo partner', MISTAKE],
  },
  {
    name: 'dashboard-refund-waits',
    prepare: askForRefund,
    shows: said('A refund waits for a second', 'Una devolución espera a una', 'Uma devolução espera uma'),
    names: ['Demo Staff', MISTAKE, 'stripe'],
  },
  {
    name: 'dashboard-key-waits',
    prepare: askForKey,
    shows: said('It waits for a second person', 'Espera a una segunda persona', 'Espera uma segunda pessoa'),
    names: ['Demo Staff', 'Demo partner'],
  },
  {
    name: 'dashboard-reconciliation',
    prepare: async (stage) => {
      await stage.instance.operate('reconcile', 'run', {});
      return signedIn(stage, stage.instance.demo.staff_email, '/dashboard/staff/reconciliation');
    },
    shows: said('Every day the books of each', 'Cada día se leen los', 'Todos os dias lemos os'),
    names: ['Demo Staff'],
  },
  {
    name: 'dashboard-account',
    prepare: async (stage) => signedIn(stage, await makeVisitor(stage), ACCOUNT),
    shows: said('Sign out everywhere', 'Salir en todas partes', 'Sair em todos os aparelhos'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-account-passkey',
    prepare: (stage) => withPasskey(stage, ACCOUNT),
    shows: said(
      'Your passkeys, the oldest',
      'Tus llaves de acceso, primero',
      'Suas chaves de acesso, primeiro',
    ),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-account-staff',
    prepare: (stage) => signedIn(stage, stage.instance.demo.staff_email, ACCOUNT),
    shows: said(
      'Somebody has lost their passkey',
      'Alguien perdió su llave de acceso',
      'Alguém perdeu a chave de acesso',
    ),
    names: ['Demo Staff'],
  },
];
