import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localeCookie, negotiateLocale } from '#lib/i18n/negotiate.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Problem } from '#lib/problems/problem.ts';
import { logRequest } from './answer-request.ts';
import { refusalHtml } from './form-refusal.ts';
import { plainDocument } from './plain-document.ts';
import { targetUrl } from './request.ts';

/**
 * Answers a page that is not rendered now, because its address has used up its limit or too many wait: 429 or 503 with
 * `Retry-After`, and a document in the reader's language that asks again by itself. A form is never sent again by itself.
 * @param nonce of the response's policy, which is set already
 */
export function answerBusy(
  { method = '', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  problem: Problem,
  nonce: string,
): void {
  const { searchParams, pathname } = targetUrl(url);
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const locale = negotiateLocale({
    explicit: searchParams.get('lang'),
    cookie: localeCookie((name) => cookies.find(([each]) => each === name)?.[1]),
    acceptLanguage: headers['accept-language'],
  });
  const t = translatorFor(locale);
  const texts = { title: t('pageErrors.busyTitle'), body: t('pageErrors.busyBody') };
  const link = { href: url, text: t('ui.tryAgain') };
  const seconds = problem.retryAfterSeconds ?? 1;
  const html =
    method === 'POST'
      ? refusalHtml(problem, locale, nonce)
      : plainDocument({ ...texts, locale, nonce, link, againInSeconds: seconds });
  const requestId = randomUUID();
  logRequest({ method, path: pathname }, requestId, problem.status);
  response.writeHead(problem.status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'private, no-store',
    'Retry-After': String(seconds),
    'X-Request-Id': requestId,
  });
  response.end(html);
}
