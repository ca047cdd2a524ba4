import { provisionAccount } from '#lib/accounts/account.ts';
import { editBase } from '#lib/causes/edit.ts';
import type { Resource } from '#lib/dashboard/permissions.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { addBankAccount, reviewBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { type Partner, publishedCause } from './factories.ts';
import { donation } from './ledger.ts';
import type { Service } from './service.ts';
import { STAFF_SAMPLES } from './staff-actions.ts';
import { BANK_ACCOUNT } from './withdrawals.ts';

/** Who takes part: three accounts, and a partner who creates what the first of them owns. */
export type Cast = {
  service: Service;
  partner: Partner;
  creator: { id: string; email: string };
  other: { id: string; email: string };
  staff: { id: string; email: string };
};
/** A form of an action that succeeds for whoever may send it, and what it is about; made anew for each attempt. */
export type ActionSample = { fields: Record<string, string>; resource: Resource };

/** A published cause of the creator. */
async function causeOf({ service, partner, creator }: Cast) {
  const owner = { email: creator.email, name: 'Creator' };
  const key = await publishedCause(service, partner, { owner });
  return db().cause.findUniqueOrThrow({ where: { key } });
}

/** A passkey that nobody holds, of an account. */
function passkeyOf(accountId: string) {
  const id = newId('passkey');
  const publicKey = Buffer.alloc(1);
  const data = { id, accountId, credentialId: id, publicKey, counter: 0n, transports: [], userAgent: '' };
  return db().passkey.create({ data });
}

/** A cause of the creator's that has collected something, and a verified bank account to send it to. */
async function causeWithMoney(cast: Cast) {
  const cause = await causeOf(cast);
  await donation(cause.key, { amountMajor: 20, feePercent: '0' });
  const owner = { accountId: cause.ownerId, role: 'creator' } as const;
  const { id: bankAccountId } = await addBankAccount(owner, BANK_ACCOUNT, new Date());
  await reviewBankAccount(
    { accountId: cast.staff.id, role: 'staff' },
    bankAccountId,
    'verified',
    null,
    new Date(),
  );
  return { ...cause, bankAccountId };
}

/**
 * One form for each action of the dashboard: the test that tries all of them as everybody takes it from here. An action
 * without one fails that test.
 */
export const ACTION_SAMPLES: Readonly<Record<string, (cast: Cast) => Promise<ActionSample>>> = {
  'session.end': async () => ({ fields: {}, resource: {} }),
  'session.end_all': async () => ({ fields: {}, resource: {} }),
  'session.end_one': async ({ creator }) => {
    const id = newId('session');
    const expiresAt = new Date(Date.now() + 60_000);
    await db().session.create({ data: { id, tokenHash: id, accountId: creator.id, expiresAt } });
    return { fields: { id }, resource: { ownerId: creator.id } };
  },
  'passkey.remove': async ({ creator }) => {
    const { id } = await passkeyOf(creator.id);
    return { fields: { id }, resource: { ownerId: creator.id } };
  },
  'passkey.reset': async () => {
    const email = `${newId('account')}@example.org`;
    const { account } = await provisionAccount(db(), { email, name: 'Forgetful' });
    await passkeyOf(account.id);
    return { fields: { email, reason: 'Seen in person' }, resource: { requesterId: account.id } };
  },
  'cause.edit': async (cast) => {
    const cause = await causeOf(cast);
    const { key, slug, ownerId } = cause;
    const texts = {
      title: 'Another title',
      description: '',
      cover_image_url: '',
      closes_at: '',
      zone: 'UTC',
    };
    return { fields: { key, slug, base: editBase(cause), ...texts }, resource: { ownerId } };
  },
  'cause.move': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key, from: 'published', to: 'paused' }, resource: { ownerId } };
  },
  'bank_account.add': async () => ({ fields: { ...BANK_ACCOUNT }, resource: {} }),
  'withdrawal.request': async (cast) => {
    const { key, ownerId, bankAccountId } = await causeWithMoney(cast);
    const form = { once: newId('withdrawal'), locale: 'en', amount: '1', reason: 'Pipes' };
    return { fields: { key, bankAccountId, ...form }, resource: { ownerId } };
  },
  'withdrawal.cancel': async (cast) => {
    const { key, ownerId, bankAccountId } = await causeWithMoney(cast);
    // Above the threshold: it waits, and so it can be taken back.
    const asked = { causeKey: key, amountMajor: 11, currency: 'USD', bankAccountId, reason: '' };
    const { id } = await requestWithdrawal(
      { accountId: ownerId, role: 'creator' },
      { ...asked, key: newId('withdrawal') },
      new Date(),
    );
    return { fields: { id }, resource: { ownerId } };
  },
  'cause.close': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key }, resource: { ownerId } };
  },
  ...STAFF_SAMPLES,
};
