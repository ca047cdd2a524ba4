import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { donorReturns } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { COLLECTED_UNIT } from './contract.ts';

const { service, partner } = runningService();

/** A donation that is paid and refunded in part, in minor units, through the gateway. */
async function donated(cause: string, currency: string, amount: number, refundedMinor: number) {
  const { id } = await openLink(service, partner, { cause, currency, amount });
  await pay(service, await intentOf(service, id));
  await donorReturns(service, id);
  const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { linkId: id, state: 'approved' } });
  const request = {
    paymentId,
    amountMinor: BigInt(refundedMinor),
    reason: 'Asked for by the donor',
    key: randomUUID(),
    seenMinor: 0n,
    requestedBy: newId('account'),
  };
  const asked = await requestRefund(request, new Date());
  if (asked.kind !== 'requested') throw new Error(asked.kind);
  await performRefund(asked.refund.id, new Date());
}

test.each<[currency: string, collected: string, ...donations: [amountMajor: number, refundedMinor: number][]]>([
  ['USD', '1312.41', [1500, 18_759]],
  // 0.1 + 0.2 + 0.01, which is 0.31000000000000005 in binary fractions.
  ['USD', '0.31', [10, 990], [10, 980], [10, 999]],
  ['USD', '40', [50, 1000]],
  ['COP', '40000', [50_000, 1_000_000]],
  // Staff and gateways can refund centavos: no peso is shown that is not there.
  ['COP', '39999.5', [50_000, 1_000_050]],
  ['CLP', '40001', [50_000, 9_999]],
  ['PYG', '499999', [500_000, 1]],
])('in %s, %s are left of what was refunded in part', async (currency, collected, ...donations) => {
  const cause = await publishedCause(service, partner, { goal: { amount: 0, currency } });
  for (const [amount, refundedMinor] of donations) await donated(cause, currency, amount, refundedMinor);
  const { text, body } = await service.call(`/v1/causes/${cause}`, { key: partner.key });
  expect(text).toContain(`"collected":${collected},`);
  expect(body.totals.contributions).toBe(donations.length);
});

test('types, documents and changelog name its unit in the same words', () => {
  const file = (path: string) => readFileSync(path, 'utf8');
  const ruling = file('docs/rulings.md').match(/^\| 48 .*$/m)?.[0];
  expect(COLLECTED_UNIT).toMatch(/major units/);
  const texts = {
    // Generated from the contract, as a test of its own checks.
    types: file('sdk/src/contract.ts'),
    'README of the SDK': file('sdk/README.md'),
    guide: file('lib/docs/guide/limits.ts'),
    ruling,
    changelog: file('lib/changelog.ts'),
  };
  for (const [name, text] of Object.entries(texts)) expect(text, name).toContain(COLLECTED_UNIT);
  expect(ruling).toMatch(/`amount` and `amount_paid` are whole major units/);
});
