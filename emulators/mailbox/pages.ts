import { escapeHtml, pageHeaders, renderPage } from '../html.ts';
import type { Collection } from '../store.ts';
import type { CaughtMail } from './caught-mail.ts';

/**
 * Answers the mailbox's pages: the list, one mail, its HTML part alone (shown in a frame that cannot run scripts), and
 * `/mailbox.json?to=` for tests, newest first.
 */
export function answerMailbox(mails: Collection<CaughtMail>, request: Request, url: URL): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response('Use GET\n', { status: 405 });
  const to = url.searchParams.get('to')?.toLowerCase();
  const found = mails
    .values()
    .filter((mail) => to === undefined || mail.to.some((address) => address.toLowerCase() === to))
    .reverse();
  const path = url.pathname.replace(/\/$/, '');
  if (path === '/mailbox.json') {
    return Response.json(found, {
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  }
  if (path === '/mailbox') return renderList(found);
  const [, , id = '', part] = path.split('/');
  const mail = mails.get(id);
  if (mail === undefined) return new Response('No such mail\n', { status: 404 });
  if (part === undefined) return renderMail(mail);
  return part === 'html' ? renderHtmlPart(mail) : new Response('Not found\n', { status: 404 });
}

function renderList(mails: CaughtMail[]): Response {
  if (mails.length === 0) return renderPage('Mailbox', '<p>No mail yet.</p>');
  const rows = mails.map(
    (mail) => `<tr><td><time datetime="${mail.at}">${mail.at.slice(0, 19).replace('T', ' ')}</time></td>
      <td>${escapeHtml(mail.to.join(', '))}</td>
      <td><a href="/mailbox/${mail.id}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`,
  );
  return renderPage(
    'Mailbox',
    `<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function renderMail(mail: CaughtMail): Response {
  const attachments = mail.attachments.map(
    (one) => `<li>${escapeHtml(one.filename)} (${escapeHtml(one.contentType)}, ${one.sizeBytes} bytes)</li>`,
  );
  const html =
    mail.html === ''
      ? ''
      : `<h2>HTML</h2><iframe title="The mail as HTML" src="/mailbox/${mail.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return renderPage(
    mail.subject || '(no subject)',
    `<p><a href="/mailbox">All mails</a></p>
    <table><tr><th>From</th><td>${escapeHtml(mail.headers.from ?? mail.from)}</td></tr>
    <tr><th>To</th><td>${escapeHtml(mail.to.join(', '))}</td></tr>
    <tr><th>Time</th><td>${escapeHtml(mail.at)}</td></tr></table>
    ${html}<h2>Text</h2><pre>${linkify(mail.text)}</pre>
    ${attachments.length === 0 ? '' : `<h2>Attachments</h2><ul>${attachments.join('')}</ul>`}`,
    "style-src 'unsafe-inline'; frame-src 'self'; form-action 'none'; frame-ancestors 'none'",
  );
}

/** The mail's own HTML: no scripts, no forms; links open in a new tab. */
function renderHtmlPart(mail: CaughtMail): Response {
  const html = `<base target="_blank">${mail.html}`;
  const headers = pageHeaders(
    "style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  return new Response(html, { headers });
}

function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const safe = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${safe}" target="_blank" rel="noopener noreferrer">${safe}</a>` : safe;
    })
    .join('');
}
