import type { Request } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import { createPartner } from './support/partner.ts';
import { sendRefused } from './support/refused-requests.ts';
import { expect, test } from './support/test.ts';

test('a donation keeps to the page’s security policy, contacts only us, the processor and the picture hosts, and never sends us a card number', {
  tag: '@gate',
}, async ({ donor, page, context, instance }) => {
  const complaints: string[] = [];
  const requests: Request[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('request', (request) => requests.push(request));
  await context.route(/^https:\/\/(images|logos)\.example\//, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const partner = await createPartner(instance, { 'logo-url': 'https://logos.example/logo.svg' });
  const cause = await partner.publishCause({ cover_image_url: 'https://images.example/cover.svg' });
  await donor.open(await partner.mint({ cause: cause.key, amount: 50, currency: 'USD' }));
  await donor.choose('$100');
  await donor.payWith(CARDS.asksForApproval);
  await donor.answerBank('Complete authentication');
  await expect(donor.thanks).toBeVisible();
  await page.reload();
  await expect(donor.thanks).toBeVisible();

  expect(complaints).toEqual([]);
  const origins = new Set(requests.map((request) => new URL(request.url()).origin));
  expect([...origins].sort()).toEqual(
    [instance.baseUrl, instance.emulatorUrl, 'https://images.example', 'https://logos.example'].sort(),
  );
  const withCard = requests.filter((request) => {
    const sent = decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`).replace(/[\s+-]/g, '');
    return sent.includes(CARDS.asksForApproval);
  });
  expect(new Set(withCard.map((request) => new URL(request.url()).origin))).toEqual(new Set([instance.emulatorUrl]));
  for (const request of requests) expect((await request.allHeaders()).referer ?? '').not.toContain('chl_');
});

test('a card number typed into one of our own fields is refused and never sent to us', {
  tag: '@gate',
}, async ({ link, donor, page, context, instance }) => {
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(instance.baseUrl)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await donor.open(await link());
  await page.getByLabel('Your name (optional)').fill('4242 4242 4242 4242');
  await donor.payWith(CARDS.pays);
  await expect(donor.alert).toContainText('This looks like a card number.');
  await expect(page.getByLabel('Your name (optional)')).toHaveAttribute('aria-invalid', 'true');
  expect(sent.filter((request) => /4242[\s+%20]*4242/.test(request))).toEqual([]);
});

test('every page has strict headers, and a nonce that is never reused', { tag: '@gate' }, async ({ page, link }) => {
  const { url } = await link();
  const nonces = new Set<string>();
  for (const address of [url, url, new URL('/', url).href, new URL('/checkout?ref=nothing', url).href]) {
    const headers = (await page.goto(address))?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(directives.get('default-src')).toBe("default-src 'self'");
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(directives.get('base-uri')).toBe("base-uri 'none'");
    expect(directives.get('object-src')).toBe("object-src 'none'");
    expect(policy).not.toContain('unsafe-');
    expect(policy).toContain("'strict-dynamic'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    nonces.add(/script-src [^;]*'nonce-([^']{16,})'/.exec(policy)?.[1] ?? '');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
  expect(nonces.size).toBe(4);
  expect(nonces).not.toContain('');
});

test('on pages without a payment form, no text becomes markup or the address of a script', async ({
  browser,
  instance,
}) => {
  // In a separate window, because the attempts here are what fails every other journey.
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const path of ['/', '/docs', '/docs/changelog', '/sign-in']) {
    await page.goto(instance.baseUrl + path);
    const refused = await page.evaluate(() => {
      const tryOut = (make: () => unknown) => {
        try {
          make();
          return 'taken';
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown';
        }
      };
      return [
        tryOut(() => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })),
        tryOut(() => Object.assign(document.createElement('script'), { src: '/favicon.svg' })),
      ];
    });
    expect([path, ...refused]).toEqual([path, 'TypeError', 'TypeError']);
  }
  await context.close();
});

test('requests that no browser sends are refused, and never answered with 500', { tag: '@gate' }, async ({
  instance,
}) => {
  await sendRefused(instance);
});
