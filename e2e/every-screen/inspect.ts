import { expect, type Page, test as playwright } from '@playwright/test';
import { showIn } from '../states/show.ts';
import { LANGUAGES, type Language, type Stage, type State } from '../states/state.ts';
import { brokenSentences, GIVEN_NAMES, untranslated, type Words, wordsOf } from '../states/words.ts';
import { barriersOfOurs, brokenTexts, fadedOfOurs, overflow, smallTargets } from '../support/accessibility.ts';
import { bareTexts } from '../support/translator.ts';
import { withWorstTexts } from '../support/worst-texts.ts';
import { checksTree, expectTrees, isAccepting, treeOf } from './accessibility-tree.ts';

const PHONE = { width: 320, height: 640 };
const USUAL_PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const TAGS: Readonly<Record<Language, string>> = { en: 'en', es: 'es', pt: 'pt-BR' };

/**
 * Inspects a state: what a screen reader meets in every language; in English also with every other check, and in Portuguese,
 * whose texts are the longest, with those of texts and layout. The texts in Spanish need no browser: lib/i18n/messages.test.ts
 * and lib/i18n/words.test.ts check that they are complete, translated and as short.
 */
export async function inspect(state: State, stage: Stage): Promise<void> {
  playwright.slow();
  if (!checksTree(state.name)) return;
  const { page } = stage;
  let english: Words | undefined;
  const trees = new Map<Language, string>();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showIn(LANGUAGES, state, stage, async (language) => {
    trees.set(language, await treeOf(page));
    if (isAccepting || language === 'es') return;
    const words = await wordsOf(page);
    await expect.soft(page.locator('html'), 'language').toHaveAttribute('lang', TAGS[language]);
    expect.soft(brokenSentences(words), `${language}: leftovers`).toEqual([]);
    if (english) {
      const same = untranslated(words, english, state.names ?? []);
      expect.soft(same, 'left in English').toEqual([]);
    }
    english ??= words;
    if (state.changes) expect.soft(await liveRegions(page), `${language}: live regions`).toBeGreaterThan(0);
    expect.soft(await motions(page), `${language}: moving in spite of the wish for calm`).toEqual([]);
    await fits(page, language);
    if (language !== 'en') return;
    if (isOfDonors(page)) expect.soft(await bareTexts(page), 'texts beside other nodes').toEqual([]);
    if (!state.withoutScripts) await isAccessible(page);
    await fitsWorstTexts(page, state.names ?? []);
  });
  expectTrees(state.name, trees);
}

/** Whether donors see the page: their browsers may translate it while it changes. */
function isOfDonors(page: Page): boolean {
  return /^\/(checkout|c|receipt|verify)\b/.test(new URL(page.url()).pathname);
}

/** Layout of the page, wide and narrow. */
async function fits(page: Page, language: Language): Promise<void> {
  await page.setViewportSize(PHONE);
  expect.soft(await overflow(page), `${language}, 320 px: sideways`).toBe(0);
  expect.soft(await smallTargets(page), `${language}, 320 px: too small to press`).toEqual([]);
  for (const size of [USUAL_PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    expect.soft(await overflow(page), `${language}, ${size.width} px: sideways`).toBe(0);
    expect.soft(await brokenTexts(page), `${language}, ${size.width} px: broken`).toEqual([]);
    expect.soft(await scrolled(page), `${language}, ${size.width} px: scrolled sideways`).toEqual([]);
  }
}

/** Layout of the narrow page with the worst texts. */
async function fitsWorstTexts(page: Page, names: readonly string[]): Promise<void> {
  await page.setViewportSize(PHONE);
  await withWorstTexts(page, [...GIVEN_NAMES, ...names]);
  expect.soft(await overflow(page), 'the worst texts, 320 px: sideways').toBe(0);
  await page.setViewportSize(DESKTOP);
}

/** Parts of the page that are wider than their place, and scroll by themselves. */
function scrolled(page: Page): Promise<string[]> {
  return page
    .locator('.wide')
    .evaluateAll((parts) =>
      parts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((part) => `${part.getAttribute('aria-label')}: ${part.scrollWidth - part.clientWidth}`),
    );
}

/** Accessibility barriers are the same in every language; the dark theme only changes colours. */
async function isAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await barriersOfOurs(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await fadedOfOurs(page), 'dark').toEqual([]);
}

/** Live regions. */
function liveRegions(page: Page): Promise<number> {
  return page.locator('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]').count();
}

/** Animations that are running. */
function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ id, effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target?.className : '';
        return `${id} ${target}`;
      }),
  );
}
