import { expect, test } from 'vitest';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();

/** Sends the form that requests a code, from our own page. */
const send = (raw: string) =>
  service.call('/sign-in/request', {
    raw,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

test('a form of 96 KiB is accepted, one byte more is refused', async () => {
  const form = 'email=&note='.padEnd(96 * 1024, 'x');
  expect((await send(form)).status).toBe(303);
  expect((await send(`${form}x`)).status).toBe(400);
});

test('a form of 200 fields is accepted, one field more is refused', async () => {
  expect((await send('a=1&'.repeat(200).slice(0, -1))).status).toBe(303);
  expect((await send('a=1&'.repeat(201).slice(0, -1))).status).toBe(400);
});
