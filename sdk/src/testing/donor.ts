import { expect, type Page } from '@playwright/test';
import { gatewayAt, type LinkRef } from './gateway.ts';
import { type CardSteps, type Language, OUTCOMES, type OutcomeBy, type OutcomeName } from './outcomes.ts';
import { awayFrom, thanksOn } from './redirects.ts';

type CardDetails = { expiry?: string; cvc?: string };

/** The title of the frame in which the card is typed: the processor's own. */
const CARD_FORM = 'Secure payment input frame';

/** Milliseconds: a page of the checkout asks how its payment is doing for longer than this. */
const OUTCOME_LIMIT_MS = 60_000;

/** The names of the languages, as the checkout's links to them say. */
const LANGUAGES = { en: 'English', es: 'Español', pt: 'Português' } as const satisfies Record<Language, string>;

/** The buttons of the processor's 3-D Secure test page, in every language. */
const BANK_ANSWERS = {
  'Complete authentication': /^(Complete|Completar la|Concluir a) (authentication|autenticación|autenticação)$/i,
  'Fail authentication': /^(Fail|Rechazar la|Recusar a) (authentication|autenticación|autenticação)$/i,
} as const;

/** Somebody on the hosted checkout. */
export type Donor = ReturnType<typeof donorAt>;
/** What donors can type of themselves. */
export type DonorDetails = { name?: string; email?: string };

