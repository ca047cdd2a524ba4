import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { customaryUnitsPerMajor, minorUnitsPerMajor } from '#lib/money.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { storedBankAccount } from '#testing/withdrawals.ts';
import { exportCreator } from './export-creator.ts';
import { exportDonor } from './export-donor.ts';

ownDatabase();

/** What is stored, and how a file has it: 5,000 wanted, 50 given, of which parts were refunded and charged back. */
test.each([
  { currency: 'USD', cents: 0.25 },
  { currency: 'COP', cents: 0.25 },
  { currency: 'CLP', cents: 0 },
  { currency: 'PYG', cents: 0 },
])('every amount in the files of a creator and a donor is in major units of $currency', async ({ currency, cents }) => {
  const goalAmount = BigInt(5000 * customaryUnitsPerMajor(currency));
  const { key, owner } = await storedCause({ currency, goalAmount });
  const minor = (amountMajor: number) => BigInt(amountMajor * minorUnitsPerMajor(currency));
  const bankAccountId = await storedBankAccount(owner, currency);
  const id = newId('withdrawal');
  const parts = { amount: 30n, remainderMinor: Number(minor(cents)) };
  await db().withdrawal.create({
    data: {
      ...{ id, causeKey: key, bankAccountId, requestedBy: owner.id, requestedAt: NOW, currency, reason: '' },
      ...{ ...parts, idempotencyKey: id },
    },
  });
  const donorEmail = `dora-${currency.toLowerCase()}@example.org`;
  const paymentId = await donation(key);
  const reversals = { refundedMinor: minor(10 + cents), chargedBackMinor: minor(20) };
  const paid = { donorEmail, ...reversals };
  const { linkId } = await db().payment.update({ where: { id: paymentId }, data: paid });
  await db().checkoutLink.update({ where: { id: linkId }, data: { donorEmail, donorAmount: 60n } });
  const refundId = newId('refund');
  await db().refund.create({
    data: {
      id: refundId,
      paymentId,
      amountMinor: minor(10 + cents),
      reason: 'Asked',
      createdAt: NOW,
      requestKey: 'one',
    },
  });
  await db().dispute.create({
    data: {
      ...{ id: newId('dispute'), paymentId, gateway: 'stripe', gatewayDisputeId: `dp_${currency}`, kind: 'chargeback' },
      ...{ status: 'lost', amountMinor: minor(20), currency, openedAt: NOW, createdAt: NOW, endedAt: NOW },
    },
  });
  const sent = {
    reference: `ACH ${currency}`,
    sentOn: new Date('2026-11-20'),
    recordedBy: 'acc_staff',
    recordedAt: NOW,
  };
  await db().manualRefund.create({
    data: { id: newId('manualRefund'), paymentId, refundId, amountMinor: minor(5 + cents), ...sent },
  });
  const pending = await pendingPayment(key);
  await db().payment.update({ where: { id: pending }, data: { donorEmail } });

  const ofCreator = await transaction((tx) => exportCreator(tx, owner.id, 'console', NOW));
  expect(ofCreator.causes).toMatchObject([{ currency, goal: 5000 }]);
  expect(ofCreator.withdrawals).toMatchObject([{ currency, amount: 30 + cents }]);
  const ofDonor = await transaction((tx) => exportDonor(tx, donorEmail, 'console', NOW));
  expect(ofDonor.payments.find(({ id: its }) => its === paymentId)).toMatchObject({
    ...{ currency, amount: 50, refunded: 10 + cents, charged_back: 20 },
    refunds: [{ amount: 10 + cents }],
    sent_by_hand: [{ amount: 5 + cents, bank_reference: `ACH ${currency}`, sent_on: '2026-11-20', returned_on: null }],
    disputes: [{ amount: 20, currency }],
  });
  expect(ofDonor.payments.find(({ id: its }) => its === pending)).toMatchObject({ currency, amount: 50 });
  expect(ofDonor.links.find(({ id: its }) => its === linkId)).toMatchObject({ currency, amount: 60 });
});
