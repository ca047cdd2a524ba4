import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import type { BookLine } from '#lib/rails/port/books.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, donation, ownDatabase } from '#testing/ledger.ts';
import { comparePayments } from './compare.ts';
import { compareBorneCosts } from './compare-sums.ts';
import { storeLines } from './store-lines.ts';

ownDatabase();

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);
const scopeUntil = (to: Date) => ({ gateway: 'stripe', from: NOW, to, earlier: [] });

/** A donation of which a part was given back just now. Returns its payment. */
async function refunded(): Promise<string> {
  const payment = await donation((await storedCause()).key);
  const refund = {
    id: `re_${payment}`,
    refundId: null,
    amountMinor: 1000n,
    status: 'succeeded',
    hasLeft: true,
  } as const;
  await applyReport(payment, { refundedMinor: 1000n, refunds: [{ ...refund, createdAt: new Date() }] });
  await storeLines('stripe', [line(payment, 5000n, NOW)]);
  return payment;
}

const line = (payment: string, grossMinor: bigint, at: Date): BookLine => ({
  id: `txn_${payment}_${grossMinor}`,
  kind: grossMinor < 0n ? 'refund' : 'payment',
  gatewayPaymentId: `pi_${payment}`,
  currency: 'USD',
  at,
  grossMinor,
  feeMinor: 0n,
  netMinor: grossMinor,
});

test('what was posted just now is no difference where the gateway’s clock is ahead, and dates it after the end', async () => {
  const payment = await refunded();
  await storeLines('stripe', [line(payment, -1000n, secondsFromNow(30))]);
  const justNow = scopeUntil(secondsFromNow(1));
  expect(await comparePayments(db(), justNow, true)).toEqual([]);
  expect(await compareBorneCosts(db(), justNow, [])).toEqual([]);
  expect(await comparePayments(db(), scopeUntil(secondsFromNow(120)), true)).toEqual([]);
});

test('what was posted more than a minute before the end, and is in no line, is one', async () => {
  const payment = await refunded();
  expect(await comparePayments(db(), scopeUntil(secondsFromNow(120)), true)).toEqual([
    {
      about: 'amount',
      subject: `pi_${payment}`,
      paymentId: payment,
      currency: 'USD',
      oursMinor: '4000',
      theirsMinor: '5000',
    },
  ]);
});
