import type { Page } from '@playwright/test';
import { CAUSE_TITLE, PARTNER_NAME } from '../support/partner.ts';

/** Names that the journeys' partner has given. */
export const GIVEN_NAMES = [PARTNER_NAME, CAUSE_TITLE];

/** Names that are not translated: languages, companies, and what partners have named. */
const NAMES = ['English', 'Español', 'Português', 'Mercado Pago', 'WhatsApp', 'Facebook', 'Telegram', ...GIVEN_NAMES];

/** The key of a message, shown instead of the message. */
const KEY =
  /\b(ui|home|pageErrors|checkout|errors|declines|cardForm|honeypot|redirect|waiting|device|share|cause|receipt|email)(\.[a-z_A-Z]+)+\b/;
/** Text that a page shows when a value is missing. */
const VALUELESS = /[{}]|\bundefined\b|\bNaN\b|\[object|\bInvalid Date\b|\bnull\b/;

/**
 * Elements that are not translated: marked `translate="no"`, or within a frame of another origin. Names of countries are often
 * the same in two languages.
 */
const FOREIGN = '[translate=no], iframe, select[name=country] option';

/** The sentences of a page, and the names in it. */
export type Words = { sentences: string[]; names: string[] };

/** Everything on the page that is read or announced: sentence by sentence, with labels and title. */
export async function wordsOf(page: Page): Promise<Words> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not read.
  const shown = await page.locator('body').innerText();
  const names = sentencesOf(await page.locator(FOREIGN).allTextContents());
  const labels = await page.evaluate((foreign) => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];
    const labelled = [...document.querySelectorAll(spoken.map((name) => `[${name}]`).join())];
    const own = labelled.filter((element) => !element.matches(foreign));
    return own.flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ''));
  }, FOREIGN);
  const parts = [await page.title(), shown, ...labels];
  return { sentences: sentencesOf(parts), names };
}

function sentencesOf(parts: readonly string[]): string[] {
  const sentences = parts.flatMap((part) => part.split(/\n|(?<=[.!?…])\s+/)).map((part) => part.trim());
  return [...new Set(sentences.filter((sentence) => sentence !== ''))];
}

/** Sentences with a missing value or a message key. */
export function brokenSentences({ sentences }: Words): string[] {
  return sentences.filter((sentence) => KEY.test(sentence) || VALUELESS.test(sentence));
}

/** Sentences that are equal in another language, so not translated. Names, numbers, codes and addresses are left out. */
export function untranslated(words: Words, original: Words, names: readonly string[]): string[] {
  const kept = [...NAMES, ...names, ...words.names];
  return words.sentences.filter((sentence) => {
    if (!original.sentences.includes(sentence) || kept.includes(sentence)) return false;
    const own = kept.reduce((rest, name) => rest.replaceAll(name, ''), sentence);
    return own.split(/\s+/).some((word) => /^\P{L}?\p{Lu}?\p{Ll}{2,}\P{L}?$/u.test(word));
  });
}
