// @module-tag full

import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';
import type { CaughtMail } from './caught-mail.ts';

let emulators: TestEmulators;
beforeAll(async () => {
  emulators = await startTestEmulators();
});
beforeEach(() => emulators.control('reset'));
afterAll(() => emulators.close());

const SENDER = 'Give <receipts@give.example>';
/** Sends several mails on each of a few connections. */
const POOLED = { host: '127.0.0.1', secure: false, pool: true } as const;

const send = (to: string, more: { subject?: string; html?: string } = {}) =>
  createTransport({ host: '127.0.0.1', port: emulators.smtpPort, secure: false }).sendMail({
    from: SENDER,
    to,
    subject: 'Gracias, José — $50.000',
    text: 'Su recibo: https://give.example/r/1?a=1&b=2',
    html: '<p>Su <a href="https://give.example/r/1">recibo</a></p><script>alert(1)</script>',
    ...more,
  });

const read = async (path: string) => fetch(`${emulators.url}${path}`);
const mailsTo = async (to: string): Promise<CaughtMail[]> =>
  (await (await read(`/mailbox.json?to=${encodeURIComponent(to)}`)).json()) as CaughtMail[];

test('a mail sent by SMTP is found by its recipient, in any letter case, newest first', async () => {
  await send('ana@example.org');
  await send('ANA@example.org', { subject: 'Second' });
  await send('other@example.org');
  const mails = await mailsTo('Ana@Example.org');
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'Gracias, José — $50.000']);
  expect(mails[1]).toMatchObject({ from: 'receipts@give.example', to: ['ana@example.org'] });
  expect(mails[1]?.text.trim()).toBe('Su recibo: https://give.example/r/1?a=1&b=2');
});

test('the pages list mails and show one with working links', async () => {
  await send('ana@example.org');
  const [mail] = await mailsTo('ana@example.org');
  expect(await (await read('/mailbox')).text()).toContain(`<a href="/mailbox/${mail?.id}">Gracias, José`);
  const page = await (await read(`/mailbox/${mail?.id}`)).text();
  expect(page).toContain('href="https://give.example/r/1?a=1&amp;b=2" target="_blank"');
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
});

test('the HTML part of a mail cannot run scripts', async () => {
  await send('ana@example.org');
  const [mail] = await mailsTo('ana@example.org');
  const part = await read(`/mailbox/${mail?.id}/html`);
  expect(part.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/);
  expect(part.headers.get('content-security-policy')).not.toContain('script-src');
});

test('markup in a subject is shown, not interpreted', async () => {
  await send('ana@example.org', { subject: '<img src=x onerror=alert(1)>' });
  expect(await (await read('/mailbox')).text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('every mail is stored, including the first', async () => {
  const transport = createTransport({ ...POOLED, port: emulators.smtpPort });
  const sent = Array.from({ length: 501 }, (_, number) => `donor${number}@example.org`);
  await Promise.all(sent.map((to) => transport.sendMail({ from: SENDER, to, text: 'Gracias.' })));
  transport.close();
  const mails = (await (await read('/mailbox.json')).json()) as CaughtMail[];
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(sent.toSorted());
});

test('the mail server can refuse mails for a while', async () => {
  await emulators.control('mailbox/refuse', { code: 451, times: 1 });
  await expect(send('ana@example.org')).rejects.toThrow('451');
  await send('ana@example.org');
  expect(await mailsTo('ana@example.org')).toHaveLength(1);
});

test('clearing the mailbox removes all mails', async () => {
  await send('ana@example.org');
  await emulators.control('mailbox/clear');
  expect(await mailsTo('ana@example.org')).toEqual([]);
});
