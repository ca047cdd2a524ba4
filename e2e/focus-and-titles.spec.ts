import type { Page } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { stopClock } from './support/clock.ts';
import { expect, test } from './support/test.ts';

const CAUSE = 'A well for San Mateo';
const SUCCESS_URL = 'https://partner.example/thanks';

/** A keyboard and a screen reader go on from the element with the focus: after every step there is one. */
async function keepsFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
}

/** The page has one main heading. */
async function hasMainHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([name]);
}

test.describe('the tab’s title says what the page shows, and the focus is never lost', () => {
  test('on the way to a donation by card', async ({ link, donor, page, context }) => {
    await context.route(`${SUCCESS_URL}**`, (route) => route.fulfill({ status: 204 }));
    await page.clock.install();
    await donor.open(await link({ success_url: SUCCESS_URL }));
    await expect(page).toHaveTitle(`Donate to ${CAUSE}`);
    await hasMainHeading(page, CAUSE);
    for (const [language, title] of [
      ['Español', `Donar a ${CAUSE}`],
      ['Português', `Doar para ${CAUSE}`],
      ['English', `Donate to ${CAUSE}`],
    ] as const) {
      await expect(donor.payButton).toBeEnabled();
      await page.getByRole('link', { name: language }).click();
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('link', { name: language })).toBeFocused();
    }

    await donor.fields.email.fill('ana@gmial.com');
    await page.getByRole('button', { name: 'Use ana@gmail.com' }).click();
    await expect(donor.fields.email).toBeFocused();
    await expect(donor.fields.email).toHaveValue('ana@gmail.com');
    await donor.seeCardForm();
    await donor.pay();
    await expect(page).toHaveTitle(`Error: Donate to ${CAUSE}`);
    await keepsFocus(page);
    await donor.payWith(CARDS.declined);
    await expect(page).toHaveTitle(`Payment declined · ${CAUSE}`);
    await expect(donor.alert).toBeFocused();

    await donor.payWith(CARDS.pays);
    await expect(page).toHaveTitle(`Thank you for your donation · ${CAUSE}`);
    await hasMainHeading(page, 'Thank you for your donation');
    await expect(donor.thanks).toBeFocused();
    await stopClock(page);
    const announced = page.getByRole('status').filter({ hasText: 'You will return to' });
    await page.clock.fastForward(1_000);
    await expect(announced).toHaveText(/in 10\sseconds\.$/);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByRole('link', { name: /^Return to/ })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'You are staying on this page.' })).toBeVisible();
  });

  test('on the way to a wallet and back', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await donor.open(await link({ country: 'MX', amount: 250 }));
    await away.goToWallet();
    await away.answer('Cancel and return to the merchant');
    await expect(away.walletIsUnpaid).toBeFocused();
    await expect(page).toHaveTitle(`There is no payment at Mercado Pago yet · ${CAUSE}`);
    await hasMainHeading(page, 'There is no payment at Mercado Pago yet');

    await page.getByRole('link', { name: 'Start again' }).click();
    await expect(page).toHaveTitle(`Donate to ${CAUSE}`);
    await page.goto(page.url().replace(/&pay=\w+/, ''));
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page).toHaveTitle(`Donate to ${CAUSE}`);
    await expect(page.getByRole('heading', { level: 1, name: CAUSE })).toBeFocused();
  });
});

test.describe('a donor who comes back reads what the gateway says in the page itself', () => {
  // The page does not get to poll.
  test.beforeEach(async ({ context }) => {
    await context.route('**/checkout/confirmation', (route) => route.abort());
  });

  test('that nothing was paid at the wallet, that it was paid there', async ({ link, donor, page, emulator }) => {
    await emulator.control('mercado-pago-mx/webhooks', { drop: true });
    const away = awayFrom(page);
    const order = await link({ country: 'MX', amount: 250 });
    await donor.open(order);
    await away.goToWallet();
    await away.answer('Cancel and return to the merchant');
    await expect(away.walletIsUnpaid).toBeVisible();
    await page.goBack();
    await away.answer('Pay');
    await expect(away.thanks).toBeVisible();
  });

  test('that the bank declined', async ({ link, donor, page, emulator }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const away = awayFrom(page);
    await donor.open(await link({ country: 'CO', amount: 50_000 }));
    await away.goToBank();
    await away.answer('Decline');
    await expect(page.getByRole('heading', { name: 'Your bank did not approve the transfer' })).toBeFocused();
    await expect(page).toHaveTitle(`Payment declined · ${CAUSE}`);
  });
});

test('leaving while a card is charged asks first, and a page opened then says that a payment is under way', async ({
  link,
  donor,
  page,
  context,
  partner,
}) => {
  const order = await link();
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await donor.open(order);
  await donor.enterCard(CARDS.pays);
  await page.reload();
  expect(asked).toEqual([]);

  // The payment company does not answer.
  await context.route('**/v1/payment_intents/*/confirm', () => {});
  const sent = page.waitForRequest('**/v1/payment_intents/*/confirm');
  await donor.payWith(CARDS.pays);
  await sent;
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByRole('heading', { name: 'Confirming your donation…' })).toBeVisible();
  await expect(page).toHaveTitle(`Confirming your donation… · ${CAUSE}`);
  await expect(page.getByRole('heading', { name: 'The payment has not arrived' })).toBeVisible();

  await context.unroute('**/v1/payment_intents/*/confirm');
  await page.getByRole('button', { name: 'Back to the payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: CAUSE })).toBeFocused();
  await donor.payByCard('paid');
  await partner.waitFor(order.id, 'completed');
  expect(asked).toHaveLength(1);
});
