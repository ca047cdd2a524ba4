import type { Page } from '@playwright/test';

/**
 * Replaces every text of the page by a copy in two `<font>`, as a browser's translator does: the nodes that React made are
 * not in the page any more. Runs in the page, on those of donors.
 * @param keeps whether texts that appear later are replaced too
 */
function translate(keeps: boolean): void {
  const UNTOUCHED = 'script, style, title, textarea, noscript, font';
  const isText = (node: Node | null): node is Text =>
    node instanceof Text &&
    /\S/.test(node.data) &&
    node.parentElement !== null &&
    !node.parentElement.closest(UNTOUCHED);
  const replace = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  if (window !== window.top || !/^\/(checkout|c|receipt|verify)\b/.test(location.pathname)) return;
  replaceAll();
  if (keeps) new MutationObserver(replaceAll).observe(document, { childList: true, subtree: true });
}

/** The page as it is now is translated; what appears later is not. */
export function translateNow(page: Page): Promise<void> {
  return page.evaluate(translate, false);
}

/** Every page that is opened from now on is translated, text by text as it appears. */
export async function translateAlways(page: Page): Promise<void> {
  await page.addInitScript(translate, true);
}

/** Text beside other nodes in one element, where React would look for it by its place. Runs over the page as it is now. */
export function bareTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      if (!parent || parent.childNodes.length === 1 || parent.closest('script, style, noscript')) continue;
      if (/\S/.test(text.textContent ?? '')) found.push(parent.outerHTML.slice(0, 200));
    }
    return found;
  });
}
