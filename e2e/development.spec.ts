import { rmSync } from 'node:fs';
import { type Instance, startInstance } from '#testing/instance.ts';
import { type CopiedSources, copySources } from './support/copied-sources.ts';
import { descendants, stillThere } from './support/processes.ts';
import { expect, START_LIMIT_MS, test } from './support/test.ts';

/** Pages are compiled at their first request. */
const FIRST_VISIT_MS = 300_000;
/** The most that compiling a changed file takes on a slow machine. */
const COMPILING_MS = 60_000;

test.describe.configure({ mode: 'serial', timeout: FIRST_VISIT_MS + 4 * COMPILING_MS });
const eventually = expect.configure({ timeout: COMPILING_MS });

let sources: CopiedSources;
let service: Instance;

test.beforeAll(async ({ newFolder }) => {
  test.setTimeout(START_LIMIT_MS);
  sources = copySources();
  service = await startInstance({ dataDir: newFolder(), root: sources.folder, command: 'dev' });
});

test.afterAll(async () => {
  await service?.stop();
  rmSync(sources.folder, { recursive: true, force: true });
});

test('an open page shows a changed component and a changed text without a reload', async ({ page }) => {
  const listening = page
    .waitForEvent('websocket', { timeout: FIRST_VISIT_MS })
    .then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${service.baseUrl}/c/${service.demo.cause_key}`, { timeout: FIRST_VISIT_MS });
  await listening;
  const goal = page.getByRole('progressbar', { name: 'Progress toward the goal' });
  // Next drops an update that arrives before the page is hydrated. React marks the elements that it has hydrated.
  const isHydrated = () =>
    goal.evaluate((element) => Object.keys(element).some((name) => name.startsWith('__reactFiber')));
  await eventually.poll(isHydrated).toBe(true);
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));

  sources.edit('components/cause/progress.tsx', '<progress\n', '<progress\n            id="changed"\n');
  await eventually(goal).toHaveAttribute('id', 'changed');

  sources.edit('lib/i18n/messages/en/cause.ts', 'About this cause', 'What it is about');
  const heading = page.getByRole('heading', { name: 'What it is about' });
  await eventually(heading).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-kept', '');
});

test('the API uses a changed file, and a broken file changes nothing until it is fixed', async () => {
  const answered = async () => (await fetch(`${service.baseUrl}/v1/nowhere`)).json();
  const file = 'lib/http/unmatched.ts';
  sources.edit(file, 'There is nothing at this path.', 'Nothing is here.');
  await eventually.poll(answered).toMatchObject({ detail: 'Nothing is here.' });

  sources.edit(file, "'Nothing is here.'", "'Nothing is here.");
  await eventually.poll(service.output).toContain('The API stays as it was until this is mended.');
  expect(service.output()).toContain(`${sources.folder}/${file}`);
  expect(await answered()).toMatchObject({ detail: 'Nothing is here.' });

  sources.edit(file, "'Nothing is here.", "'Nobody is here.'");
  await eventually.poll(answered).toMatchObject({ detail: 'Nobody is here.' });
});

test('broken emulators wait for their file, and restart with the state they had', async () => {
  const mailbox = async () => (await fetch(`${service.emulatorUrl}/mailbox`).catch(() => undefined))?.status;
  sources.edit('emulators/main.ts', 'async function main', 'async function = main');
  await eventually.poll(service.output).toContain('The emulators stopped (exit code 1)');
  expect(await mailbox()).toBeUndefined();
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);

  sources.edit('emulators/main.ts', 'async function = main', 'async function main');
  await eventually.poll(mailbox).toBe(200);
});

test('stopping leaves no process behind, even with a page listening for changes', async ({ page }) => {
  await page.goto(`${service.baseUrl}/c/${service.demo.cause_key}`);
  const family = descendants(service.pid);
  expect(family.length).toBeGreaterThan(4);
  expect(await service.stop()).toBe(0);
  expect(stillThere([service.pid, ...family])).toEqual([]);
});
