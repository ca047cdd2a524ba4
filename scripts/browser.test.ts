import { expect, test } from 'vitest';
import { browserArguments, findOrInstallBrowser, type Machine } from './browser.ts';

/** A machine where the given programs run; `installed` appear once a command containing the word has run. */
function machine(programs: string[], installed: Record<string, string> = {}): Machine & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    env: { PATH: '/usr/local/bin:/usr/bin' },
    ownPath: '/cache/playwright/chrome',
    isRoot: true,
    isDebian: true,
    works: async (path) => programs.includes(path),
    execute: async (command, args) => {
      ran.push([command, ...args].join(' '));
      const word = Object.keys(installed).find((key) => [command, ...args].join(' ').includes(key));
      if (!word) throw new Error(`${command} has no network`);
      programs.push(installed[word] ?? '');
    },
  };
}

test('$CHROMIUM_PATH wins', async () => {
  const around = machine(['/opt/mine', '/usr/bin/chromium']);
  around.env.CHROMIUM_PATH = '/opt/mine';
  await expect(findOrInstallBrowser(around)).resolves.toBe('/opt/mine');
});

test('a wrong $CHROMIUM_PATH is an error, without a fallback', async () => {
  const around = machine(['/usr/bin/chromium']);
  around.env.CHROMIUM_PATH = '/opt/gone';
  await expect(findOrInstallBrowser(around)).rejects.toThrow('CHROMIUM_PATH is /opt/gone');
});

test('the system browser comes before the one of Playwright', async () => {
  const around = machine(['/usr/bin/google-chrome', '/cache/playwright/chrome']);
  await expect(findOrInstallBrowser(around)).resolves.toBe('/usr/bin/google-chrome');
  await expect(findOrInstallBrowser(machine(['/cache/playwright/chrome']))).resolves.toBe('/cache/playwright/chrome');
});

test('on Debian as root the package is installed', async () => {
  const shell = '/usr/bin/chromium-headless-shell';
  const around = machine([], { 'apt-get update': '', 'apt-get install': shell });
  await expect(findOrInstallBrowser(around)).resolves.toBe(shell);
  expect(around.ran).toHaveLength(2);
});

test('without the package, Playwright installs its own', async () => {
  const around = machine([], { 'install --with-deps chromium': '/cache/playwright/chrome' });
  await expect(findOrInstallBrowser(around)).resolves.toBe('/cache/playwright/chrome');
});

test('an ordinary user is never asked for a password', async () => {
  const around = machine([], { 'install chromium': '/cache/playwright/chrome' });
  around.isRoot = false;
  await expect(findOrInstallBrowser(around)).resolves.toBe('/cache/playwright/chrome');
  expect(around.ran.join()).not.toMatch(/apt-get|--with-deps/);
});

test('without any browser it fails with one clear sentence', async () => {
  await expect(findOrInstallBrowser(machine([]))).rejects.toThrow(
    /^The browser tests need Chromium, and none could be found or installed\..*no network/,
  );
});

test('the sandbox is disabled only for root', () => {
  expect(browserArguments(true)).toContain('--no-sandbox');
  expect(browserArguments(false)).not.toContain('--no-sandbox');
});
