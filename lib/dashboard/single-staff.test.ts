import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { transaction } from '#lib/db.ts';
import { findCaller } from '#lib/hot-queries/find-caller.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { runningService } from '#testing/running-service.ts';
import { approvedPayment } from '#testing/staff-actions.ts';
import { creatorWith, sendWithdrawal, staffMember } from '#testing/withdrawals.ts';
import { staffOverview } from './overview.ts';

const { service, partner } = runningService({
  ...{ ALLOW_SINGLE_STAFF: 'on', REFUND_APPROVAL_THRESHOLD: 'USD=20' },
});

test('if the environment says so, one staff member is enough, and the overview shows it', async () => {
  const { ask, verifier } = await creatorWith(1000);
  const { id } = await ask(500);
  expect((await sendWithdrawal(verifier, id, new Date())).state).toBe('paid');

  const { payment } = await approvedPayment({ service, partner });
  const { accountId: requestedBy } = await staffMember();
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
