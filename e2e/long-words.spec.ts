import { CARDS } from '#sdk/src/testing/cards.ts';
import { overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const WORD = 'Electroencefalografistasdesoxirribonucleicamente';
const ADDRESS = `https://example.org/${'reconstruyamos-la-escuela/'.repeat(4)}?${'a'.repeat(60)}`;

test.use({ viewport: { width: 320, height: 640 } });

test('a title of one long word and a story with a long address scroll nothing sideways at 320 px', async ({
  partner,
  donor,
  page,
  instance,
}) => {
  const draft = await partner.createCause({ title: WORD, description: `${ADDRESS}\n\n${WORD}: ${ADDRESS}` });
  const { key, url } = await partner.publish(draft.key);
  const mint = () => partner.mint({ cause: key, amount: 50, currency: 'USD', email: `${'a'.repeat(60)}@example.org` });
  await page.goto(url);
  expect.soft(await overflow(page), 'the page of the cause').toBe(0);
  await donor.open(await mint());
  await donor.seeCardForm();
  expect.soft(await overflow(page), 'the form').toBe(0);
  await donor.payWith(CARDS.declined);
  await expect(donor.alert).toBeVisible();
  expect.soft(await overflow(page), 'declined').toBe(0);
  await donor.payByCard('paid');
  expect.soft(await overflow(page), 'thanks').toBe(0);
  await page.getByRole('link', { name: 'See and print your receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Donation receipt' })).toBeVisible();
  expect.soft(await overflow(page), 'the receipt').toBe(0);
  await page.getByRole('link', { name: 'Verify this receipt' }).click();
  await expect(page.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible();
  expect.soft(await overflow(page), 'the verification').toBe(0);
  const cancelled = await mint();
  await instance.operate('link', 'cancel', { id: cancelled.id });
  await donor.open(cancelled);
  expect.soft(await overflow(page), 'cancelled').toBe(0);
});

test('large amounts are read whole where text is twice as large', async ({ link, donor, page, causePublished }) => {
  const { url } = await causePublished('CO');
  await page.setViewportSize({ width: 360, height: 640 });
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await donor.open(await link({ country: 'CO', amount: 50_000_000 }));
  await donor.seeCardForm();
  await enlarge();
  expect.soft(await overflow(page), 'the form').toBe(0);
  const text = await donor.payButton.getByText(/50,000,000/).boundingBox();
  const button = await donor.payButton.boundingBox();
  expect.soft(text?.width).toBeLessThanOrEqual(button?.width ?? 0);
  await page.goto(url);
  await enlarge();
  expect.soft(await overflow(page), 'the page of the cause').toBe(0);
});
