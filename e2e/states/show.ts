import { expect } from '@playwright/test';
import { styled } from '../support/accessibility.ts';
import type { Language, Stage, State } from './state.ts';

/** The cookie in which the language switcher stores a choice. */
async function speak(language: Language, { context, instance }: Stage): Promise<void> {
  await context.addCookies([{ name: 'lang', value: language, url: instance.baseUrl }]);
}

/** Shows a state in one language after the other, reached once where possible, and calls `look` for each. */
export async function showIn(
  languages: readonly Language[],
  state: State,
  stage: Stage,
  look: (language: Language) => Promise<void>,
): Promise<void> {
  let address: string | undefined;
  for (const language of languages) {
    if (address === undefined || state.isUsedUp) {
      await speak('en', stage);
      address = await state.prepare(stage);
    }
    await speak(language, stage);
    // Not `load`: some states have a picture or script that never arrives.
    await stage.page.goto(inLanguage(address, language), { waitUntil: 'domcontentloaded' });
    await state.act?.(stage);
    const sign = stage.page.getByText(state.shows[language]).filter({ visible: true });
    await expect(sign.first()).toBeVisible();
    await styled(stage.page);
    await look(language);
  }
}

/** Pages of a signed-in person use that person's language, unless the address names another. */
function inLanguage(address: string, language: Language): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}
