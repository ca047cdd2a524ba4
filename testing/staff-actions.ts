import { randomUUID } from 'node:crypto';
import { provisionAccount } from '#lib/accounts/account.ts';
import { createKey } from '#lib/clients/keys.ts';
import { requestTerms } from '#lib/clients/terms.ts';
import { clientBase } from '#lib/dashboard/staff/clients.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { IN_DOUBT } from '#lib/outbox/in-doubt.ts';
import { recordSentByHand } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { differenceName } from '#lib/reconciliation/known-differences.ts';
import { addBankAccount, revealBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { createBatch, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal, markWithdrawalSent } from '#lib/withdrawals/change.ts';
import type { ActionSample, Cast } from './action-sample.ts';
import { storedCause } from './causes.ts';
import { CLIENT_FORM } from './client-form.ts';
import { createPartner, intentOf, openLink, pay } from './factories.ts';
import { donation } from './ledger.ts';
import { donorReturns } from './money.ts';
import { creatorWith, NEW_BANK_ACCOUNT, sentOn, staffMember } from './withdrawals.ts';

/** Of a form that was confirmed on the page that names its consequences. */
const CONFIRMED = { reason: 'Asked for', confirmed: 'yes' };

const OTHER_CLIENT = {
  ...CLIENT_FORM,
  name: 'Another partner',
  fee_percent: '4.25',
  fee_model: 'all_inclusive',
  accent_color: '#112233',
  legal_name: 'Another Foundation',
  support_email: 'help@example.org',
  terms_url: 'https://example.org/terms',
  tax_id: '12-3456789',
  deductible: 'yes',
};

/** A payment of 50 dollars by card that has completed its link. */
export async function approvedPayment(
  { service, partner }: Pick<Cast, 'service' | 'partner'>,
  email = 'donor@example.org',
) {
  const link = await openLink(service, partner, { email });
  const intent = await intentOf(service, link.id);
  await pay(service, intent);
  await donorReturns(service, link.id);
  const payment = await db().payment.findFirstOrThrow({ where: { linkId: link.id, state: 'approved' } });
  return { payment, link, intent };
}

/** A donation of 50 dollars in the database alone, for forms that ask no gateway. */
export async function donated(donorEmail = 'donor@example.org') {
  const id = await donation((await storedCause()).key);
  const payment = await db().payment.update({ where: { id }, data: { donorEmail } });
  await db().checkoutLink.update({ where: { id: payment.linkId }, data: { email: donorEmail, donorEmail } });
  return payment;
}

async function key(): Promise<ActionSample> {
  const { keyId } = await createPartner();
  return { fields: { id: keyId, hours: '24', name: 'Website', ...CONFIRMED }, resource: {} };
}

async function link({ service, partner }: Cast): Promise<ActionSample> {
  const { id } = await openLink(service, partner);
  return { fields: { id, ...CONFIRMED }, resource: {} };
}

async function bankAccount({ creator }: Cast): Promise<ActionSample> {
  const owner = { id: creator.id, role: 'creator' } as const;
  const { id } = await transaction((tx) => addBankAccount(tx, owner, NEW_BANK_ACCOUNT, new Date()));
  return { fields: { id, note: 'Looked at', ...CONFIRMED }, resource: { ownerId: creator.id } };
}

/** Names the version of a withdrawal that a page shows now. */
async function seen({ fields, ...sample }: ActionSample): Promise<ActionSample> {
  const { version } = await db().withdrawal.findUniqueOrThrow({ where: { id: String(fields.id) } });
  return { ...sample, fields: { ...fields, seen: String(version) } };
}

/** One above the threshold, which waits for staff. */
async function requested(): Promise<ActionSample> {
  const { ask, creator } = await creatorWith(2000);
  const { id } = await ask(600);
  return seen({ fields: { id, note: 'Noted', ...CONFIRMED }, resource: { parties: { asked: creator.id } } });
}

async function approved(cast: Cast): Promise<ActionSample> {
  const sample = await requested();
  const staff = { id: cast.staff.id, role: 'staff' } as const;
  await changeWithdrawal(staff, String(sample.fields.id), 'approve', null, new Date());
  return seen(sample);
}

/** One that another staff member has started to send, with the form that records it as sent. */
async function sending(cast: Cast): Promise<ActionSample> {
  const sample = await approved(cast);
  await changeWithdrawal(await staffMember(), String(sample.fields.id), 'start_sending', null, new Date());
  return seen({ ...sample, fields: { ...sample.fields, ...sentOn(new Date()) } });
}

/** One that was sent. */
async function paid(cast: Cast): Promise<ActionSample> {
  const sample = await sending(cast);
  const now = new Date();
  await markWithdrawalSent(await staffMember(), String(sample.fields.id), sentOn(now), now);
  return seen(sample);
}

/** A payout batch of a new withdrawal. */
async function batch(cast: Cast): Promise<ActionSample> {
  await approved(cast);
  const id = await createBatch(await staffMember(), 'USD', new Date());
  return { fields: { id, confirmed: 'yes' }, resource: {} };
}

/** One that is being sent. */
async function startedBatch(cast: Cast): Promise<ActionSample> {
  const { fields, resource } = await batch(cast);
  const now = new Date();
  await startBatch(await staffMember(), String(fields.id), now);
  return { fields: { ...fields, ...sentOn(now), note: 'The bank refused the file' }, resource };
}

/** A failed refund of late money. */
async function failedRefund(): Promise<ActionSample> {
  const payment = await donated();
  await db().payment.update({
    where: { id: payment.id },
    data: { state: 'refund_due', refundReason: 'late' },
  });
  const id = newId('refund');
  const now = new Date();
  await db().refund.create({
    data: {
      id,
      paymentId: payment.id,
      requestKey: 'not-counted:1',
      amountMinor: 5000n,
      reason: 'late',
      state: 'failed',
      lastError: 'refund_failed',
      createdAt: now,
      settledAt: now,
    },
  });
  return { fields: { id }, resource: {} };
}

/** A failed refund of a donation of 50 dollars, in the database alone: of so many cents. Returns both ids. */
export async function bouncedInDatabase(amountMinor = 5000n) {
  const payment = await donated();
  const id = newId('refund');
  const now = new Date();
  await db().refund.create({
    data: {
      id,
      paymentId: payment.id,
      requestKey: 'form',
      amountMinor,
      reason: 'Asked for',
      state: 'failed',
      lastError: 'refund_failed',
      createdAt: now,
      settledAt: now,
      requestedBy: 'acc_somebody',
    },
  });
  return { paymentId: payment.id, refundId: id };
}

async function failedRefundOfDonation(): Promise<ActionSample> {
  const { refundId: id } = await bouncedInDatabase();
  return { fields: { id, note: 'The donor wants to give it after all', confirmed: 'yes' }, resource: {} };
}

/** A bank transfer in place of a failed refund. */
async function transfer(): Promise<ActionSample> {
  const { fields } = await failedRefundOfDonation();
  const sent = { amount: '50', reference: 'TRX 4711', sent_on: new Date().toISOString().slice(0, 10) };
  return { fields: { ...fields, ...sent, seen: '5000', ...CONFIRMED }, resource: {} };
}

/** A bank transfer that a donor's bank returned. */
async function returnedTransfer(): Promise<ActionSample> {
  const { fields } = await transfer();
  const { id: recordedBy } = await staffMember();
  const sent = {
    refundId: String(fields.id),
    amountMinor: 5000n,
    seenMinor: 5000n,
    reference: 'TRX 4711',
    sentOn: String(fields.sent_on),
    timeZone: 'UTC',
    reason: 'Their card was closed',
    recordedBy,
  };
  const { id } = await transaction((tx) => recordSentByHand(tx, sent, new Date()));
  return { fields: { id, returned_on: sent.sentOn, ...CONFIRMED }, resource: {} };
}

/** A write-off of another staff member that waits for approval. */
async function waitingWriteOff(): Promise<ActionSample> {
  const { fields } = await failedRefund();
  const refund = await db().refund.findUniqueOrThrow({ where: { id: String(fields.id) } });
  const { id: requestedBy } = await staffMember();
  const id = newId('writeOff');
  await db().writeOff.create({
    data: {
      id,
      paymentId: refund.paymentId,
      amountMinor: 5000n,
      reason: 'The account is closed',
      requestedBy,
      requestedAt: new Date(),
    },
  });
  return {
    fields: { id, note: 'Ask again', confirmed: 'yes' },
    resource: { parties: { asked: requestedBy } },
  };
}

/** Card payments of a cause that are paused. */
async function cardPause({ service, partner }: Cast): Promise<ActionSample> {
  const id = newId('cardPause');
  const { id: linkId } = await openLink(service, partner);
  const [startedAt, endsAt] = [new Date(), new Date(Date.now() + 900_000)];
  const counted = { linkId, declines: 50, approvals: 1 };
  await db().cardPause.create({ data: { id, kind: 'cause', subject: id, ...counted, startedAt, endsAt } });
  return { fields: { id, seen: startedAt.toISOString(), reason: 'Asked for' }, resource: {} };
}

/** A key of another staff member that waits for approval. */
async function waitingKey({ partner: { clientId } }: Cast): Promise<ActionSample> {
  const { id: createdBy } = await staffMember();
  const wish = { clientId, permissions: ['causes:set_fee' as const], allowedIps: [], createdBy };
  const { id } = await transaction((tx) => createKey(tx, wish));
  return { fields: { id, ...CONFIRMED }, resource: { parties: { asked: createdBy } } };
}

/** A refund of 10 dollars that another staff member requested and that waits for approval. */
async function waitingRefund(payment: { id: string }): Promise<ActionSample> {
  const { id: requestedBy } = await staffMember();
  const id = newId('refundApproval');
  await db().refundApproval.create({
    data: {
      id,
      paymentId: payment.id,
      requestKey: 'form',
      amountMinor: 1000n,
      seenMinor: 0n,
      reason: 'Asked for',
      requestedBy,
      requestedAt: new Date(),
    },
  });
  return {
    fields: { id, note: 'Not needed', confirmed: 'yes' },
    resource: { parties: { asked: requestedBy } },
  };
}

/** A difference of the last reconciliation of a gateway account that nobody has explained. */
async function difference(): Promise<ActionSample> {
  const [subject, now] = [newId('payment'), new Date()];
  const found = {
    about: 'unknown_movement',
    subject,
    paymentId: null,
    currency: 'USD',
    oursMinor: '0',
    theirsMinor: '100',
  };
  await db().reconciliation.create({
    data: {
      id: newId('reconciliation'),
      gateway: 'stripe',
      routine: true,
      balances: [],
      from: now,
      to: now,
      startedAt: now,
      finishedAt: now,
      differences: [found],
    },
  });
  return { fields: { difference: `stripe ${differenceName(found)}`, reason: 'A test' }, resource: {} };
}

/** Other terms of a client that another staff member asked for. */
async function waitingTerms(): Promise<ActionSample> {
  const { clientId } = await createPartner();
  const { id: asked } = await staffMember();
  const terms = { feePercent: 4, feeModel: 'all_inclusive', contactEmail: 'new@example.org' };
  const change = await transaction(async (tx) => {
    const client = await tx.client.findUniqueOrThrow({ where: { id: clientId } });
    return requestTerms(tx, client, terms, asked, new Date());
  });
  return { fields: { id: change?.id ?? '', ...CONFIRMED }, resource: { parties: { asked } } };
}

/** One form for each action of staff. */
export const STAFF_SAMPLES: Readonly<Record<string, (cast: Cast) => Promise<ActionSample>>> = {
  'client.create': async () => ({ fields: OTHER_CLIENT, resource: {} }),
  'client.update': async () => {
    const { clientId } = await createPartner();
    const client = await db().client.findUniqueOrThrow({ where: { id: clientId } });
    return { fields: { ...OTHER_CLIENT, id: clientId, base: clientBase(client) }, resource: {} };
  },
  'client_terms.approve': waitingTerms,
  'client_terms.reject': waitingTerms,
  'key.create': async ({ partner }) => ({
    fields: { client: partner.clientId, permissions: 'cause:read', allowed_ips: '203.0.113.0/24' },
    resource: {},
  }),
  'cause.restore': async () => {
    const { key: causeKey } = await storedCause();
    const beforeFraud = JSON.stringify({ state: 'published', pausedFrom: null, pausedBy: null });
    await db().cause.update({ where: { key: causeKey }, data: { state: 'fraud', beforeFraud } });
    return { fields: { key: causeKey, ...CONFIRMED }, resource: {} };
  },
  'reconciliation.acknowledge': difference,
  'key.rename': key,
  'key.rotate': key,
  'key.revoke': key,
  'key.approve': waitingKey,
  'key.reject': waitingKey,
  'link.cancel': link,
  'link.unlock': link,
  'card_pause.lift': cardPause,
  'payment.refund': async (cast) => {
    const { payment } = await approvedPayment(cast);
    const form = {
      id: payment.id,
      amount: '10',
      key: randomUUID(),
      seen: '0',
      ...CONFIRMED,
    };
    return { fields: form, resource: {} };
  },
  'refund.retry': failedRefund,
  'refund.close': failedRefundOfDonation,
  'refund.record_transfer': transfer,
  'refund.record_return': returnedTransfer,
  'refund.write_off': async () => {
    const { fields, resource } = await failedRefund();
    return { fields: { ...fields, reason: 'The account is closed', seen: '5000' }, resource };
  },
  'write_off.approve': waitingWriteOff,
  'write_off.reject': waitingWriteOff,
  'refund.approve': async (cast) => waitingRefund((await approvedPayment(cast)).payment),
  'refund.reject': async () => waitingRefund(await donated()),
  'event.handle': async () => {
    const id = newId('gatewayEvent');
    await db().gatewayEvent.create({
      data: { id, gateway: 'stripe', eventId: id, type: 'charge.updated', receivedAt: new Date() },
    });
    return { fields: { id }, resource: {} };
  },
  'mail.resolve': async () => {
    const id = newId('email');
    await db().email.create({
      data: {
        id,
        recipient: 'ana@example.org',
        template: 'refund_returned',
        locale: 'en',
        data: {},
        begunAt: new Date(),
        lastError: IN_DOUBT,
      },
    });
    return { fields: { id, end: 'delivered' }, resource: {} };
  },
  'donor.erase': async () => {
    const { id } = await donated(`${newId('payment')}@example.org`);
    return { fields: { id, ...CONFIRMED }, resource: {} };
  },
  'creator.erase': async () => {
    const email = `${newId('account')}@example.org`;
    const { account } = await provisionAccount(db(), { email, name: 'Leaving' });
    return { fields: { id: account.id, ...CONFIRMED }, resource: { ownerId: account.id } };
  },
  'ledger.check': async () => ({ fields: {}, resource: {} }),
  'bank_account.reveal': bankAccount,
  'bank_account.verify': async (cast) => {
    const sample = await bankAccount(cast);
    await revealBankAccount({ id: cast.staff.id, role: 'staff' }, String(sample.fields.id));
    return { ...sample, fields: { ...sample.fields, link: 'https://bank.example.org/letters/1' } };
  },
  'bank_account.reject': bankAccount,
  'batch.create': async (cast) => {
    await approved(cast);
    return { fields: { currency: 'USD' }, resource: {} };
  },
  'batch.cancel': batch,
  'batch.start_sending': batch,
  'batch.mark_sent': startedBatch,
  'batch.mark_not_sent': startedBatch,
  'note.add': async () => {
    const { id } = await donated();
    return { fields: { kind: 'payment', id, text: 'Called about it' }, resource: {} };
  },
  'withdrawal.approve': requested,
  'withdrawal.reject': requested,
  'withdrawal.start_sending': approved,
  'withdrawal.mark_sent': sending,
  'withdrawal.mark_not_sent': sending,
  'withdrawal.fail': paid,
};
