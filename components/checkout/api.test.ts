import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postDonation, TIMEOUT_MS } from './api.ts';

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
