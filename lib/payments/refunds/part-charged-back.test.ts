import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { renderEmail } from '#lib/emails/render.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { intentOf, linkIn, pay } from '#testing/factories.ts';
import {
  deliverEvent,
  donorReturns,
  forgetJobs,
  mailsTo,
  onlyAttemptOf,
  poll,
  resetProcessor,
  runEveryMoneyJob,
  secondsAgo,
  setExpiry,
} from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
beforeEach(async () => {
  await forgetJobs();
  await resetProcessor(service);
});

const EMAIL = 'ana@example.org';
const AMOUNT = 50_000;
const noticeOf = async (linkId: string) => (await donorReturns(service, linkId)).body.refund;

/** Unmatched funds, of which the donor's bank asks a part back before they are refunded. */
async function lateMoney(currency: string, disputedMajor: number) {
  const { id } = await linkIn(service, partner, currency, { amount: AMOUNT });
  const email = `${currency.toLowerCase()}-${id.slice(-6).toLowerCase()}-${EMAIL}`;
  await db().checkoutLink.update({ where: { id }, data: { donorEmail: email } });
  const intent = await intentOf(service, id);
  await setExpiry(id, secondsAgo(2));
  await pay(service, intent);
  await poll(service, partner.key, id);
  const due = await onlyAttemptOf(id);
  expect(due.state).toBe('refund_due');
  const amount = disputedMajor * minorUnitsPerMajor(currency);
  const { id: dispute } = await service.control('stripe/dispute', { payment_intent: intent, amount });
  await deliverEvent(service, 'charge.dispute.created', intent);
  await runEveryMoneyJob(service);
  const end = async (outcome: 'won' | 'lost') => {
    await service.control('stripe/close_dispute', { dispute, outcome });
    await deliverEvent(service, 'charge.dispute.closed', intent);
  };
  return { id, intent, email, end, paymentId: due.id };
}

/** The mails to a donor as they are delivered. */
async function written(email: string) {
  const mails = await db().email.findMany({ where: { recipient: email }, orderBy: { createdAt: 'asc' } });
  const context = { receipt: null, trust: null, statementDescriptor: null, timeZone: null, testMode: false };
  return mails.map(({ template, data }) =>
    renderEmail(template as 'donation_refunded', 'en', { ...(data as object), context } as never),
  );
}

const shared = (currency: string) => ({ currency, reason: 'late' });

test.each(['USD', 'COP', 'CLP'])(
  'in %s, what a bank holds of unmatched funds is not called refunded',
  async (currency) => {
    const { id, email } = await lateMoney(currency, 20_000);
    expect(await noticeOf(id)).toEqual({
      state: 'refund_due',
      amount: 30_000,
      heldByBank: 20_000,
      ...shared(currency),
    });
    expect(await mailsTo(email)).toEqual([]);
  },
);

test.each(['USD', 'COP', 'CLP'])('in %s, of what a bank took a part, the rest alone is due', async (currency) => {
  const { id, email, end } = await lateMoney(currency, 20_000);
  await end('lost');
  expect(await noticeOf(id)).toEqual({
    state: 'refund_due',
    amount: 30_000,
    returnedByBank: 20_000,
    ...shared(currency),
  });
  expect(await mailsTo(email)).toEqual([]);
});

test.each(['USD', 'COP', 'CLP'])('in %s, all is refunded once the bank decided for us', async (currency) => {
  const { id, email, end } = await lateMoney(currency, 20_000);
  await end('won');
  expect(await noticeOf(id)).toEqual({ state: 'refund_due', amount: AMOUNT, ...shared(currency) });
  await runEveryMoneyJob(service);
  expect(await noticeOf(id)).toEqual({ state: 'refunded', amount: AMOUNT, ...shared(currency) });
  expect(await mailsTo(email)).toEqual(['donation_refunded']);
  const [mail] = await written(email);
  expect(mail?.subject).toContain('50,000');
  expect(mail?.text).toContain('all of it');
});

test('all that a bank holds is not promised, and once it took it nothing is', async () => {
  const { id, email, end } = await lateMoney('USD', AMOUNT);
  expect(await noticeOf(id)).toEqual({ state: 'disputed', amount: AMOUNT, ...shared('USD') });
  await end('lost');
  await runEveryMoneyJob(service);
  expect(await noticeOf(id)).toEqual({ state: 'charged_back', amount: AMOUNT, ...shared('USD') });
  expect(await mailsTo(email)).toEqual([]);
});
