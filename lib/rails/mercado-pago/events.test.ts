import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { InvalidEvent } from '../port/errors.ts';
import { readNotification, TOPICS } from './events.ts';

const SECRET = 'a-secret-of-colombia';
const NOW = new Date('2026-11-21T12:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;

/** The age from which an event is refused, in seconds. */
const OLDEST = 7 * 86_400;

type Shape = {
  id?: string | null;
  signedId?: string;
  requestId?: string | null;
  ts?: number;
  secret?: string;
};

/** A notification as Mercado Pago sends it, with one optional deviation. */
function notification({ id = '123', requestId = 'req-1', ts = SECONDS, ...rest }: Shape = {}) {
  const signedId = rest.signedId ?? id;
  const manifest = [
    ...(signedId === null ? [] : [`id:${signedId}`]),
    ...(requestId === null ? [] : [`request-id:${requestId}`]),
    `ts:${ts}`,
  ];
  const v1 = createHmac('sha256', rest.secret ?? SECRET)
    .update(`${manifest.join(';')};`)
    .digest('hex');
  const headers = new Headers({ 'x-signature': `ts=${ts},v1=${v1}` });
  if (requestId !== null) headers.set('x-request-id', requestId);
  const url = new URL('https://example.org/webhooks/mercado-pago-co?source_news=webhooks&type=payment');
  if (id !== null) url.searchParams.set('data.id', id);
  return { headers, url };
}

const read = ({ headers, url }: { headers: Headers; url: URL }, secrets: readonly string[] = [SECRET]) =>
  readNotification(headers, url, secrets, NOW);

test.each([
  ['payment', '123'],
  ['topic_chargebacks_wh', 'chargeback:123'],
  ['chargebacks', 'chargeback:123'],
])('a notification about the topic %s refers to %s', (topic, reference) => {
  const sent = notification();
  sent.url.searchParams.set('type', topic);
  expect(read(sent)).toMatchObject({ type: topic, reference });
});

test('these topics are handled, and the documentation names exactly these', () => {
  expect(TOPICS).toEqual(['payment', 'order', 'topic_chargebacks_wh', 'chargebacks']);
  const text = readFileSync('docs/environment.md', 'utf8').replaceAll(/\s+/g, ' ');
  const names = TOPICS.map((name) => `\`${name}\``).join(', ');
  expect(/ topics that are handled are ([^.;]+)\./.exec(text)?.[1]).toBe(names);
});

test('a signed notification refers to the payment in its URL', () => {
  expect(read(notification())).toEqual({
    eventId: `123:req-1:${NOW.getTime()}`,
    type: 'payment',
    reference: '123',
  });
});

test('trap 1: a time in milliseconds is the same instant as one in seconds', () => {
  expect(read(notification({ ts: NOW.getTime() }))).toEqual(read(notification({ ts: SECONDS })));
});

test('trap 2: an alphanumeric id is signed in lower case and returned as it was sent', () => {
  expect(read(notification({ id: 'ORD01ABC', signedId: 'ord01abc' }))?.reference).toBe('ORD01ABC');
  expect(() => read(notification({ id: 'ORD01ABC', signedId: 'ORD01ABC' }))).toThrow(InvalidEvent);
});

test('trap 3: a URL with another id than the signed one is refused, because the signature does not cover the body', () => {
  const sent = notification();
  sent.url.searchParams.set('data.id', '124');
  expect(() => read(sent)).toThrow(InvalidEvent);
});

test('what is not signed makes no other event of one that is sent again', () => {
  const sent = notification({ id: 'ord01abc' });
  const known = read(sent)?.eventId;
  const lengthOf = (value?: string) => value?.length ?? 0;
  for (const type of ['chargebacks', 'anything', '', 'x'.repeat(5_000)]) {
    sent.url.searchParams.set('type', type);
    const again = read(sent);
    expect(again?.eventId).toBe(known);
    expect(lengthOf(again?.type)).toBeLessThanOrEqual(64);
  }
  // The signature is of the id in lower case.
  sent.url.searchParams.set('data.id', 'ORD01ABC');
  expect(read(sent)?.eventId).toBe(known);
});

test('without a request id the signature covers the other parts', () => {
  expect(read(notification({ requestId: null }))?.reference).toBe('123');
});

test('an event of another kind is verified, and refers to no payment', () => {
  const sent = notification();
  sent.url.searchParams.set('type', 'topic_merchant_order_wh');
  expect(read(sent)).toMatchObject({ type: 'topic_merchant_order_wh', reference: null });
});

describe('refused', () => {
  const changed = (change: (headers: Headers, url: URL) => void) => {
    const sent = notification();
    change(sent.headers, sent.url);
    return sent;
  };
  const ago = (seconds: number) => notification({ ts: SECONDS - seconds });
  const signature = notification().headers.get('x-signature') ?? '';
  const old = ago(OLDEST + 3600).headers.get('x-signature') ?? '';

  test.each([
    ['another secret', notification({ secret: 'a-secret-of-mexico' })],
    ['no signature', changed((headers) => headers.delete('x-signature'))],
    ['an empty signature', changed((headers) => headers.set('x-signature', ''))],
    ['a signature of another form', changed((headers) => headers.set('x-signature', 'sha256=abc'))],
    ['no time', changed((headers) => headers.set('x-signature', signature.replace(/^ts=\d+,/, '')))],
    ['no hash', changed((headers) => headers.set('x-signature', `ts=${SECONDS}`))],
    ['a hash of a version unknown', changed((headers) => headers.set('x-signature', signature.replace('v1=', 'v9=')))],
    ['a shorter hash', changed((headers) => headers.set('x-signature', signature.slice(0, -1)))],
    ['another request id', changed((headers) => headers.set('x-request-id', 'req-2'))],
    ['a request id left out', changed((headers) => headers.delete('x-request-id'))],
    ['no id in the address', changed((_, url) => url.searchParams.delete('data.id'))],
    ['an id that is longer than any of theirs', notification({ id: '1'.repeat(129) })],
    ['a request id that is longer than any of theirs', notification({ requestId: '1'.repeat(129) })],
    ['a time that is long past', ago(OLDEST + 1)],
    ['a time that is far ahead', ago(-601)],
    ['an old time behind a new one', changed((headers) => headers.set('x-signature', `ts=${SECONDS},${old}`))],
    ['an old time in capitals', changed((headers) => headers.set('x-signature', old.replace('ts=', 'TS=')))],
  ])('%s', (_, sent) => {
    expect(() => read(sent)).toThrow(InvalidEvent);
  });

  test('any signature, if the account has no secret', () => {
    const { headers, url } = notification({ secret: '' });
    expect(() => readNotification(headers, url, [], NOW)).toThrow(InvalidEvent);
    expect(() => readNotification(headers, url, [''], NOW)).toThrow(InvalidEvent);
  });
});

test('while a secret is changed, events signed with either are accepted, and with no other', () => {
  const both = ['the-new-secret', SECRET];
  expect(read(notification({ secret: 'the-new-secret' }), both)?.reference).toBe('123');
  expect(read(notification({}), both)?.reference).toBe('123');
  expect(() => read(notification({ secret: 'another-secret' }), both)).toThrow(InvalidEvent);
  expect(() => read(notification({}), ['the-new-secret'])).toThrow(InvalidEvent);
});

test('a time up to ten minutes ahead is accepted, because clocks differ', () => {
  expect(read(notification({ ts: SECONDS + 600 }))?.reference).toBe('123');
});

test('an event that was repeated for days is accepted: it only causes a read, and is handled once', () => {
  for (const seconds of [15 * 60, 3600, OLDEST])
    expect(read(notification({ ts: SECONDS - seconds }))?.reference).toBe('123');
});

test.each(['payment', 'merchant_order', 'chargebacks'])(
  'an older post about %s is acknowledged and ignored',
  (topic) => {
    const url = new URL(`https://example.org/webhooks/mercado-pago-co?id=123&topic=${topic}`);
    expect(readNotification(new Headers(), url, [SECRET], NOW)).toBeNull();
  },
);

test('an older post cannot pass an id that requires a signature', () => {
  const url = new URL('https://example.org/webhooks/mercado-pago-co?topic=payment&type=payment&data.id=123');
  expect(() => readNotification(new Headers(), url, [SECRET], NOW)).toThrow(InvalidEvent);
});
