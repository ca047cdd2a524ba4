import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { newAccount, newAddress, newOwner, newStaff } from '../support/accounts.ts';
import { giveDevice } from '../support/device.ts';
import { CAUSE_TITLE } from '../support/partner.ts';
import { BANK, HOLDER, newCreator, newWithdrawals, openWaitingAccount, signInAs, today } from '../support/payouts.ts';
import { storyOf } from '../support/story.ts';
import { visitorAt } from '../support/visitor.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

/** On a screen that shows the address it is this one; all others have accounts of their own. */
export const VISITOR = { email: 'visitor@example.org', name: 'Vera Visitor' };
/** A screen with several codes has its own: few are sent to one address. */
const WITH_TABS = { email: 'two-tabs@example.org', name: 'Vera Visitor' };
const WRONG = '0000 0000';
const ACCOUNT = '/dashboard/account';

const visitorOf = ({ page, instance }: Stage) =>
  visitorAt(page, mailboxAt(`${instance.emulatorUrl}/mailbox.json`), instance.baseUrl);

/** The account of a visitor, created once. */
async function makeVisitor({ instance }: Stage, visitor = VISITOR): Promise<string> {
  const taken = (error: Error) => {
    if (!/an account with this address exists/.test(error.message)) throw error;
  };
  await instance.operate('account', 'create', visitor).catch(taken);
  return visitor.email;
}

async function askedAs(stage: Stage, account = VISITOR): Promise<{ link: string }> {
  const visitor = visitorOf(stage);
  const email = await makeVisitor(stage, account);
  await visitor.open('/sign-in');
  return visitor.ask(email);
}

/** Signs in to an account, to a page of the dashboard. Returns its address. */
export async function signedIn(stage: Stage, email: string, path: string): Promise<string> {
  await visitorOf(stage).signIn(email, path);
  return stage.instance.baseUrl + path;
}

/** Signs in an account that has nothing yet, and opens a page. Returns its address. */
export async function asNewcomer(stage: Stage, path: string): Promise<string> {
  return signedIn(stage, await newAccount(stage.instance, VISITOR.name), path);
}

