import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Donor } from '#sdk/src/testing/donor.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

/** Donates 50 USD as Rosa Díaz, who reads Spanish. */
async function give(donor: Donor, page: Page, link: { url: string }, email: string): Promise<void> {
  await donor.open({ url: `${link.url}&lang=es` });
  await donor.seeCardForm();
  await page.getByLabel('Tu nombre (opcional)').fill('Rosa Díaz');
  await page.getByRole('textbox', { name: /^Correo/ }).fill(email);
  await donor.payByCard('paid');
}

test('a receipt is mailed, downloaded as a PDF, and verified by anyone without showing the donor’s name', {
  tag: '@gate',
}, async ({ link, donor, page, mailbox, instance }) => {
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
  expect(file.suggestedFilename()).toMatch(/^receipt-\w{3}-\w{3}-\w{4}\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const verification = await page.getByRole('link', { name: 'Verificar este comprobante' }).getAttribute('href');
  await page.goto(verification ?? '');
  await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();
  await expect(page.getByText('US$50')).toBeVisible();
  // As a word: a signature may have these letters by chance.
  await expect(page.getByText(/\bRosa\b|Díaz/)).toHaveCount(0);
  await expect(page.getByText('The donor is not shown here.')).toBeVisible();

  await page.goto(`${instance.baseUrl}/verify`);
  await page.getByLabel('Receipt link').fill(` ${verification?.replace(/^https?:\/\//, '')} `);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();

  const forged = verification?.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')) ?? '';
  await page.goto(forged);
  await expect(page.getByRole('heading', { name: 'This receipt is not valid' })).toBeVisible();
  await expect(page.getByText('$50')).toHaveCount(0);
});

test('the donor’s browser finds the receipt again, another one does not', async ({ link, donor, page, browser }) => {
  const order = await link();
  await give(donor, page, order, 'again@example.org');
  await page.reload();
  await page.getByRole('link', { name: 'Ver e imprimir tu comprobante' }).click();
  await expect(page.getByText('Rosa Díaz')).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(`${order.url}&lang=es`);
  await expect(stranger.getByRole('heading', { name: 'Esta donación ya se completó' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: /comprobante/ })).toHaveCount(0);
  await stranger.close();
});

test('a donor who mistypes where to send the receipt is asked, before a stranger gets it', async ({
  link,
  donor,
  page,
  mailbox,
}) => {
  await donor.open(await link());
  await donor.payByCard('paid');
  const field = page.getByLabel('Where should we send your receipt?');
  await field.fill('mistyped-receipt@gmial.com');
  await expect(page.getByText('Did you mean mistyped-receipt@gmail.com?')).toBeVisible();
  await page.getByRole('button', { name: 'Use mistyped-receipt@gmail.com' }).click();
  await expect(field).toHaveValue('mistyped-receipt@gmail.com');
  await expect(field).toBeFocused();
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send my receipt' }).click();
  await mailbox.theMailTo('mistyped-receipt@gmail.com');
});

test('a donor who gave no address has the receipt sent afterwards, without scripts too, and can give again', async ({
  link,
  donor,
  page,
  context,
  browser,
  mailbox,
  causePublished,
}) => {
  const cause = await causePublished();
  const order = await link();
  await donor.open(order);
  await donor.payByCard('paid');
  await expect(page.getByLabel('Where should we send your receipt?')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const field = page.getByLabel('Where should we send your receipt?');
  await field.fill('afterwards@example..org');
  await page.getByRole('button', { name: 'Send my receipt' }).click();
  await expect(field).toHaveAccessibleDescription(/^Enter your email address, for example/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('afterwards@example..org');
  await expect(page.getByRole('link', { name: 'Donate again' })).toHaveAttribute('href', `${cause.url}#give`);

  const withoutScripts = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const plain = await withoutScripts.newPage();
  await plain.goto(order.url);
  await plain.getByLabel('Where should we send your receipt?').fill('afterwards@example.org');
  await plain.getByRole('button', { name: 'Send my receipt' }).click();
  await expect(plain.getByText('We sent your receipt to afterwards@example.org.')).toBeVisible();
  await expect(plain.getByRole('button', { name: 'Send my receipt' })).toHaveCount(0);
  await withoutScripts.close();
  expect((await mailbox.theMailTo('afterwards@example.org')).text).toContain('/receipt/rct_');
});

test('a receipt is sent to an address that was copied from a contact, with characters that nobody sees', async ({
  link,
  donor,
  page,
  mailbox,
}) => {
  await donor.open(await link());
  await donor.payByCard('paid');
  await page.getByLabel('Where should we send your receipt?').fill('\u202acopied@example.org\u202c');
  await page.getByRole('button', { name: 'Send my receipt' }).click();
  await expect(page.getByText('We sent your receipt to copied@example.org.')).toBeVisible();
  await mailbox.theMailTo('copied@example.org');
});

test('a donor who opens the page again after a refund reads that it was refunded', async ({
  link,
  donor,
  page,
  emulator,
}) => {
  const order = await link();
  await donor.open(order);
  await donor.payByCard('paid');
  const { id } = await emulator.intentIn('succeeded', order);
  await emulator.refund(id);
  await expect(async () => {
    await donor.open(order);
    await expect(donor.thanks).toBeVisible();
    await expect(page.getByText('The full amount, US$50, was refunded.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto(page.url().replace('/checkout?', '/checkout/return?'));
  await expect(page.getByText('The full amount, US$50, was refunded.')).toBeVisible();
});

test('the address of an unknown receipt is not found', async ({ page, instance }) => {
  for (const path of ['/receipt/rct_unknown', '/receipt/rct_unknown/pdf'])
    expect((await page.request.get(instance.baseUrl + path)).status()).toBe(404);
});
