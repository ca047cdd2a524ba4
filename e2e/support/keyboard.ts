import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab presses than any of our forms needs. */
const MOST_PRESSES = 60;
/** How much the tops of fields in one row may differ, in pixels. */
const SAME_ROW = 24;

/** Narrower windows have one column, in pixels. */
const ONE_COLUMN = 640;

/** The focused element, as a person sees it. */
type Sight = {
  what: string;
  /** No element, or a frame of another origin, which draws its own focus. */
  isForeign: boolean;
  isRinged: boolean;
  isInWindow: boolean;
  /** From the top of the document, in pixels. */
  top: number;
};

/** Presses Tab until an element has the focus, and checks on the way that the focus is visible and in order. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  let before: Sight | undefined;
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const isThere = (await target.count()) > 0 && (await target.evaluate((element) => element.matches(':focus')));
    if (isThere) return;
    await page.keyboard.press('Tab');
    const now = await page.evaluate(lookAtFocus);
    if (now.isForeign) continue;
    expect(now, `the focus on "${now.what}" is marked, within the window`).toMatchObject({
      isRinged: true,
      isInWindow: true,
    });
    // Columns next to each other are visited one after the other.
    if (before !== undefined && (page.viewportSize()?.width ?? 0) < ONE_COLUMN)
      expect(now.top, `${now.what} comes after ${before.what}`).toBeGreaterThan(before.top - SAME_ROW);
    before = now;
  }
  throw new Error('The keyboard does not lead there.');
}

/** Runs in the page. The focus ring may be around a field's label. */
function lookAtFocus(): Sight {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body || element instanceof HTMLIFrameElement)
    return { what: '', isForeign: true, isRinged: false, isInWindow: false, top: 0 };
  const around = [element, element.closest('label')].filter((each) => each !== null);
  const isRinged = around.some((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInWindow = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
  const what = element.getAttribute('aria-label') ?? (element.textContent || element.id);
  return { what, isForeign: false, isRinged, isInWindow, top: top + window.scrollY };
}

/** Presses a key that works once the page's scripts run, until what it leads to has come. */
export async function pressUntil(page: Page, key: string, hasCome: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (await hasCome()) return;
    await page.keyboard.press(key);
    await expect.poll(hasCome, { timeout: 5_000 }).toBe(true);
  }).toPass();
}

/** Records from now on what live regions announce. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const announced: string[] = [];
  await page.exposeFunction('readOut', (text: string) => announced.push(text));
  await page.evaluate(() => {
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const readOut = (window as unknown as { readOut: (text: string) => void }).readOut;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (region?.textContent) readOut(region.textContent.replace(/\s+/g, ' ').trim());
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return async () => announced;
}
