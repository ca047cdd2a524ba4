import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { startInstance } from '#testing/instance.ts';
import { ensureDatabase } from '../scripts/postgres.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

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
    for (const path of [`/c/${demo.cause_key}`, '/dashboard', `/receipt/rct_${'0'.repeat(24)}`]) {
      const answer = await page.request.get(baseUrl + path, { maxRedirects: 0 });
      expect.soft([path, answer.status(), answer.headers()['retry-after']]).toEqual([path, 503, '10']);
    }
    const form = { headers: { origin: baseUrl }, form: { email: 'ana@example.org' } };
    const sent = await page.request.post(`${baseUrl}/sign-in/request`, form);
    expect.soft(sent.status()).toBe(503);
    await page.goto(`${baseUrl}/c/${demo.cause_key}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side');
    const again = await database();
    await page.getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^A library/);
    await again.stop();
  } finally {
    await instance.stop();
  }
});
