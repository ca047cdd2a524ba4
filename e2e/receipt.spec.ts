import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { barriers, overflow } from './support/accessibility.ts';
import { CARDS, type Donor } from './support/donor.ts';
import { expect, test } from './support/test.ts';

/** Gives 50 USD as Rosa Díaz, who reads Spanish. */
async function give(donor: Donor, page: Page, link: { url: string }, email: string): Promise<void> {
  await donor.open({ url: `${link.url}&lang=es` });
  await donor.seeCardForm();
  await page.getByLabel('Tu nombre (opcional)').fill('Rosa Díaz');
  await page.getByRole('textbox', { name: /^Correo/ }).fill(email);
  await donor.payWith(CARDS.pays);
  await expect(donor.thanks).toBeVisible();
}

test('a receipt is mailed, printed as a file, and verified by anyone without naming the donor', async ({
  link,
  donor,
  page,
  mailbox,
}) => {
  await give(donor, page, await link(), 'receipt@example.org');
  const mail = await mailbox.theMailTo('receipt@example.org');
  const address = /http\S+\/receipt\/rct_\w+/.exec(mail.text)?.[0] ?? '';
  const answer = await page.goto(address);
  expect(answer?.headers()['cache-control']).toMatch(/private.*no-store/);
  await expect(page.getByRole('heading', { level: 1, name: 'Comprobante de donación' })).toBeVisible();
  await expect(page.getByText('Rosa Díaz')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar en PDF' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^receipt-pay_\w+\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const verification = await page
    .getByRole('link', { name: 'Verificar este comprobante' })
    .getAttribute('href');
  await page.goto(verification ?? '');
  await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();
  await expect(page.getByText('$50 USD')).toBeVisible();
  await expect(page.getByText('Rosa')).toHaveCount(0);

  const forged = verification?.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')) ?? '';
  await page.goto(forged);
  await expect(page.getByRole('heading', { name: 'This receipt is not valid' })).toBeVisible();
  await expect(page.getByText('$50')).toHaveCount(0);
});

test('the donor’s browser finds the receipt again, another one does not', async ({
  link,
  donor,
  page,
  browser,
}) => {
  const order = await link();
  await give(donor, page, order, 'again@example.org');
  await page.reload();
  await page.getByRole('link', { name: 'Ver e imprimir tu comprobante' }).click();
  await expect(page.getByText('Rosa Díaz')).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(`${order.url}&lang=es`);
  await expect(stranger.getByRole('heading', { name: 'Gracias por tu donación' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: /comprobante/ })).toHaveCount(0);
  await stranger.close();
});

test('receipt and verification are usable by everybody, also on a small phone', async ({
  link,
  donor,
  page,
}) => {
  await give(donor, page, await link(), 'everybody@example.org');
  await page.getByRole('link', { name: 'Ver e imprimir tu comprobante' }).click();
  const verify = page.getByRole('link', { name: 'Verificar este comprobante' });
  await expect(verify).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const follow = async () => {
    await verify.click();
    await page.waitForURL(/\/verify\//);
  };
  for (const go of [async () => {}, follow]) {
    await go();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
  }
  await expect(page.getByText('Quién donó').or(page.getByText('Who donated'))).toHaveCount(1);
});

test('an address that is no receipt does not exist', async ({ page, instance }) => {
  for (const path of ['/receipt/rct_unknown', '/receipt/rct_unknown/pdf'])
    expect((await page.request.get(instance.baseUrl + path)).status()).toBe(404);
});
