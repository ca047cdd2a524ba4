import type { Locator, Page } from '@playwright/test';
import { newAccount, newOwner } from './support/accounts.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const status = (page: Page) => page.getByRole('main').getByRole('status');
const formErrors = (page: Page) => page.getByRole('main').getByRole('alert');

test('a creator creates a cause, looks at its preview, publishes and shares it, finds a donor, sends the receipt again, and has a statement', async ({
  page,
  instance,
  visitor,
  partner,
  emulator,
  mailbox,
}) => {
  test.slow();
  await visitor.signIn(await newAccount(instance, 'Luisa Rojas'));
  await page.getByRole('link', { name: 'Create a cause' }).click();
  await page.getByLabel('Title').fill('Libros para la vereda');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Goal').fill('5.0.0');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(formErrors(page)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Libros para la vereda');
  await page.getByLabel('Currency').selectOption('USD');
  await page.getByLabel('I accept the terms of service').check();
  await page.getByLabel('Goal').fill('5k');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(formErrors(page)).toContainText('Did you mean US$5,000? If so, enter 5,000.');
  await page.getByLabel('Goal').fill('5,000 dollars');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(status(page)).toHaveText('Draft created. Only you and our team can see it.');
  const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const publicPage = `${instance.baseUrl}/c/${key}`;
  expect((await fetch(publicPage)).status).toBe(404);
  await page.getByRole('link', { name: 'Look at the preview' }).click();
  await expect(page.getByText('Only you and our team can see this page.')).toBeVisible();
  await page.goBack();
  await page.getByText('Publish…').click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(status(page)).toContainText('Your cause is published.');
  expect((await fetch(publicPage)).status).toBe(200);
  await expect(page.getByLabel('Link to this page')).toHaveValue(publicPage);
  await page.getByText('Show a QR code').click();
  const qr = page.getByRole('img', { name: /QR/ });
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const give = async (details: object) => {
    const { id } = await partner.mint({ cause: key, amount: 40, currency: 'USD' });
    const intent = await partner.startPayment(id);
    const data = { ref: id, ...details };
    await page.request.post(`${instance.baseUrl}/checkout/donation`, { data });
    await emulator.confirm(intent, 'pm_card_visa');
    await partner.waitFor(id, 'completed');
  };
  await give({ name: 'María Pérez', email: 'maria@example.org' });
  await give({ name: 'Pedro Oculto', email: 'oculto@example.org', anonymous: true });

  await page.goto(`${instance.baseUrl}/dashboard/causes/${key}/payments?text=oculto`);
  await expect(page.getByText('No donations match these filters.')).toBeVisible();
  await page.getByLabel('Donor, reference, or number').fill('perez');
  await page.getByRole('button', { name: 'Apply' }).click();
  const row = page.getByRole('row', { name: /María Pérez/ });
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Send receipt again' }).click();
  await expect(status(page)).toHaveText('The receipt is on its way to the donor.');
  const copies = async () =>
    (await mailbox.to('maria@example.org')).filter(({ subject }) => /^Receipt for/.test(subject)).length;
  await expect.poll(copies).toBe(1);

  await page.goto(`${instance.baseUrl}/dashboard/causes/${key}/statements`);
  await expect(page.getByRole('row', { name: /^Donations 2/ })).toContainText('$80');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^statement-${key}-\\d{4}-\\d\\d\\.pdf$`));
});

test('times are in the browser’s zone from the first HTML on, in the chosen one once it is chosen, and the chart is read with arrow keys', async ({
  page,
  instance,
  visitor,
  partner,
  emulator,
}) => {
  const payments = `${instance.baseUrl}/dashboard/payments`;
  const owner = newOwner('Clara Torres');
  const { key } = await partner.publishCause({ owner });
  const { id } = await partner.mint({ cause: key, amount: 40, currency: 'USD' });
  await emulator.confirm(await partner.startPayment(id), 'pm_card_visa');
  await partner.waitFor(id, 'completed');
  await visitor.signIn(owner.email, '/dashboard/payments');
  // The cookie was set by the pages of sign-in: the server's own HTML is in the zone already.
  const html = async () => (await page.request.get(payments)).text();
  expect(await html()).toContain('Colombia Standard Time');

  const bars = page
    .getByRole('group', { name: /^Collected over time/ })
    .first()
    .getByRole('img');
  await tabTo(page, bars.last());
  await page.keyboard.press('ArrowLeft');
  await expect(bars.nth(-2)).toBeFocused();
  // The tooltip of a bar follows it.
  const tipOf = (bar: Locator) =>
    bar.evaluate((element) => getComputedStyle(element.nextElementSibling as Element).visibility);
  await expect.poll(() => tipOf(bars.nth(-2))).toBe('visible');
  expect(await tipOf(bars.last())).toBe('hidden');
  await page.keyboard.press('Home');
  await expect(bars.first()).toBeFocused();
  await bars.nth(3).hover();
  await expect.poll(() => tipOf(bars.nth(3))).toBe('visible');
  expect(await tipOf(bars.first())).toBe('hidden');

  await page.goto(`${instance.baseUrl}/dashboard/account`);
  await page.getByLabel('Show dates and times in').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toHaveText('Saved.');
  expect(await html()).toContain('Japan Standard Time');
  await page.getByLabel('Show dates and times in').selectOption('This browser’s time zone');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Colombia Standard Time')).toBeVisible();
});
