import type { Instance } from '../scripts/testing/instance.ts';
import type { Donor } from './support/donor.ts';
import { expect, test } from './support/test.ts';

/** What a donor's phone may have to load of our own JavaScript before it can pay, compressed as it travels, in bytes. */
const BUDGET_BYTES = 140_000;

const COUNTRIES = ['US', 'CO', 'MX'] as const;
type Country = (typeof COUNTRIES)[number];

test.describe('a donor on a slow network', () => {
  for (const country of COUNTRIES)
    test(`loads at most 140 kB of our scripts to pay in ${country}, compressed, and runs each of them`, async ({
      page,
      link,
      instance,
      donor,
    }) => {
      const loaded: Promise<{ url: string; bytes: number; encoding: string | undefined }>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script' || !isOurs(request.url(), instance)) return;
        const answer = Promise.all([request.sizes(), request.response()]);
        loaded.push(
          answer.then(([{ responseBodySize }, response]) => ({
            url: request.url(),
            bytes: responseBodySize,
            encoding: response?.headers()['content-encoding'],
          })),
        );
      });
      await page.coverage.startJSCoverage();
      await donor.open(await link({ country, amount: country === 'CO' ? 50_000 : 50 }));
      await seePayable(donor, country);
      const scripts = await Promise.all(loaded);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
      expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
      const ran = new Set((await page.coverage.stopJSCoverage()).map(({ url }) => url));
      expect(scripts.map(({ url }) => url).filter((url) => !ran.has(url))).toEqual([]);
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
