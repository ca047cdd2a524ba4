import type { Locator, Page } from '@playwright/test';
import { newOwner } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** The names of the links that are marked by a line below them, where the reader's own colors are used. */
function marked(navigation: Locator): Promise<(string | null)[]> {
  return navigation
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).borderBottomColor !== getComputedStyle(document.body).backgroundColor)
        .map((link) => link.textContent),
    );
}

/** What is drawn before an element. */
function drawnBefore(element: Locator): Promise<string> {
  return element.evaluate((each) => getComputedStyle(each, '::before').backgroundColor);
}

const sides = (page: Page) =>
  page
    .locator('.spinner')
    .first()
    .evaluate((spinner) => {
      const { borderRightColor, borderLeftColor } = getComputedStyle(spinner);
      return { right: borderRightColor, left: borderLeftColor };
    });

test.use({ forcedColors: 'active' });

test('in the reader’s own colors only the page that is open is marked, and a chart’s legend tells its bars apart', async ({
  visitor,
  partner,
  link,
  donor,
  page,
}) => {
  const owner = newOwner();
  const { key } = await partner.publishCause({ owner });
  await donor.open(await link({ cause: key }));
  await donor.payByCard('paid');
  await visitor.signIn(owner.email, `/dashboard/causes/${key}`);
  await page.mouse.move(0, 0);
  expect(await marked(page.getByRole('navigation', { name: 'Sections' }))).toEqual(['Causes']);
  expect(await marked(page.getByRole('navigation', { name: 'Pages of this cause' }))).toEqual(['Overview']);
  const legend = page.locator('.chart-legend li');
  await expect(legend).toHaveCount(2);
  expect(await drawnBefore(legend.first())).not.toBe(await drawnBefore(legend.last()));
});

test('in the reader’s own colors what turns while the page waits can be seen to turn', async ({
  link,
  donor,
  page,
}) => {
  await page.route(/stripe\.js|js\.stripe\.com/, () => {});
  const order = await link();
  await page.goto(order.url, { waitUntil: 'domcontentloaded' });
  await donor.seeForm();
  const { right, left } = await sides(page);
  expect(right).not.toBe(left);
});
