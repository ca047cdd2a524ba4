import type { Page } from '@playwright/test';

/** No space and no hyphen in it: a line can break only within. */
const WORD = 'Electroencefalografistasdesoxirribonucleicamente';
const EMAIL = `${'a'.repeat(50)}@${'ejemplo'.repeat(8)}.example`;

/**
 * Puts the worst texts where the page shows those of people: a word of 48 letters for each of `names`, an address of 115
 * letters for each email.
 */
export async function withWorstTexts(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ WORD, EMAIL, names }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.nodeValue ?? '';
        if (node.parentElement?.closest('script, style')) continue;
        const emails = text.replace(/[^\s<>()"]+@[^\s<>()"]+/g, EMAIL);
        const named = names.reduce((rest, name) => rest.replaceAll(name, WORD), emails);
        if (named !== text) node.nodeValue = named;
      }
    },
    { WORD, EMAIL, names },
  );
}
