import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { prefersGzip } from './accept-encoding.ts';
import { isKnownTag } from './etag.ts';
import { captureResponse, PER_RESPONSE_HEADERS } from './page-cache.ts';

/** Documents that are the same for everybody as long as we run. */
const SAME_FOR_ALL = /^\/(?:openapi\.json|llms\.txt|docs(?:\/[a-z0-9_/-]+)?\.md|docs\/(?:postman|search)\.json)$/;

type CachedDocument = { body: Buffer; zipped: Buffer; etag: string; headers: OutgoingHttpHeaders };
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Keeps such documents from their first answer on: compressed once, with an ETag, whatever else the request says. */
export function cacheDocuments(serve: Handler): Handler {
  const kept = new Map<string, CachedDocument>();
  return async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (!SAME_FOR_ALL.test(path)) return serve(request, response);
    const document = kept.get(path);
    if (document) return send(request, response, document);
    if (request.method !== 'GET') return serve(request, response);
    const { status, body, isWhole } = await captureResponse(serve, request, response);
    if (status !== 200 || !isWhole) {
      response.end(body);
      return;
    }
    const headers = Object.entries(response.getHeaders()).filter(([name]) => !PER_RESPONSE_HEADERS.has(name));
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const made = { body, zipped: gzipSync(body), etag, headers: Object.fromEntries(headers) };
    kept.set(path, made);
    send(request, response, made);
  };
}

function send({ method, headers: asked }: IncomingMessage, response: ServerResponse, document: CachedDocument): void {
  const { body, zipped, etag, headers } = document;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  const isZipped = prefersGzip(asked['accept-encoding']);
  const sent = isZipped ? zipped : body;
  response.setHeader('Vary', 'Accept-Encoding');
  // Weak: the compressed bytes have the same one.
  response.setHeader('ETag', `W/${etag}`);
  if (isKnownTag(asked['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(200, { 'Content-Length': sent.length }).end(method === 'HEAD' ? undefined : sent);
}
