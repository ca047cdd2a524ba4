import { barriers, overflow } from './support/accessibility.ts';
import { stopClock } from './support/clock.ts';
import { expect, test } from './support/test.ts';

test('after giving, a donor shares the cause’s public page, and nothing about the donation', async ({
  link,
  donor,
  page,
  context,
  causePublished,
  browser,
  instance,
}) => {
  const cause = await causePublished();
  const order = await link();
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).origin));
  await donor.open(order);
  await donor.payByCard('paid');
  const share = page.getByRole('region', { name: 'Tell others about this cause' });
  await expect(share.getByRole('textbox')).toHaveValue(cause.url);
  const addresses = await share
    .getByRole('link')
    .evaluateAll((links) => links.map((each) => [each.getAttribute('href') ?? '', each.getAttribute('rel') ?? '']));
  expect(addresses).toHaveLength(2);
  for (const [href] of addresses) {
    expect(decodeURIComponent(href ?? '')).toContain(cause.url);
    expect(decodeURIComponent(href ?? '')).not.toMatch(/chl_|pay_|rct_/);
  }
  expect(addresses[0]).toEqual([expect.stringMatching(/^https:\/\/wa\.me\/\?text=/), 'noreferrer']);
  expect(addresses[1]?.[0]).toMatch(/^mailto:\?/);
  expect([...asked].sort()).toEqual([instance.baseUrl, instance.emulatorUrl].sort());
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const plain = await withoutScripts.newPage();
  await plain.goto(cause.url);
  await expect(plain.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await withoutScripts.close();
});

test('a device with a share sheet opens it', async ({ link, donor, page, causePublished }) => {
  const { url } = await causePublished();
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    navigator.share = async (what) => void shared.push(what);
  });
  await donor.open(await link());
  await donor.payByCard('paid');
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
    expect.objectContaining({ url }),
  ]);
});

test('a donor who shares is not redirected to the partner meanwhile', async ({ link, donor, page }) => {
  await page.clock.install();
  await donor.open(await link({ success_url: 'https://partner.example/thanks' }));
  await donor.payByCard('paid');
  await stopClock(page);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('textbox', { name: 'Link to this cause’s page' }).click();
  await expect(page.getByText('You are staying on this page.')).toBeVisible();
});

test('a donor who selects the receipt’s number is not redirected to the partner meanwhile', async ({
  link,
  donor,
  page,
}) => {
  await page.clock.install();
  await donor.open(await link({ success_url: 'https://partner.example/thanks' }));
  await donor.payByCard('paid');
  await stopClock(page);
  await expect(page.getByRole('timer')).toBeVisible();
  // A finger that rests on a text selects it, and is no click.
  await page.getByText(/^\w{3}-\w{3}-\w{4}$/).hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await expect(page.getByText('You are staying on this page.')).toBeVisible();
});

test('a cause that is no longer public cannot be shared', async ({ partner, instance, donor, page }) => {
  const { key } = await partner.publishCause();
  const order = await partner.mint({ cause: key, amount: 50, currency: 'USD' });
  await donor.open(order);
  await donor.payByCard('paid');
  await instance.operate('cause', 'update', { key, state: 'archived' });
  await page.reload();
  await expect(donor.thanks).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tell others about this cause' })).toHaveCount(0);
});
