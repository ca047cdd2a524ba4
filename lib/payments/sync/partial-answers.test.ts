import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { approvedTransfer, expireWhenPaid, localLinks, resetAccounts } from '#testing/local-rails.ts';
import { onlyAttemptOf, poll, runEveryMoneyJob, statesOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { findCurrentLink } from './end-link.ts';
import { syncPayment } from './sync-payment.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
beforeEach(() => resetAccounts(service));
afterEach(() => vi.restoreAllMocks());

test.each([
  ['nothing', ''],
  ['an object without a status', '{}'],
  ['a message', '{"message":"upstream is busy"}'],
])(
  'a gateway that answers 200 with %s about a payment ends no link: money in time completes it',
  async (_what, text) => {
    const { id } = await links.colombian();
    await approvedTransfer(service, id);
    await expireWhenPaid(service, id);
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const isPayment = (init?.method ?? 'GET') === 'GET' && /\/v1\/payments\/\d+$/.test(String(input));
      return isPayment ? Promise.resolve(new Response(text)) : fetch(input, init);
    });
    await expect(findCurrentLink(id, new Date())).rejects.toMatchObject({ status: 503 });
    vi.restoreAllMocks();
    expect((await poll(service, partner.key, id)).body.status).toBe('completed');
    for (let n = 0; n < 3; n++) await runEveryMoneyJob(service);
    expect(await statesOf(id)).toEqual(['approved']);
  },
);

test.each(['transaction_amount', 'currency_id'])(
  'an approved payment that comes without %s is not recorded before it is read whole',
  async (name) => {
    const { id } = await links.colombian();
    await approvedTransfer(service, id);
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await fetch(input, init);
      if ((init?.method ?? 'GET') !== 'GET' || !/\/v1\/payments\/\d+$/.test(String(input))) return response;
      const { [name]: _, ...rest } = (await response.json()) as Record<string, unknown>;
      return new Response(JSON.stringify(rest));
    });
    const { id: paymentId } = await onlyAttemptOf(id);
    await syncPayment(paymentId, new Date()).catch(() => undefined);
    vi.restoreAllMocks();
    await runEveryMoneyJob(service);
    expect(await onlyAttemptOf(id)).toMatchObject({ state: 'approved', amountMinor: 5_000_000n });
  },
);
