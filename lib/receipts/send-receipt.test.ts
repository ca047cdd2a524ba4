import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPayments } from '#lib/dashboard/staff/payments.ts';
import { db } from '#lib/db.ts';
import { linkSecret } from '#lib/payments/donor-browser.ts';
import { submit } from '#testing/browser-session.ts';
import { createPartner, intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { loseWebhooks } from '#testing/money.ts';
import { type Service, startService } from '#testing/service.ts';
import { donorReceipt } from './donor-receipt.ts';

let service: Service;
let partner: Awaited<ReturnType<typeof createPartner>>;
let cause: string;
beforeAll(async () => {
  service = await startService();
  await loseWebhooks(service);
  partner = await createPartner();
  cause = await publishedCause(service, partner);
});
afterAll(() => service.close());

/** A donation in a browser that keeps its cookie. */
async function donate(details: object = { name: 'Ana' }) {
  const { id: linkId } = await openLink(service, partner, { cause });
  const body = { ref: linkId, locale: 'es', time_zone: 'America/Bogota', ...details };
  const saved = await service.call('/checkout/donation', { body });
  const cookie = saved.headers.get('set-cookie')?.split(';')[0] ?? '';
  await pay(service, await intentOf(service, linkId));
  const { body: confirmation } = await service.call('/checkout/confirmation', {
    body: { ref: linkId },
    headers: { cookie },
  });
  return { linkId, cookie, confirmation };
}
const ask = async (linkId: string, email: string, cookie: string) =>
  (await submit(service, '/checkout/receipt', { ref: linkId, email, lang: 'es' }, { cookie })).headers.get('location');
type Mail = {
  subject: string;
  text: string;
  html: string;
  attachments: object[];
  headers: Record<string, string>;
};
const mailsTo = async (to: string): Promise<Mail[]> => {
  await service.runJobs();
  return (await fetch(`${service.emulatorUrl}/mailbox.json?to=${encodeURIComponent(to)}`)).json();
};
const paymentOf = (linkId: string) => db().payment.findFirstOrThrow({ where: { linkId, state: 'approved' } });

test('a donor without an address enters one afterwards, and gets the receipt once', async () => {
  const { linkId, cookie, confirmation } = await donate();
  expect(confirmation.receipt.email).toBeNull();
  const back = `/checkout?ref=${linkId}&lang=es`;
  expect(await ask(linkId, ' late@example.org ', cookie)).toBe(back);
  expect(await ask(linkId, 'other@example.org', cookie)).toBe(back);
  expect(await mailsTo('late@example.org')).toHaveLength(1);
  expect(await mailsTo('other@example.org')).toEqual([]);
  const { body } = await service.call('/checkout/confirmation', {
    body: { ref: linkId },
    headers: { cookie },
  });
  expect(body.receipt.email).toBe('late@example.org');
});

test('two requests at the same moment send one mail', async () => {
  const { linkId, cookie } = await donate();
  await Promise.all(['one', 'two'].map((name) => ask(linkId, `${name}@twice.example.org`, cookie)));
  // One after the other: the first delivers the mail, to either.
  const mails = [...(await mailsTo('one@twice.example.org')), ...(await mailsTo('two@twice.example.org'))];
  expect(mails).toHaveLength(1);
});

test('an address that is none is asked for again, and is not written into the address of the page', async () => {
  const { linkId, cookie } = await donate();
  for (const typed of ['', 'nobody', 'x@y@example.org'])
    expect(await ask(linkId, typed, cookie)).toBe(`/checkout?ref=${linkId}&lang=es&receipt=invalid`);
  expect((await paymentOf(linkId)).receiptEmail).toBeNull();
});

test('an address that was copied from a contact, with characters around it that nobody sees, is the address', async () => {
  const { linkId, cookie } = await donate();
  await ask(linkId, '\u202acopied@example.org\u202c', cookie);
  expect((await paymentOf(linkId)).receiptEmail).toBe('copied@example.org');
});

test('the thank-you page, read again in each language, says what was refunded since', async () => {
  const { linkId, cookie } = await donate();
  const { id } = await paymentOf(linkId);
  const secret = linkSecret(decodeURIComponent(cookie.split('=')[1] ?? ''), linkId);
  for (const [locale, refundedMinor, notices] of [
    ['pt', 0n, []],
    ['en', 1250n, ['US$12.50 of it was refunded.', 'US$37.50 of it stays with the cause.']],
    ['es', 5000n, ['Se devolvió el monto completo: US$50.']],
  ] as const) {
    await db().payment.update({ where: { id }, data: { refundedMinor } });
    const page = { locale, country: 'us' };
    expect((await donorReceipt(linkId, secret, page))?.notices).toEqual(notices);
    expect(await donorReceipt(linkId, 'guessed', page)).toBeUndefined();
  }
});

test('no other browser has it sent anywhere, before or after the payment', async () => {
  const { linkId } = await donate();
  const { cookie: foreign } = await donate();
  for (const cookie of ['', foreign, 'donor=guessed']) await ask(linkId, 'eve@example.org', cookie);
  const { id: unpaid } = await openLink(service, partner, { cause });
  await ask(unpaid, 'eve@example.org', '');
  await ask('chl_unknown', 'eve@example.org', '');
  expect(await mailsTo('eve@example.org')).toEqual([]);
});

/** Sends the form with these headers of its origin. */
const askFrom = (origin: Record<string, string>, form: Record<string, string>, cookie: string) =>
  submit(service, '/checkout/receipt', { lang: 'es', ...form }, { cookie, headers: origin });

test('a browser that hides the origin of the form, and says nothing else of it, has the receipt sent', async () => {
  const { linkId: ref, cookie } = await donate();
  const email = 'older@example.org';
  // Of another site, its form brings neither the cookie nor the page's secret.
  for (const secret of [{}, { secret: 'guessed' }]) await askFrom({ origin: 'null' }, { ref, email, ...secret }, '');
  expect((await paymentOf(ref)).receiptEmail).toBeNull();
  expect((await askFrom({ origin: 'null' }, { ref, email }, cookie)).status).toBe(303);
  expect((await paymentOf(ref)).receiptEmail).toBe(email);
});

test('a form that another site sends is refused although the cookie came with it', async () => {
  const { linkId: ref, cookie } = await donate();
  const origins: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
  ];
  for (const origin of origins) {
    const { status } = await askFrom(origin, { ref, email: 'eve@example.org' }, cookie);
    expect(status, JSON.stringify(origin)).toBe(403);
    expect((await paymentOf(ref)).receiptEmail).toBeNull();
  }
});

