import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOrInstallBrowser } from './browser.ts';
import { ensureBuild } from './build.ts';
import { contactSheet } from './screens/contact-sheet.ts';
import { readFlags, type Selection, USAGE } from './screens/flags.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'screens');

/** Takes pictures of the checkout's states into `screens/`, with a page to look through them. */
async function takePictures(selection: Selection): Promise<number> {
  const env = {
    ...process.env,
    NODE_ENV: 'test' as const,
    NEXT_DIST_DIR: await ensureBuild(),
    CHROMIUM_PATH: await findOrInstallBrowser(),
    SCREENS_FOLDER: FOLDER,
    SCREENS_STATES: selection.states.join(),
    SCREENS_LANGUAGES: selection.lang.join(),
    SCREENS_THEMES: selection.theme.join(),
    SCREENS_SIZES: selection.size.join(),
  };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/shots/playwright.config.ts'];
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail);
    child.once('close', (exitCode) => done(exitCode ?? 1));
  });
  if (existsSync(FOLDER)) {
    const sheet = join(FOLDER, 'index.html');
    writeFileSync(sheet, contactSheet(FOLDER));
    console.log(`\nLook at them: ${pathToFileURL(sheet)}`);
  }
  return code;
}

function readFlagsOrExit(): Selection {
  try {
    return readFlags(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(1);
  }
}

try {
  process.exitCode = await takePictures(readFlagsOrExit());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
