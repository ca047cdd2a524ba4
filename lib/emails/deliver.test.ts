import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { UNDELIVERED } from '#lib/outbox/undelivered.ts';
import { createPartner, intentOf, openLink, type Partner, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns, loseWebhooks, makeJobsDue } from '#testing/money.ts';
import { type Service, startService } from '#testing/service.ts';
import { deliverEmail, mailServer } from './deliver.ts';

let service: Service;
let partner: Partner;
beforeAll(async () => {
  service = await startService();
  await loseWebhooks(service);
  partner = await createPartner();
});
beforeEach(() => service.runJobs());
afterAll(() => service.close());

type Mail = { subject: string; text: string; html: string; headers: Record<string, string> };
const mailbox = async (to: string): Promise<Mail[]> =>
  (await fetch(`${service.emulatorUrl}/mailbox.json?to=${encodeURIComponent(to)}`)).json();
const rowOf = (recipient: string) => db().email.findFirstOrThrow({ where: { recipient } });

const donation = {
  name: 'Ana',
  title: 'Agua para Ráquira',
  amountMajor: 50_000,
  currency: 'COP',
  country: 'co',
  paymentId: 'pay_1',
  receiptUrl: 'https://give.example/receipt/rct_1',
  completedAt: '2026-11-21T12:00:00.000Z',
};
/** Puts a receipt into the outbox. */
const receipt = (recipient: string, locale: string, change = {}) =>
  transaction((tx) => sendEmail(tx, 'donation_completed', { recipient, locale }, { ...donation, ...change }));

test('a donation’s receipt is delivered once, in the language the donor chose', async () => {
  const country = { country: 'CO', goal: { amount: 0, currency: 'COP' } };
  const cause = await publishedCause(service, partner, { ...country, title: 'Agua para Ráquira' });
  const { id } = await openLink(service, partner, { cause, currency: 'COP', amount: 50_000 });
  const chosen = { ref: id, email: 'ana@example.org', name: 'Ana', locale: 'es' };
  const headers = { 'accept-language': 'es-CO,es;q=0.9' };
  await service.call('/checkout/donation', { body: chosen, headers });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { linkId: id } });
  await service.runJobs();
  await service.runJobs();
  const mails = await mailbox('ana@example.org');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/Tu donación de \$\s50\.000$/);
  for (const part of [mails[0]?.text, mails[0]?.html]) {
    expect(part).toContain('Hola');
    expect(part).toMatch(/\$\s50\.000\sCOP/);
    expect(part).toContain(paymentId);
  }
});

test.each([
  ['es-CO', 'Tu donación de $ 50.000'],
  ['es-MX', 'Tu donación de $50,000 COP'],
  // Where the donor's place is not known.
  ['es', 'Tu donación de $ 50.000 COP'],
  ['en-US', 'Your donation of COP 50,000'],
  ['pt-BR', 'Sua doação de COP 50.000'],
])('a donor of %s reads the currency as it is theirs or not', async (locale, subject) => {
  const recipient = `money.${locale}@example.org`;
  await receipt(recipient, locale);
  await service.runJobs();
  expect((await mailbox(recipient))[0]?.subject).toBe(subject);
});

test.each([
  ['es-CO', 'MXN', 'mx', '$ 3.470 MXN'],
  ['es-CL', 'MXN', 'mx', '$3.470 MXN'],
  ['es-MX', 'COP', 'co', '$3,470 COP'],
  ['es-CO', 'USD', 'us', 'US$ 3.470'],
  ['es-AR', 'USD', 'us', 'US$ 3.470'],
  ['pt-BR', 'USD', 'us', 'US$ 3.470'],
  ['es-PE', 'BRL', 'br', 'R$3,470'],
  ['es', 'MXN', 'mx', '$3,470 MXN'],
])('to a donor of %s the receipt writes %s as its subject does', async (locale, currency, country, amount) => {
  const recipient = `${currency}.${locale}@example.org`.toLowerCase();
  await receipt(recipient, locale, { amountMajor: 3470, currency, country });
  await service.runJobs();
  const [mail] = await mailbox(recipient);
  expect(mail?.subject.endsWith(` ${amount}`)).toBe(true);
  expect(mail?.text.replaceAll('\u00a0', ' ').split('\n')).toContain(amount);
});

test.each([
  ['es-CO', /^Tu donación/],
  ['pt-BR', /^Sua doação/],
  ['en-GB', /^Your donation/],
  ['xx', /^Your donation/],
])('a donor of language %s reads the nearest that we have', async (locale, subject) => {
  const recipient = `${locale}@example.org`;
  await receipt(recipient, locale);
  await service.runJobs();
  expect((await mailbox(recipient))[0]?.subject).toMatch(subject);
});

