import type { Page } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import type { Donor } from '#sdk/src/testing/donor.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { listen, tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const WORDS = {
  en: {
    skip: 'Skip to the main content',
    amounts: ['$50', '$100'],
    anonymous: 'Donate anonymously',
    amountNow: 'The amount is now $100.',
    working: 'Your payment is being processed.',
  },
  es: {
    skip: 'Ir al contenido principal',
    amounts: ['US$50', 'US$100'],
    anonymous: 'Donar de forma anónima',
    amountNow: 'El monto ahora es US$100.',
    working: 'Estamos procesando tu pago.',
  },
  pt: {
    skip: 'Ir para o conteúdo principal',
    amounts: ['US$ 50', 'US$ 100'],
    anonymous: 'Doar anonimamente',
    amountNow: 'O valor agora é US$ 100.',
    working: 'Seu pagamento está sendo processado.',
  },
} as const;

async function typeCard(page: Page, donor: Donor, number: string): Promise<void> {
  for (const [field, text] of [
    ['number', number],
    ['expiry', '1234'],
    ['cvc', '123'],
  ] as const) {
    await tabTo(page, donor.cardField(field));
    await page.keyboard.type(text);
  }
}

test.describe('with the keyboard alone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const lang of ['en', 'es', 'pt'] as const) {
    test(`a donation by card is possible and announced in ${lang}`, {
      tag: lang === 'en' ? '@gate' : [],
    }, async ({ link, donor, page, partner }) => {
      const words = WORDS[lang];
      const [fifty, hundred] = words.amounts.map((name) => page.getByRole('radio', { name, exact: true }));
      if (!fifty || !hundred) throw new Error('Two amounts were expected.');
      const order = await link();
      await donor.open({ url: `${order.url}&lang=${lang}` });
      await expect(donor.payButton).toBeEnabled();
      const announced = await listen(page);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: words.skip })).toBeFocused();
      await page.keyboard.press('Enter');
      await donor.seeCardForm();
      await tabTo(page, fifty);
      await page.keyboard.press('ArrowRight');
      await expect(hundred).toBeFocused();
      await expect.poll(announced).toContain(words.amountNow);
      await tabTo(page, donor.fields.email);
      await page.keyboard.type('keys@example.org');
      await tabTo(page, page.getByRole('checkbox', { name: words.anonymous }));
      await page.keyboard.press('Space');
      await typeCard(page, donor, CARDS.declined);
      await tabTo(page, donor.payButton);
      await page.keyboard.press('Enter');
      await expect(donor.alert).toBeFocused();
      await expect.poll(async () => (await announced()).join('\n')).toContain(words.working);
      await donor.seeCardForm();
      await typeCard(page, donor, CARDS.pays);
      await tabTo(page, donor.payButton);
      await page.keyboard.press('Enter');
      await expect(donor.thanks).toBeFocused();
      expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 100 });
    });
  }

  test('a donation with the wallet is possible, there and back', async ({ link, donor, page, partner }) => {
    const away = awayFrom(page);
    const order = await link({ country: 'MX', amount: 250 });
    await donor.open(order);
    await expect(away.toWallet).toBeEnabled();
    await tabTo(page, away.toWallet);
    await page.keyboard.press('Enter');
    for (const name of ['Sign in', 'Pay']) {
      const button = page.getByRole('button', { name, exact: true });
      await expect(button).toBeVisible();
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    }
    await expect(away.thanks).toBeFocused();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 250 });
  });
});
