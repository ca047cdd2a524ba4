import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { startInstance } from '#testing/instance.ts';
import { ensureDatabase } from '../scripts/postgres.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const TITLES = [
  ['en', 'Something went wrong on our side'],
  ['es', 'Ocurrió un error de nuestro lado'],
  ['pt', 'Algo deu errado do nosso lado'],
] as const;

test('while the database is away, pages and forms answer 503 with a plain page, and recover by themselves', async ({
  newFolder,
  page,
}) => {
  test.slow();
  const database = () => ensureDatabase({ dataDir: folder, durable: true });
  const folder = newFolder();
  const server = await database();
  const instance = await startInstance({
    dataDir: newFolder(),
    settings: { DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl },
  });
  try {
    const { baseUrl, demo } = instance;
    const mailbox = mailboxAt(`${instance.emulatorUrl}/mailbox.json`);
    await visitorAt(page, mailbox, baseUrl).signIn(demo.creator_email);
    await server.stop();
    for (const path of [`/c/${demo.cause_key}`, '/dashboard', `/receipt/rct_${'0'.repeat(24)}`, '/sign-in']) {
      for (const [lang, title] of TITLES) {
        const address = `${path}?lang=${lang}`;
        const answer = await page.request.get(baseUrl + address, { maxRedirects: 0 });
        expect.soft([path, answer.status(), answer.headers()['retry-after']]).toEqual([path, 503, '10']);
        const html = await answer.text();
        expect.soft(html).toMatch(new RegExp(`<html lang="${lang}[-"].*<meta http-equiv="refresh" content="10">`));
        expect.soft(html).toContain(`<h1>${title}</h1>`);
        expect.soft(html).toContain(`<a href="${address}">`);
      }
    }
    const form = { headers: { origin: baseUrl }, form: { email: 'ana@example.org' } };
    const sent = await page.request.post(`${baseUrl}/sign-in/request`, form);
    expect.soft(sent.status()).toBe(503);
    await page.goto(`${baseUrl}/c/${demo.cause_key}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(TITLES[0][1]);
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', `/c/${demo.cause_key}`);
    const again = await database();
    // Without a click: the document asks again.
    await expect(heading).toHaveText(/^A library/, { timeout: 30_000 });
    await page.getByRole('button', { name: 'Donate' }).click();
    await expect(page).toHaveURL(/\/checkout\?ref=chl_/);
    await again.stop();
  } finally {
    await instance.stop();
  }
});
