import { expect, type Page } from '@playwright/test';

/** Lets the page's own clock run, step by step, until it says this. */
export async function untilItSays(page: Page, text: RegExp, stepMs = 10_000): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(stepMs);
    await expect(page.getByText(text)).toBeVisible({ timeout: 250 });
  }).toPass();
}
