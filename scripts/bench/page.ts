import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { type Demo, startInstance } from '../../e2e/support/instance.ts';
import { browserArguments, findOrInstallBrowser } from '../browser.ts';
import { run } from './measure.ts';
import type { PageOptions } from './options.ts';
import { loadPage } from './page-load.ts';
import {
  COUNTRIES,
  type Country,
  type PageResult,
  pageConditions,
  pageTable,
  waterfallOf,
} from './page-report.ts';
import { keep } from './report.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Limits stay on, and above what one machine can ask. */
const NEVER_REACHED = '100000000';

/** How the page is loaded without a browser, for its rate. */
export const RATE = { connections: 32, seconds: 3, links: 50 };

/** An instance with the emulators, as far as this needs it. */
type Site = { name: string; baseUrl: string; demo: Demo };

/** Measures the hosted checkout page as a donor's phone sees it, of one or more instances in turn. */
export async function benchPage(options: PageOptions): Promise<void> {
  const stops: (() => unknown)[] = [];
  try {
    const sites = options.at.length > 0 ? options.at.map(running) : await startSites(options, stops);
    const browser = await openBrowser();
    const version = browser.version();
    const results = await measureSites(browser, sites, options.rounds).finally(() => browser.close());
    // Instances that ran already count what an address asks for: a load would only meet its limit.
    if (options.at.length === 0) await measureRates(sites, results, options.rounds);

    const about = pageConditions(options.rounds, version, options.at.length > 0 ? undefined : RATE);
    const parts = [about, pageTable(results)];
    console.log(`\n${parts.join('\n\n')}`);
    if (options.waterfall)
      for (const { name, loads } of results) console.log(`\n${name}:\n\n${waterfallOf(loads.US.at(-1))}`);
    if (options.write) keep('the checkout page on a phone', parts);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstallBrowser(), args: browserArguments() });
}

/** The other checkout first, so that what was before stands before what is now. */
async function startSites({ beside }: PageOptions, stops: (() => unknown)[]): Promise<Site[]> {
  const roots = beside === undefined ? [ROOT] : [resolve(beside), ROOT];
  const sites: Site[] = [];
  for (const [index, root] of roots.entries()) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
    stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
    console.error(`Starting ${root}…`);
    // As `npm start` does first: nothing, where all is installed.
    execFileSync(process.execPath, ['scripts/install.mjs'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const settings = { RATE_LIMIT_CLIENT_PER_10S: NEVER_REACHED, RATE_LIMIT_ADDRESS_PER_10S: NEVER_REACHED };
    const instance = await startInstance({ dataDir, settings, root });
    stops.push(() => instance.stop());
    const name = `${index === roots.length - 1 ? 'now' : 'before'} (${commitOf(root)})`;
    sites.push({ name, baseUrl: instance.baseUrl, demo: instance.demo });
  }
  return sites;
}

/** An instance that runs already: all about it stands among its data. */
function running(dataDir: string): Site {
  const demo: Demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  return { name: dataDir, baseUrl: new URL(demo.checkout_url).origin, demo };
}

function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
}

/** All pages of all sites in turn, each opened once before, which warms up what serves it. */
async function measureSites(browser: Browser, sites: readonly Site[], rounds: number): Promise<PageResult[]> {
  const results = sites.map(({ name }): PageResult => {
    return { name, loads: { US: [], CO: [], MX: [] }, perSecond: [] };
  });
  for (let round = 0; round <= rounds; round++)
    for (const country of COUNTRIES)
      for (const [index, site] of sites.entries()) {
        const load = await loadPage(browser, await mint(site, country), country === 'US');
        if (round > 0) results[index]?.loads[country].push(load);
        const turn = round === 0 ? 'warm-up' : `round ${round}`;
        console.error(`${site.name}, ${country}, ${turn}: usable after ${Math.round(load.usableMs)} ms`);
      }
  return results;
}

async function measureRates(
  sites: readonly Site[],
  results: readonly PageResult[],
  rounds: number,
): Promise<void> {
  const paths = await Promise.all(
    sites.map((site) => Promise.all(Array.from({ length: RATE.links }, () => mint(site, 'US')))),
  );
  const { connections, seconds } = RATE;
  for (let round = 0; round <= rounds; round++)
    for (const [index, { baseUrl, name }] of sites.entries()) {
      const urls = paths[index] ?? [];
      let asked = 0;
      const setupRequest = (request: object) => {
        const { pathname, search } = new URL(urls[asked++ % urls.length] ?? baseUrl);
        return { ...request, path: `${pathname}${search}` };
      };
      const load = {
        url: baseUrl,
        request: { method: 'GET' as const, setupRequest },
        status: 200,
        connections,
      };
      const { requests } = await run(load, seconds);
      if (round > 0) results[index]?.perSecond.push(requests.average);
      console.error(
        `${name}, load, ${round === 0 ? 'warm-up' : `round ${round}`}: ${Math.round(requests.average)} pages/s`,
      );
    }
}

/** The address of a new link, minted as a partner does. */
async function mint({ baseUrl, demo }: Site, country: Country): Promise<string> {
  const wish = {
    US: { cause: demo.cause_key, amount: 50, currency: 'USD' },
    CO: { cause: demo.colombia.cause_key, amount: 50_000, currency: 'COP' },
    MX: { cause: demo.mexico.cause_key, amount: 250, currency: 'MXN' },
  }[country];
  const response = await fetch(`${baseUrl}/v1/checkout_links`, {
    method: 'POST',
    headers: { 'x-api-key': demo.key, 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  });
  if (response.status !== 201)
    throw new Error(`A mint was answered ${response.status}: ${await response.text()}`);
  const link: { url: string } = JSON.parse(await response.text());
  return link.url;
}
