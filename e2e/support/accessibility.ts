import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Waits for the page's styles: its texts can be found before they are applied. */
export async function styled(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
      return [...sheets].filter(({ sheet }) => sheet === null).map(({ href }) => href);
    });
  await expect.poll(missing, 'styles that have not come').toEqual([]);
}

/** Accessibility violations of the page as it is now: rule and element, one per line. */
export async function barriers(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** How far the page reaches beyond the right edge of the window, in pixels. */
export async function overflow(page: Page): Promise<number> {
  await styled(page);
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** Violations without those in frames of other origins: quicker where only our own page changes. */
export async function barriersOfOurs(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await ours(page).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Texts with too little contrast in the current colours. */
export async function fadedOfOurs(page: Page): Promise<string[]> {
  await styled(page);
  const { violations } = await ours(page).withRules('color-contrast').analyze();
  return violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`));
}

function ours(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe');
}

/**
 * Targets lower than 44 px. Links within a sentence are excepted (WCAG 2.5.8). A radio button or checkbox is as large as
 * its label.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  await styled(page);
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input, textarea');
    const small = [...targets].filter((target) => {
      const isTicked = target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type);
      const pressed = isTicked ? (target.labels?.[0] ?? target) : target;
      const { height, width } = pressed.getBoundingClientRect();
      const isSeen = pressed.checkVisibility() && width > 1 && target.tabIndex >= 0 && !target.matches('.skip-link');
      return isSeen && getComputedStyle(pressed).display !== 'inline' && height < 43.5;
    });
    return small.map((target) => `${target.outerHTML.slice(0, 120)} ${target.getBoundingClientRect().height}`);
  });
}

/**
 * Words of ordinary length that a line breaks within, and texts that are cut off at the side of their box. Titles that are
 * clamped at two lines are meant to be.
 */
export async function brokenTexts(page: Page): Promise<string[]> {
  await styled(page);
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const box = node.parentElement;
      if (!box?.checkVisibility() || box.closest('script, style, option, svg, .visually-hidden, .skip-link')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\d.,$]{2,18}(?=\s|$)/gu)) {
        // A longer word, such as an id or an address, may break.
        if (index > 0 && /\S/.test(node.textContent?.[index - 1] ?? '')) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word} in ${box.textContent?.slice(0, 60)}`);
      }
      const style = getComputedStyle(box);
      const isCut =
        box.scrollWidth > box.clientWidth + 1 && style.overflowX !== 'visible' && style.display !== 'inline';
      if (isCut && style.textOverflow !== 'ellipsis' && !/auto|scroll/.test(style.overflowX))
        found.push(`cut: ${box.textContent?.slice(0, 60)}`);
    }
    return found;
  });
}
