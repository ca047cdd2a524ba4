import type { Page } from '@playwright/test';
import { overflow } from './support/accessibility.ts';
import { newOwner } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const enlarge = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

test('a dashboard’s titles are whole at 320 px, and twice as large its pages scroll nothing sideways', async ({
  visitor,
  partner,
  link,
  donor,
  page,
  instance,
}) => {
  const owner = newOwner();
  const { key } = await partner.publishCause({ title: 'A well for San Mateo and the forty villages around it', owner });
  const order = await link({ cause: key });
  await donor.open(order);
  await donor.payByCard('paid', { name: 'Rosa Díaz', email: 'rosa@example.org' });
  const cause = `/dashboard/causes/${key}`;
  await visitor.signIn(owner.email, cause);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${instance.baseUrl}${cause}/statements?lang=es`);
  expect(await visitor.heading.evaluate((title) => title.scrollHeight - title.clientHeight)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await enlarge(page);
  expect.soft(await overflow(page), 'a statement').toBe(0);
  const [payment] = await partner.payments(order.id);
  await page.goto(`${instance.baseUrl}/dashboard/payments/${payment?.id}?lang=es`);
  await expect(page.getByRole('button', { name: 'Enviar el comprobante otra vez' })).toBeVisible();
  await enlarge(page);
  expect.soft(await overflow(page), 'a donation').toBe(0);
});

test('a button without an amount keeps its words within it, twice as large', async ({ link, donor, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await link({ country: 'MX', amount: 2_000_000 });
  await donor.open({ url: `${order.url}&lang=es` });
  await donor.seeForm();
  await enlarge(page);
  expect(await overflow(page)).toBe(0);
  const words = await donor.submit.getByText('Continuar a Mercado Pago').last().boundingBox();
  const button = await donor.submit.boundingBox();
  expect(words?.width).toBeLessThanOrEqual(button?.width ?? 0);
});

test('amounts of thousands of millions stay on the page, twice as large', async ({ link, donor, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await link({ country: 'CO', amount: 8_000_000_000 });
  await donor.open({ url: `${order.url}&lang=es` });
  await donor.seeForm();
  await enlarge(page);
  expect(await overflow(page)).toBe(0);
});

test.describe('in Colombia', () => {
  test.use({ locale: 'es-CO' });

  test('amounts of usual length are twice as large, too', async ({ link, donor, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const order = await link({ country: 'CO', amount: 50_000 });
    await donor.open({ url: `${order.url}&lang=es` });
    await donor.seeForm();
    const amount = page.getByText('$ 50.000', { exact: true });
    const size = () => amount.first().evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    const before = await size();
    await enlarge(page);
    expect(await size()).toBeCloseTo(2 * before);
    expect(await overflow(page)).toBe(0);
  });
});

test('the choices of the page of a cause are drawn alike, twice as large', async ({ partner, page }) => {
  const { url } = await partner.publishCause();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(url);
  await enlarge(page);
  const sizes = await page.getByRole('radio').evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
  expect(sizes.length).toBeGreaterThan(1);
  expect(new Set(sizes).size).toBe(1);
});

test('in a low window what has the focus on the page of a cause is never out of sight', async ({ partner, page }) => {
  const { url } = await partner.publishCause({ description: 'Clean water. '.repeat(300) });
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto(url);
  const share = page.getByRole('link', { name: 'Share this cause' });
  const button = page.getByRole('button', { name: 'Donate' });
  await button.focus();
  await expect(button).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Tab');
  await expect(share).toBeFocused();
  await expect(share).toBeInViewport({ ratio: 0.9 });
});