test('a donor without a chosen language is mailed in that of the cause’s country', async () => {
  const cause = await publishedCause(service, partner, {
    country: 'AR',
    goal: { amount: 0, currency: 'ARS' },
  });
  const link = await openLink(service, partner, {
    cause,
    currency: 'ARS',
    amount: 90_000,
    email: 'ar@example.org',
  });
  await pay(service, await intentOf(service, link.id));
  await donorReturns(service, link.id);
  expect((await rowOf('ar@example.org')).locale).toBe('es');
});

test('a refused mail is retried, and an accepted one is not sent twice', async () => {
  await receipt('later@example.org', 'en');
  await service.control('mailbox/refuse', { code: 451, times: 1 });
  await service.runJobs();
  expect(await mailbox('later@example.org')).toEqual([]);
  expect(await rowOf('later@example.org')).toMatchObject({
    sentAt: null,
    attempts: 1,
    lastError: expect.stringMatching(/^451 /),
  });
  await makeJobsDue();
  await service.runJobs();
  const row = await rowOf('later@example.org');
  expect(row).toMatchObject({ attempts: 2, lastError: null });
  await deliverEmail(row.id, new Date());
  expect(await mailbox('later@example.org')).toHaveLength(1);
});

test('a mail that cannot be made is among those that were not delivered, until it can', async () => {
  const to = { recipient: 'unmade@example.org', locale: 'en' };
  const key = { name: 'Ana', keyId: 'key_1', permissions: [], allowedIps: [], awaitsApproval: false };
  await transaction((tx) => sendEmail(tx, 'key_created', to, key));
  const { id } = await rowOf(to.recipient);
  await db().email.update({ where: { id }, data: { data: { name: 'Ana' } } });
  await service.runJobs();
  expect(await db().email.findFirst({ where: { id, ...UNDELIVERED } })).toMatchObject({
    attempts: 1,
    lastError: 'TypeError',
  });
  await db().email.update({ where: { id }, data: { data: key } });
  await makeJobsDue();
  await service.runJobs();
  expect(await mailbox(to.recipient)).toHaveLength(1);
  expect(await rowOf(to.recipient)).toMatchObject({ attempts: 2, lastError: null });
});

test('without a mail server a mail waits among those that were not delivered, until there is one', async () => {
  await receipt('nowhere@example.org', 'en');
  const settings = env();
  const { smtpUrl } = settings;
  delete settings.smtpUrl;
  await service.runJobs();
  Object.assign(settings, { smtpUrl });
  const { id } = await rowOf('nowhere@example.org');
  expect(await db().email.findFirst({ where: { id, ...UNDELIVERED } })).toMatchObject({ attempts: 1, begunAt: null });
  await makeJobsDue();
  await service.runJobs();
  expect(await rowOf('nowhere@example.org')).toMatchObject({ attempts: 2, lastError: null });
  expect(await mailbox('nowhere@example.org')).toHaveLength(1);
});

test('a mail that is sent twice after a crash has the same message id', async () => {
  await receipt('twice@example.org', 'en');
  await service.runJobs();
  const { id } = await rowOf('twice@example.org');
  await db().email.update({ where: { id }, data: { sentAt: null } });
  // By then no worker waits for the answer any more.
  await deliverEmail(id, new Date(Date.now() + 120_000));
  const ids = (await mailbox('twice@example.org')).map(({ headers }) => headers['message-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids)).toEqual(new Set([`<${id}@127.0.0.1>`]));
});

test('what a donor answers to a transfer that came back reaches us, and about the receipt their client', async () => {
  const own = await createPartner();
  const supportEmail = 'hola@manos.example';
  await db().client.update({ where: { id: own.clientId }, data: { supportEmail } });
  const to = { recipient: 'answer@example.org', locale: 'en' };
  const cause = await publishedCause(service, own);
  const { id } = await openLink(service, own, { cause, email: to.recipient });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { linkId: id } });
  const returned = { backMajor: 50, owedMajor: 50, reference: 'TRX 4711', returnedOn: '2026-11-26' };
  await transaction((tx) => sendEmail(tx, 'transfer_returned', to, { ...donation, ...returned, paymentId }));
  await service.runJobs();
  const mails = await mailbox(to.recipient);
  expect(mails).toHaveLength(2);
  for (const { subject, headers } of mails)
    expect(headers['reply-to'] === supportEmail).toBe(!subject.startsWith('Our transfer'));
});

