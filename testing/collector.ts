import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it (OTLP over HTTP, as JSON), with the parts that tests look at. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
  links: { traceId: string; spanId: string }[];
};
type Request = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };

/** A collector of traces on this machine. */
export type Collector = {
  endpoint: string;
  /** The spans that have come so far. */
  spans(): ReceivedSpan[];
  /** The same as they were sent. */
  text(): string;
  close(): void;
};

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.url === '/v1/traces') bodies.push(body);
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Request).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    text: () => bodies.join('\n'),
    close: () => void server.close(),
  };
}
