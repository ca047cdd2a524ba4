import { expect, type Page, test as playwright } from '@playwright/test';
import { showIn } from '../states/show.ts';
import { LANGUAGES, type Language, type Stage, type State } from '../states/state.ts';
import { broken, untranslated, type Words, wordsOf } from '../states/words.ts';
import { barriersOfOurs, fadedOfOurs, overflow, smallTargets } from '../support/accessibility.ts';

const TAGS: Readonly<Record<Language, string>> = { en: 'en', es: 'es', pt: 'pt-BR' };
const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** Every language of a state, in light and dark, small and wide, by all that holds for every screen. */
export async function inspect(state: State, stage: Stage): Promise<void> {
  playwright.slow();
  const { page } = stage;
  const read = new Map<Language, Words>();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showIn(LANGUAGES, state, stage, async (language) => {
    const words = await wordsOf(page);
    await expect.soft(page.locator('html'), 'language').toHaveAttribute('lang', TAGS[language]);
    expect.soft(broken(words), `${language}: leftovers`).toEqual([]);
    for (const [other, original] of read) {
      const same = untranslated(words, original, state.names ?? [], other === 'en' ? 1 : 5);
      expect.soft(same, `${language}: as in ${other}`).toEqual([]);
    }
    read.set(language, words);
    if (state.changes) expect.soft(await liveRegions(page), `${language}: live regions`).toBeGreaterThan(0);
    expect.soft(await motions(page), `${language}: moving in spite of the wish for calm`).toEqual([]);
    await looksRight(page, state, language);
  });
}

/** In the dark only colours are others, and on a phone the arrangement. */
async function looksRight(page: Page, { withoutScripts }: State, language: Language): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await overflow(page), `${language}, 1280 px: sideways`).toBe(0);
  if (!withoutScripts) expect.soft(await barriersOfOurs(page), `${language}, light, 1280 px`).toEqual([]);
  await page.setViewportSize(PHONE);
  expect.soft(await overflow(page), `${language}, 320 px: sideways`).toBe(0);
  expect.soft(await smallTargets(page), `${language}, 320 px: too small to press`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (!withoutScripts) expect.soft(await fadedOfOurs(page), `${language}, dark, 320 px`).toEqual([]);
}

/** Regions whose changes are read out. */
function liveRegions(page: Page): Promise<number> {
  return page.locator('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]').count();
}

/** What moves at this moment. */
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
