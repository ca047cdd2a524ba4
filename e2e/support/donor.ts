import { expect, type Page } from '@playwright/test';

type CardDetails = { expiry?: string; cvc?: string };

/** Numbers of the processor's test cards, by what they do. */
export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  asksForApproval: '4000000000003220',
} as const;

export type Donor = ReturnType<typeof donorAt>;

/** What a donor can do on the hosted checkout, in any of its languages. */
export function donorAt(page: Page) {
  const cardForm = page.getByTitle('Secure payment input frame').contentFrame();
  const bank = page.getByTitle('Secure 3D Secure authentication frame').contentFrame();
  const payButton = page.getByRole('button', { name: /^(Donate|Donar|Doar) / });
  const submit = page.getByRole('button', {
    name: /^(Donate|Donar|Doar|Continue to|Continuar a|Continuar no) /,
  });
  const otherAmount = page.getByRole('radio', { name: /^(Other amount|Otro monto|Outro valor)$/ });
  const cardField = (name: 'number' | 'expiry' | 'cvc') => cardForm.locator(`input[name=${name}]`);
  const loading = page.getByText(/^(Loading the card form|Cargando el formulario|Carregando o formulário)/);

  /** The page is alive. */
  const seeForm = () => expect(submit).toBeEnabled();

  /** Where the cause has several ways to pay, the card is chosen. */
  async function chooseCard(): Promise<void> {
    await seeForm();
    const choice = page.getByRole('radio', { name: /^(Card|Tarjeta|Cartão)$/ });
    if ((await choice.count()) > 0) await choice.check();
  }

  /** Everything has loaded: whoever is slower than the page, as people are, finds it like this. */
  async function seeCardForm(): Promise<void> {
    await chooseCard();
    await expect(cardField('number')).toBeVisible();
    await expect(loading).toBeHidden();
  }

  /** The card form comes back empty whenever the amount has changed: wait for the new one. */
  async function changingAmount(change: () => Promise<unknown>): Promise<void> {
    await seeCardForm();
    const renewed = page.waitForResponse(
      (response) => response.url().endsWith('/payment_intent') && response.ok(),
    );
    await change();
    await renewed;
  }

  async function enterCard(
    number: string,
    { expiry = '12/34', cvc = '123' }: CardDetails = {},
  ): Promise<void> {
    await seeCardForm();
    await cardField('number').fill(number);
    await cardField('expiry').fill(expiry);
    await cardField('cvc').fill(cvc);
  }

  return {
    page,
    payButton,
    /** Whatever the method calls it. */
    submit,
    cardField,
    fields: {
      otherAmount,
      amount: page.getByLabel(/^(Amount in|Monto en|Valor em) /),
      name: page.getByLabel(/^(Your name|Tu nombre|Seu nome) /),
      email: page.getByRole('textbox', { name: /^(Email|Correo|E-mail)/ }),
    },
    seeForm,
    chooseCard,
    seeCardForm,
    enterCard,
    thanks: page.getByRole('heading', {
      name: /^(Thank you for your donation|Gracias por tu donación|Agradecemos sua doação)$/,
    }),
    /** What the page says that went wrong, or needs attention. */
    alert: page.getByRole('main').getByRole('alert'),
    /** Opens what the partner was given. */
    open: (link: { url: string }) => page.goto(link.url),
    choose: (amount: string | RegExp) =>
      changingAmount(() => page.getByRole('radio', { name: amount, exact: true }).check()),
    typeAmount: (amount: string, label: RegExp) =>
      changingAmount(async () => {
        await otherAmount.check();
        await page.getByLabel(label).fill(amount);
      }),
    pay: () => payButton.click(),
    async payWith(number: string, details?: CardDetails): Promise<void> {
      await enterCard(number, details);
      await payButton.click();
    },
    answerBank: (answer: 'Complete authentication' | 'Fail authentication') =>
      bank.getByRole('button', { name: answer }).click(),
    bankWindow: page.getByRole('dialog', {
      name: /^(Bank authentication|Autenticación del banco|Autenticação do banco)$/,
    }),
    closeBank: () => page.getByRole('button', { name: 'Close' }).click(),
  };
}
