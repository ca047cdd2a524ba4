import { randomInt } from 'node:crypto';
import { provisionAccount } from '#lib/accounts/account.ts';
import { editBase } from '#lib/causes/edit.ts';
import { setMessageShown } from '#lib/causes/messages.ts';
import { updateBase } from '#lib/causes/updates.ts';
import { db, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import type { ActionSample, Cast } from './action-sample.ts';
import { storedCause } from './causes.ts';
import { donation } from './ledger.ts';
import { pictureFile } from './pictures.ts';
import { STAFF_SAMPLES } from './staff-actions.ts';
import { BANK_ACCOUNT, NEW_BANK_ACCOUNT, verifyAccount } from './withdrawals.ts';

/** A published cause of the creator. */
async function causeOf({ creator }: Cast) {
  const { key } = await storedCause({ owner: { connect: { id: creator.id } } });
  return db().cause.findUniqueOrThrow({ where: { key } });
}

/** Inserts a passkey for an account, which no device has. */
export function passkeyOf(accountId: string) {
  const id = newId('passkey');
  const publicKey = Buffer.from(id);
  const data = { id, accountId, credentialId: id, publicKey, counter: 0n, transports: [], userAgent: '' };
  return db().passkey.create({ data });
}

/** A cause of the creator that has collected something, and a verified bank account for its money. */
async function causeWithMoney(cast: Cast) {
  const cause = await causeOf(cast);
  await donation(cause.key, { amountMajor: 20, feePercent: '0' });
  const owner = { id: cause.ownerId, role: 'creator' } as const;
  const { id: bankAccountId } = await transaction((tx) => addBankAccount(tx, owner, NEW_BANK_ACCOUNT, new Date()));
  await verifyAccount({ id: cast.staff.id, role: 'staff' }, bankAccountId);
  return { ...cause, bankAccountId };
}

/** An update of a cause of the creator. */
async function updateOf(cast: Cast) {
  const { key, ownerId } = await causeOf(cast);
  const id = newId('causeUpdate');
  const texts = { title: 'The pump is on its way', body: 'It was sent.' };
  await db().causeUpdate.create({ data: { id, causeKey: key, ...texts, publishedAt: new Date() } });
  return { id, ownerId, base: updateBase(texts) };
}

/** A message that came with a donation to a cause of the creator. */
async function messageOf(cast: Cast): Promise<ActionSample> {
  const { key, ownerId } = await causeOf(cast);
  const id = await donation(key, { amountMajor: 20 });
  await db().payment.update({ where: { id }, data: { donorMessage: 'Good luck!' } });
  return { fields: { id }, resource: { ownerId } };
}

/** One that its creator has hidden. */
async function hiddenMessage(cast: Cast): Promise<ActionSample> {
  const sample = await messageOf(cast);
  const creator = { id: cast.creator.id, role: 'creator' } as const;
  const hiding = { paymentId: String(sample.fields.id), isShown: false };
  await transaction((tx) => setMessageShown(tx, creator, hiding, new Date()));
  return sample;
}

/**
 * One form for each action of the dashboard, for the test that sends all of them as everybody. A missing one fails that
 * test.
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
  'account.time_zone': async () => ({ fields: { zone: 'America/Bogota' }, resource: {} }),
  'passkey.postpone': async () => ({ fields: {}, resource: {} }),
  'passkey.remove': async ({ creator }) => {
    const { id } = await passkeyOf(creator.id);
    return { fields: { id }, resource: { ownerId: creator.id } };
  },
  'passkey.reset': async () => {
    const email = `${newId('account')}@example.org`;
    const { account } = await provisionAccount(db(), { email, name: 'Forgetful' });
    await passkeyOf(account.id);
    return { fields: { email, reason: 'Seen in person', confirmed: 'yes' }, resource: { ownerId: account.id } };
  },
  'cause.create': async () => ({
    fields: {
      once: newId('withdrawal'),
      locale: 'en',
      title: 'A well',
      country: 'CO',
      currency: 'COP',
      goal: '5,000',
      description: '',
      terms: 'on',
    },
    resource: {},
  }),
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
  'cause.change_state': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    const move = { from: 'published', to: 'paused', reason: 'Asked for', confirmed: 'yes' };
    return { fields: { key, ...move }, resource: { ownerId } };
  },
  'receipt.resend': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    const id = await donation(key, { amountMajor: 20 });
    await db().payment.update({ where: { id }, data: { donorEmail: 'donor@example.org' } });
    return { fields: { id }, resource: { ownerId } };
  },
  // Whoever adds it is not the person of another sample, who has the same document otherwise.
  // Of whoever adds it: two accounts with one number or document are one person.
  'bank_account.add': async () => ({
    fields: {
      ...BANK_ACCOUNT,
      accountNumber: String(randomInt(1e9, 1e10)),
      holderDocument: `Passport ${newId('account').slice(-20)}`,
    },
    resource: {},
  }),
  'withdrawal.review': async (cast) => {
    const { key, ownerId, bankAccountId } = await causeWithMoney(cast);
    const form = { once: newId('withdrawal'), locale: 'en', amount: '1', reason: 'Pipes' };
    return { fields: { key, bankAccountId, ...form }, resource: { ownerId } };
  },
  'withdrawal.request': async (cast) => {
    const { key, ownerId, bankAccountId } = await causeWithMoney(cast);
    const form = { once: newId('withdrawal'), locale: 'en', amount: '1', reason: 'Pipes' };
    return { fields: { key, bankAccountId, ...form }, resource: { ownerId } };
  },
  'withdrawal.cancel': async (cast) => {
    const { key, ownerId, bankAccountId } = await causeWithMoney(cast);
    // Above the threshold: it waits, so it can be withdrawn.
    const asked = { causeKey: key, amountMajor: 11, currency: 'USD', bankAccountId, reason: '' };
    const { id } = await requestWithdrawal(
      { id: ownerId, role: 'creator' },
      { ...asked, key: newId('withdrawal') },
      new Date(),
    );
    return { fields: { id }, resource: { ownerId } };
  },
  'cause.close': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key }, resource: { ownerId } };
  },
  'update.publish': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key, title: 'The pump is here', body: 'It works.' }, resource: { ownerId } };
  },
  'update.edit': async (cast) => {
    const { id, ownerId, base } = await updateOf(cast);
    return { fields: { id, base, title: 'The pump is here', body: 'It works well.' }, resource: { ownerId } };
  },
  'update.delete': async (cast) => {
    const { id, ownerId } = await updateOf(cast);
    return { fields: { id }, resource: { ownerId } };
  },
  'picture.add': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key, alt: 'The new pump' }, file: await pictureFile(), resource: { ownerId } };
  },
  'picture.delete': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    const id = newId('causePicture');
    const bytes = { large: new Uint8Array(1), small: new Uint8Array(1) };
    const data = { id, causeKey: key, alt: 'A pump', width: 1, height: 1, ...bytes, createdAt: new Date() };
    await db().causePicture.create({ data });
    return { fields: { id }, resource: { ownerId } };
  },
  'message.hide': messageOf,
  'message.show': hiddenMessage,
  ...STAFF_SAMPLES,
};
