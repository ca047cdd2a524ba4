import { barriers, overflow } from './support/accessibility.ts';
import { newOwner } from './support/accounts.ts';
import { storyOf } from './support/story.ts';
import { expect, test } from './support/test.ts';

test('a creator tells the story of a cause, a donor leaves a message, and the creator hides it', async ({
  page,
  partner,
  donor,
  visitor,
  instance,
  browser,
}) => {
  const owner = newOwner();
  const { key, url } = await partner.publishCause({ description: 'Water.', owner });
  const story = storyOf(page, instance.baseUrl, key);
  await visitor.signIn(owner.email, `/dashboard/causes/${key}`);
  await story.publishUpdate('The pump is here', 'It works.\n\nThank you.');
  await story.addPicture('Children at the new pump');
  await expect(page.getByText('The picture is now on the page of the cause.')).toBeVisible();
  await story.addPicture('Not a picture', Buffer.from('%PDF-1.7'));
  await expect(page.getByText('This is not a JPEG, PNG, or WebP picture.').first()).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Not a picture');
  await story.sayUseOfFunds('Half for the pump, half for the pipes.');

  await page.goto(url);
  await page.getByRole('button', { name: 'Donate' }).click();
  await donor.seeCardForm();
  await page.getByLabel('Your name (optional)').fill('Zoë');
  await page.getByText('Add a message').click();
  const message = page.getByLabel('Your message (optional)');
  await message.fill('x'.repeat(281));
  await donor.payButton.click();
  await expect(page.getByRole('alert').getByText('up to 280 characters')).toBeVisible();
  // Correcting it does not close the field.
  for (let left = 281; left > 279; left--) await message.press('Backspace');
  await expect(message).toHaveValue('x'.repeat(279));
  await expect(message).toBeFocused();
  await message.fill('Good luck! https://example.org');
  await donor.payByCard('paid');

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(url);
  await expect(plain.getByText('Organized by Ana Owner through Casa Abierta')).toBeVisible();
  await expect(plain.getByRole('region', { name: 'What your donation does' })).toContainText('Half for');
  await expect(plain.getByRole('heading', { name: 'The pump is here' })).toBeVisible();
  const picture = plain.getByRole('img', { name: 'Children at the new pump' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const gifts = plain.getByRole('region', { name: 'Recent donations' });
  await expect(gifts).toContainText('Good luck! https://example.org');
  await expect(gifts.getByRole('link')).toHaveCount(0);

  await story.open('messages');
  await page.getByRole('button', { name: 'Hide: message from Zoë' }).click();
  await expect(page.getByText('Message hidden.')).toBeVisible();
  await page.goto(url);
  const ownGifts = page.getByRole('region', { name: 'Recent donations' });
  await expect(ownGifts).toContainText('Zoë');
  await expect(ownGifts).not.toContainText('Good luck!');
  // Who is not signed in may get a page of some seconds ago.
  await expect
    .poll(async () => {
      await plain.reload();
      return gifts.textContent();
    })
    .not.toContain('Good luck!');
  await expect(gifts).toContainText('Zoë');
  await plain.context().close();
});

test('a reader shares the page of a cause before giving, without a third party being told', async ({
  page,
  partner,
  context,
  instance,
  browser,
}) => {
  const { url } = await partner.publishCause();
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto(url);
  const share = page.getByRole('region', { name: 'Share this cause' });
  await expect(share.getByRole('textbox')).toHaveValue(url);
  const addresses = await share
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const starts = ['https://wa.me/?', 'https://www.facebook.com/', 'https://x.com/', 'https://t.me/', 'mailto:?'];
  expect(addresses).toEqual(starts.map((start) => expect.stringContaining(start)));
  for (const address of addresses) expect(decodeURIComponent(address)).toContain(url);
  await share.getByText('Show a QR code').click();
  const code = share.getByRole('img', { name: 'QR code with the link to this page' });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect([...asked]).toEqual([instance.baseUrl]);
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(url);
  await expect(plain.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await plain.getByText('Show a QR code').click();
  await expect(plain.getByRole('img', { name: 'QR code with the link to this page' })).toBeVisible();
  await plain.context().close();
});

test('home and a page that does not exist lead on, in the reader’s language', async ({ page, instance }) => {
  for (const path of ['/', '/no/such/page']) {
    await page.goto(instance.baseUrl + path);
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    expect(new URL(page.url()).pathname).toBe(path);
    await page.context().clearCookies();
    await page.goto(`${instance.baseUrl}${path}?lang=pt`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  }
});
