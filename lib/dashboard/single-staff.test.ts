import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { createKey } from '#lib/clients/keys.ts';
import { db, transaction } from '#lib/db.ts';
import { findCaller } from '#lib/hot-queries/find-caller.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { refusalOf } from '#testing/refusals.ts';
import { runningService } from '#testing/running-service.ts';
import { approvedPayment } from '#testing/staff-actions.ts';
import { creatorWith, sendWithdrawal, staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';
import { staffOverview } from './overview.ts';

const { service, partner } = runningService({
  ALLOW_SINGLE_STAFF: 'on',
  REFUND_APPROVAL_THRESHOLD: 'USD=20',
});

test('if the environment says so, one staff member is enough, and the overview shows it', async () => {
  const { ask, verifier } = await creatorWith(1000);
  const { id } = await ask(500);
  expect((await sendWithdrawal(verifier, id, new Date())).state).toBe('paid');

  const { payment } = await approvedPayment({ service, partner });
  const { id: requestedBy } = await staffMember();
  const wish = { paymentId: payment.id, amountMinor: 5000n, seenMinor: 0n, reason: 'Asked for', requestedBy };
  expect((await requestRefund({ ...wish, key: randomUUID() }, new Date())).kind).toBe('requested');

  const { clientId } = partner;
  const asked = {
    clientId,
    permissions: ['causes:set_fee' as const],
    allowedIps: [],
    createdBy: requestedBy,
  };
  const { key } = await transaction((tx) => createKey(tx, asked));
  expect((await findCaller(key))?.caller.clientId).toBe(clientId);
  expect((await staffOverview(new Date())).isSingleStaff).toBe(true);
});

test('then another account of the same person is somebody else, and only the very same account is not', async () => {
  const owner = await staffMember();
  const { email } = await db().account.findUniqueOrThrow({ where: { id: owner.id } });
  const tagged = email.replace('@', '+causes@');
  const { account } = await provisionAccount(db(), { email: tagged, name: 'Sam' });
  const own = await storedBankAccount(owner, 'USD');
  expect(await refusalOf(verifyAccount(owner, own))).toBe('own_request');
  const another = await storedBankAccount({ id: account.id, role: 'creator' }, 'USD');
  expect((await verifyAccount(owner, another)).state).toBe('verified');
});