test('a mail says that no person sent it, so that nothing answers it automatically', async () => {
  await receipt('absent@example.org', 'en');
  await service.runJobs();
  const [mail] = await mailbox('absent@example.org');
  expect(mail?.headers['auto-submitted']).toBe('auto-generated');
});

test('text from outside becomes neither markup nor a header', async () => {
  await receipt('markup@example.org', 'en', {
    name: '<img src=x onerror=alert(1)>',
    title: 'Rain\r\nBcc: everyone@example.org\r\n<b>bold</b>',
  });
  await service.runJobs();
  const [mail] = await mailbox('markup@example.org');
  expect(mail?.html).not.toMatch(/<img|<b>/);
  expect(mail?.html).toContain('&lt;img');
  expect(mail?.headers.bcc).toBeUndefined();
  expect(mail?.subject).not.toMatch(/Rain|everyone/);
  expect(await mailbox('everyone@example.org')).toEqual([]);
});

test.each([
  'o’brien+tag@example.org',
  'josé@example.org',
  'ana@españa.example',
  '"q"@example.org',
  "!#$%&'*+-/=?^_`{|}~@example.org",
])('an address as unusual as %s is mailed to itself and to nobody else', async (recipient) => {
  await service.control('mailbox/clear');
  await receipt(recipient, 'en');
  await service.runJobs();
  const caught: { to: string[] }[] = await (await fetch(`${service.emulatorUrl}/mailbox.json`)).json();
  expect(caught.map(({ to }) => to)).toEqual([[recipient]]);
});

test.each(['a<b@example.org>', 'x,y@example.org', 'a;b@example.org', 'x, eve@example.org', 'no-address'])(
  'a mail to %s, which is no address, reaches nobody, and what follows is delivered',
  async (recipient) => {
    await service.control('mailbox/clear');
    await receipt(recipient, 'en');
    await receipt('after@example.org', 'en');
    await service.runJobs();
    const caught: { to: string[] }[] = await (await fetch(`${service.emulatorUrl}/mailbox.json`)).json();
    expect(caught.map(({ to }) => to)).toEqual([['after@example.org']]);
    expect(await db().email.count({ where: { recipient } })).toBe(0);
  },
);

test('a mail whose transaction is rolled back is neither in the outbox nor delivered', async () => {
  const rolledBack = transaction(async (tx) => {
    await sendEmail(tx, 'donation_completed', { recipient: 'never@example.org', locale: 'en' }, donation);
    throw new Error('after all not');
  });
  await expect(rolledBack).rejects.toThrow('after all not');
  await service.runJobs();
  expect(await db().email.count({ where: { recipient: 'never@example.org' } })).toBe(0);
  expect(await mailbox('never@example.org')).toEqual([]);
});

test('an SMTP_URL that pools connections keeps none open', async () => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
    let isContent = false;
    socket.setEncoding('utf8').on('data', (sent: string) => {
      if (isContent && !sent.endsWith('\r\n.\r\n')) return;
      isContent = !isContent && /^DATA/i.test(sent);
      socket.write(isContent ? '354 go on\r\n' : '250 mail\r\n');
    });
    socket.write('220 mail\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings = env();
  const { smtpUrl } = settings;
  settings.smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?pool=true`;
  for (const recipient of ['pool1@example.org', 'pool2@example.org']) await receipt(recipient, 'en');
  await service.runJobs();
  Object.assign(settings, { smtpUrl });
  for (const recipient of ['pool1@example.org', 'pool2@example.org'])
    expect(await rowOf(recipient)).toMatchObject({ sentAt: expect.any(Date) });
  await expect.poll(() => open.size).toBe(0);
  server.close();
});

test('where TLS is required nothing is sent in the clear, not even the recipient', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (line: string) => {
      commands.push(line);
      // It knows everything but STARTTLS, as one that somebody between has tampered with.
      socket.write(/^EHLO/i.test(line) ? '250-mail\r\n250 AUTH PLAIN\r\n' : '502 unknown\r\n');
    });
    socket.write('220 mail\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const smtpUrl = `smtp://app:u7Kq2mXv@127.0.0.1:${port}`;
  const transport = mailServer({ smtpUrl, smtpNeedsTls: true, mailFrom: 'us@example.org' });
  await expect(transport.sendMail({ to: 'ana@example.org', text: 'Hola' })).rejects.toThrow(/TLS/);
  expect(commands.map((line) => line.split(/\s/)[0])).toEqual(['EHLO', 'STARTTLS']);
  server.close();
});
