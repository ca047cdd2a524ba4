import type { Route } from '@playwright/test';
import { barriers, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = '**/stripe.js';
const BLOCKED = 'The card form was blocked';
const BROKEN = 'The card form is not working right now';

test.describe('a card form that does not load is explained, and appears by itself once it can', () => {
  test('blocked by an extension or a filter: the rest of the page still works', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    partner,
    instance,
  }) => {
    const order = await link();
    await page.route(SCRIPT, (route) => route.abort());
    await donor.open(order);
    await expect(donor.alert.getByRole('heading', { name: BLOCKED })).toBeVisible();
    await expect(donor.alert).toContainText(new URL(instance.emulatorUrl).host);
    await expect(donor.alert).toContainText('You were not charged.');
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    await page.unroute(SCRIPT);
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
  });

  test('broken: the script loads with unexpected content', async ({ link, donor, page }) => {
    const nothing = { contentType: 'text/javascript', body: '// Not the library.' };
    await page.route(SCRIPT, (route) => route.fulfill(nothing));
    await donor.open(await link());
    await expect(donor.alert).toContainText(BROKEN);
    await page.unroute(SCRIPT);
    await donor.payByCard('paid');
  });

  for (const [mode, what] of [
    ['error', 'the processor answers with an error'],
    ['loaderror', 'the form itself says that it cannot load'],
  ]) {
    test(`broken: ${what}`, async ({ link, donor, page, emulator }) => {
      await emulator.control('stripe/script', { mode });
      await donor.open(await link());
      await expect(donor.alert).toContainText(BROKEN);
      await expect(page.getByText(BLOCKED)).toHaveCount(0);
      await emulator.control('stripe/script', { mode: 'ok' });
      // The page may have tried by itself by now; a form that cannot load is tried again by the donor alone.
      if (mode === 'loaderror') await page.getByRole('button', { name: 'Try again' }).click();
      await donor.payByCard('paid');
    });
  }

  test('offline: the network is gone', async ({ link, donor, page, context }) => {
    const goOffline = async (route: Route) => {
      // The page's own scripts have loaded before.
      await donor.seeForm();
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    };
    // Once: what the page asks for again while it is offline fails by itself.
    await page.route(SCRIPT, goOffline, { times: 1 });
    await donor.open(await link());
    await expect(donor.alert).toContainText('You seem to be offline');
    await context.setOffline(false);
    await donor.payByCard('paid');
  });

  test('slow: the page says so, and the form appears when the script arrives', async ({ link, donor, page }) => {
    const released = Promise.withResolvers<void>();
    await page.route(SCRIPT, async (route) => {
      await released.promise;
      await route.continue();
    });
    // The browser's `load` may wait for the slow script itself.
    await page.goto((await link()).url, { waitUntil: 'domcontentloaded' });
    await expect(page.getByText('This is taking longer than usual')).toBeVisible();
    await expect(donor.alert).toHaveCount(0);
    released.resolve();
    await donor.payByCard('paid');
  });
});

