import type { BrowserContext, Page } from '@playwright/test';
import type { Donor } from '#sdk/src/testing/donor.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import type { Instance } from '#testing/instance.ts';
import { createPartner } from './support/partner.ts';
import { expect, test } from './support/test.ts';

/** Syntax that came after 2020. Old phones cannot parse it, which would end the whole script. */
const NEWER_WORDS = /\?\?=|\|\|=|&&=|\bstatic\{/;

/**
 * Budget for our own JavaScript on a donor's phone before it can pay, in compressed bytes
 * (docs/decisions/2026-11-23-fewer-and-larger-scripts.md).
 */
const BUDGET_BYTES = 140_000;

const COUNTRIES = ['US', 'CO', 'MX'] as const;
type Country = (typeof COUNTRIES)[number];

/** One screen at a time, and the whole page at once: the part below the fold must not move either. */
const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a phone without end': { width: 390, height: 3000 },
  'a desktop': { width: 1280, height: 900 },
  'a desktop without end': { width: 1280, height: 3000 },
};

test.describe('a donor on a slow network', () => {
  for (const country of COUNTRIES)
    test(`loads at most 140 kB of our scripts to pay in ${country}, compressed, in words of 2020, and runs each of them`, {
      tag: country === 'US' ? '@gate' : [],
    }, async ({ page, link, instance, donor }) => {
      const loaded: Promise<{
        url: string;
        bytes: number;
        encoding: string | undefined;
        newerWord: string | undefined;
        isForLater: boolean;
      }>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script' || !isOurs(request.url(), instance)) return;
        const answer = request.response().then(async (response) => {
          const text = (await response?.text()) ?? '';
          return {
            url: request.url(),
            bytes: (await request.sizes()).responseBodySize,
            encoding: response?.headers()['content-encoding'],
            newerWord: NEWER_WORDS.exec(text)?.[0],
            // Fetched at the donor's first touch: whether it has come by now depends on the machine.
            isForLater: text.includes('"AfterPayment"'),
          };
        });
        loaded.push(answer);
      });
      await page.coverage.startJSCoverage();
      await donor.open(await link({ country, amount: country === 'CO' ? 50_000 : 50 }));
      await seePayable(donor, country);
      const scripts = (await Promise.all(loaded)).filter(({ isForLater }) => !isForLater);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
      expect(scripts.filter(({ newerWord }) => newerWord !== undefined)).toEqual([]);
      expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
      const ran = new Set((await page.coverage.stopJSCoverage()).map(({ url }) => url));
      expect(scripts.map(({ url }) => url).filter((url) => !ran.has(url))).toEqual([]);
    });

  for (const [size, viewport] of Object.entries(SIZES))
    test(`has no layout shift on ${size} until the card form is there, however late the pictures arrive`, async ({
      page,
      context,
      instance,
      donor,
    }) => {
      await page.setViewportSize(viewport);
      // The QA deck belongs to the emulators: donors do not get it.
      await context.route('**/qa/**', (route) => route.abort());
      const pictures = await holdPictures(context);
      await watchShifts(page);
      const partner = await createPartner(instance, { 'logo-url': 'https://images.example/logo.svg' });
      const cause = await partner.publishCause({ cover_image_url: 'https://images.example/cover.svg' });
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

/** The QA deck belongs to the emulators: donors do not get it. */
function isOurs(url: string, { baseUrl }: Instance): boolean {
  return url.startsWith(baseUrl) && !url.startsWith(`${baseUrl}/qa/`);
}

/** Waits until the country's own method is ready. */
function seePayable(donor: Donor, country: Country): Promise<void> {
  if (country === 'CO') return awayFrom(donor.page).chooseTransfer();
  return country === 'US' ? donor.seeCardForm() : donor.seeForm();
}

/** The partner's own server, which holds its pictures back until `release` is called. */
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

/** The natural width of each of the partner's pictures, in pixels; none before it has loaded. */
function sizesOfPictures(page: Page): Promise<{ src: string; width: number }[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(({ src }) => src.startsWith('https://images.example/'))
      .map(({ src, naturalWidth }) => ({ src, width: naturalWidth }))
      .sort((a, b) => a.src.localeCompare(b.src)),
  );
}

/** A layout shift: its score, and the elements that moved. */
type Shift = { value: number; moved: string[] };

/** Records every layout shift from the first moment on. */
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

/** All shifts so far, up to the last painted frame. */
function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(done));
    await painted();
    await painted();
    return Reflect.get(window, 'shiftsSoFar')();
  });
}
