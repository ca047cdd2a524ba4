import type { Emulator } from './emulator.ts';
import { escapeHtml, renderPage } from './html.ts';

/** The page at `/`, which explains what runs on this port. */
export function renderIndexPage(emulators: readonly Emulator[], smtpPort: number): Response {
  const rows = emulators
    .map(
      ({ name, prefix }) => `<tr><td>${escapeHtml(name)}</td><td><code>${escapeHtml(prefix || '/v1')}</code></td></tr>`,
    )
    .join('');
  return renderPage(
    'Gateway emulators',
    `<p>The outside world in miniature: payment gateways that answer in their own wire formats and take no money,
    and a mailbox that catches every mail the application sends.</p>
    <ul>
      <li><a href="/mailbox">Mailbox</a> (SMTP on 127.0.0.1:${smtpPort})</li>
      <li><a href="/control/log">Log of the requests received</a> (JSON)</li>
    </ul>
    <table><thead><tr><th>Emulator</th><th>Mounted at</th></tr></thead><tbody>${rows}</tbody></table>
    <p>Test cards: <code>4242 4242 4242 4242</code> succeeds, <code>4000 0000 0000 0002</code> is declined,
    <code>4000 0000 0000 3220</code> asks for authentication. Any future date, any security code.
    <code>emulators/README.md</code> lists every card and every control.</p>`,
  );
}
