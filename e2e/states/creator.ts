import { newOwner } from '../support/accounts.ts';
import { CAUSE_TITLE } from '../support/partner.ts';
import { asNewcomer, signedIn, VISITOR } from './dashboard.ts';
import { inEachLanguage, type Stage, type State } from './state.ts';

const OWNER_NAME = 'Ana Owner';
const DONOR = { name: 'Rosa Díaz', email: 'rosa@example.org' };
const NAMES = [OWNER_NAME, CAUSE_TITLE];
/** The same word in all three languages. */
const EURO = 'EUR · Euro';

type Gift = { anonymous?: boolean };

/** A published cause with a donation. Returns the owner's address, the cause's key and the payment's id. */
async function givenTo(stage: Stage, { anonymous = false }: Gift = {}) {
  const { partner, instance, emulator, page, link } = stage;
  const owner = newOwner();
  const { key } = await partner.publishCause({ owner });
  const { id } = await link({ cause: key });
  const intent = await partner.startPayment(id);
  const data = { ref: id, ...DONOR, anonymous };
  await page.request.post(`${instance.baseUrl}/checkout/donation`, { data });
  await emulator.confirm(intent, 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(id, 'completed');
  return { email: owner.email, key, payment };
}

/** A page of a cause with a donation, for its creator. */
const ofCause = (rest: string) => async (stage: Stage) => {
  const { email, key } = await givenTo(stage);
  return signedIn(stage, email, `/dashboard/causes/${key}${rest}`);
};

/** A page of a draft, for its creator. */
const ofDraft = (rest: string) => async (stage: Stage) => {
  const owner = newOwner();
  const { key } = await stage.partner.createCause({ owner });
  return signedIn(stage, owner.email, `/dashboard/causes/${key}${rest}`);
};

const ofPayment = (gift?: Gift) => async (stage: Stage) => {
  const { email, payment } = await givenTo(stage, gift);
  return signedIn(stage, email, `/dashboard/payments/${payment}`);
};

/** A page of an account that has nothing yet. */
const ofNewcomer = (path: string) => (stage: Stage) => asNewcomer(stage, path);

/** The errors of an empty form. */
async function sent(stage: Stage, path: string, button: string): Promise<string> {
  await asNewcomer(stage, path);
  await stage.page.getByRole('button', { name: button, exact: true }).click();
  await stage.page.getByRole('main').getByRole('alert').waitFor();
  return stage.page.url();
}

/** The pages of creators: causes, donations, statements, and what they withdraw. */
export const CREATOR_STATES: readonly State[] = [
  {
    name: 'dashboard-cause-new',
    prepare: ofNewcomer('/dashboard/causes/new'),
    shows: inEachLanguage('A new cause is a draft', 'Una causa nueva es un', 'Uma causa nova é um'),
    names: [VISITOR.name, EURO],
  },
  {
    name: 'dashboard-cause-new-refused',
    prepare: (stage) => sent(stage, '/dashboard/causes/new', 'Create draft'),
    shows: inEachLanguage('Accept the terms to', 'Acepta los términos para', 'Aceite os termos para'),
    names: [VISITOR.name, EURO],
  },
  {
    name: 'dashboard-cause-draft',
    prepare: ofDraft(''),
    shows: inEachLanguage('Before you publish', 'Antes de publicar', 'Antes de publicar'),
    names: NAMES,
  },
  {
    name: 'dashboard-cause-preview',
    prepare: async (stage) => {
      await ofDraft('')(stage);
      const preview = stage.page.getByRole('link', { name: 'Preview the page (not public)' });
      return stage.instance.baseUrl + (await preview.getAttribute('href'));
    },
    shows: inEachLanguage('Only you and our team', 'Solo tú y nuestro equipo', 'Só você e nossa equipe'),
    names: [...NAMES, 'Casa Abierta'],
  },
  {
    name: 'dashboard-cause',
    prepare: ofCause(''),
    shows: inEachLanguage('Collected over time', 'Recaudación por período', 'Arrecadação por período'),
    names: [...NAMES, DONOR.name, DONOR.email],
  },
  {
    name: 'dashboard-cause-payments',
    prepare: ofCause('/payments'),
    shows: inEachLanguage(`Payments: ${CAUSE_TITLE}`, `Pagos: ${CAUSE_TITLE}`, `Pagamentos: ${CAUSE_TITLE}`),
    names: [...NAMES, DONOR.name, DONOR.email],
  },
  {
    name: 'dashboard-payments-nothing-found',
    prepare: ofCause('/payments?text=nobody'),
    shows: inEachLanguage('No donations match these', 'Ninguna donación coincide', 'Nenhuma doação corresponde'),
    names: NAMES,
  },
  {
    name: 'dashboard-payments-empty',
    prepare: ofNewcomer('/dashboard/payments'),
    shows: inEachLanguage('No donations yet.', 'Todavía no hay donaciones.', 'Ainda não há doações.'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-donation',
    prepare: ofPayment(),
    shows: inEachLanguage('Donation of', 'Donación de', 'Doação de'),
    names: [...NAMES, DONOR.name, DONOR.email],
  },
  {
    name: 'dashboard-payment-anonymous',
    prepare: ofPayment({ anonymous: true }),
    shows: inEachLanguage('This person gave anonymously', 'Esta persona donó', 'Esta pessoa doou'),
    names: NAMES,
  },
  {
    name: 'dashboard-statement',
    prepare: ofCause('/statements'),
    shows: inEachLanguage('Statement in USD', 'Estado de cuenta en USD', 'Extrato em USD'),
    names: NAMES,
  },
  {
    name: 'dashboard-statement-empty',
    prepare: ofDraft('/statements'),
    shows: inEachLanguage('Statement in USD', 'Estado de cuenta en USD', 'Extrato em USD'),
    names: NAMES,
  },
  {
    name: 'dashboard-cause-withdrawals',
    prepare: ofCause('/withdrawals'),
    shows: inEachLanguage(
      `Balance and withdrawals: ${CAUSE_TITLE}`,
      `Saldo y retiros: ${CAUSE_TITLE}`,
      `Saldo e saques: ${CAUSE_TITLE}`,
    ),
    names: NAMES,
  },
  {
    name: 'dashboard-withdrawals-empty',
    prepare: ofNewcomer('/dashboard/withdrawals'),
    shows: inEachLanguage('You have not requested a', 'Todavía no has solicitado', 'Você ainda não solicitou'),
    names: [VISITOR.name],
  },
  {
    name: 'dashboard-bank-account-new',
    prepare: ofNewcomer('/dashboard/withdrawals/bank-account'),
    shows: inEachLanguage('Add a bank account', 'Agregar una cuenta bancaria', 'Adicionar uma conta bancária'),
    names: [VISITOR.name],
  },
];
