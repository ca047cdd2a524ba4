import type { Page } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expire, payLate } from './support/late-money.ts';
import { expect, test } from './support/test.ts';
import { translateAlways, translateNow } from './support/translator.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const URLS = { success_url: 'https://partner.example/thanks', cancel_url: 'https://partner.example/back' };

/** When the browser translates: once, after the page has started; or each text as it appears, before the page has started too. */
const WAYS = {
  late: { open: async () => {}, now: translateNow },
  soon: { open: translateAlways, now: async (_: Page) => {} },
};

for (const [when, { open, now }] of Object.entries(WAYS))
  test.describe(`a page that the browser translates ${when}`, () => {
    test.beforeEach(({ page }) => open(page));

    test('shows the amount, the suggested address and the errors as they change, and thanks the donor', {
      tag: when === 'late' ? '@gate' : [],
    }, async ({ link, donor, page, context, emulator }) => {
      await context.route('https://partner.example/**', (route) => route.fulfill({ status: 204 }));
      const order = await link({ amount: 50, ...URLS });
      await donor.open(order);
      await donor.seeCardForm();
      await now(page);
      await donor.fields.otherAmount.check();
      await donor.fields.amount.fill('999');
      await expect(
        page.getByText(
          'This is 19 times the suggested $50. If that is what you want, thank you! If not, please check the zeros.',
        ),
      ).toBeVisible();
      await donor.fields.amount.fill('80');
      await expect(
        page.getByText(
          'This is 19 times the suggested $50. If that is what you want, thank you! If not, please check the zeros.',
        ),
      ).toBeHidden();
      await expect(page.getByText('You will give $80.', { exact: true })).toBeVisible();
      await expect(donor.payButton).toHaveText('Donate $80');
      await donor.choose('$100');
      await expect(donor.payButton).toHaveText('Donate $100');

      await donor.fields.email.fill('ana@gmial.com');
      await expect(page.getByText('Did you mean ana@gmail.com?')).toBeVisible();
      await now(page);
      await donor.fields.email.fill('ana@hotmial.com');
      await expect(page.getByText('Did you mean ana@hotmail.com?')).toBeVisible();
      await now(page);
      await donor.fields.email.fill('ana at example');
      await donor.pay();
      await expect(donor.alert).toContainText('Please check the following');
      await now(page);
      await donor.fields.email.fill('ana@example.org');
      await donor.payWith(CARDS.declined);
      await expect(donor.alert).toContainText('You were not charged');
      await now(page);
      await donor.payWith(CARDS.insufficientFunds);
      await expect(donor.alert).toContainText(/not have enough|insufficient/i);
      await now(page);
      await donor.payWith(CARDS.pays);
      await expect(donor.thanks).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Your donation of $100 to');
      expect(await emulator.charged(order)).toEqual([10_000]);

      await now(page);
      const timer = page.getByRole('timer');
      const before = await timer.textContent();
      await expect(timer).not.toHaveText(before ?? '');
      await now(page);
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      await expect(timer).toBeHidden();
      await now(page);
      await page.getByRole('button', { name: 'Copy' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you for your donation' })).toBeVisible();
      await page.getByRole('link', { name: 'See and print your receipt' }).click();
      await expect(page.getByRole('heading', { name: 'Donation receipt' })).toBeVisible();
      await now(page);
      await page.getByRole('link', { name: 'Verify this receipt' }).click();
      await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();
    });

    test('changes its language in place', async ({ link, donor, page }) => {
      await donor.open(await link());
      await donor.seeForm();
      await now(page);
      await donor.chooseLanguage('es');
      await expect(page.getByText('Esta es una página de prueba. No se te cobrará nada.')).toBeVisible();
      await expect(page.getByRole('group', { name: '¿Cuánto quieres donar?' })).toBeVisible();
      await expect(page.getByText('Donación a', { exact: true })).toBeVisible();
    });

    test('goes through the steps of a bank transfer, to the bank and back', async ({ link, donor, page }) => {
      const away = awayFrom(page);
      await donor.open(await link(COLOMBIA));
      await donor.seeForm();
      await now(page);
      await away.chooseTransfer();
      await now(page);
      await away.continueButton.click();
      await expect(donor.alert).toContainText('Please check the following');
      await now(page);
      await away.fillPayer();
      await away.continueButton.click();
      await expect(away.step('2 of 3')).toBeVisible();
      await now(page);
      await away.bankField.selectOption({ label: 'Bancolombia' });
      await away.continueButton.click();
      await expect(away.step('3 of 3')).toBeVisible();
      await now(page);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(away.step('2 of 3')).toBeVisible();
      await now(page);
      await away.continueButton.click();
      await away.toBank.click();
      await expect(page.getByRole('heading', { name: 'Confirm PSE payment' })).toBeVisible();
      await away.answer('Leave without paying');
      await expect(away.bankIsSilent).toBeVisible();
      await now(page);
      await away.payAnotherWay();
      await expect(away.form).toBeVisible();
    });

    test('waits for the bank’s approval and for the processor', async ({ link, donor, page, emulator }) => {
      await emulator.control('stripe/processing', { on: true });
      const order = await link({ email: 'ana@example.org' });
      await donor.open(order);
      await donor.enterCard(CARDS.asksForApproval);
      await now(page);
      await donor.pay();
      await donor.bankWindow.waitFor();
      await now(page);
      await donor.closeBank();
      await expect(donor.alert).toBeVisible();
      await now(page);
      await donor.payWith(CARDS.pays);
      await expect(page.getByRole('heading', { name: 'Your card payment is being processed' })).toBeVisible();
      await now(page);
      await donor.see('processing');
    });

    test('says that the link has expired, and refunds what came late', async ({
      link,
      donor,
      page,
      instance,
      emulator,
      partner,
    }) => {
      const order = await link();
      await donor.open(order);
      await donor.seeCardForm();
      await now(page);
      await emulator.control('stripe/refunds', { mode: 'succeeded' });
      await payLate({ instance, donor, emulator }, order);
      await partner.waitFor(order.id, 'expired');
      await donor.open(order);
      await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
      await now(page);
      await expect(page.getByRole('heading', { name: '$50 was refunded' })).toBeVisible();
      const other = await link();
      await expire(instance, other);
      await donor.open(other);
      await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    });
  });