/** An account with a passkey, signed in as far as the page at this address, which asks for it. */
async function withPasskey(stage: Stage, path: string): Promise<string> {
  const { page, instance } = stage;
  // A new account each time: its passkey is gone with the browser.
  const email = await newAccount(instance, VISITOR.name);
  await giveDevice(page);
  await visitorOf(stage).signIn(email, ACCOUNT);
  await page.goto(`${instance.baseUrl}/sign-in/passkey/add?to=${ACCOUNT}`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  return instance.baseUrl + path;
}

const STORY_UPDATE = { title: 'Llegó la bomba', text: 'Mañana empieza la instalación.' };
const STORY_ALT = 'La bomba nueva en su caja';
const STORY_MESSAGE = '¡Mucha fuerza, vecinos!';

/** A cause with an update, a picture and a message. Returns the address of the page of the dashboard that has one of them. */
async function toldCause(stage: Stage, name: 'updates' | 'pictures' | 'messages'): Promise<string> {
  const { partner, instance, emulator, page, link } = stage;
  const owner = newOwner();
  const { key } = await partner.publishCause({ owner });
  const address = await signedIn(stage, owner.email, `/dashboard/causes/${key}/${name}`);
  const story = storyOf(page, instance.baseUrl, key);
  if (name === 'updates') await story.publishUpdate(STORY_UPDATE.title, STORY_UPDATE.text);
  if (name === 'pictures') await story.addPicture(STORY_ALT);
  if (name === 'messages') {
    const { id } = await link({ cause: key });
    const payment = await partner.startPayment(id);
    const data = { ref: id, name: 'Rosa Díaz', message: STORY_MESSAGE };
    await page.request.post(`${instance.baseUrl}/checkout/donation`, { data });
    await emulator.confirm(payment, 'pm_card_visa');
    await partner.waitFor(id, 'completed');
  }
  return address;
}

/** The reason that staff enter for a refund. */
const MISTAKE = 'Given by mistake';

/** A staff member requests a refund that a second one has to approve. Returns the path of the payment's page. */
async function askForRefund(stage: Stage): Promise<string> {
  const { partner, emulator, page } = stage;
  const order = await stage.link({ amount: 800 });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  const address = await staffAt(stage, `/dashboard/staff/payments/${payment}`);
  await page.getByLabel('Reason', { exact: true }).fill(MISTAKE);
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  await page.getByText('This refund is waiting for a second person').waitFor();
  return address;
}

/** A staff member creates a key that a second one has to approve. Returns its path. */
async function askForKey(stage: Stage): Promise<string> {
  const { instance, page } = stage;
  const client = `/dashboard/staff/clients/${instance.demo.client_id}`;
  await page.context().clearCookies();
  await staffAt(stage, client);
  await page.getByLabel(/causes:set_fee/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Key created.').waitFor();
  const key = page
    .getByRole('row', { name: /Waiting for approval/ })
    .getByRole('link')
    .first();
  return instance.baseUrl + (await key.getAttribute('href'));
}

/** Names on the pages of the demonstration's creator. */
const DEMO_NAMES = [
  'Demo Owner',
  'A library for the children of Barrio Norte',
  'Agua limpia para la vereda El Salado',
  'Un comedor para la escuela de San Mateo',
];

/** New staff on a page of the dashboard. */
async function staffAt(stage: Stage, path: string): Promise<string> {
  await signInAs(stage, await newStaff(stage.instance), path);
  return stage.instance.baseUrl + path;
}

/** A donation of 40 dollars with a name and an email address of its own. Returns the payment's id. */
async function donationOf(stage: Stage): Promise<string> {
  const { link, partner, emulator, page, instance } = stage;
  const { id } = await link({ amount: 40 });
  const payment = await partner.startPayment(id);
  const data = { ref: id, name: DONOR, email: newAddress() };
  await page.request.post(`${instance.baseUrl}/checkout/donation`, { data });
  await emulator.confirm(payment, 'pm_card_visa');
  return (await partner.waitFor(id, 'completed')).payment_id ?? '';
}

/** A refund that the gateway refused, as the staff member sees it who requested it. Returns its address. */
async function failedRefund(stage: Stage): Promise<string> {
  const { emulator, page, instance } = stage;
  const id = await donationOf(stage);
  await emulator.control('stripe/refunds', { mode: 'failed' });
  await staffAt(stage, `/dashboard/staff/payments/${id}`);
  await page.getByLabel('Reason', { exact: true }).fill(MISTAKE);
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  const href = await page.getByRole('link', { name: 'Needs attention' }).getAttribute('href');
  await page.goto(instance.baseUrl + href);
  await page.getByRole('button', { name: 'Close without sending' }).waitFor();
  return page.url();
}

/** The same refund, once they have closed it. */
async function closedRefund(stage: Stage): Promise<string> {
  const { page } = stage;
  const refund = await failedRefund(stage);
  await page.getByLabel('Why nothing is sent').fill(MISTAKE);
  await page.getByRole('button', { name: 'Close without sending' }).click();
  await page.getByRole('button', { name: 'Close the failed refund' }).click();
  await page.getByText('Closed. Nothing was sent').waitFor();
  await page.goto(refund);
  return refund;
}

/** A payment of which a part was sent by hand and returned, and another part sent again. Returns its page's address. */
async function returnedTransfer(stage: Stage): Promise<string> {
  const { page } = stage;
  const refund = await failedRefund(stage);
  const payment = await page.locator('a[href*="/staff/payments/"]').first().getAttribute('href');
  const address = new URL(payment?.split('#')[0] ?? '', refund).href;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date());
  const send = async (reference: string) => {
    const form = page.getByRole('region', { name: 'Sent by hand' });
    await form.getByLabel(/^Amount sent/).fill('10');
    await form.getByLabel('Reference of the transfer').fill(reference);
    await form.getByLabel('Sent on').fill(today);
    await form.getByLabel('Reason', { exact: true }).fill(MISTAKE);
    await form.getByRole('button', { name: 'Record the transfer' }).click();
    await page.getByRole('button', { name: 'Record the transfer' }).click();
    await page.getByText('The transfer was recorded and posted').waitFor();
  };
  await send('TRX 4711');
  await page.goto(address);
  await page.getByLabel('Returned on').fill(today);
  await page.getByRole('region', { name: 'The donor’s bank' }).getByLabel('Reason').fill(MISTAKE);
  await page.getByRole('button', { name: 'Record the return' }).click();
  await page.getByRole('button', { name: 'Record the return' }).click();
  await page.getByText('The return was recorded and posted').waitFor();
  await page.goto(refund);
  await send('TRX 4712');
  await page.goto(address);
  return address;
}

/** A withdrawal that waits for a decision, as new staff see it. */
async function withdrawalToDecide(stage: Stage): Promise<string> {
  await newWithdrawals(stage, [600]);
  await stage.page.goto(`${stage.instance.baseUrl}/dashboard/staff/withdrawals?state=requested`);
  const href = await stage.page.getByRole('link', { name: /^wd_/ }).last().getAttribute('href');
  return stage.instance.baseUrl + href;
}

/** A bank account that nobody has verified, as new staff see it. */
async function accountToVerify(stage: Stage): Promise<string> {
  await newCreator(stage);
  await staffAt(stage, '/dashboard/staff/withdrawals');
  return stage.instance.baseUrl + (await openWaitingAccount(stage));
}

/** A payout batch of two withdrawals that were approved automatically. */
async function payoutBatch(stage: Stage): Promise<string> {
  const { page, instance } = stage;
  await newWithdrawals(stage, [120, 80]);
  await page.goto(`${instance.baseUrl}/dashboard/staff/withdrawals/batches`);
  await page.getByRole('button', { name: 'Create batch in USD' }).click();
  await page.getByText('Batch created.').waitFor();
  return instance.baseUrl + new URL(page.url()).pathname;
}

/** The same, being sent. */
async function startedBatch(stage: Stage): Promise<string> {
  const address = await payoutBatch(stage);
  await stage.page.getByRole('button', { name: 'Start sending all' }).click();
  await stage.page.getByRole('button', { name: 'Start sending the batch' }).click();
  await stage.page.getByText('Sending has started').waitFor();
  return address;
}

/** A withdrawal that is being sent, as staff see it. */
async function withdrawalBeingSent(stage: Stage): Promise<string> {
  const { page, instance } = stage;
  await newWithdrawals(stage, [120]);
  await page.goto(`${instance.baseUrl}/dashboard/staff/withdrawals?state=approved`);
  await page.getByRole('link', { name: /^wd_/ }).first().click();
  await page.getByRole('button', { name: 'Start sending' }).click();
  await page.getByRole('button', { name: 'Start sending the withdrawal' }).click();
  await page.getByText('This withdrawal is being sent now').waitFor();
  return instance.baseUrl + new URL(page.url()).pathname;
}

const DONOR = 'Rosa Díaz';
const STAFF_NAMES = ['Sofía Staff', 'Vera Verifier', 'Olga Owner', 'Demo partner', CAUSE_TITLE, BANK, HOLDER];

/** The pages of one payment, person, withdrawal, bank account, key and batch. */
const STAFF_DETAIL_STATES: readonly State[] = [
  {
    name: 'dashboard-payment',
    prepare: async (stage) => {
      const id = await donationOf(stage);
      return staffAt(stage, `/dashboard/staff/payments/${id}`);
    },
    shows: inEachLanguage('Resend receipt', 'Reenviar comprobante', 'Reenviar comprovante'),
    names: [...STAFF_NAMES, DONOR, 'Stripe', 'stripe'],
  },
  {
    name: 'dashboard-failed-refund',
    // In its service, refunds fail.
    ownService: true,
    prepare: failedRefund,
    shows: inEachLanguage(
      'Record a bank transfer that you',
      'Registra una transferencia bancaria',
      'Registre uma transferência bancária',
    ),
    names: [...STAFF_NAMES, DONOR, MISTAKE, 'Stripe', 'stripe'],
  },
  {
    name: 'dashboard-failed-refund-closed',
    // In its service, refunds fail.
    ownService: true,
    prepare: closedRefund,
    shows: inEachLanguage(
      'Sent although it was closed',
      'Se envió aunque estaba cerrada',
      'Enviado apesar de encerrada',
    ),
    names: [...STAFF_NAMES, DONOR, MISTAKE, 'Stripe', 'stripe'],
  },
  {
    name: 'dashboard-payment-returned',
    // In its service, refunds fail.
    ownService: true,
    prepare: returnedTransfer,
    shows: inEachLanguage(
      'Record this once the money is back',
      'Regístralo cuando el dinero esté',
      'Registre quando o dinheiro estiver',
    ),
    names: [...STAFF_NAMES, DONOR, MISTAKE, 'Stripe', 'stripe', 'TRX 4711', 'TRX 4712'],
  },
  {
    name: 'dashboard-note-missing',
    prepare: async (stage) => {
      const id = await donationOf(stage);
      const address = await staffAt(stage, `/dashboard/staff/payments/${id}`);
      await stage.page.getByRole('button', { name: 'Add note' }).click();
      await stage.page.getByText('This field is required.').first().waitFor();
      return address && stage.page.url();
    },
    shows: inEachLanguage('This field is required.', 'Este campo es obligatorio.', 'Este campo é obrigatório.'),
    names: [...STAFF_NAMES, DONOR, 'Stripe', 'stripe'],
  },
  {
    name: 'dashboard-donor',
    prepare: async (stage) => {
      const id = await donationOf(stage);
      const address = await staffAt(stage, `/dashboard/staff/donors/${id}`);
      await stage.page.getByLabel('New note').fill('Llamó por su comprobante');
      await stage.page.getByRole('button', { name: 'Add note' }).click();
      await stage.page.getByText('Note added.').waitFor();
      return address;
    },
    shows: inEachLanguage('Everything that was donated', 'Todo lo que se donó con', 'Tudo o que foi doado com'),
    names: [...STAFF_NAMES, DONOR, 'Llamó por su comprobante', 'Casa Abierta', 'Journeys'],
  },
  {
    name: 'dashboard-creator',
    prepare: async (stage) => {
      const { email } = await newWithdrawals(stage, [120]);
      await stage.page.goto(`${stage.instance.baseUrl}/dashboard/staff/search?q=${email}`);
      const people = stage.page.getByRole('region', { name: 'People' });
      const href = await people.getByRole('link').first().getAttribute('href');
      return stage.instance.baseUrl + href;
    },
    shows: inEachLanguage('Money in all causes', 'Dinero de todas las causas', 'Dinheiro de todas as causas'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-creator-empty',
    prepare: async (stage) => {
      const email = await newAccount(stage.instance, VISITOR.name);
      await staffAt(stage, '/dashboard');
      await stage.page.goto(`${stage.instance.baseUrl}/dashboard/staff/search?q=${email}`);
      const people = stage.page.getByRole('region', { name: 'People' });
      return stage.instance.baseUrl + (await people.getByRole('link').first().getAttribute('href'));
    },
    shows: inEachLanguage('Not signed in anywhere.', 'No hay ninguna sesión', 'Não há nenhuma sessão'),
    names: [...STAFF_NAMES, VISITOR.name],
  },
  {
    name: 'dashboard-withdrawal',
    prepare: withdrawalToDecide,
    shows: inEachLanguage('Approve withdrawal', 'Aprobar retiro', 'Aprovar saque'),
    names: [...STAFF_NAMES, 'Pipes'],
  },
  {
    name: 'dashboard-withdrawal-sending',
    ownService: true,
    prepare: withdrawalBeingSent,
    shows: inEachLanguage('Mark as not sent', 'Marcar como no enviado', 'Marcar como não enviado'),
    names: [...STAFF_NAMES, 'Pipes'],
  },
  {
    name: 'dashboard-staff-bank-account',
    prepare: accountToVerify,
    shows: inEachLanguage('Show the full number and the', 'Primero muestra el número', 'Primeiro mostre o número'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-bank-account-no-evidence',
    prepare: async (stage) => {
      await accountToVerify(stage);
      await stage.page.getByRole('button', { name: 'Show', exact: true }).click();
      await stage.page.getByRole('button', { name: 'Verify account' }).click();
      await stage.page.getByText('Choose a file or enter a link').first().waitFor();
      return stage.page.url();
    },
    shows: inEachLanguage(
      'Choose a file or enter a link',
      'Elige un archivo o escribe',
      'Escolha um arquivo ou digite',
    ),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-key',
    prepare: async (stage) => {
      await staffAt(stage, `/dashboard/staff/clients/${stage.instance.demo.client_id}`);
      const key = stage.page.getByRole('row', { name: /Active/ }).getByRole('link', { name: /^key_/ });
      return stage.instance.baseUrl + (await key.first().getAttribute('href'));
    },
    shows: inEachLanguage('Replace this key', 'Reemplazar esta clave', 'Substituir esta chave'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-batches',
    ownService: true,
    prepare: async (stage) => {
      await payoutBatch(stage);
      return `${stage.instance.baseUrl}/dashboard/staff/withdrawals/batches`;
    },
    shows: inEachLanguage('A batch pays many approved', 'Un lote paga muchos retiros', 'Um lote paga muitos saques'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-batch',
    ownService: true,
    prepare: payoutBatch,
    shows: inEachLanguage('Start sending all', 'Iniciar todos los envíos', 'Iniciar todos os envios'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-batch-sending',
    ownService: true,
    prepare: startedBatch,
    shows: inEachLanguage('Mark all as sent', 'Marcar todo como enviado', 'Marcar tudo como enviado'),
    names: STAFF_NAMES,
  },
  {
    name: 'dashboard-batch-sent',
    ownService: true,
    prepare: async (stage) => {
      const address = await startedBatch(stage);
      await stage.page.getByLabel('Sent on').fill(await today(stage.page));
      await stage.page.getByRole('button', { name: 'Mark all as sent' }).click();
      await stage.page.getByRole('button', { name: 'Record the batch as sent' }).click();
      await stage.page.getByText('All withdrawals in this batch').waitFor();
      return address;
    },
    shows: inEachLanguage('Marked as sent by', 'Marcado como enviado por', 'Marcado como enviado por'),
    names: STAFF_NAMES,
  },
];

/** Signing in, and the first pages of the dashboard. */
export const DASHBOARD_STATES: readonly State[] = [
  {
    name: 'sign-in',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in`,
    shows: inEachLanguage('Enter your email address.', 'Escribe tu correo electrónico.', 'Digite seu e‑mail.'),
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
    shows: inEachLanguage('Enter an email address, such as', 'Escribe un correo electrónico,', 'Digite um e‑mail, por'),
  },
  {
    name: 'sign-in-over',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?error=over`,
    shows: inEachLanguage(
      'This code or link is no longer',
      'Este código o enlace ya no',
      'Este código ou link não é mais',
    ),
  },
  {
    name: 'sign-in-code',
    prepare: async (stage) => {
      await askedAs(stage);
      return stage.page.url();
    },
    shows: inEachLanguage('Check your email', 'Revisa tu correo', 'Confira seu e‑mail'),
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
    shows: inEachLanguage('That code is not correct.', 'El código no es correcto.', 'O código não está correto.'),
    names: [VISITOR.email],
  },
  {
    name: 'sign-in-two-codes',
    prepare: async (stage) => {
      await askedAs(stage, WITH_TABS);
      await askedAs(stage, WITH_TABS);
      return stage.page.url();
    },
    shows: inEachLanguage(
      'You requested more than one code.',
      'Solicitaste más de un código.',
      'Você solicitou mais de um código.',
    ),
    names: [WITH_TABS.email],
  },
  {
    name: 'sign-in-link',
    prepare: async (stage) => (await askedAs(stage)).link,
    shows: inEachLanguage('You opened the link', 'Abriste el enlace', 'Você abriu o link'),
    names: [VISITOR.email, VISITOR.name],
  },
  {
    name: 'sign-in-idle',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?ended=idle`,
    shows: inEachLanguage(
      'You were signed out because',
      'Tu sesión se cerró por inactividad',
      'Sua sessão foi encerrada por',
    ),
  },
  {
    name: 'sign-in-form-kept',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?ended=kept`,
    shows: inEachLanguage('Your session ended, so', 'Tu sesión se cerró, así que', 'Sua sessão foi encerrada, então'),
  },
  {
    name: 'sign-in-prove',
    prepare: async (stage) => {
      await signedIn(stage, await makeVisitor(stage), ACCOUNT);
      return `${stage.instance.baseUrl}/sign-in/prove?to=${ACCOUNT}`;
    },
    shows: inEachLanguage('Confirm that it is you', 'Confirma que eres tú', 'Confirme que é você'),
    names: [VISITOR.email],
  },
  {
    name: 'sign-in-passkey',
    prepare: (stage) => withPasskey(stage, `/sign-in/passkey?to=${ACCOUNT}`),
    shows: inEachLanguage('Confirm with your passkey', 'Confirma con tu llave', 'Confirme com sua chave'),
  },
  {
    name: 'sign-in-passkey-refused',
    prepare: (stage) => withPasskey(stage, `/sign-in/passkey?to=${ACCOUNT}&error=refused`),
    shows: inEachLanguage(
      'This passkey was not accepted.',
      'No se aceptó esta llave de acceso.',
      'Esta chave de acesso não foi aceita.',
    ),
  },
  {
    name: 'sign-in-passkey-add',
    prepare: async (stage) => {
      await asNewcomer(stage, ACCOUNT);
      return `${stage.instance.baseUrl}/sign-in/passkey/add?to=${ACCOUNT}`;
    },
    shows: inEachLanguage(
      'Your device creates the passkey',
      'Tu dispositivo crea la llave',
      'Seu aparelho cria a chave',
    ),
  },
  {
    name: 'signed-out',
    prepare: async ({ instance }) => `${instance.baseUrl}/sign-in?signed-out=1`,
    shows: inEachLanguage('You are signed out.', 'Cerraste la sesión.', 'Você saiu da sua conta.'),
  },
  {
    name: 'dashboard-causes',
    prepare: (stage) => signedIn(stage, stage.instance.demo.creator_email, '/dashboard'),
    shows: inEachLanguage('Your causes, newest', 'Tus causas, de la más', 'Suas causas, da mais'),
    names: DEMO_NAMES,
  },
  ...(
    [
      ['updates', 'Updates', 'Novedades', 'Novidades', [STORY_UPDATE.title, STORY_UPDATE.text]],
      ['pictures', 'Pictures', 'Fotos', 'Fotos', [STORY_ALT]],
      ['messages', 'Messages', 'Mensajes', 'Mensagens', ['Rosa Díaz', STORY_MESSAGE]],
    ] as const
  ).map(
    ([name, en, es, pt, names]): State => ({
      name: `dashboard-cause-${name}`,
      prepare: (stage) => toldCause(stage, name),
      shows: inEachLanguage(`${en}: ${CAUSE_TITLE}`, `${es}: ${CAUSE_TITLE}`, `${pt}: ${CAUSE_TITLE}`),
      names: [...names, 'Ana Owner', CAUSE_TITLE],
    }),
  ),
  {
    name: 'dashboard-no-causes',
    prepare: (stage) => asNewcomer(stage, '/dashboard'),
    shows: inEachLanguage('You do not have any causes yet.', 'Todavía no tienes causas.', 'Você ainda não tem causas.'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-withdrawals',
    prepare: (stage) => signedIn(stage, stage.instance.demo.creator_email, '/dashboard/withdrawals'),
    shows: inEachLanguage(
      'What your causes have received',
      'Lo que han recibido tus causas',
      'O que suas causas receberam',
    ),
    names: DEMO_NAMES,
  },
  {
    name: 'dashboard-bank-account',
    prepare: (stage) => asNewcomer(stage, '/dashboard/withdrawals/bank-account?country=CO'),
    shows: inEachLanguage('Type of document', 'Tipo de documento', 'Tipo de documento'),
    names: ['Colombia', 'COP', 'NIT'],
  },
  {
    name: 'dashboard-bank-account-errors',
    prepare: async (stage) => {
      const { page, instance } = stage;
      await asNewcomer(stage, '/dashboard/withdrawals/bank-account?country=MX');
      await page.goto(`${instance.baseUrl}/dashboard/withdrawals/bank-account?country=MX&lang=en`);
      await page.getByLabel('CLABE').fill('032180000118359718');
      await page.getByRole('button', { name: 'Add account' }).click();
      await page.getByRole('alert').first().waitFor();
      return page.url();
    },
    shows: inEachLanguage(
      'Enter the account holder’s name.',
      'Escribe el nombre del titular de la cuenta.',
      'Digite o nome do titular da conta.',
    ),
    names: ['CLABE', 'México', 'MXN'],
  },
  {
    name: 'dashboard-cause-stopped',
    prepare: async (stage) => {
      const { partner, instance } = stage;
      const owner = newOwner();
      const { key } = await partner.publishCause({ owner });
      await instance.operate('cause', 'update', { key, state: 'funds_on_hold' });
      return signedIn(stage, owner.email, `/dashboard/causes/${key}`);
    },
    shows: inEachLanguage(
      'Our team is reviewing this cause.',
      'Nuestro equipo está revisando esta causa.',
      'Nossa equipe está analisando esta causa.',
    ),
    names: [CAUSE_TITLE],
  },
  {
    name: 'dashboard-overview',
    ownService: true,
    prepare: (stage) => staffAt(stage, '/dashboard'),
    shows: inEachLanguage('What is waiting for staff', 'Lo que está pendiente', 'O que está pendente'),
    names: ['Sofía Staff'],
  },
  {
    name: 'dashboard-search',
    prepare: async (stage) => {
      const { id } = await stage.link({ amount: 40, external_reference: 'ORDER-4711' });
      await stage.emulator.confirm(await stage.partner.startPayment(id), 'pm_card_visa');
      await stage.partner.waitFor(id, 'completed');
      return staffAt(stage, `/dashboard/staff/search?q=${id}`);
    },
    shows: inEachLanguage('Search: chl_', 'Buscar: chl_', 'Buscar: chl_'),
    names: ['Sofía Staff', 'Journeys', 'Demo partner', 'ORDER-4711'],
  },
  {
    name: 'dashboard-search-nothing',
    prepare: (stage) => staffAt(stage, '/dashboard/staff/search?q=nobody%40example.org'),
    shows: inEachLanguage('Nothing was found.', 'No se encontró nada.', 'Nada foi encontrado.'),
    names: ['Sofía Staff'],
  },
  {
    name: 'dashboard-staff-payments',
    ownService: true,
    prepare: async (stage) => {
      const { emulator, partner, link } = stage;
      const { id } = await link({ amount: 60 });
      await emulator.confirm(await partner.startPayment(id), 'pm_card_visa');
      await partner.waitFor(id, 'completed');
      const declined = await link({ amount: 40, external_reference: 'ORDER-4712' });
      await emulator.confirm(await partner.startPayment(declined.id), 'pm_card_visa_chargeDeclinedInsufficientFunds');
      return staffAt(stage, '/dashboard/staff/payments?sort=largest');
    },
    shows: inEachLanguage('Largest amounts first', 'Primero los montos mayores', 'Valores maiores primeiro'),
    names: ['Sofía Staff', 'Journeys', 'Demo partner', 'ORDER-4712'],
  },
  {
    name: 'dashboard-keys',
    ownService: true,
    prepare: (stage) => staffAt(stage, '/dashboard/staff/keys'),
    shows: inEachLanguage('Every key of every', 'Todas las claves de', 'Todas as chaves de'),
    names: ['Sofía Staff', 'Journeys', 'This service', 'Demo partner'],
  },
  {
    name: 'dashboard-review',
    prepare: async (stage) => {
      const { page } = stage;
      const { id } = await stage.link({ amount: 40 });
      await stage.partner.startPayment(id);
      await staffAt(stage, `/dashboard/staff/links/${id}`);
      await page.getByLabel('Reason', { exact: true }).fill(MISTAKE);
      await page.getByRole('button', { name: 'Cancel link' }).click();
      await page.getByText('Nothing has been changed yet.').waitFor();
      return page.url();
    },
    shows: inEachLanguage('Nothing has been changed', 'Todavía no se ha cambiado', 'Nada foi alterado ainda'),
    names: ['Sofía Staff', 'Demo partner', MISTAKE],
  },
  {
    name: 'dashboard-approvals',
    ownService: true,
    prepare: async (stage) => {
      await askForRefund(stage);
      await askForKey(stage);
      return `${stage.instance.baseUrl}/dashboard/staff/approvals`;
    },
    shows: inEachLanguage(
      'Large refunds, write-offs, other terms',
      'Las devoluciones grandes, las bajas,',
      'Devoluções grandes, baixas, mudanças',
    ),
    names: ['Sofía Staff', 'Demo partner', MISTAKE],
  },
  {
    name: 'dashboard-refund-waits',
    prepare: askForRefund,
    shows: inEachLanguage(
      'This refund is waiting for',
      'Esta devolución está a la espera',
      'Esta devolução aguarda uma',
    ),
    names: ['Sofía Staff', 'Stripe', MISTAKE, 'stripe'],
  },
  {
    name: 'dashboard-key-waits',
    prepare: askForKey,
    shows: inEachLanguage(
      'This key is waiting for a second',
      'Esta clave está a la espera',
      'Esta chave aguarda uma segunda',
    ),
    names: ['Sofía Staff', 'Demo partner'],
  },
  {
    name: 'dashboard-reconciliation',
    ownService: true,
    prepare: async (stage) => {
      await stage.instance.operate('reconcile', 'run', {});
      return staffAt(stage, '/dashboard/staff/reconciliation');
    },
    shows: inEachLanguage('Every day, the books of each', 'Todos los días se comparan', 'Todos os dias, os movimentos'),
    names: ['Sofía Staff'],
  },
  {
    name: 'dashboard-account',
    prepare: (stage) => asNewcomer(stage, ACCOUNT),
    shows: inEachLanguage('Sign out everywhere', 'Cerrar sesión en todas partes', 'Sair de todos os aparelhos'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-account-passkey',
    prepare: (stage) => withPasskey(stage, ACCOUNT),
    shows: inEachLanguage('Your passkeys, oldest', 'Tus llaves de acceso, primero', 'Suas chaves de acesso, primeiro'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-account-staff',
    prepare: (stage) => staffAt(stage, ACCOUNT),
    shows: inEachLanguage('Lost passkey', 'Llave de acceso perdida', 'Chave de acesso perdida'),
    names: ['Sofía Staff'],
  },
  ...STAFF_DETAIL_STATES,
  {
    name: 'dashboard-work',
    ownService: true,
    prepare: async (stage) => {
      await askForRefund(stage);
      return `${stage.instance.baseUrl}/dashboard`;
    },
    shows: inEachLanguage(
      'Requests that need a second person',
      'Solicitudes que necesitan',
      'Solicitações que precisam',
    ),
    names: ['Sofía Staff'],
  },
];
