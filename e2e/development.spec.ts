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

test('the API uses a changed file, and answers again once a broken one is fixed', async () => {
  const answered = async () => {
    const response = await fetch(`${service.baseUrl}/v1/causes`, { method: 'POST' });
    return response.status === 401 ? (await response.json()).title : response.status;
  };
  const file = 'lib/problems/catalogue.ts';
  sources.edit(file, 'Missing or invalid API key', 'Nobody knows you.');
  await eventually.poll(answered).toBe('Nobody knows you.');

  sources.edit(file, "'Nobody knows you.'", "'Nobody knows you.");
  await eventually.poll(answered).toBe(500);
  expect(service.output()).toContain(file);

  sources.edit(file, "'Nobody knows you.", "'Who are you?'");
  await eventually.poll(answered).toBe('Who are you?');
});

test('broken emulators wait for their file, and restart with the state they had', async () => {
  const mailbox = async () => (await fetch(`${service.emulatorUrl}/mailbox`).catch(() => undefined))?.status;
  sources.edit('emulators/main.ts', 'async function main', 'async function = main');
  await eventually.poll(mailbox).toBeUndefined();
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);

  sources.edit('emulators/main.ts', 'async function = main', 'async function main');
  await eventually.poll(mailbox).toBe(200);
});

test('a changed file that needs a new start is named', async () => {
  sources.edit('server.ts', 'const DRAIN_MS = 20_000', 'const DRAIN_MS = 10_000');
  await eventually.poll(service.output).toContain('server.ts changed: stop this command and start it again');
});

test('stopping leaves no process behind, even with a page listening for changes', async ({ page }) => {
  await page.goto(`${service.baseUrl}/c/${service.demo.cause_key}`);
  const family = descendants(service.pid);
  expect(family.length).toBeGreaterThan(4);
  expect(await service.stop()).toBe(0);
  expect(stillThere([service.pid, ...family])).toEqual([]);
});
