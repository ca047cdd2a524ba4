import { expect, type Page } from '@playwright/test';
import { pictureFile } from '#testing/pictures.ts';

/** What a creator, signed in, does on the dashboard with the page of a cause. In English. */
export function storyOf(page: Page, baseUrl: string, key: string) {
  const open = (name: string) => page.goto(`${baseUrl}/dashboard/causes/${key}/${name}`);
  return {
    open,
    async publishUpdate(title: string, text: string): Promise<void> {
      await open('updates');
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Text').fill(text);
      await page.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Update published.')).toBeVisible();
    },
    async addPicture(alt: string, buffer?: Buffer): Promise<void> {
      await open('pictures');
      await page.getByLabel('Description').fill(alt);
      await page.getByLabel('Picture', { exact: true }).setInputFiles({
        name: 'picture.png',
        mimeType: 'image/png',
        buffer: buffer ?? Buffer.from(await pictureFile({ width: 1200, height: 900, format: 'png' })),
      });
      await page.getByRole('button', { name: 'Upload' }).click();
    },
    async sayUseOfFunds(text: string): Promise<void> {
      await open('edit');
      await page.getByLabel('What the money is for').fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved.')).toBeVisible();
    },
  };
}
