import type { Page, Request } from '@playwright/test';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { barriersOfOurs, overflow } from './support/accessibility.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;

/** Requests of the page that save a donation or start a payment. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

test.describe('the form of a bank transfer', () => {
  test('names missing values at their fields, links to them, and sends nothing', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    const sent = sentBy(page);
    await donor.open(await link(COLOMBIA));
    await away.chooseTransfer();
    await away.continueButton.click();
    await expect(donor.alert.first()).toBeFocused();
    await expect(donor.alert.first().getByRole('link')).toHaveCount(9);
    await page.getByRole('link', { name: 'Enter a ten-digit phone number.' }).click();
    await expect(page.getByLabel('Phone')).toBeFocused();
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
      'Enter a ten-digit phone number. Ten digits, for example 301 234 5678.',
    );
    await page.keyboard.type('301 234');
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'false');
    await expect(page.getByLabel('Phone')).toBeFocused();
    await expect(donor.alert.first().getByRole('link')).toHaveCount(8);
    await away.continueButton.click();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await away.fillPayer();
    await expect(donor.alert).toHaveCount(0);
    await away.continueButton.click();
    await expect(away.step('2 of 3 Your bank')).toBeFocused();
    await away.continueButton.click();
    await expect(donor.alert.first().getByRole('link')).toHaveText(['Choose your bank.']);
    expect(sent).toEqual([]);
  });

  test('moves between steps with its own and the browser’s buttons and loses nothing', async ({
    link,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.fillTransfer();
    await expect(away.step('3 of 3 Review and continue')).toBeFocused();
    await page.goBack();
    await expect(away.step('2 of 3 Your bank')).toBeFocused();
    await expect(away.bankField.locator('option:checked')).toHaveText('Bancolombia');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(away.step('1 of 3 About you')).toBeFocused();
    await expect(page.getByLabel('Document number')).toHaveValue('1.020.304.050');
    await away.continueButton.click();
    await page.getByRole('button', { name: 'Change Address' }).click();
    await expect(page.getByLabel('Street and number')).toBeFocused();
    await page.getByLabel('Street and number').fill('Cra 7 No. 72-41');
    await away.continueButton.click();
    await expect(page.getByText('Cra 7 No. 72-41')).toBeVisible();
    await page.getByRole('button', { name: 'Change Amount' }).click();
    await page.getByRole('radio', { name: 'COP 100,000' }).check();
    await away.continueButton.click();
    await expect(away.toBank).toContainText('COP 100,000');
    await page.reload();
    await expect(away.step('3 of 3 Review and continue')).toBeVisible();
    await expect(away.toBank).toContainText('COP 100,000');
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { name: 'Paso 3 de 3 Revisa y continúa' })).toBeVisible();
    await expect(page.getByText('Cra 7 No. 72-41')).toBeVisible();
  });

  for (const [input, options] of [
    ['a mouse', {}],
    ['a finger', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }],
  ] as const)
    test.describe(`pressed twice by ${input}`, () => {
      test.use(options);

      test('goes on by one step, and does not send the review unread', async ({ link, donor, page }) => {
        const away = awayFrom(page);
        const sent = sentBy(page);
        const pressTwice = async () => {
          if (input === 'a mouse') return away.continueButton.dblclick();
          await away.continueButton.scrollIntoViewIfNeeded();
          const box = await away.continueButton.boundingBox();
          const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20];
          await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
        };
        await donor.open(await link(COLOMBIA));
        await away.fillPayer();
        await pressTwice();
        await expect(away.step('2 of 3 Your bank')).toBeVisible();
        await away.bankField.selectOption({ label: 'Bancolombia' });
        await pressTwice();
        await expect(away.step('3 of 3 Review and continue')).toBeVisible();
        await expect(away.toBank).toBeEnabled();
        expect(sent).toEqual([]);
      });
    });

  test('scrolls nothing sideways on a narrow phone with letters twice as large', async ({ link, donor, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const away = awayFrom(page);
    // In this language the name of a field has the longest word.
    await donor.open({ url: `${(await link(COLOMBIA)).url}&lang=pt` });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await away.fillPayer();
    expect.soft(await overflow(page), 'who pays').toBe(0);
    await away.continueButton.click();
    await expect(away.bankField).toBeVisible();
    expect.soft(await overflow(page), 'the bank').toBe(0);
    await away.bankField.selectOption({ label: 'Bancolombia' });
    await away.continueButton.click();
    await expect(away.toBank).toBeEnabled();
    expect.soft(await overflow(page), 'the review').toBe(0);
  });

  test('is listed beside the card by name, and neither is preselected', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    const methods = page.getByRole('group', { name: 'How would you like to pay?' });
    await expect(methods.getByRole('radio', { checked: true })).toHaveCount(0);
    expect(
      await methods.getByRole('radio').evaluateAll((all) => all.map((each) => each.parentElement?.textContent.trim())),
    ).toEqual(['Bank transfer (PSE)', 'Card']);
    const privacy = page.getByText('Your card details go straight to the payment company.');
    await expect(privacy).toHaveCount(0);
    await expect(away.continueButton).toBeEnabled();
    await away.continueButton.click();
    await donor.alert.getByRole('link', { name: 'Choose how you would like to pay.' }).click();
    await expect(methods.getByRole('radio', { name: 'Bank transfer (PSE)' })).toBeFocused();
    await away.chooseTransfer();
    await expect(donor.alert).toHaveCount(0);
    await expect(privacy).toHaveCount(0);
    await donor.seeCardForm();
    await expect(privacy).toBeVisible();
    await page.reload();
    await expect(methods.getByRole('radio', { name: 'Card' })).toBeChecked();
  });

  test('keeps typed values while another method is open, and asks for a name once', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.fillPayer();
    await expect(page.getByLabel('Your name (optional)')).toHaveCount(0);
    await donor.seeCardForm();
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Rosa María Díaz Núñez');
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await expect(page.getByLabel('Document number')).toHaveValue('1.020.304.050');
    await expect(page.getByLabel('City or town')).toHaveValue('Bogotá');
  });

  test('asks an organization for its tax number', async ({ link, donor, page, emulator }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.fillTransfer();
    await page.getByRole('button', { name: 'Change Account holder' }).click();
    await page.getByRole('radio', { name: 'A company or organization' }).check();
    await expect(page.getByLabel('Identity document')).toHaveCount(0);
    await page.getByLabel('Tax ID (NIT)').fill('900.123.456-7');
    await away.continueButton.click();
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    expect(await emulator.transfersOf(order)).toMatchObject([
      { payer: { entity_type: 'association', identification: { type: 'NIT', number: '900123456-7' } } },
    ]);
  });

  test('shows the server’s errors at their fields, and loses nothing', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await page.route('**/checkout/redirect', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        json: { code: 'validation_failed', errors: [{ field: 'payer.zip_code', message: 'zip_code' }] },
      }),
    );
    await donor.open(await link(COLOMBIA));
    await away.fillTransfer();
    await away.toBank.click();
    await donor.alert.first().getByRole('link', { name: 'Enter a five- or six-digit postal code.' }).click();
    await expect(page.getByLabel('Postal code')).toBeFocused();
    await expect(page.getByLabel('Postal code')).toHaveValue('11022');
    await away.continueButton.click();
    await expect(away.toBank).toBeEnabled();
  });

  test('soon says that the gateway cannot be reached, and continues once it can', async ({
    link,
    donor,
    page,
    emulator,
  }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.fillTransfer();
    await emulator.control('mercado-pago-co/gateway_down');
    await away.toBank.click();
    await expect(donor.alert.first()).toContainText('We cannot reach the payment company right now');
    await emulator.control('mercado-pago-co/gateway_up');
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
  });

  test('reads the smallest amount before anything is sent, and gives another one', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const away = awayFrom(page);
    const sent = sentBy(page);
    const order = await link({ country: 'CO', amount: 1_000 });
    await donor.open(order);
    await expect(page.getByText('The smallest amount you can give here is COP 1,600.')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Card from COP 2,500' })).toBeDisabled();
    await expect(away.continueButton).toBeDisabled();
    expect(await barriersOfOurs(page)).toEqual([]);
    expect(sent).toEqual([]);
    await page.getByLabel('Amount in').fill('1600');
    await expect(page.getByText('The smallest amount')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Card from COP 2,500' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Bank transfer (PSE)', exact: true })).toBeEnabled();
    await away.fillTransfer();
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 1_600 });
  });

  test('pays by card what a bank transfer does not take', async ({ link, donor, page }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.chooseTransfer();
    await page.getByRole('radio', { name: 'Other amount' }).check();
    await page.getByLabel('Amount in').fill('900000000');
    await expect(page.getByRole('heading', { name: 'This amount cannot be paid this way' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /up to COP 340,000,000$/ })).toBeDisabled();
    await expect(away.continueButton).toBeDisabled();
    await page.getByRole('button', { name: 'Pay by card instead' }).click();
    await expect(donor.payButton).toHaveText('Donate COP 900,000,000');
    await expect(donor.payButton).toBeEnabled();
  });

  test('can be filled in and sent with the keyboard alone', async ({ link, donor, page, partner }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await expect(away.continueButton).toBeEnabled();
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    await tabTo(page, page.getByRole('radio', { name: 'Bank transfer (PSE)' }));
    await page.keyboard.press('Space');
    await type('Email', 'keys@example.org');
    await type('Document number', '1020304050');
    await type('First name', 'Rosa');
    await type('Last name', 'Díaz');
    await type('Phone', '3012345678');
    await type('Street and number', 'Calle 93 # 11-27');
    await type('Neighborhood', 'Chicó');
    await type('City or town', 'Bogotá');
    await type('Postal code', '11022');
    await page.keyboard.press('Enter');
    await expect(away.step('2 of 3 Your bank')).toBeFocused();
    await type('Bank or wallet you are paying from', 'Bancolombia');
    await tabTo(page, away.continueButton);
    await page.keyboard.press('Enter');
    await expect(away.step('3 of 3 Review and continue')).toBeFocused();
    await tabTo(page, away.toBank);
    await page.keyboard.press('Enter');
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await expect(approve).toBeVisible();
    await tabTo(page, approve);
    await page.keyboard.press('Enter');
    await expect(away.thanks).toBeFocused();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 50_000 });
  });
});
