import { expect, type Page } from '@playwright/test';

/** Advances the page's own clock step by step until the page shows this text, which then stays however late it becomes. */
export async function advanceUntilText(page: Page, text: RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/**
 * Stops the page's own clock, which `page.clock.install()` has to have taken over before: nothing happens by itself any more.
 * Every timer that is due within half a minute fires once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 30_000);
}

/** Lets seconds of the page's own clock pass one by one, because the page starts a timer when the one before has ended. */
export async function passSeconds(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) await page.clock.fastForward(1_000);
}
