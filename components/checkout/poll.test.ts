import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConfirmationView } from '#lib/payments/views/checkout-view.ts';
import { pollDelayMs, pollRefund } from './poll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('polls ever more rarely, down to every half minute', () => {
  const delays = Array.from({ length: 20 }, (_, index) => pollDelayMs(index + 1));
  expect(delays[0]).toBe(1000);
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
  expect(delays.at(-1)).toBe(30_000);
});

it.each(['refunded', 'returned', 'charged_back'] as const)(
  'a page with a refund that is due learns that it is %s, and polls no more',
  async (state) => {
    const refund = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' } as const;
    const answers = [refund, refund, { ...refund, state }];
    const retrieve = vi.fn(async () => {
      const value = { status: 'open', refund: answers.shift() ?? null } as ConfirmationView;
      return { ok: true, value } as const;
    });
    const onChange = vi.fn();
    const stop = new AbortController();
    void pollRefund({ retrieve, onChange, signal: stop.signal });
    await vi.advanceTimersByTimeAsync(120_000);
    stop.abort();
    expect(onChange.mock.calls).toEqual([[{ ...refund, state }]]);
    expect(retrieve).toHaveBeenCalledTimes(3);
  },
);

it('a refund is not polled any more once the donor has left', async () => {
  const refund = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' } as const;
  const retrieve = vi.fn(async () => ({ ok: true, value: { refund } as ConfirmationView }) as const);
  const stop = new AbortController();
  void pollRefund({ retrieve, onChange: vi.fn(), signal: stop.signal });
  await vi.advanceTimersByTimeAsync(5_000);
  stop.abort();
  const polls = retrieve.mock.calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(polls).toBeGreaterThan(0);
  expect(retrieve).toHaveBeenCalledTimes(polls);
});
