import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { POLICY, type PolicyAction, type Rule } from '#lib/policy/table.ts';
import { changeWithdrawal, markWithdrawalSent } from '#lib/withdrawals/change.ts';
import type { Cast } from '#testing/action-sample.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { ACTION_SAMPLES, passkeyOf } from '#testing/dashboard-actions.ts';
import { runningService } from '#testing/running-service.ts';
import type { Reply } from '#testing/service.ts';
import { sendWithdrawal, sentOn, staffMember } from '#testing/withdrawals.ts';
import { passkeyPrompt } from './passkey-prompt.ts';

const { service, partner } = runningService({ WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10' });
let cast: Cast;
let count = 0;
beforeEach(async () => {
  const number = ++count;
  cast = {
    service,
    partner,
    creator: await accountOf(`asked-${number}@example.org`),
    other: await accountOf(`not-asked-${number}@example.org`),
    staff: await accountOf(`verifier-${number}@example.org`, 'staff'),
  };
});

const GUARDED = (Object.entries(POLICY) as [PolicyAction, Rule][])
  .filter(([, { passkey }]) => passkey === 'after_payout')
  .map(([name]) => name);

/** A valid form of an action. */
async function formOf(name: string): Promise<Record<string, string>> {
  const sample = ACTION_SAMPLES[name];
  if (!sample) throw new Error(`There is no sample form for ${name}`);
  return { ...(await sample(cast)).fields, back: '/dashboard/withdrawals' };
}

/** Sends a form of an action, as somebody who signs in for it. */
async function sendForm(name: string, form: Record<string, string>, { email } = cast.creator): Promise<Reply> {
  return submit(service, `/dashboard/actions/${name}`, form, { cookie: await signIn(email) });
}

/** The same with a valid form. */
async function send(name: string, by = cast.creator): Promise<Reply> {
  return sendForm(name, await formOf(name), by);
}

/** The errors of a refused form; empty if the action was done. */
async function errorsOf(reply: Reply): Promise<unknown> {
  expect(reply.status).toBe(303);
  const id = new URL(reply.headers.get('location') ?? '', service.url).searchParams.get('result');
  const { faults } = await db().formResult.findUniqueOrThrow({ where: { id: id ?? '' } });
  return faults;
}

/** The creator requests a withdrawal, and staff start to send it. Returns its id. */
async function sending(): Promise<string> {
  expect(await errorsOf(await send('withdrawal.request'))).toEqual([]);
  const found = await db().withdrawal.findFirstOrThrow({ where: { requestedBy: cast.creator.id } });
  return found.id;
}

/** The creator gets their first payout. */
async function payout(): Promise<void> {
  const [id, staff] = [await sending(), await staffMember()];
  await sendWithdrawal(staff, id, new Date());
}

const NEEDED = [{ field: '', code: 'passkeyNeeded' }];

/** How a page asks somebody. */
const asked = (begins = false, isPostponed = false, { id, role } = { ...cast.creator, role: 'creator' }) =>
  passkeyPrompt({ actor: { id, role: role as 'creator' | 'staff' }, isPostponed, now: new Date() }, { begins });

/** Without work on a withdrawal: the creator has a cause with money. */
const withMoney = () => ACTION_SAMPLES['withdrawal.request']?.(cast);

describe.each(GUARDED)('%s', (name) => {
  test('needs no passkey before a withdrawal was paid, not even while one is being sent, and does after it', async () => {
    const [id, staff] = [await sending(), await staffMember()];
    await changeWithdrawal(staff, id, 'start_sending', null, new Date());
    expect(await errorsOf(await send(name))).toEqual([]);
    const now = new Date();
    await markWithdrawalSent(staff, id, sentOn(now), now);

    const { id: requestedBy } = cast.creator;
    const done = () =>
      name === 'bank_account.add'
        ? db().bankAccount.count({ where: { ownerId: requestedBy } })
        : db().withdrawal.count({ where: { requestedBy } });
    const sample = await formOf(name);
    const before = await done();
    expect(await errorsOf(await sendForm(name, sample))).toEqual(NEEDED);
    expect(await done()).toBe(before);
    // Nobody else is concerned: neither another creator nor staff.
    if (POLICY[name].who !== 'account') expect((await sendForm(name, sample, cast.staff)).status).toBe(403);
    else for (const one of [cast.other, cast.staff]) expect(await errorsOf(await send(name, one))).toEqual([]);
    // One is needed still if the payout failed afterwards.
    await changeWithdrawal(staff, id, 'fail', 'The bank sent it back', new Date());
    expect(await errorsOf(await sendForm(name, sample))).toEqual(NEEDED);
    await passkeyOf(requestedBy);
    expect(await errorsOf(await sendForm(name, sample))).toEqual([]);
  });
});

test('a creator may always cancel, and is not asked for a passkey by other forms', async () => {
  await payout();
  for (const name of ['withdrawal.cancel', 'cause.close']) expect(await errorsOf(await send(name))).toEqual([]);
});

test('a creator without money is asked only where they begin to add a bank account', async () => {
  expect([await asked(), await asked(true)]).toEqual([null, 'optional']);
});

test('a creator with money is asked until they have a passkey, unless they have answered "not now"', async () => {
  await withMoney();
  expect([await asked(), await asked(true)]).toEqual(['optional', 'optional']);
  expect([await asked(false, true), await asked(true, true)]).toEqual([null, null]);
  await passkeyOf(cast.creator.id);
  expect([await asked(), await asked(true)]).toEqual([null, null]);
});

test('after the first payout "not now" changes nothing', async () => {
  await payout();
  expect([await asked(false, true), await asked(true, true)]).toEqual(['required', 'required']);
  await passkeyOf(cast.creator.id);
  expect(await asked(true)).toBeNull();
});

test('staff are never asked', async () => {
  expect(await asked(true, false, { ...cast.staff, role: 'staff' })).toBeNull();
});

test('"not now" is kept for a week in this browser, for this account, and leads back to its page', async () => {
  const cookie = await signIn(cast.creator.email);
  const form = { back: '/dashboard/withdrawals' };
  const reply = await submit(service, '/dashboard/actions/passkey.postpone', form, { cookie });
  expect(reply.headers.get('location')).toBe('/dashboard/withdrawals');
  const kept = `passkey_postponed=${cast.creator.id}; Path=/dashboard; Max-Age=604800; HttpOnly; SameSite=Lax`;
  expect(reply.headers.getSetCookie()).toContainEqual(expect.stringContaining(kept));
});
