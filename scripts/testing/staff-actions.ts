import { randomUUID } from 'node:crypto';
import { createKey } from '#lib/clients/keys.ts';
import { clientBase } from '#lib/dashboard/staff/clients.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import type { ActionSample, Cast } from './dashboard-actions.ts';
import { createPartner, intentOf, openLink, pay } from './factories.ts';
import { donorReturns } from './money.ts';
import { BANK_ACCOUNT, creatorWith, staffMember } from './withdrawals.ts';

const CLIENT_FORM = {
  name: 'Another partner',
  fee_percent: '4.25',
  fee_model: 'all_inclusive',
  accent_color: '#112233',
  display_name: '',
  logo_url: '',
  contact_email: '',
};

/** A payment of 50 dollars by card that has completed its link. */
export async function approvedPayment({ service, partner }: Pick<Cast, 'service' | 'partner'>) {
  const link = await openLink(service, partner, { email: 'donor@example.org' });
  const intent = await intentOf(service, link.id);
  await pay(service, intent);
  await donorReturns(service, link.id);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId: link.id, state: 'approved' } });
  return { payment, link, intent };
}

async function key(): Promise<ActionSample> {
  const { keyId } = await createPartner();
  return { fields: { id: keyId, hours: '24' }, resource: {} };
}

async function link({ service, partner }: Cast): Promise<ActionSample> {
  const { id } = await openLink(service, partner);
  return { fields: { id }, resource: {} };
}

async function bankAccount({ creator }: Cast): Promise<ActionSample> {
  const owner = { accountId: creator.id, role: 'creator' } as const;
  const { id } = await addBankAccount(owner, BANK_ACCOUNT, new Date());
  return { fields: { id, note: 'Looked at' }, resource: { requesterId: creator.id } };
}

/** One above the threshold, which waits for staff. */
async function requested(): Promise<ActionSample> {
  const { ask, creator } = await creatorWith(2000);
  const { id } = await ask(600);
  return { fields: { id, note: 'Noted' }, resource: { requesterId: creator.accountId } };
}

async function approved(cast: Cast): Promise<ActionSample> {
  const sample = await requested();
  const staff = { accountId: cast.staff.id, role: 'staff' } as const;
  await changeWithdrawal(staff, String(sample.fields.id), 'approve', null, new Date());
  return sample;
}

/** A refund of money that came too late, which the gateway has failed. */
async function failedRefund({ service, partner }: Cast): Promise<ActionSample> {
  const { payment } = await approvedPayment({ service, partner });
  await db().payment.update({
    where: { id: payment.id },
    data: { state: 'refund_due', refundReason: 'late' },
  });
  const id = newId('refund');
  const now = new Date();
  await db().refund.create({
    data: {
      ...{ id, paymentId: payment.id, requestKey: 'not-counted:1', amountMinor: 5000n, reason: 'late' },
      ...{ state: 'failed', lastError: 'refund_failed', createdAt: now, settledAt: now },
    },
  });
  return { fields: { id, note: 'Sent by bank transfer' }, resource: {} };
}

/** Card payments of a cause that are paused. */
async function cardPause(): Promise<ActionSample> {
  const id = newId('cardPause');
  const [startedAt, endsAt] = [new Date(), new Date(Date.now() + 900_000)];
  const counted = { linkId: 'chl_1', declines: 50, approvals: 1 };
  await db().cardPause.create({ data: { id, kind: 'cause', subject: id, ...counted, startedAt, endsAt } });
  return { fields: { id }, resource: {} };
}

/** A key that somebody else of staff has made, and that waits for a second person. */
async function waitingKey({ partner: { clientId } }: Cast): Promise<ActionSample> {
  const { accountId: createdBy } = await staffMember();
  const wish = { clientId, permissions: ['causes:set_fee' as const], allowedIps: [], createdBy };
  const { id } = await transaction((tx) => createKey(tx, wish));
  return { fields: { id }, resource: { requesterId: createdBy } };
}

/** A refund of 10 dollars that somebody else of staff has asked for, and that waits for a second person. */
async function waitingRefund(cast: Cast): Promise<ActionSample> {
  const { payment } = await approvedPayment(cast);
  const { accountId: requestedBy } = await staffMember();
  const id = newId('refundApproval');
  await db().refundApproval.create({
    data: {
      ...{ id, paymentId: payment.id, requestKey: 'form', amountMinor: 1000n, seenMinor: 0n },
      ...{ reason: 'Asked for', requestedBy, requestedAt: new Date() },
    },
  });
  return { fields: { id }, resource: { requesterId: requestedBy } };
}

/** One form for each action that is the staff's alone. */
export const STAFF_SAMPLES: Readonly<Record<string, (cast: Cast) => Promise<ActionSample>>> = {
  'client.create': async () => ({ fields: CLIENT_FORM, resource: {} }),
  'client.edit': async () => {
    const { clientId } = await createPartner();
    const client = await db().client.findUniqueOrThrow({ where: { id: clientId } });
    return { fields: { ...CLIENT_FORM, id: clientId, base: clientBase(client) }, resource: {} };
  },
  'key.create': async ({ partner }) => ({
    fields: { client: partner.clientId, permissions: 'cause:read', allowed_ips: '203.0.113.0/24' },
    resource: {},
  }),
  'key.rotate': key,
  'key.revoke': key,
  'key.approve': waitingKey,
  'key.refuse': waitingKey,
  'link.cancel': link,
  'link.lift_lock': link,
  'card_pause.lift': cardPause,
  'payment.refund': async (cast) => {
    const { payment } = await approvedPayment(cast);
    const form = { id: payment.id, amount: '10', reason: 'Asked for', key: randomUUID(), seen: '0' };
    return { fields: form, resource: {} };
  },
  'refund.retry': failedRefund,
  'refund.see_to': failedRefund,
  'refund.approve': waitingRefund,
  'refund.refuse': waitingRefund,
  'event.handle': async () => {
    const id = newId('gatewayEvent');
    await db().gatewayEvent.create({
      data: { id, gateway: 'stripe', eventId: id, type: 'charge.updated', receivedAt: new Date() },
    });
    return { fields: { id }, resource: {} };
  },
  'ledger.check': async () => ({ fields: {}, resource: {} }),
  'bank_account.show': bankAccount,
  'bank_account.verify': bankAccount,
  'bank_account.refuse': bankAccount,
  'withdrawal.approve': requested,
  'withdrawal.reject': requested,
  'withdrawal.pay': approved,
  'withdrawal.fail': approved,
};
