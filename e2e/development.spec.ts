import { rmSync } from 'node:fs';
import { type Instance, startInstance } from '../scripts/testing/instance.ts';
import { type CopiedSources, copySources } from './support/copied-sources.ts';
import { descendants, stillThere } from './support/processes.ts';
import { expect, test } from './support/test.ts';

/** A page is compiled when it is first asked for. */
const FIRST_VISIT_MS = 60_000;

test.describe.configure({ mode: 'serial' });

let sources: CopiedSources;
let service: Instance;

test.beforeAll(async ({ newFolder }) => {
  test.setTimeout(120_000);
  sources = copySources();
  service = await startInstance({ dataDir: newFolder(), root: sources.folder, command: 'dev' });
});

test.afterAll(async () => {
  await service?.stop();
  rmSync(sources.folder, { recursive: true, force: true });
});

test('a page that is open shows a changed component and a changed text, and is not loaded again', async ({
  page,
}) => {
  test.setTimeout(FIRST_VISIT_MS + 45_000);
  const listening = page
    .waitForEvent('websocket', { timeout: FIRST_VISIT_MS })
    .then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${service.baseUrl}/c/${service.demo.cause_key}`, { timeout: FIRST_VISIT_MS });
  await listening;
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));

  const goal = page.getByRole('progressbar', { name: 'How close the goal is' });
  sources.edit('components/cause/progress.tsx', '<progress\n', '<progress\n            id="changed"\n');
  await expect(goal).toHaveAttribute('id', 'changed');

  sources.edit('lib/i18n/messages/cause-en.ts', 'About this cause', 'What it is about');
  await expect(page.getByRole('heading', { name: 'What it is about' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-kept', '');
});

test('the API answers by a changed file; one that is broken changes nothing until it is mended', async () => {
  const answered = async () => (await fetch(`${service.baseUrl}/v1/nowhere`)).json();
  const file = 'lib/http/unmatched.ts';
  sources.edit(file, 'There is nothing at this path.', 'Nothing is here.');
  await expect.poll(answered).toMatchObject({ detail: 'Nothing is here.' });

  sources.edit(file, "'Nothing is here.'", "'Nothing is here.");
  await expect.poll(service.said).toContain('The API stays as it was until this is mended.');
  expect(service.said()).toContain(`${sources.folder}/${file}`);
  expect(await answered()).toMatchObject({ detail: 'Nothing is here.' });

  sources.edit(file, "'Nothing is here.", "'Nobody is here.'");
  await expect.poll(answered).toMatchObject({ detail: 'Nobody is here.' });
});

test('emulators that break wait for their file, and come back where they were', async () => {
  const mailbox = async () => (await fetch(`${service.emulatorUrl}/mailbox`).catch(() => undefined))?.status;
  sources.edit('emulators/main.ts', 'async function main', 'async function = main');
  await expect.poll(service.said).toContain('The emulators stopped (exit code 1)');
  expect(await mailbox()).toBeUndefined();
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);

  sources.edit('emulators/main.ts', 'async function = main', 'async function main');
  await expect.poll(mailbox).toBe(200);
});

test('stopping leaves nothing behind, a page that listens for changes included', async ({ page }) => {
  await page.goto(`${service.baseUrl}/c/${service.demo.cause_key}`);
  const family = descendants(service.pid);
  expect(family.length).toBeGreaterThan(4);
  expect(await service.stop()).toBe(0);
  expect(stillThere([service.pid, ...family])).toEqual([]);
});
