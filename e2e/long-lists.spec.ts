import type { Page } from '@playwright/test';
import { brokenTexts, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const WORD = 'Electroencefalografistasdesoxirribonucleicamente';
const STAFF = '/dashboard/staff';
const LISTS = [
  'causes',
  'links',
  'payments',
  'clients',
  'keys',
  'mails',
  'events',
  'refunds',
  'disputes',
  'withdrawals',
];
const WIDTHS = [320, 390, 768, 1024, 1280];

/** Cells whose text reaches beyond them. */
function overlapping(page: Page): Promise<string[]> {
  return page.locator('tbody :is(td, th) > *, dd > *, .line > *').evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility() && !part.matches('.visually-hidden'))
      .filter((part) => {
        const cell = part.closest('td, th, dd, .line');
        return cell && part.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
      })
      .map((part) => part.textContent?.slice(0, 60) ?? ''),
  );
}

test('staff read large amounts and long titles whole in lists at every width', async ({
  visitor,
  staff,
  partner,
  emulator,
  page,
  instance,
}) => {
  test.slow();
  const owner = { email: `${'a'.repeat(50)}@example.org`, name: WORD };
  const goal = { amount: 999_999_999_999, currency: 'UYU' } as const;
  const { key } = await partner.publishCause({ title: `${WORD} ${WORD} ${WORD}`, owner, country: 'UY', goal });
  const order = await partner.mint({
    cause: key,
    amount: 9_999_999_999,
    currency: 'UYU',
    external_reference: WORD,
    email: owner.email,
  });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  await partner.waitFor(order.id, 'completed');
  await visitor.signIn(staff, `${STAFF}/causes`);
  for (const list of LISTS) {
    await page.goto(`${instance.baseUrl}${STAFF}/${list}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await overflow(page), `${list}, ${width} px: sideways`).toBe(0);
      expect.soft(await overlapping(page), `${list}, ${width} px: overlapping`).toEqual([]);
      expect.soft(await brokenTexts(page), `${list}, ${width} px: broken`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const line of await page.locator('.lines summary').all()) await line.click();
    expect.soft(await overflow(page), `${list}: a row that is open`).toBe(0);
    expect.soft(await overlapping(page), `${list}: a row that is open, overlapping`).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect.soft(await overflow(page), `${list}: letters twice as large`).toBe(0);
  }
});