test('pressing the button without a card form moves the focus to the error', async ({ link, donor, page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await donor.open(await link());
  await expect(donor.alert).toContainText(BLOCKED);
  await expect(donor.payButton).toHaveAttribute('aria-disabled', 'true');
  await expect(donor.payButton).toHaveAccessibleDescription(/^You cannot pay this way right now/);
  await donor.payButton.press('Enter');
  await page.getByRole('link', { name: BLOCKED }).click();
  await expect(donor.alert.filter({ hasText: 'Allow' })).toBeFocused();
});

test('the cause’s other method is one press away from a blocked card form, and typed values are kept', async ({
  link,
  donor,
  page,
}) => {
  await page.route(SCRIPT, (route) => route.abort());
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await donor.seeForm();
  await page.getByRole('radio', { name: 'Card' }).check();
  await page.getByLabel('Email (optional)').fill('ana@example.org');
  await expect(donor.alert).toContainText(BLOCKED);
  await page.getByRole('button', { name: 'Pay by bank transfer instead' }).click();
  await expect(page.getByRole('radio', { name: 'Bank transfer (PSE)' })).toBeChecked();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ana@example.org');
});

test.describe('a donation continues on another device', () => {
  test('from a blocked card form, by code or by link', async ({ link, donor, page, instance, browser }) => {
    const order = await link();
    await page.route(SCRIPT, (route) => route.abort());
    await donor.open(order);
    const code = page.getByRole('img', { name: 'QR code that opens this donation on another device' });
    await expect(code).toBeVisible();
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const address = await page.getByRole('textbox', { name: 'Link to this donation' }).inputValue();
    expect(address).toBe(order.url);
    expect(address).toContain(instance.baseUrl);
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await expect(other.getByRole('heading', { name: 'A well for San Mateo' })).toBeVisible();
    await other.context().close();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('is offered only after a device’s own error, by link, since nothing could scan a code', async ({
      link,
      donor,
      page,
    }) => {
      const order = await link();
      await donor.open(order);
      await donor.seeCardForm();
      await expect(page.getByText('Continue on your phone')).toBeHidden();
      await page.route(SCRIPT, (route) => route.abort());
      await donor.open(order);
      await expect(page.getByRole('textbox', { name: 'Link to this donation' })).toHaveValue(order.url);
      await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
    });
  });

  test('from an open page on a desktop, where the offer is unobtrusive', async ({ link, donor, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const order = await link();
    const drawn: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/checkout/qr')) drawn.push(request.url());
    });
    await donor.open(order);
    await donor.seeCardForm();
    expect(drawn).toEqual([]);
    await page.getByText('Continue on your phone').click();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.url);
    expect(await barriers(page)).toEqual([]);
  });
});

test('a page whose own scripts do not load says so, and how to continue', { tag: '@gate' }, async ({
  link,
  donor,
  page,
}) => {
  const own = '**/_next/static/**/*.js';
  await page.route(own, (route) => route.abort());
  await donor.open(await link());
  await expect(donor.alert).toContainText('Part of this page did not load');
  await page.unroute(own);
  await page.getByRole('link', { name: 'Try again' }).click();
  await donor.payByCard('paid');
  await expect(page.getByText('Part of this page did not load')).toHaveCount(0);
});

test('a method’s form that did not load appears once the donor tries again, and nothing typed is lost', async ({
  link,
  donor,
  page,
  context,
}) => {
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await donor.changeAmount(70_000);
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
  await expect(donor.alert).toContainText('Part of this page did not load');
  await donor.fields.email.fill('ana@example.org');
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  const again = page.getByRole('button', { name: 'Try again' });
  const failed = page.waitForEvent('requestfailed');
  await again.click();
  await failed;
  await expect(donor.alert).toContainText('Part of this page did not load');
  await context.setOffline(false);
  // The bundler's runtime loads a script that failed once more by itself, after half a second.
  const form = page.getByRole('radio', { name: 'A person' });
  await again.or(form).click();
  await expect(form).toBeVisible();
  await expect(page.getByText('Part of this page did not load')).toHaveCount(0);
  await expect(donor.fields.amount).toHaveValue('70000');
  await expect(donor.fields.email).toHaveValue('ana@example.org');
  expect(loads).toEqual([]);
});

test('a donor who types before the card form’s script arrives finds the complete form and what they typed', async ({
  link,
  donor,
  page,
}) => {
  const { promise: typed, resolve: hasTyped } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    const body = await (await route.fetch()).text();
    if (body.includes('"card-form"')) await typed;
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto((await link()).url, { waitUntil: 'commit' });
  await expect(donor.submit).toBeVisible();
  // The HTML contains the form's place before any script of the page has run.
  await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(1);
  await donor.fields.email.fill('quick@example.org');
  hasTyped();
  await donor.payByCard('paid');
});
