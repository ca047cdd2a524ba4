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
  const { key, url } = await partner.publishCause({ title: WORD, description: `${ADDRESS}\n\n${WORD}: ${ADDRESS}` });
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

test('letters twice as large scroll nothing sideways at 320 px, and hide what is off the screen', async ({
  link,
  donor,
  page,
  causePublished,
}) => {
  const { url } = await causePublished('CO');
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const order = await link({ country: 'CO', amount: 50_000 });
  for (const language of ['en', 'es', 'pt']) {
    await page.goto(`${url}?lang=${language}`);
    await enlarge();
    expect.soft(await overflow(page), `the page of the cause: ${language}`).toBe(0);
    await donor.open({ url: `${order.url}&lang=${language}&pay=card` });
    await donor.seeCardForm();
    await enlarge();
    expect.soft(await overflow(page), `the form: ${language}`).toBe(0);
    const skipLink = page.getByRole('link', { name: /^(Skip to|Ir al|Ir para o) / });
    await expect.soft(skipLink, `the link to the content: ${language}`).not.toBeInViewport();
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toBeVisible();
    expect.soft(await overflow(page), `declined: ${language}`).toBe(0);
  }
  await donor.payByCard('paid');
  expect.soft(await overflow(page), 'thanks').toBe(0);
  await page.getByRole('link', { name: 'Ver e imprimir seu comprovante' }).click();
  await expect(page.getByRole('heading', { name: 'Comprovante de doação' })).toBeVisible();
  await enlarge();
  expect.soft(await overflow(page), 'the receipt').toBe(0);
});

test('a mail with a long address or name scrolls nothing sideways at 320 px', async ({
  link,
  donor,
  page,
  mailbox,
  visitor,
  instance,
}) => {
  await donor.open(await link());
  await donor.payByCard('paid', { name: WORD, email: 'long-words@example.org' });
  const receipt = await mailbox.receiptOf('long-words@example.org');
  expect(receipt.text).toContain(WORD);
  await visitor.open('/dashboard');
  await visitor.ask(instance.demo.creator_email);
  const [code] = await mailbox.to(instance.demo.creator_email);
  // A page of nobody, whose policy allows the mail's own styles.
  await page.goto('about:blank');
  for (const mail of [receipt, code]) {
    await page.setContent(mail?.html ?? '');
    await expect(page.getByText(mail?.text.split('\n')[0] ?? '').last()).toBeAttached();
    expect.soft(await overflow(page), mail?.subject).toBe(0);
  }
});
