import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { type HrTime, type Link, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from './env.ts';
import { log } from './log.ts';
import { type Outcome, recordWork, traceOf, type Work } from './trace.ts';

/** How often spans are sent, in milliseconds. */
const EXPORT_EVERY_MS = 1_000;
/** How long the collector may take, in milliseconds: a stopping process waits for it. */
const EXPORT_LIMIT_MS = 3_000;

/**
 * Sends the spans of this process to a collector from now on. A collector that is away costs its spans and nothing else.
 * @param role the name of this process among those of its machine
 * @returns sends what is left, before the process ends
 */
export function exportTraces(
  { endpoint, serviceName, ratio }: TraceSettings,
  role: 'web' | 'worker',
): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_LIMIT_MS });
  const spans = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
  });
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.instance.id': `${hostname()}/${role}/${pid}`,
  });
  recordWork((work, outcome, ended) => {
    for (const span of spansOf(work, outcome, ended, ratio)) spans.onEnd({ ...span, ...CONSTANT, resource });
  });
  return async () => {
    recordWork(undefined);
    // A process that ends does so in good order, whatever becomes of its traces.
    await spans.shutdown().catch((error: unknown) => log().warn({ err: error }, 'the last spans could not be sent'));
  };
}

/** What all spans have in common. */
const CONSTANT = {
  ended: true,
  events: [],
  instrumentationScope: { name: 'fundraising' },
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
};

/** A span but for what all have in common. */
type Span = Omit<ReadableSpan, keyof typeof CONSTANT | 'resource'>;

/**
 * The spans of work that is over: itself, its steps, and the first span of a link that it minted. None unless the link's trace is
 * sampled, or the caller's: that one goes on with this work, and refers to the link's.
 */
export function spansOf(work: Work, outcome: () => Outcome, ended: number, ratio: number): Span[] {
  const link = work.linkId === undefined ? undefined : sampledTrace(work.linkId, ratio);
  const caller = work.parent?.isSampled ? contextOf(work.parent) : undefined;
  const parent = caller ?? link;
  if (!parent) return [];
  const { began } = work;
  const { kind, ...parts } = outcome();
  const links = caller && link ? [link] : [];
  const own = spanIn(parent, { ...parts, kind: KINDS[kind], began, ended, links });
  const steps = work.steps.map((step) =>
    // One that nobody waits for may still be under way.
    spanIn(own.spanContext(), { ...step, kind: SpanKind.CLIENT, ended: step.ended || ended }),
  );
  if (!link || !work.isMint) return [own, ...steps];
  const first = {
    name: 'checkout link',
    kind: SpanKind.INTERNAL,
    began,
    ended,
    links: caller ? [own.spanContext()] : [],
  };
  return [span(link, first), own, ...steps];
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

type Parts = {
  name: string;
  kind: SpanKind;
  /** In milliseconds since the epoch. */
  began: number;
  ended: number;
  attributes?: Outcome['attributes'];
  errorType?: string | undefined;
  links?: SpanContext[];
};

/** A new span under another one. */
function spanIn(parent: SpanContext, parts: Parts): Span {
  const context = contextOf({ traceId: parent.traceId, spanId: randomBytes(8).toString('hex') });
  return { ...span(context, parts), parentSpanContext: parent };
}

function span(context: SpanContext, { name, kind, began, ended, attributes, errorType, links = [] }: Parts): Span {
  return {
    name,
    kind,
    spanContext: () => context,
    startTime: timeOf(began),
    endTime: timeOf(ended),
    duration: timeOf(ended - began),
    status: { code: errorType === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: { ...attributes, ...(errorType !== undefined && { 'error.type': errorType }) },
    links: links.map((linked): Link => ({ context: linked })),
  };
}

function contextOf({ traceId, spanId }: { traceId: string; spanId: string }): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** The first span of a link's trace; undefined unless it is sampled. All processes decide alike: by the trace's id. */
function sampledTrace(linkId: string, ratio: number): SpanContext | undefined {
  const trace = traceOf(linkId);
  return Number.parseInt(trace.traceId.slice(0, 8), 16) < ratio * 2 ** 32 ? contextOf(trace) : undefined;
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
