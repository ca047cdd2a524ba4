import type { Page } from '@playwright/test';
import { CAUSE_TITLE, PARTNER_NAME } from '../support/partner.ts';

/** Names: languages as they call themselves, a company, what journeys call partner and cause. */
const NAMES = ['English', 'Español', 'Português', 'Mercado Pago', PARTNER_NAME, CAUSE_TITLE];

/** A group of messages and a key of it, shown instead of the message. */
const KEY =
  /\b(ui|checkout|redirect|receipt|cause|declines|errors|email|cardForm|device|share|person|waiting|givenBack)(\.[a-z_A-Z]+)+\b/;
/** What a page shows when a value did not come. */
const VALUELESS = /[{}]|\bundefined\b|\bNaN\b|\[object|\bInvalid Date\b|\bnull\b/;

/** What stays as it is in every language: it bears the mark that tells translators so, or belongs to a frame of others. */
const FOREIGN = '[translate=no], iframe';

/** What a page says, and which parts of it are names. */
export type Words = { sentences: string[]; names: string[] };

/** All that somebody can read or hear on the page: sentence by sentence, labels and title included. */
export async function wordsOf(page: Page): Promise<Words> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read.
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

/** The sentences in which something is missing or left over. */
export function broken({ sentences }: Words): string[] {
  return sentences.filter((sentence) => KEY.test(sentence) || VALUELESS.test(sentence));
}

/**
 * The sentences that are the same in another language: not translated. Names stay as they are, and so do numbers,
 * codes and addresses.
 * @param least how many words make a sentence: languages that are close share short ones.
 */
export function untranslated(
  words: Words,
  original: Words,
  names: readonly string[],
  least: number,
): string[] {
  const kept = [...NAMES, ...names, ...words.names];
  return words.sentences.filter((sentence) => {
    if (!original.sentences.includes(sentence) || kept.includes(sentence)) return false;
    const own = kept.reduce((rest, name) => rest.replaceAll(name, ''), sentence);
    return own.split(/\s+/).filter((word) => /^\P{L}?\p{Lu}?\p{Ll}{2,}\P{L}?$/u.test(word)).length >= least;
  });
}
