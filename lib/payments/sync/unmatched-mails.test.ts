import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { renderEmail } from '#lib/emails/render.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { refundNotice } from '#lib/payments/views/payment-progress.ts';
import type { RemoteRefund } from '#lib/rails/port/reversals.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, ownDatabase, pendingPayment } from '#testing/ledger.ts';

ownDatabase();

const AMOUNT = 50_000;
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** Unmatched funds, as their gateway reports them: what was refunded, and what a lost chargeback took. In major units. */
async function lateMoney(currency: string, reason: 'late' | 'mismatch' = 'late') {
  const { key } = await storedCause({ currency });
  const id = await pendingPayment(key, { amountMajor: AMOUNT });
  const { linkId } = await db().payment.findUniqueOrThrow({ where: { id } });
  await db().checkoutLink.update({ where: { id: linkId }, data: { cancelledAt: NOW } });
  await applyReport(id);
  await db().payment.update({
    where: { id },
    data: { refundReason: reason, donorEmail: `${id}@example.org`, donorLocale: 'en-US' },
  });
  const units = minorUnitsPerMajor(currency);
  const minor = (major: number) => BigInt(major * units);
  const says = (refunds: [amountMajor: number, status: RemoteRefund['status']][], takenMajor: number, at: Date) => {
    const made = refunds.map(([amountMajor, status], index) => ({
      id: `re_${id}_${index}`,
      refundId: null,
      amountMajor,
      status,
    }));
    const refunded = made.filter(({ status }) => status !== 'failed').reduce((sum, one) => sum + one.amountMajor, 0);
    const dispute = chargeback(`du_${id}`, 'lost', { amountMinor: minor(takenMajor), currency });
    return applyReport(
      id,
      {
        refundedMinor: minor(refunded),
        refunds: made.map(({ amountMajor, ...refund }) => ({
          ...refund,
          amountMinor: minor(amountMajor),
        })) as RemoteRefund[],
        disputes: takenMajor > 0 ? [dispute] : [],
      },
      at,
    );
  };
  const notice = async () => refundNotice([await db().payment.findUniqueOrThrow({ where: { id } })]);
  return { id, says, notice };
}

async function mailsAbout(paymentId: string) {
  const recipient = `${paymentId}@example.org`;
  const mails = await db().email.findMany({
    where: { recipient },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const context = { receipt: null, trust: null, statementDescriptor: null, timeZone: null, testMode: false };
  return mails.map(({ template, data, locale }) => ({
    template,
    ...renderEmail(template as 'donation_refunded', locale, { ...(data as object), context } as never),
  }));
}

test.each([
  ['USD', 'late', /your payment of \$50,000 .*returned a part of it to you.* the remaining \$30,000/i],
  ['COP', 'late', /your payment of COP.50,000 .* the remaining COP.30,000/i],
  ['CLP', 'mismatch', /we received CLP.50,000 .* the remaining CLP.30,000/i],
] as const)('in %s (%s), of what a bank took a part, page and mail name the rest', async (currency, reason, text) => {
  const { id, says, notice } = await lateMoney(currency, reason);
  await says([], 20_000, later(1));
  expect(await notice()).toEqual({
    state: 'refund_due',
    amount: 30_000,
    returnedByBank: 20_000,
    currency,
    reason,
  });
  expect(await mailsAbout(id)).toEqual([]);
  await says([[30_000, 'succeeded']], 20_000, later(2));
  expect(await notice()).toEqual({
    state: 'refunded',
    amount: 30_000,
    returnedByBank: 20_000,
    currency,
    reason,
  });
  const [mail, ...others] = await mailsAbout(id);
  expect([mail?.template, others]).toEqual(['donation_refunded', []]);
  expect(mail?.subject).toMatch(/30,000/);
  expect(mail?.text).toMatch(text);
  expect(mail?.text).not.toContain('all of it');
});

test('a refund of the rest that comes back is named by what it was', async () => {
  const { id, says, notice } = await lateMoney('USD');
  await says([[30_000, 'succeeded']], 20_000, later(1));
  await says([[30_000, 'failed']], 20_000, later(2));
  expect(await notice()).toMatchObject({ amount: 30_000, returnedByBank: 20_000 });
  const [, correction] = await mailsAbout(id);
  expect(correction?.template).toBe('refund_returned');
  expect(correction?.subject).toMatch(/\$30,000/);
});

test('of two refunds one that comes back is named alone', async () => {
  const { id, says } = await lateMoney('USD');
  await says(
    [
      [10_000, 'succeeded'],
      [40_000, 'succeeded'],
    ],
    0,
    later(1),
  );
  await says(
    [
      [10_000, 'succeeded'],
      [40_000, 'failed'],
    ],
    0,
    later(2),
  );
  const mails = await mailsAbout(id);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('$50,000'),
    expect.stringContaining('$40,000'),
  ]);
});

test('refunded in full and charged back afterwards, all of it was refunded', async () => {
  const { id, says, notice } = await lateMoney('USD');
  await says([[AMOUNT, 'succeeded']], 0, later(1));
  await says([[AMOUNT, 'succeeded']], 20_000, later(2));
  expect(await notice()).toEqual({ state: 'refunded', amount: AMOUNT, currency: 'USD', reason: 'late' });
  expect((await mailsAbout(id)).map(({ template }) => template)).toEqual(['donation_refunded']);
});

test('a chargeback that ends in our favor returns no refund', async () => {
  const { id, says, notice } = await lateMoney('USD');
  await says([[30_000, 'succeeded']], 20_000, later(1));
  await says([[30_000, 'succeeded']], 0, later(2));
  expect(await notice()).toMatchObject({ state: 'refund_due', amount: AMOUNT });
  expect((await mailsAbout(id)).map(({ template }) => template)).toEqual(['donation_refunded']);
});
