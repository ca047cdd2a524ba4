import { afterEach, describe, expect, test } from 'vitest';
import {
  currentTraceId,
  type Outcome,
  readTraceParent,
  recordWork,
  traceLink,
  traceOf,
  traceStep,
  traceWork,
  type Work,
} from './trace.ts';
import { spansOf } from './trace-export.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01`, true],
    [`cc-${TRACE}-${SPAN}-01-what-a-later-version-adds`, true],
  ])('%s is taken', (header, isSampled) => {
    expect(readTraceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  test.each([
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-1`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
  ])('%j is ignored', (header) => {
    expect(readTraceParent(header)).toBeUndefined();
  });
});

const OUTCOME: Outcome = { name: 'POST /v1/checkout_links', kind: 'server', attributes: { 'http.route': '/v1' } };
const work = (parts: Partial<Work> = {}): Work => ({ began: 1_000, isMint: false, steps: [], ...parts });
const spans = (of: Work, ratio = 1) => spansOf(of, () => OUTCOME, 1_250, ratio);
const seen = (of: Work, ratio = 1) =>
  spans(of, ratio).map(({ name, spanContext, parentSpanContext, links }) => ({
    name,
    trace: spanContext().traceId,
    parent: parentSpanContext?.spanId,
    links: links.map(({ context }) => context.traceId),
  }));

describe('spans', () => {
  const link = traceOf('chl_one');
  const parent = { traceId: TRACE, spanId: SPAN, isSampled: true };

  test('work about no link has none, unless its caller’s trace is sampled', () => {
    expect(spans(work())).toEqual([]);
    expect(spans(work({ parent: { ...parent, isSampled: false } }))).toEqual([]);
    expect(seen(work({ parent }))).toEqual([{ name: OUTCOME.name, trace: TRACE, parent: SPAN, links: [] }]);
  });

  test('work about a link belongs to the link’s trace', () => {
    expect(seen(work({ linkId: 'chl_one' }))).toEqual([
      { name: OUTCOME.name, trace: link.traceId, parent: link.spanId, links: [] },
    ]);
  });

  test('a mint begins the link’s trace; the caller’s and the link’s refer to each other', () => {
    expect(seen(work({ linkId: 'chl_one', isMint: true, parent }))).toEqual([
      { name: 'checkout link', trace: link.traceId, parent: undefined, links: [TRACE] },
      { name: OUTCOME.name, trace: TRACE, parent: SPAN, links: [link.traceId] },
    ]);
  });

  test('of links that are not sampled there are none, and a caller’s trace does not refer to them', () => {
    expect(spans(work({ linkId: 'chl_one' }), 0)).toEqual([]);
    expect(seen(work({ linkId: 'chl_one', isMint: true, parent }), 0)).toMatchObject([{ trace: TRACE, links: [] }]);
  });

  test('the part of the links that is sampled is the one that was wished', () => {
    const sampled = Array.from({ length: 2_000 }, (_, i) => spans(work({ linkId: `chl_${i}` }), 0.25).length);
    expect(sampled.filter((count) => count > 0).length).toBeGreaterThan(400);
    expect(sampled.filter((count) => count > 0).length).toBeLessThan(600);
  });

  test('steps are under their work, with their times; one that nobody waited for ends with it', () => {
    const steps = [
      { name: 'stripe start', began: 1_100, ended: 1_125, errorType: 'unreachable' },
      { name: 'stripe retrieve', began: 1_200, ended: 0 },
    ];
    const [own, failed, open] = spans(work({ linkId: 'chl_one', steps }));
    expect(failed).toMatchObject({
      parentSpanContext: own?.spanContext(),
      startTime: [1, 100_000_000],
      duration: [0, 25_000_000],
      status: { code: 2 },
      attributes: { 'error.type': 'unreachable' },
    });
    expect(open).toMatchObject({ endTime: [1, 250_000_000], status: { code: 0 } });
  });
});

describe('recording', () => {
  afterEach(() => recordWork(undefined));

  test('knows what its work was about and which calls it made, beside other work', async () => {
    const works: Work[] = [];
    recordWork((done) => works.push(done));
    const run = (id: string) =>
      traceWork(undefined, async (finish) => {
        await traceStep(`call of ${id}`, () => Promise.resolve());
        traceLink(id);
        traceLink('chl_another');
        expect(currentTraceId()).toBe(traceOf(id).traceId);
        finish?.(() => OUTCOME);
      });
    await Promise.all([run('chl_one'), run('chl_two')]);
    expect(works.map(({ linkId, steps }) => [linkId, steps.map(({ name }) => name)])).toEqual([
      ['chl_one', ['call of chl_one']],
      ['chl_two', ['call of chl_two']],
    ]);
  });

  test('of a mint that had to begin again it keeps the link that was minted', () => {
    let done: Work | undefined;
    recordWork((finished) => {
      done = finished;
    });
    traceWork(undefined, (finish) => {
      traceLink('chl_taken', { isMint: true });
      traceLink('chl_minted', { isMint: true });
      finish?.(() => OUTCOME);
    });
    expect(done).toMatchObject({ linkId: 'chl_minted', isMint: true });
  });

  test('of a call that fails it keeps the kind of error, not its text', async () => {
    let done: Work | undefined;
    recordWork((finished) => {
      done = finished;
    });
    const failing = () => Promise.reject(Object.assign(new Error('rosa@example.org'), { code: 'ECONNRESET' }));
    await traceWork(undefined, async (finish) => {
      await expect(traceStep('smtp send', failing)).rejects.toThrow('rosa@example.org');
      finish?.(() => OUTCOME);
    });
    expect(done?.steps).toMatchObject([{ name: 'smtp send', errorType: 'ECONNRESET' }]);
  });

  test('while traces are off nothing is recorded, and work runs as ever', async () => {
    const result = await traceWork(`00-${TRACE}-${SPAN}-01`, async (finish) => {
      traceLink('chl_one');
      return [finish, currentTraceId(), await traceStep('call', async () => 5)];
    });
    expect(result).toEqual([undefined, undefined, 5]);
  });
});
