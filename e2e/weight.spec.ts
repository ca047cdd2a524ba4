import { expect, test } from './support/test.ts';

/** What a donor's phone may have to load of our own JavaScript, compressed as it travels, in bytes. */
const BUDGET_BYTES = 120_000;

test.describe('a donor on a slow network', () => {
  for (const country of ['US', 'CO', 'MX'] as const)
    test(`loads at most 120 kB of our scripts to pay in ${country}, compressed`, async ({
      page,
      link,
      instance,
      donor,
    }) => {
      const loaded: Promise<{ url: string; bytes: number }>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script' || !request.url().startsWith(instance.baseUrl)) return;
        loaded.push(
          request.sizes().then(({ responseBodySize }) => ({ url: request.url(), bytes: responseBodySize })),
        );
      });
      await donor.open(await link({ country, amount: country === 'CO' ? 50_000 : 50 }));
      await expect(page.getByRole('button', { name: /^(Donate|Continue to) / })).toBeEnabled();
      const scripts = await Promise.all(loaded);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BUDGET_BYTES);
    });
});
