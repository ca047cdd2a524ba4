import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Waits for the styles of a page, which can be asked for its texts before they are there: nobody sees it without. */
export async function styled(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
      return [...sheets].filter(({ sheet }) => sheet === null).map(({ href }) => href);
    });
  await expect.poll(missing, 'styles that have not come').toEqual([]);
}

/** What keeps somebody from using the page as it is now: rule and element, one a line. */
export async function barriers(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How far the page reaches beyond the right edge of the window, in pixels. */
export async function overflow(page: Page): Promise<number> {
  await styled(page);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What keeps somebody from using the page, frames of others left out: quicker where only the page itself changes. */
export async function barriersOfOurs(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await ours(page).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Texts that are hard to read in the present colours. */
export async function fadedOfOurs(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await ours(page).withRules('color-contrast').analyze();
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  );
}

function ours(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe');
}

/**
 * What is too small for a thumb: lower than 44 px, other than links within a sentence, which stand where the words are.
 * A radio button or a checkbox is as large as its label.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  await styled(page);
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, select, input, textarea',
    );
    const small = [...targets].filter((target) => {
      const isTicked = target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type);
      const pressed = isTicked ? (target.labels?.[0] ?? target) : target;
      const { height, width } = pressed.getBoundingClientRect();
      const isSeen =
        pressed.checkVisibility() && width > 1 && target.tabIndex >= 0 && !target.matches('.skip-link');
      return isSeen && getComputedStyle(pressed).display !== 'inline' && height < 43.5;
    });
    return small.map(
      (target) => `${target.outerHTML.slice(0, 120)} ${target.getBoundingClientRect().height}`,
    );
  });
}
