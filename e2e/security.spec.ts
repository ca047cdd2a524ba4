import type { Request } from '@playwright/test';
import { CARDS } from './support/donor.ts';
import { createPartner } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test('a whole donation keeps to the policy of the page and asks nobody but us, the processor, and who has the cover and the logo; card numbers keep away from us', async ({
  donor,
  page,
  context,
  instance,
}) => {
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
  const cause = await partner.createCause({ cover_image_url: 'https://images.example/cover.svg' });
  await partner.publish(cause.key);
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
  expect(new Set(withCard.map((request) => new URL(request.url()).origin))).toEqual(
    new Set([instance.emulatorUrl]),
  );
  for (const request of requests) expect((await request.allHeaders()).referer ?? '').not.toContain('chl_');
});

test('a card number typed into a field of ours is refused and never sent to us', async ({
  link,
  donor,
  page,
  context,
  instance,
}) => {
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

test('every page carries strict headers, and a nonce that is never used twice', async ({ page, link }) => {
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
    nonces.add(/script-src [^;]*'nonce-([^']{16,})'/.exec(policy)?.[1] ?? '');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
  expect(nonces.size).toBe(4);
  expect(nonces).not.toContain('');
});
