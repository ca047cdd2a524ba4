import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '#lib/problems/problem.ts';
import { pageOfForm, refusalHtml } from './form-refusal.ts';
import { documentForPage, readerLocale } from './page-document.ts';
import { targetUrl } from './request.ts';
import { logRequest } from './response.ts';

/**
 * Answers a page that is not rendered now, because its address has used up its limit or too many wait: 429 or 503 with
 * `Retry-After`, and a document in the reader's language that asks again automatically. A form is never sent again automatically.
 * @param nonce of the response's policy, which is set already
 */
export function answerBusy(request: IncomingMessage, response: ServerResponse, problem: Problem, nonce: string): void {
  const { method = '', url = '/' } = request;
  const path = targetUrl(url).pathname;
  const seconds = problem.retryAfterSeconds ?? 1;
  const html =
    method === 'POST'
      ? refusalHtml(problem, readerLocale(request), nonce, pageOfForm(path))
      : documentForPage(request, 'busy', nonce, seconds);
  const requestId = randomUUID();
  logRequest({ method, path }, requestId, problem.status);
  response.writeHead(problem.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'private, no-store',
    'Retry-After': String(seconds),
    'X-Request-Id': requestId,
  });
  response.end(html);
}
