import { expect, type Page } from '@playwright/test';

/** Advances the page's own clock step by step until the page shows this text. */
export async function untilItSays(page: Page, text: RegExp, stepMs = 10_000): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(stepMs);
    await expect(page.getByText(text)).toBeVisible({ timeout: 250 });
  }).toPass();
}
