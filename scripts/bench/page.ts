import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Request } from 'autocannon';
import { type Browser, chromium } from 'playwright';
import { type Demo, startInstance } from '#testing/instance.ts';
import { browserArguments, findOrInstallBrowser } from '../browser.ts';
import { childOf, measure, postmasterOf } from './measure.ts';
import type { PageOptions } from './options.ts';
import { loadPage } from './page-load.ts';
import { COUNTRIES, type Country, type PageResult, pageConditions, pageTable, waterfallOf } from './page-report.ts';
import { addToReport } from './report.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Rate limits stay on, above the rate that one machine can reach. */
const NEVER_REACHED = '100000000';

/** Options of the load without a browser that measures the rate of the page. */
const RATE = { connections: 32, seconds: 3, warmUpSeconds: 1, links: 50 };

/** The parts of an instance with the emulators that are used here. */
type Site = {
  name: string;
  baseUrl: string;
  demo: Demo;
  /** The web server, and the database's first process; absent where this run has not started them. */
  processes?: { pid: number; postmaster: number };
};

/** Measures the hosted checkout page as a donor's phone sees it, of one or more instances in turn. */
export async function benchPage(options: PageOptions): Promise<void> {
  const stops: (() => unknown)[] = [];
  try {
    const sites = options.at.length > 0 ? options.at.map(running) : await startSites(options, stops);
    const browser = await openBrowser();
    const version = browser.version();
    const results = await measureSites(browser, sites, options.rounds).finally(() => browser.close());
    await measureRates(sites, results, options.rounds);

    const about = pageConditions(options.rounds, version, options.at.length > 0 ? undefined : RATE);
    const parts = [about, pageTable(results)];
    console.log(`\n${parts.join('\n\n')}`);
    if (options.waterfall)
      for (const { name, loads } of results) console.log(`\n${name}:\n\n${waterfallOf(loads.US.at(-1))}`);
    if (options.write) addToReport('the checkout page on a phone', parts);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findOrInstallBrowser(), args: browserArguments() });
}

/** The other checkout first, so that its column, “before”, comes first. */
async function startSites({ beside }: PageOptions, stops: (() => unknown)[]): Promise<Site[]> {
  const roots = beside === undefined ? [ROOT] : [resolve(beside), ROOT];
  const sites: Site[] = [];
  for (const [index, root] of roots.entries()) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
    stops.push(() => rmSync(dataDir, { recursive: true, force: true }));
    console.error(`Starting ${root}…`);
    // `npm start` does this first too; it does nothing if everything is installed.
    execFileSync(process.execPath, ['scripts/install.mjs'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const settings = { RATE_LIMIT_CLIENT_PER_10S: NEVER_REACHED, RATE_LIMIT_ADDRESS_PER_10S: NEVER_REACHED };
    const instance = await startInstance({ dataDir, settings, root });
    stops.push(() => instance.stop());
    const name = `${index === roots.length - 1 ? 'now' : 'before'} (${commitOf(root)})`;
    const processes = { pid: childOf(instance.pid, 'server.ts'), postmaster: postmasterOf(dataDir) };
    sites.push({ name, baseUrl: instance.baseUrl, demo: instance.demo, processes });
  }
  return sites;
}

/** An instance that runs already, described by the files in its DATA_DIR. */
function running(dataDir: string): Site {
  const demo: Demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  return { name: dataDir, baseUrl: new URL(demo.checkout_url).origin, demo };
}

function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
}

/** Loads the pages of all sites in turn, after one load of each to warm up its server. */
async function measureSites(browser: Browser, sites: readonly Site[], rounds: number): Promise<PageResult[]> {
  const results = sites.map(({ name }): PageResult => {
    return { name, loads: { US: [], CO: [], MX: [] }, rates: [] };
  });
  for (let round = 0; round <= rounds; round++)
    for (const country of COUNTRIES)
      for (const [index, site] of inTurn(sites, round)) {
        const load = await loadPage(browser, await mint(site, country), country === 'US');
        if (round > 0) results[index]?.loads[country].push(load);
        const turn = round === 0 ? 'warm-up' : `round ${round}`;
        console.error(`${site.name}, ${country}, ${turn}: usable after ${Math.round(load.usableMs)} ms`);
      }
  return results;
}

/** The rate of a site's page without a browser, and the processor time of one page. */
async function measureRates(sites: readonly Site[], results: readonly PageResult[], rounds: number): Promise<void> {
  const links = await Promise.all(
    sites.map((site) => Promise.all(Array.from({ length: RATE.links }, () => mint(site, 'US')))),
  );
  for (let round = 1; round <= rounds; round++)
    for (const [index, { baseUrl, name, processes }] of inTurn(sites, round)) {
      // Only the starter of an instance knows its processes, and the cost of a page is measured on them.
      if (!processes) continue;
      const request = { method: 'GET' as const, setupRequest: oneOf(links[index] ?? []) };
      const rate = await measure({ url: baseUrl, ...processes, request, status: 200, ...RATE });
      results[index]?.rates.push(rate);
      console.error(`${name}, load, round ${round}: ${Math.round(rate.perSecond)} pages/s`);
    }
}

/** Requests the pages in turn until the time is over. */
function oneOf(urls: readonly string[]) {
  let asked = 0;
  return (request: Request): Request => {
    const { pathname, search } = new URL(urls[asked++ % urls.length] ?? '');
    return { ...request, path: `${pathname}${search}` };
  };
}

/** Every other round starts with the last site, because the order influences the figures. */
function inTurn<Each>(sites: readonly Each[], round: number): [number, Each][] {
  const turns = [...sites.entries()];
  return round % 2 === 0 ? turns.reverse() : turns;
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
  if (response.status !== 201) throw new Error(`A mint was answered ${response.status}: ${await response.text()}`);
  const link: { url: string } = JSON.parse(await response.text());
  return link.url;
}
