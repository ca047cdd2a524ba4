import { expect, type Locator, type Page } from '@playwright/test';

/** The heading that thanks the donor. */
export function thanksOn(page: Page): Locator {
  return page.getByRole('heading', {
    name: /^(Thank you for your donation|Gracias por tu donación|Obrigado pela sua doação)$/,
  });
}

/** Who pays by bank transfer in most journeys: the labels of the first step in every language, and what is typed. */
const ROSA: readonly [RegExp, string][] = [
  [/^(Phone|Teléfono|Telefone)$/, '+57 301 234 5678'],
  [/^(Document number|Número de documento|Número do documento)$/, '1.020.304.050'],
  [/^(First name|Nombres|Nome)$/, 'Rosa María'],
  [/^(Last name|Apellidos|Sobrenome)$/, 'Díaz Núñez'],
  [/^(Street and number|Calle y número|Rua e número)$/, 'Calle 93 # 11-27'],
  [/^(Neighborhood|Barrio|Bairro)$/, 'Chicó'],
  [/^(City or town|Ciudad o municipio|Cidade ou município|Cidade)$/, 'Bogotá'],
  [/^(Postal code|ZIP code|Código postal|CEP)/, '11022'],
];
type PayerInput = { email?: string; bank?: string };

/** The buttons of the pages of bank and wallet, and what they say to a browser that asks for another language. */
const ANSWERS = {
  Approve: 'Aprobar',
  Decline: 'Rechazar',
  'Bank error': 'Error del banco',
  'Leave without paying': 'Salir sin pagar',
  Pay: 'Pagar',
  'Leave pending': 'Dejar pendiente',
  'Reject payment': 'Rechazar pago',
  'Cancel and return to the merchant': 'Cancelar y volver al comercio',
} as const;
export type Answer = keyof typeof ANSWERS;

export type Away = ReturnType<typeof awayFrom>;

/** What a donor can do with a bank or wallet, from the checkout to the gateway's page and back. */
export function awayFrom(page: Page) {
  const toBank = page.getByRole('button', {
    name: /^(Continue to your bank|Continuar a tu banco|Continuar no seu banco)/,
  });
  const toWallet = page.getByRole('button', { name: /^(Continue to|Continuar a|Continuar no) Mercado Pago/ });
  const press = (answer: Answer) =>
    page.getByRole('button', { name: new RegExp(`^(${answer}|${ANSWERS[answer]})$`) }).click();

  const signIn = page.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ });
  const review = page.getByRole('heading', { name: /^(Review your payment|Revise su pago)$/ });
  const step = (name: string) => page.getByRole('heading', { name: `Step ${name}` });
  const continueButton = page.getByRole('button', { name: /^(Continue|Continuar)$/ });
  const bankField = page.getByRole('combobox', { name: /^(Bank|Banco)/ });
  const firstStep = page.getByRole('heading', { name: /^(Step|Paso|Etapa) 1 \w+ 3/ });

  /** The first step of a bank transfer, where the donor has not chosen another method. */
  async function chooseTransfer(): Promise<void> {
    await expect(continueButton).toBeEnabled();
    const choice = page.getByRole('radio', { name: /\(PSE\)$/ });
    if ((await choice.count()) > 0) await choice.check();
    await expect(firstStep).toBeVisible();
    await expect(page.getByRole('radio', { name: /^(A person|Persona natural|Pessoa física)$/ })).toBeVisible();
  }

  async function fillPayer(email = 'rosa@example.org'): Promise<void> {
    await chooseTransfer();
    await page.getByRole('textbox', { name: /^(Email|Correo electrónico|E-mail)$/ }).fill(email);
    for (const [name, value] of ROSA) await page.getByRole('textbox', { name }).fill(value);
  }

  async function fillTransfer({ email, bank = 'Bancolombia' }: PayerInput = {}): Promise<void> {
    await fillPayer(email);
    await continueButton.click();
    await bankField.selectOption({ label: bank });
    await continueButton.click();
    await expect(toBank).toBeEnabled();
  }

  return {
    toBank,
    toWallet,
    continueButton,
    bankField,
    /** The heading of a step, for example `1 of 3 About you`. */
    step,
    chooseTransfer,
    fillPayer,
    /** As far as the review. */
    fillTransfer,
    /** Goes as far as the bank's own page. */
    async goToBank(input?: PayerInput): Promise<void> {
      await fillTransfer(input);
      await toBank.click();
      await expect(page.getByRole('heading', { name: /^(Confirm PSE payment|Confirmar pago PSE)$/ })).toBeVisible();
    },
    /** Goes as far as the wallet's own page, signed in as a test user with money. */
    async goToWallet(email?: string): Promise<void> {
      await expect(toWallet).toBeEnabled();
      if (email !== undefined) await page.getByRole('textbox', { name: /^(Email|Correo|E-mail)/ }).fill(email);
      await toWallet.click();
      // A browser in which somebody has signed in before is not asked again.
      await expect(signIn.or(review)).toBeVisible();
      if (await signIn.isVisible()) await signIn.click();
      await expect(review).toBeVisible();
    },
    /** A button on the page of the bank or the wallet. */
    answer: press,
    backToMerchant: page.getByRole('link', { name: /^(Back to the merchant|Volver al comercio)$/ }),
    /** From the page that the bank sends the donor back to, to the form, which is another page. */
    async payAnotherWay(): Promise<void> {
      await page.getByRole('link', { name: 'Pay another way' }).click();
      await page.waitForURL(/[?&]pay=other/);
    },
    bankIsSilent: page.getByRole('heading', { name: 'Waiting for your bank to confirm' }),
    walletIsSilent: page.getByRole('heading', { name: 'Waiting for Mercado Pago to confirm' }),
    walletIsUnpaid: page.getByRole('heading', { name: 'There is no payment at Mercado Pago yet' }),
    thanks: thanksOn(page),
    form: page.getByRole('group', { name: 'How much would you like to give?' }),
  };
}
