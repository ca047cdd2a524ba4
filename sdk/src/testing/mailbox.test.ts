// @module-tag full

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailboxAt } from './mailbox.ts';

/** The mails of a service on which tests have run before, newest first. */
const MAILS = [
  mail('mail_4', '2026-11-23T12:00:09.000Z', 'pay_bea'),
  mail('mail_3', '2026-11-23T12:00:08.000Z', 'pay_ana'),
  { ...mail('mail_2', '2026-11-23T12:00:07.000Z', 'pay_code'), text: 'Your code: 123456' },
  mail('mail_1', '2026-11-23T11:00:00.000Z', 'pay_old'),
];
const TEST_BEGAN = new Date('2026-11-23T12:00:00.000Z');
const server = createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://mailbox').searchParams.get('to');
  response.end(JSON.stringify(MAILS.filter((one) => to === null || one.to.includes(to))));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function mail(id: string, at: string, paymentId: string) {
  const text = `See it: https://give.example.org/receipt/rct_${paymentId} (payment ${paymentId})`;
  return { id, at, to: ['ana@example.org'], subject: 'Your donation', text, html: '' };
}

test('two tests that use the same address each get the receipt of their link', async () => {
  const mailbox = mailboxAt(url, TEST_BEGAN);
  const own = await mailbox.receiptOf('ana@example.org', { payment_id: 'pay_ana' });
  expect(own).toMatchObject({ id: 'mail_3', url: 'https://give.example.org/receipt/rct_pay_ana' });
});

test('a receipt of an earlier test is not taken for one of this test', async () => {
  const mailbox = mailboxAt(url, new Date('2026-11-23T12:00:08.500Z'));
  expect((await mailbox.receiptOf('ana@example.org')).id).toBe('mail_4');
});

test('with several receipts in one test, the link must be named', async () => {
  const mailbox = mailboxAt(url, TEST_BEGAN);
  await expect(mailbox.receiptOf('ana@example.org')).rejects.toThrow(/several receipts.*name/);
});

const HELD = `The mailbox holds 4 mails:
  2026-11-23T12:00:09.000Z to ana@example.org: Your donation
  2026-11-23T12:00:08.000Z to ana@example.org: Your donation
  2026-11-23T12:00:07.000Z to ana@example.org: Your donation
  2026-11-23T11:00:00.000Z to ana@example.org: Your donation`;

test('a receipt or mail that does not arrive fails with the mails that did, without their bodies', async () => {
  const mailbox = mailboxAt(url, TEST_BEGAN, 100);
  const failures = await Promise.all(
    [
      mailbox.receiptOf('bea@example.org'),
      mailbox.receiptOf('ana@example.org', { payment_id: 'pay_none' }),
      mailbox.theMailTo('bea@example.org'),
      mailbox.theMailTo('ana@example.org'),
    ].map((found) => found.then(String, ({ message }: Error) => message)),
  );
  for (const message of failures) {
    expect(message).toContain(HELD);
    expect(message).not.toContain('123456');
  }
});

test('a mailbox that cannot be read says so, too', async () => {
  const mailbox = mailboxAt('http://127.0.0.1:9', TEST_BEGAN, 100);
  await expect(mailbox.theMailTo('ana@example.org')).rejects.toThrow('The mailbox cannot be read: ');
});
