import type { BrowserContext, Page } from '@playwright/test';
import type { Instance } from '../scripts/testing/instance.ts';
import type { Donor } from './support/donor.ts';
import { createPartner } from './support/partner.ts';
import { expect, test } from './support/test.ts';

/** Words that came after 2020, which old phones do not read: there they would end the whole script. */
const NEWER_WORDS = /\?\?=|\|\|=|&&=|\bstatic\{/;

/** What a donor's phone may have to load of our own JavaScript before it can pay, compressed as it travels, in bytes. */
const BUDGET_BYTES = 140_000;

const COUNTRIES = ['US', 'CO', 'MX'] as const;
type Country = (typeof COUNTRIES)[number];

/** A whole screen at a time, and all of the page at once: what is below the fold must not move either. */
const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a phone without end': { width: 390, height: 3000 },
  'a desktop': { width: 1280, height: 900 },
  'a desktop without end': { width: 1280, height: 3000 },
};

test.describe('a donor on a slow network', () => {
  for (const country of COUNTRIES)
    test(`loads at most 140 kB of our scripts to pay in ${country}, compressed, in words of 2020, and runs each of them`, async ({
      page,
      link,
      instance,
      donor,
    }) => {
      const loaded: Promise<{
        url: string;
        bytes: number;
        encoding: string | undefined;
        newerWord: string | undefined;
      }>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script' || !isOurs(request.url(), instance)) return;
        const answer = request.response().then(async (response) => ({
          url: request.url(),
          bytes: (await request.sizes()).responseBodySize,
          encoding: response?.headers()['content-encoding'],
          newerWord: NEWER_WORDS.exec((await response?.text()) ?? '')?.[0],
        }));
        loaded.push(answer);
      });
      await page.coverage.startJSCoverage();
      await donor.open(await link({ country, amount: country === 'CO' ? 50_000 : 50 }));
      await seePayable(donor, country);
      const scripts = await Promise.all(loaded);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
      expect(scripts.filter(({ newerWord }) => newerWord !== undefined)).toEqual([]);
      expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
      const ran = new Set((await page.coverage.stopJSCoverage()).map(({ url }) => url));
      expect(scripts.map(({ url }) => url).filter((url) => !ran.has(url))).toEqual([]);
    });

  for (const [size, viewport] of Object.entries(SIZES))
    test(`sees nothing move on ${size} until the card form is there, however late the pictures come`, async ({
      page,
      context,
      instance,
      donor,
    }) => {
      await page.setViewportSize(viewport);
      // The QA deck is the emulators': donors do not get it.
      await context.route('**/qa/**', (route) => route.abort());
      const pictures = await holdPictures(context);
      await watchShifts(page);
      const partner = await createPartner(instance, { 'logo-url': 'https://images.example/logo.svg' });
      const cause = await partner.createCause({ cover_image_url: 'https://images.example/cover.svg' });
      await partner.publish(cause.key);
      const { url } = await partner.mint({ cause: cause.key, amount: 50, currency: 'USD' });
      await page.goto(url, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      pictures.send();
      await donor.seeCardForm();
      await expect
        .poll(() => sizesOfPictures(page))
        .toEqual([
          { src: 'https://images.example/cover.svg', width: 1280 },
          { src: 'https://images.example/logo.svg', width: 240 },
        ]);
      expect(await shiftsOf(page)).toEqual([]);
    });
});

/** The QA deck is the emulators': donors do not get it. */
function isOurs(url: string, { baseUrl }: Instance): boolean {
  return url.startsWith(baseUrl) && !url.startsWith(`${baseUrl}/qa/`);
}

/** Whatever is paid with by default in a country is ready for the donor. */
function seePayable(donor: Donor, country: Country): Promise<void> {
  return country === 'US' ? donor.seeCardForm() : donor.seeForm();
}

/** The partner's own server, which keeps its pictures back until it is told to send them. */
async function holdPictures(context: BrowserContext): Promise<{ send: () => void }> {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await context.route('https://images.example/**', async (route) => {
    const [width, height] = route.request().url().endsWith('/logo.svg') ? [240, 80] : [1280, 800];
    await sent;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`;
    await route.fulfill({ contentType: 'image/svg+xml', body });
  });
  return { send };
}

/** The natural width of each of the partner's pictures, in pixels; none before it has come. */
function sizesOfPictures(page: Page): Promise<{ src: string; width: number }[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(({ src }) => src.startsWith('https://images.example/'))
      .map(({ src, naturalWidth }) => ({ src, width: naturalWidth }))
      .sort((a, b) => a.src.localeCompare(b.src)),
  );
}

/** A shift of the layout: what it adds to the cumulative one, and the elements that moved. */
type Shift = { value: number; moved: string[] };

/** From the first moment on, whatever moves in the page is kept. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const keep = (entries: PerformanceEntry[]) => {
      for (const entry of entries) {
        const sources: { node: Node | null }[] = Reflect.get(entry, 'sources');
        const nameOf = (node: Node | null) =>
          node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'gone');
        shifts.push({ value: Reflect.get(entry, 'value'), moved: sources.map(({ node }) => nameOf(node)) });
      }
    };
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Reflect.set(window, 'shiftsSoFar', () => {
      keep(observer.takeRecords());
      return shifts;
    });
  });
}

/** All that has moved, up to what was painted last. */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(done));
    await painted();
    await painted();
    return Reflect.get(window, 'shiftsSoFar')();
  });
}
