import type { Page, Request } from '@playwright/test';
import { barriers, overflow } from './support/accessibility.ts';
import { tabTo } from './support/keyboard.ts';
import { awayFrom } from './support/local-rails.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;

/** What the page has asked the server to write or to start. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

test.describe('the form of a bank transfer', () => {
  test('says at each field what is missing, links to it, and sends nothing', async ({
    link,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    const sent = sentBy(page);
    await donor.open(await link(COLOMBIA));
    await expect(away.toBank).toBeEnabled();
    await away.toBank.click();
    await expect(donor.alert.first()).toBeFocused();
    await expect(donor.alert.first().getByRole('link')).toHaveCount(11);
    await page.getByRole('link', { name: 'Enter a phone number of ten digits.' }).click();
    await expect(page.getByLabel('Phone')).toBeFocused();
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
      'Enter a phone number of ten digits. Ten digits, for example 301 234 5678.',
    );
    await page.keyboard.type('301 234');
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'false');
    await away.toBank.click();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    expect(sent).toEqual([]);
  });

  test('keeps what was typed while another way to pay is looked at, and does not ask a name twice', async ({
    link,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await donor.open(await link(COLOMBIA));
    await away.fillTransfer();
    await expect(page.getByLabel('Your name (optional)')).toHaveCount(0);
    await donor.seeCardForm();
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Rosa María Díaz Núñez');
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await expect(page.getByLabel('Document number')).toHaveValue('1.020.304.050');
    await expect(page.getByLabel('City or town')).toHaveValue('Bogotá');
  });

  test('asks an organisation for its tax number', async ({ link, donor, page, emulator }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await away.fillTransfer();
    await page.getByRole('radio', { name: 'A company or organisation' }).check();
    await expect(page.getByLabel('Identity document')).toHaveCount(0);
    await page.getByLabel('Tax number (NIT)').fill('900.123.456-7');
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    expect(await emulator.transfersOf(order)).toMatchObject([
      { payer: { entity_type: 'association', identification: { type: 'NIT', number: '900123456-7' } } },
    ]);
  });

  test('puts what the server refuses at its field, and loses nothing', async ({ link, donor, page }) => {
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
    await donor.alert.first().getByRole('link', { name: 'Enter a postal code of five digits.' }).click();
    await expect(page.getByLabel('Postal code')).toBeFocused();
    await expect(page.getByLabel('Postal code')).toHaveValue('11022');
    await expect(away.toBank).toBeEnabled();
  });

  test('says in time that the gateway cannot be reached, and goes on once it can', async ({
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
    await expect(donor.alert.first()).toContainText('The payment company cannot be reached just now');
    await emulator.control('mercado-pago-co/gateway_up');
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
  });

  test('tells the smallest amount before anything is sent, and offers the card that takes less', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const away = awayFrom(page);
    const sent = sentBy(page);
    const order = await link({ country: 'CO', amount: 1_000 });
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This amount cannot be paid this way' })).toBeVisible();
    await expect(
      page.getByText('By bank transfer you can give from COP 1,600 to COP 340,000,000.'),
    ).toBeVisible();
    await away.fillTransfer();
    await away.toBank.click();
    await expect(donor.alert.first().getByRole('link')).toHaveText([
      'The smallest amount that can be paid here is COP 1,600.',
    ]);
    expect(sent).toEqual([]);
    await page.getByRole('radio', { name: 'Other amount' }).check();
    await page.getByLabel('Amount in').fill('1600');
    await expect(page.getByRole('heading', { name: 'This amount cannot be paid this way' })).toHaveCount(0);
    await away.toBank.click();
    await away.answer('Approve');
    await expect(away.thanks).toBeVisible();
    expect(await partner.waitFor(order.id, 'completed')).toMatchObject({ amount_paid: 1_600 });
  });

  test('can be filled in and sent with the keyboard alone', async ({ link, donor, page, partner }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
    await donor.open(order);
    await expect(away.toBank).toBeEnabled();
    const type = async (label: string, text: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    };
    await type('Email', 'keys@example.org');
    await type('Bank or wallet that you pay from', 'Bancolombia');
    await type('Document number', '1020304050');
    await type('First names', 'Rosa');
    await type('Last names', 'Díaz');
    await type('Phone', '3012345678');
    await type('Street', 'Calle 93');
    await type('Number', '11-27');
    await type('Neighbourhood', 'Chicó');
    await type('City or town', 'Bogotá');
    await type('Postal code', '11022');
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const lang of ['en', 'es', 'pt']) {
      test(`form, errors, wait and refusal are usable by everybody in ${lang}, also on a small phone`, async ({
        link,
        donor,
        page,
        emulator,
      }) => {
        const order = await link(COLOMBIA);
        const button = page.getByRole('button', {
          name: /^(Continue to your bank|Continuar a tu banco|Continuar no seu banco)/,
        });
        await page.setViewportSize({ width: 320, height: 640 });
        await donor.open({ url: `${order.url}&lang=${lang}` });
        await expect(button).toBeEnabled();
        expect(await barriers(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await button.click();
        await expect(donor.alert.first()).toBeFocused();
        expect(await barriers(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);

        await page.goto(`${order.url}&lang=en`);
        await awayFrom(page).goToBank();
        await donor.open({ url: `${order.url}&lang=${lang}` });
        await expect(
          page.getByRole('button', {
            name: /^(Continue at your bank|Continuar en tu banco|Voltar ao seu banco)$/,
          }),
        ).toBeVisible();
        expect(await barriers(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);

        const [transfer] = await emulator.transfersOf(order);
        await emulator.control('mercado-pago-co/reject', { payment_id: transfer?.id });
        const returned = new URL(`/checkout/return?ref=${order.id}&lang=${lang}`, order.url);
        await page.goto(returned.href);
        await expect(
          page.getByRole('heading', {
            name: /^(Your bank did not approve|Tu banco no aprobó|Seu banco não aprovou)/,
          }),
        ).toBeVisible();
        expect(await barriers(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      });
    }
  });
}
