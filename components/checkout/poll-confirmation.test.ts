import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
import type { Answer } from './api.ts';
import { pauseMs, pollConfirmation, pollRefund, type Sighting } from './poll-confirmation.ts';

const OPEN = {
  status: 'open',
  pending: true,
  refund: null,
  amountPaid: null,
  paymentId: null,
} as ConfirmationView;
const NOTHING = { waitingFor: null, processing: false, declined: false };
const PAID: ConfirmationView = { ...OPEN, status: 'completed', amountPaid: 50, paymentId: 'pay_1' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function poll(answers: Answer<ConfirmationView>[], milliseconds: number) {
  const stop = new AbortController();
  const told: Sighting[] = [];
  const ask = vi.fn(
    async () => answers[Math.min(ask.mock.calls.length, answers.length) - 1] ?? expect.unreachable(),
  );
  const tell = (sighting: Sighting) => told.push(sighting);
  const done = pollConfirmation({ ask, tell, signal: stop.signal, standing: NOTHING });
  await vi.advanceTimersByTimeAsync(milliseconds);
  stop.abort();
  await done;
  return { told, ask };
}

describe('the waiting page', () => {
  it('settles once a card payment that was being processed is so no more, and brought nothing', async () => {
    const processing = { ok: true, value: { ...OPEN, waitingFor: 'card', processing: true } } as const;
    const failed = { ok: true, value: { ...OPEN, ...NOTHING } } as const;
    const { told } = await poll([failed, processing, failed], 60_000);
    expect(told.map((sighting) => sighting.kind)).toEqual(['waiting', 'waiting', 'settled']);
  });

  it('asks until the server says that the link is completed, and then no more', async () => {
    const open = { ok: true, value: OPEN } as const;
    const { told, ask } = await poll([open, open, { ok: true, value: PAID }], 60_000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(told.at(-1)).toEqual({ kind: 'settled', view: PAID });
  });

  it('takes money on its way back as an answer, whatever the status', async () => {
    const refund = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' } as const;
    const { told } = await poll([{ ok: true, value: { ...OPEN, refund } }], 1);
    expect(told).toEqual([{ kind: 'settled', view: { ...OPEN, refund } }]);
  });

  it('goes on asking when the server cannot be reached, and says so', async () => {
    const { told } = await poll(
      [
        { ok: false, failure: { kind: 'unreachable' } },
        { ok: true, value: PAID },
      ],
      5_000,
    );
    expect(told.map((sighting) => sighting.kind)).toEqual(['unreachable', 'settled']);
  });

  it('waits as long as the server asks for', async () => {
    const { ask } = await poll([{ ok: false, failure: { kind: 'too_many', seconds: 20 } }], 19_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('stops when the donor leaves', async () => {
    const { ask } = await poll([{ ok: true, value: OPEN }], 2_000);
    const asked = ask.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ask).toHaveBeenCalledTimes(asked);
  });

  it('asks ever more rarely, down to every half minute', () => {
    const pauses = Array.from({ length: 20 }, (_, index) => pauseMs(index + 1));
    expect(pauses[0]).toBe(1000);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(pauses.at(-1)).toBe(30_000);
  });
});

it.each(['refunded', 'returned', 'charged_back'] as const)(
  'a page with money on its way back is told that it is %s, and asks no more',
  async (state) => {
    const refund = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'late' } as const;
    const answers = [refund, refund, { ...refund, state }];
    const ask = vi.fn(
      async () => ({ ok: true, value: { ...OPEN, refund: answers.shift() ?? null } }) as const,
    );
    const tell = vi.fn();
    const stop = new AbortController();
    void pollRefund({ ask, tell, signal: stop.signal });
    await vi.advanceTimersByTimeAsync(120_000);
    stop.abort();
    expect(tell.mock.calls).toEqual([[{ ...refund, state }]]);
    expect(ask).toHaveBeenCalledTimes(3);
  },
);
