import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What keeps somebody from using the page as it is now: rule and element, one a line. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How far the page reaches beyond the right edge of the window, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What keeps somebody from using the page, frames of others left out: quicker where only the page itself changes. */
export async function barriersOfOurs(page: Page): Promise<string[]> {
  const { violations } = await ours(page).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Texts that are hard to read in the present colours. */
export async function fadedOfOurs(page: Page): Promise<string[]> {
  const { violations } = await ours(page).withRules('color-contrast').analyze();
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  );
}

function ours(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe');
}