test('the address is the receipt’s alone: the donation stays without one, for totals and creators', async () => {
  const { linkId, cookie } = await donate();
  const before = await paymentOf(linkId);
  await ask(linkId, 'mine@example.org', cookie);
  expect(await paymentOf(linkId)).toEqual({ ...before, receiptEmail: 'mine@example.org' });
});

test('the receipt says with what, when in the donor’s zone, and under which number; the mail brings it as a PDF', async () => {
  const { linkId, confirmation } = await donate({ name: 'Ana', email: 'whole@example.org' });
  const { receipt } = confirmation;
  expect(receipt).toMatchObject({
    email: 'whole@example.org',
    timeZone: 'America/Bogota',
    statementDescriptor: 'EMULATOR',
    paidWith: { method: 'card', cardBrand: 'visa', cardLast4: '4242', cardWallet: null, bankName: null },
  });
  const [mail] = await mailsTo('whole@example.org');
  for (const part of [mail?.text, mail?.html]) {
    for (const expected of [receipt.number, 'Visa terminada en 4242', 'EMULATOR', (await paymentOf(linkId)).id])
      expect(part).toContain(expected);
    expect(part).toMatch(/COT|GMT-5/);
    expect(part).toContain('Esta es una prueba.');
  }
  expect(mail?.attachments).toEqual([
    {
      filename: `receipt-${receipt.number}.pdf`,
      contentType: 'application/pdf',
      sizeBytes: expect.any(Number),
    },
  ]);
  // Nothing is loaded from anywhere but the client’s own logo, which this client has none of.
  expect(mail?.html).not.toMatch(/<img|url\(|<script|<link/);
});

test('a time zone that nobody knows is not stored, and the donation is saved all the same', async () => {
  const { linkId, confirmation } = await donate({ name: 'Ana', time_zone: 'Moon/Crater' });
  expect(confirmation.receipt.timeZone).toBeNull();
  expect((await paymentOf(linkId)).donorName).toBe('Ana');
});

test('staff find a payment by its receipt number, however it was typed', async () => {
  const { linkId, confirmation } = await donate();
  const { id } = await paymentOf(linkId);
  const { number } = confirmation.receipt;
  for (const q of [number, number.toLowerCase().replaceAll('-', ' '), number.replaceAll('-', '')])
    expect((await listPayments({ q })).rows.map((row) => row.id)).toEqual([id]);
  expect((await listPayments({ q: '2222222223' })).rows).toEqual([]);
});