/** What a donor can do on the hosted checkout, in any of its languages. */
export function donorAt(page: Page) {
  const away = awayFrom(page);
  const alert = page.getByRole('main').getByRole('alert');
  const cardForm = page.getByTitle(CARD_FORM).contentFrame();
  const bank = page.getByTitle('Secure 3D Secure authentication frame').contentFrame();
  const payButton = page.getByRole('button', { name: /^(Donate|Donar|Doar)\b/ });
  const submit = page.getByRole('button', {
    name: /^((Donate|Donar|Doar|Continue to|Continuar a|Continuar no) |(Donate|Donar|Doar|Continue|Continuar)$)/,
  });
  const otherAmount = page.getByRole('radio', { name: /^(Other amount|Otro monto|Outro valor)$/ });
  const cardField = (name: 'number' | 'expiry' | 'cvc') => cardForm.locator(`input[name=${name}]`);
  const loading = page.getByText(/^(Loading the card form|Cargando el formulario|Carregando o formulário)/);

  /** The page's scripts run. */
  const seeForm = () => expect(submit).toHaveJSProperty('disabled', false);

  /** Where the cause has several methods, the card is chosen. */
  async function chooseCard(): Promise<void> {
    await seeForm();
    const choice = page.getByRole('radio', { name: /^(Card|Tarjeta|Cartão)$/ });
    await expect(choice.or(page.getByTitle(CARD_FORM)).or(alert).first()).toBeAttached();
    if ((await choice.count()) > 0) await choice.check();
  }

  /** Waits until everything has loaded, as for a donor who is slower than the page. */
  async function seeCardForm(): Promise<void> {
    await chooseCard();
    await expect(cardField('number')).toBeVisible();
    await expect(loading).toBeHidden();
  }

  async function enterCard(number: string, { expiry = '12/34', cvc = '123' }: CardDetails = {}): Promise<void> {
    await seeCardForm();
    await cardField('number').fill(number);
    await cardField('expiry').fill(expiry);
    await cardField('cvc').fill(cvc);
  }

  const amountField = page.getByLabel(/^(Amount in|Monto en|Valor em) /);
  const nameField = page.getByLabel(/^(Your name|Tu nombre|Seu nome) /);
  const emailField = page.getByRole('textbox', { name: /^(Email|Correo|E-mail)/ });

  async function fillDetails({ name, email }: DonorDetails = {}): Promise<void> {
    await seeForm();
    if (name !== undefined) await nameField.fill(name);
    if (email !== undefined) await emailField.fill(email);
  }

  const answerBank = (answer: keyof typeof BANK_ANSWERS) =>
    bank.getByRole('button', { name: BANK_ANSWERS[answer] }).click();
  const closeBank = () => page.getByRole('button', { name: /^(Close|Cerrar|Fechar)$/ }).click();

  const gateway = () => gatewayAt(new URL(page.url()).origin);

  function currentLink(): LinkRef {
    const id = new URL(page.url()).searchParams.get('ref');
    if (!id) throw new Error(`${page.url()} is not the page of a link.`);
    return { id };
  }

  async function see(outcome: OutcomeName): Promise<void> {
    const text = OUTCOMES[outcome].page[await languageOf(page)];
    await expect(page.getByRole('main')).toContainText(text, { timeout: OUTCOME_LIMIT_MS });
  }

  return {
    page,
    payButton,
    /** The pay button, by any of its labels. */
    submit,
    cardField,
    fields: {
      otherAmount,
      amount: amountField,
      name: nameField,
      email: emailField,
    },
    seeForm,
    chooseCard,
    seeCardForm,
    enterCard,
    thanks: thanksOn(page),
    /** The page's error or warning. */
    alert,
    /** Leads back to the partner, from every end of a donation. */
    backToPartner: page.getByRole('link', { name: /^(Return to|Volver a|Voltar para) / }),
    /** The link whose page is open. */
    currentLink,
    /** Opens the URL that the partner was given. */
    open: (link: { url: string }) => page.goto(link.url),
    async choose(amount: string | RegExp): Promise<void> {
      await chooseCard();
      await page.getByRole('radio', { name: amount, exact: true }).check();
    },
    /** Types another amount than those offered, as the donor writes it: in whole major units. */
    async changeAmount(amount: number | string): Promise<void> {
      await seeForm();
      await otherAmount.check();
      await amountField.fill(String(amount));
    },
    /** Reads the page in a language. Call it before anything is typed, because the page loads again. */
    async chooseLanguage(language: Language): Promise<void> {
      if ((await languageOf(page)) === language) return;
      await page.getByRole('link', { name: LANGUAGES[language], exact: true }).click();
      await expect.poll(() => languageOf(page)).toBe(language);
    },
    /** From now on the processor's script is blocked in this browser, as by an ad blocker. */
    blockCardScript: () => page.route(/stripe\.js|js\.stripe\.com/, (route) => route.abort()),
    /** Waits until the page says what the table of outcomes says. */
    see,
    /** Pays on the page that is open, and waits for the outcome. */
    async payByCard(outcome: OutcomeBy<'card'> = 'paid', details?: DonorDetails): Promise<void> {
      await fillDetails(details);
      const { card, force, bank: answer, settle }: CardSteps = OUTCOMES[outcome].steps;
      if (force) await gateway().forceCard(currentLink(), force);
      await enterCard(card);
      await payButton.click();
      if (answer === 'close') await closeBank();
      else if (answer) await answerBank(answer);
      if (settle) {
        await see('processing');
        await gateway().settleCard(currentLink(), settle);
      }
      await see(outcome);
    },
    /** Pays by bank transfer through the bank's page, and waits for the outcome. */
    async payByBankTransfer(
      outcome: OutcomeBy<'bank_transfer'> = 'bank_approved',
      { email = 'rosa@example.org' }: DonorDetails = {},
    ): Promise<void> {
      await away.goToBank({ email });
      await away.answer(OUTCOMES[outcome].steps.answer);
      await see(outcome);
    },
    /** Pays with the wallet through its page, and waits for the outcome. */
    async payByWallet(outcome: OutcomeBy<'wallet'> = 'wallet_paid', { email }: DonorDetails = {}): Promise<void> {
      const back = page.url().replace('/checkout?', '/checkout/return?');
      await away.goToWallet(email);
      await away.answer(OUTCOMES[outcome].steps.answer);
      if (outcome === 'wallet_pending') await away.backToMerchant.click();
      if (outcome === 'wallet_rejected') {
        await expect(page.getByText(/^(The payment was rejected|El pago fue rechazado)$/)).toBeVisible();
        await page.goto(back);
      }
      await see(outcome);
    },
    pay: () => payButton.click(),
    /** The wallet's button above the form, and its sheet. */
    walletButton: page
      .getByTitle('Secure express checkout frame')
      .contentFrame()
      .getByRole('button', { name: /^(Donate with|Donar con|Doar com) / }),
    walletSheet: page.getByTitle('Secure wallet frame').contentFrame(),
    async payWith(number: string, details?: CardDetails): Promise<void> {
      await enterCard(number, details);
      await payButton.click();
    },
    answerBank,
    bankWindow: page.getByRole('dialog', {
      name: /^(Bank authentication|Autenticación del banco|Autenticação do banco)$/,
    }),
    closeBank,
  };
}

/** The language of a page of the checkout. */
async function languageOf(page: Page): Promise<Language> {
  const tag = await page.locator('html').getAttribute('lang');
  const found = (Object.keys(LANGUAGES) as Language[]).find((language) => tag?.startsWith(language));
  if (!found) throw new Error(`${page.url()} is not a page of the checkout: its language is ${tag}.`);
  return found;
}
