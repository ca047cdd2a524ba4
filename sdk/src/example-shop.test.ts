import { expect, onTestFinished, test, vi } from 'vitest';
import { openShop } from '../example/shop.ts';
import { type Client, PartnerConnectionError } from './client.ts';

vi.mock('fundraising-partner', () => import('./client.ts'));

const outage = new PartnerConnectionError('Not an answer of the API: 502', { status: 502 });

test('the example shop goes on waiting after an outage, and says nothing wrong meanwhile', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const open = { id: 'chl_1', status: 'open', url: 'https://give.example.org/checkout?ref=chl_1' };
  const completed = { ...open, status: 'completed', amount_paid: 60, currency_paid: 'USD' };
  const create = vi.fn().mockResolvedValue(open);
  const retrieve = vi.fn().mockRejectedValue(outage);
  const isPaid = Promise.withResolvers<void>();
  const waitUntilCompleted = vi.fn().mockRejectedValueOnce(outage);
  waitUntilCompleted.mockImplementation(() => isPaid.promise.then(() => completed));
  const partner = { checkoutLinks: { create, retrieve, waitUntilCompleted } } as unknown as Client;
  const shop = await openShop({ partner, cause: 'a-roof', publicUrl: 'https://shop.example', againMs: 10 });
  onTestFinished(async () => {
    reported.mockRestore();
    await shop.close();
  });

  const body = new URLSearchParams({ amount: '50' });
  const order = await fetch(`${shop.url}/orders`, { method: 'POST', body, redirect: 'manual' });
  expect(order.headers.get('location')).toBe(open.url);
  const page = async () => {
    const response = await fetch(`${shop.url}/orders/${create.mock.calls[0]?.[1].idempotencyKey}`);
    return response.text();
  };
  expect(await page()).toContain('We are waiting for your donation.');
  isPaid.resolve();
  await expect.poll(page).toContain('Thank you! USD 60 arrived.');
  expect(reported).toHaveBeenCalledWith(outage);
});
