import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CREATOR_STATES } from '../states/creator.ts';
import { DASHBOARD_STATES } from '../states/dashboard.ts';
import { ENDED_STATES } from '../states/ended.ts';
import { ERROR_STATES } from '../states/errors.ts';
import { FORM_STATES } from '../states/form.ts';
import { FRESH_STATES } from '../states/fresh.ts';
import { LATE_STATES } from '../states/late.ts';
import { PAGE_STATES } from '../states/pages.ts';
import { showIn } from '../states/show.ts';
import { test } from '../states/stages.ts';
import { LANGUAGES, type Stage, type State } from '../states/state.ts';
import { UNDER_WAY_STATES } from '../states/under-way.ts';
import { SCRIPTLESS_STATES } from '../states/without-scripts.ts';

/** The filters of `scripts/screens.ts`, separated by commas; empty for everything. */
const wish = (name: string) => (process.env[name] ?? '').split(',').filter((word) => word !== '');
const NAMES = wish('SCREENS_STATES');
const FOLDER = process.env.SCREENS_FOLDER ?? 'screens';

const SIZES = {
  small: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;
type Size = keyof typeof SIZES;
const THEMES = ['light', 'dark'] as const;

const languages = LANGUAGES.filter(isWished('SCREENS_LANGUAGES'));
const themes = THEMES.filter(isWished('SCREENS_THEMES'));
const sizes = (Object.keys(SIZES) as Size[]).filter(isWished('SCREENS_SIZES'));

const CHECKOUT = [...FORM_STATES, ...ERROR_STATES, ...UNDER_WAY_STATES, ...ENDED_STATES];
const ORDINARY = [...CHECKOUT, ...LATE_STATES, ...PAGE_STATES, ...DASHBOARD_STATES, ...CREATOR_STATES];
const ALL = [...ORDINARY, ...FRESH_STATES, ...SCRIPTLESS_STATES];
refuseUnknownNames();

for (const state of ORDINARY.filter(isNamed))
  if (state.ownService) test(state.name, ({ ownStage }) => takePictures(state, ownStage));
  else test(state.name, ({ stage }) => takePictures(state, stage));

for (const state of FRESH_STATES.filter(isNamed)) test(state.name, ({ freshStage }) => takePictures(state, freshStage));

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const state of SCRIPTLESS_STATES.filter(isNamed)) test(state.name, ({ stage }) => takePictures(state, stage));
});

async function takePictures(state: State, stage: Stage): Promise<void> {
  const { page } = stage;
  const folder = join(FOLDER, state.name);
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showIn(languages, state, stage, async (language) => {
    for (const size of sizes.filter((each) => each !== 'small' || state.name.startsWith('open-')))
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        writeFileSync(join(folder, `${language}-${theme}-${size}.png`), await stillPicture(page, SIZES[size]));
      }
  });
}

/**
 * Captures the whole page once two pictures in a row are equal; a page that never rests is captured as it is. The window is
 * made as high as the page, because frames of other origins are only drawn where they are visible.
 */
async function stillPicture(page: Page, size: (typeof SIZES)[Size]): Promise<Buffer> {
  await page.setViewportSize(size);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
  await page.evaluate(() => window.scrollTo(0, 0));
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let picture = await take();
  for (let attempt = 0; attempt < 5; attempt++) {
    const next = await take();
    if (next.equals(picture)) return next;
    picture = next;
  }
  return picture;
}

function isNamed({ name }: State): boolean {
  return NAMES.length === 0 || NAMES.some((part) => name.includes(part));
}

function isWished(variable: string): (word: string) => boolean {
  const words = wish(variable);
  return (word) => words.length === 0 || words.includes(word);
}

function refuseUnknownNames(): void {
  const unknown = NAMES.filter((part) => !ALL.some(({ name }) => name.includes(part)));
  if (unknown.length === 0) return;
  const known = ALL.map(({ name }) => name).join(', ');
  throw new Error(`No state has "${unknown.join('", "')}" in its name. There are: ${known}.`);
}
