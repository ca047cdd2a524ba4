import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { type Condition, type Paints, watch } from './page-watch.ts';

/** A mid-range phone on a slow mobile network. */
export const PHONE = {
  width: 390,
  height: 844,
  scale: 3,
  slowdown: 4,
  downMbit: 1.6,
  upMbit: 0.75,
  latencyMs: 150,
};

/** How long a page is watched after it can be paid on, in milliseconds: late requests count too. */
const REST_MS = 3_000;
/** The timeout of a load, in milliseconds: far above any useful figure. */
const LOAD_LIMIT_MS = 60_000;

/** The QA deck, which exists with the emulators only, is blocked and not counted. */
const DECK = '*/qa/*';

const BITS = 8;
const MEGA = 1_000_000;

/** One request of a load, times in milliseconds from the start of the navigation. Bytes are those of the body, as it travels. */
export type Fetched = {
  url: string;
  type: string;
  encoding: string;
  startMs: number;
  firstByteMs: number;
  endMs: number;
  bytes: number;
  isOurs: boolean;
  isScript: boolean;
};

/** One load of a page on the phone. Times in milliseconds from the start of the navigation, sizes in bytes as they travel. */
export type PageLoad = {
  fcpMs: number;
  lcpMs: number;
  cls: number;
  /** Until all conditions were true: the form works, and for cards the card number can be typed. */
  usableMs: number;
  /** The time since when each condition is true. */
  signs: Record<string, number>;
  scriptBytes: number;
  scriptBytesAtRest: number;
  htmlBytes: number;
  requests: number;
  fetched: Fetched[];
};

/** The conditions for a donor to be able to pay: for cards they include the processor's form. */
const WITHOUT_CARD: readonly Condition[] = ['submit'];
const WITH_CARD: readonly Condition[] = ['submit', 'loaded', 'frame', 'field'];

/**
 * Opens a page as a phone sees it for the first time, with nothing in its cache, until a donor can pay, and a little longer.
 * @param url a checkout that nobody has opened yet
 * @param withCard whether the page is to show the card form without being asked
 * @throws Error when it cannot be paid on within a minute
 */
export async function loadPage(browser: Browser, url: string, withCard: boolean): Promise<PageLoad> {
  const { width, height, scale } = PHONE;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  try {
    const usable = await watchFor(context, withCard ? WITH_CARD : WITHOUT_CARD);
    const page = await context.newPage();
    await slowDown(page);
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(url, { waitUntil: 'commit', timeout: LOAD_LIMIT_MS });
    await Promise.race([usable.seen, late(url, usable.since)]);
    await pause(REST_MS);
    await checkProcess(context, page);
    const paints: Paints = await page.evaluate(() => Reflect.get(window, 'benchPaints'));
    return await evaluate(url, paints, usable.since, requests);
  } finally {
    await context.close();
  }
}

/** Collects from every frame the time since when each condition is true. */
async function watchFor(context: BrowserContext, wanted: readonly Condition[]) {
  const since = new Map<Condition, number>();
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  await context.exposeBinding('benchTell', (_source, sign: Condition, at: number | null) => {
    if (!wanted.includes(sign)) return;
    if (at === null) since.delete(sign);
    else since.set(sign, at);
    if (since.size === wanted.length) resolve();
  });
  await context.addInitScript(watch);
  return { since, seen };
}

async function late(url: string, since: ReadonlyMap<Condition, number>): Promise<never> {
  await pause(LOAD_LIMIT_MS, undefined, { ref: false });
  throw new Error(`${url} cannot be paid on; all that is there: ${[...since.keys()].join(', ') || 'nothing'}.`);
}

/**
 * Slows down the page's process and its network. The emulators' card form lives on another port of the same host, so it is the
 * same site and has no process of its own: what holds for the page holds for its frames. Latency is added to each request,
 * not to the setting up of a connection, which costs nothing here.
 */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: [DECK] });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latencyMs,
    downloadThroughput: (PHONE.downMbit * MEGA) / BITS,
    uploadThroughput: (PHONE.upMbit * MEGA) / BITS,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
}

/** Fails if a frame has its own process, which would not be slowed down. */
async function checkProcess(context: BrowserContext, page: Page): Promise<void> {
  for (const frame of page.frames().filter((each) => each !== page.mainFrame())) {
    const own = await context.newCDPSession(frame).catch(() => undefined);
    if (own) throw new Error(`${frame.url()} has a process of its own, which is not slowed down.`);
  }
}

async function evaluate(
  url: string,
  paints: Paints,
  since: ReadonlyMap<Condition, number>,
  requests: readonly Request[],
): Promise<PageLoad> {
  const { timeOrigin, fcpMs, lcpMs, cls } = paints;
  const { origin } = new URL(url);
  const signs = [...since].map(([sign, at]) => [sign, at - timeOrigin] as const);
  const usableMs = Math.max(...signs.map(([, at]) => at));
  const fetched = await Promise.all(requests.map((request) => read(request, origin, timeOrigin)));
  const scripts = fetched.filter(({ isScript, isOurs }) => isScript && isOurs);
  const bytesOf = (some: readonly Fetched[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    fcpMs,
    lcpMs,
    cls,
    usableMs,
    signs: Object.fromEntries(signs),
    scriptBytes: bytesOf(scripts.filter(({ endMs }) => endMs <= usableMs)),
    scriptBytesAtRest: bytesOf(scripts),
    htmlBytes: bytesOf(fetched.filter((each) => each.isOurs && each.type === 'document')),
    requests: fetched.length,
    fetched: fetched.sort((a, b) => a.startMs - b.startMs),
  };
}

async function read(request: Request, origin: string, timeOrigin: number): Promise<Fetched> {
  const [sizes, response] = await Promise.all([request.sizes(), request.response()]);
  const headers = (await response?.allHeaders()) ?? {};
  const { startTime, responseStart, responseEnd } = request.timing();
  const startMs = startTime - timeOrigin;
  return {
    url: request.url(),
    type: request.resourceType(),
    encoding: headers['content-encoding'] ?? '',
    startMs,
    firstByteMs: startMs + responseStart,
    endMs: startMs + responseEnd,
    bytes: sizes.responseBodySize,
    isOurs: new URL(request.url()).origin === origin,
    isScript: /javascript/.test(headers['content-type'] ?? ''),
  };
}
