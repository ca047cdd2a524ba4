import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  fetchBanks,
  fetchTexts,
  postDonation,
  postRedirect,
  requestIntent,
  retrieveStatus,
  TIMEOUT_MS,
} from './api.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => Response.json({ amount: 50 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SAVED = { ok: true, value: { amount: 50 } };

test('a donation is saved after another tab’s', async () => {
  const turn = Promise.withResolvers<void>();
  const fetched = vi.fn(fetch);
  vi.stubGlobal('fetch', fetched);
  const request = (_: string, __: object, save: () => Promise<unknown>) => turn.promise.then(save);
  vi.stubGlobal('navigator', { locks: { request } });
  const saved = postDonation('chl_1', { amount: 50 });
  expect(fetched).not.toHaveBeenCalled();
  turn.resolve();
  expect(await saved).toEqual(SAVED);
  expect(fetched).toHaveBeenCalledOnce();
});

test('a tab that the browser has put to sleep does not keep another one from paying', async () => {
  const request = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', { locks: { request } });
  const saved = postDonation('chl_1', { amount: 50 });
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await saved).toEqual(SAVED);
});

test('where a browser refuses locks, the donation is saved without', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } });
  expect(await postDonation('chl_1', { amount: 50 })).toEqual(SAVED);
});

test.each<[string, () => Promise<unknown>]>([
  ['a saved donation', () => postDonation('chl_1', { amount: 50 })],
  ['an intent', () => requestIntent('chl_1')],
  ['a status', () => retrieveStatus('chl_1')],
  ['a page of a gateway', () => postRedirect({ ref: 'chl_1', method: 'wallet' })],
])('what is not ours is no answer, where %s is wanted', async (_, ask) => {
  vi.stubGlobal('navigator', {});
  for (const body of ['{}', '[]', 'null', '{"status":"ok"}', '<html>', '']) {
    vi.stubGlobal('fetch', async () => new Response(body));
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  }
});

test('neither texts nor banks are read from what is not ours', async () => {
  for (const body of ['{}', '[{}]', 'null', '{"locale":"es"}', '<html>']) {
    vi.stubGlobal('fetch', async () => new Response(body));
    expect(await fetchTexts('es', 'co')).toBeNull();
    expect(await fetchBanks('co')).toEqual([]);
  }
});

test('a list of banks that does not come is asked for again', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  const banks = fetchBanks('co');
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  expect(await banks).toEqual([]);
});
