import { beforeAll, describe, expect, test } from 'vitest';
import { restoreCause } from '#lib/causes/change-state.ts';
import { approveKey } from '#lib/clients/key-approval.ts';
import { approveTerms } from '#lib/clients/terms.ts';
import { ACTIONS } from '#lib/dashboard/actions.ts';
import { db, type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { approveRefund } from '#lib/payments/refunds/approve-refund.ts';
import { approveWriteOff } from '#lib/payments/refunds/write-off.ts';
import { addBankAccount, rejectBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { markBatchNotSent, markBatchSent, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal, markWithdrawalSent } from '#lib/withdrawals/change.ts';
import type { WithdrawalAction } from '#lib/withdrawals/states.ts';
import type { Cast } from '#testing/action-sample.ts';
import { accountOf } from '#testing/browser-session.ts';
import { ACTION_SAMPLES } from '#testing/dashboard-actions.ts';
import { refusalOf } from '#testing/refusals.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { NEW_BANK_ACCOUNT, sentOn, staffMember, verifyAccount } from '#testing/withdrawals.ts';
import { authorise } from './authorise.ts';
import { type Part, POLICY, type PolicyAction, type Rule } from './table.ts';

const { service, partner } = runningService({ WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10' });
let cast: Cast;
beforeAll(async () => {
  cast = {
    service,
    partner,
    creator: await accountOf('creator@example.org'),
    other: await accountOf('other@example.org'),
    staff: await accountOf('staff@example.org', 'staff'),
  };
});

type Subject = { id: string; by: string };
const within = (work: (tx: Tx) => Promise<unknown>) => transaction(work);
const staff = (id: string) => ({ id, role: 'staff' }) as const;
const step =
  (action: Exclude<WithdrawalAction, 'mark_sent'>) =>
  ({ id, by }: Subject) =>
    changeWithdrawal(staff(by), id, action, 'A note', new Date());

/**
 * Every decision that somebody's own part forbids (rulings 74 and 75): the parts, and the function that checks them under its
 * locks, whoever calls it. Without one it is a page's form alone.
 */
const DECISIONS: Record<string, { parts: Part[]; act?: (subject: Subject) => Promise<unknown> }> = {
  'passkey.reset': { parts: ['owns'] },
  'creator.erase': { parts: ['owns'] },
  'cause.restore': {
    parts: ['owns'],
    act: ({ id, by }) => within((tx) => restoreCause(tx, staff(by), id, 'A mistake', new Date())),
  },
  'link.unlock': { parts: ['owns'] },
  'card_pause.lift': { parts: ['owns'] },
  'client_terms.approve': {
    parts: ['asked'],
    act: ({ id, by }) => within((tx) => approveTerms(tx, id, by, new Date())),
  },
  'key.approve': { parts: ['asked'], act: ({ id, by }) => within((tx) => approveKey(tx, id, by, new Date())) },
  'write_off.approve': {
    parts: ['asked'],
    act: ({ id, by }) => within((tx) => approveWriteOff(tx, id, by, new Date())),
  },
  'refund.approve': {
    parts: ['asked'],
    act: async ({ id, by }) =>
      approveRefund(await db().refundApproval.findUniqueOrThrow({ where: { id } }), by, new Date()),
  },
  'bank_account.verify': { parts: ['owns'], act: ({ id, by }) => verifyAccount(staff(by), id) },
  'bank_account.reject': {
    parts: ['owns'],
    act: ({ id, by }) => rejectBankAccount(staff(by), id, 'Not theirs', new Date()),
  },
  'withdrawal.approve': { parts: ['asked', 'owns'], act: step('approve') },
  'withdrawal.reject': { parts: ['asked', 'owns'], act: step('reject') },
  'withdrawal.start_sending': { parts: ['asked', 'owns', 'verified'], act: step('start_sending') },
  'withdrawal.mark_sent': {
    parts: ['asked', 'owns'],
    act: ({ id, by }) => markWithdrawalSent(staff(by), id, sentOn(new Date()), new Date()),
  },
  'withdrawal.mark_not_sent': { parts: ['asked', 'owns'], act: step('mark_not_sent') },
  'withdrawal.fail': { parts: ['asked', 'owns'], act: step('fail') },
};

const passkeyWith = (accountId: string, publicKey: Uint8Array<ArrayBuffer>) => {
  const id = newId('passkey');
  return db().passkey.create({
    data: { id, accountId, credentialId: id, publicKey, counter: 0n, transports: [], userAgent: '' },
  });
};
let accounts = 0;
const withDocument = (accountId: string, holderDocument: string) => {
  const accountNumber = String(700_000_000 + ++accounts);
  const given = { ...NEW_BANK_ACCOUNT, accountNumber, holderDocument };
  return transaction((tx) => addBankAccount(tx, { id: accountId, role: 'creator' }, given, new Date()));
};

/** What makes a new account another account of a person: one example of each kind (ruling 74; same-person.test.ts has all). */
const SPELLINGS: Record<string, (person: string, twin: string) => Promise<unknown>> = {
  'one mailbox': async (person, twin) => {
    const { email } = await db().account.findUniqueOrThrow({ where: { id: person } });
    const tagged = email.replace('@', `+${++accounts}@`);
    await db().account.update({ where: { id: twin }, data: { email: tagged, emailKey: tagged } });
  },
  'one passkey': async (person, twin) => {
    for (const id of [person, twin]) await passkeyWith(id, Buffer.from(`key of ${person}`));
  },
  'one document': async (person, twin) => {
    const number = ++accounts;
    await withDocument(person, `CC 90.000.${number}`);
    await withDocument(twin, `Cédula 90000${number}`);
  },
};

async function twinOf(person: string, spelling: string): Promise<string> {
  const { id: twin } = await staffMember();
  await SPELLINGS[spelling]?.(person, twin);
  return twin;
}

/**
 * What one decision is refused to: in the gate the next kind of second account, which it does not tell apart, so that all of
 * them come round; else every kind.
 */
let turn = 0;
function spellings(): string[] {
  const all = Object.keys(SPELLINGS);
  return runs([all[turn++ % all.length] ?? ''], all);
}

const rules = Object.entries(POLICY) as [PolicyAction, Rule][];

test('these are the decisions that a part of somebody forbids', () => {
  const refused = rules.flatMap(([name, { parts = {} }]) => {
    const forbidden = (Object.keys(parts) as Part[]).filter((part) => parts[part] === 'refused');
    return forbidden.length > 0 ? [[name, forbidden.toSorted()]] : [];
  });
  const expected = Object.entries(DECISIONS).map(([name, { parts }]) => [name, parts.toSorted()]);
  expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(expected));
});

const REFUSED = /^(own_request|verified_by_payer|not_allowed)$/;

describe.each(Object.entries(DECISIONS))('%s', (name, { parts, act }) => {
  test('is refused to every account of the person who has a part in it, in the form and in the domain', async () => {
    const { fields } = (await ACTION_SAMPLES[name]?.(cast)) ?? {};
    const action = ACTIONS.find((one) => one.name === name);
    if (!fields || !action) throw new Error(`no sample of ${name}`);
    const find = () => action.find(db(), fields);
    const { id: stranger } = await staffMember();
    const decide = async (id: string) => authorise(db(), { id, role: 'staff' }, name as PolicyAction, await find());
    expect(await decide(stranger)).toBe('allowed');
    for (const part of parts) {
      const resource = await find();
      const party = resource?.parties?.[part] ?? resource?.ownerId;
      if (!party) throw new Error(`nobody ${part}`);
      for (const spelling of spellings()) {
        const by = await twinOf(party, spelling);
        expect([part, spelling, await decide(by)]).toEqual([part, spelling, 'refused']);
        if (!act) continue;
        const refused = await refusalOf(act({ id: fields.id ?? fields.key ?? '', by }));
        expect([part, spelling, refused]).toEqual([part, spelling, expect.stringMatching(REFUSED)]);
      }
    }
  });
});

test.each<[string, (subject: Subject) => Promise<unknown>]>([
  ['batch.start_sending', ({ id, by }) => startBatch(staff(by), id, new Date())],
  [
    'batch.mark_sent',
    ({ id, by }) => markBatchSent(staff(by), id, { day: sentOn(new Date()).day, zone: 'UTC' }, new Date()),
  ],
  ['batch.mark_not_sent', ({ id, by }) => markBatchNotSent(staff(by), id, 'Nothing was sent', new Date())],
])('%s is refused to every account of the creator of one of its withdrawals', async (name, act) => {
  const id = (await ACTION_SAMPLES[name]?.(cast))?.fields.id ?? '';
  const item = await db().payoutItem.findFirstOrThrow({ where: { batchId: id }, include: { withdrawal: true } });
  const party = item.withdrawal.requestedBy;
  for (const spelling of spellings()) {
    const refused = await refusalOf(act({ id, by: await twinOf(party, spelling) }));
    expect([spelling, refused]).toEqual([spelling, 'own_request']);
  }
});
