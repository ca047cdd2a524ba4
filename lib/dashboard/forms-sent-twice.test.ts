import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { authorise } from '#lib/policy/authorise.ts';
import type { PolicyAction } from '#lib/policy/table.ts';
import { accountOf, signIn, submit } from '#testing/browser-session.ts';
import { ACTION_SAMPLES } from '#testing/dashboard-actions.ts';
import { isLockAwaited } from '#testing/lock-waits.ts';
import { runningService } from '#testing/running-service.ts';
import { approvedPayment } from '#testing/staff-actions.ts';
import { ACTIONS } from './actions.ts';
import { performOnce } from './perform-once.ts';

/** Forms that are sent twice, as by a double click or after a lost answer. */

const { service, partner } = runningService({
  WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10',
  REFUND_APPROVAL_THRESHOLD: 'USD=20',
  // More sign-ins than one address may make.
  TRUSTED_PROXIES: '127.0.0.1',
});

test.each<PolicyAction>([
  'bank_account.add',
  'batch.create',
  'client.create',
  'key.create',
  'key.rotate',
  'note.add',
  'update.publish',
  'picture.add',
  'receipt.resend',
])('%s does it once for each form', async (name) => {
  const action = ACTIONS.find((one) => one.name === name);
  // A picture is encoded outside of the transaction: the domain finds that the cause has it already.
  expect(action?.creates).toBe(name === 'picture.add' ? undefined : true);
  const cast = {
    service,
    partner,
    creator: await accountOf('creator@example.org'),
    other: await accountOf('other@example.org'),
    staff: await accountOf('staff@example.org', 'staff'),
  };
  const sample = await ACTION_SAMPLES[name]?.(cast);
  if (!sample) throw new Error(`no sample of ${name}`);
  const isOfStaff = (await authorise(db(), { ...cast.staff, role: 'staff' }, name, sample.resource)) === 'allowed';
  const { id: actor, email } = isOfStaff ? cast.staff : cast.creator;
  const cookie = await signIn(email);
  const send = async (form: string) => {
    const all = { lang: 'en', back: '/dashboard/there', ...sample.fields, form };
    const reply = await submit(service, `/dashboard/actions/${name}`, all, { cookie, file: sample.file });
    expect(reply.status).toBe(303);
    return reply.headers.get('location');
  };
  const done = () => db().auditEntry.count({ where: { actor, action: name, outcome: 'done' } });
  const before = await done();
  const mails = await db().email.count();
  const form = randomUUID();
  const both = await Promise.all([send(form), send(form)]);
  const sent = await db().email.count();
  both.push(await send(form));
  expect(await done()).toBe(before + 1);
  expect(await db().email.count()).toBe(sent);
  if (name === 'bank_account.add') expect(sent).toBe(mails + 1);
  if (name === 'picture.add') return;
  expect(new Set(both).size).toBe(1);
  // Another form does it again, where it can be.
  if (name === 'key.rotate' || name === 'batch.create') return;
  await send(randomUUID());
  expect(await done()).toBe(before + 2);
});

test.each<PolicyAction>([
  'update.delete',
  'picture.delete',
  'passkey.remove',
  'session.end_one',
  'donor.erase',
  'withdrawal.cancel',
])('%s, sent again once it is done, answers as it did, except to those who may not do it', async (name) => {
  const cast = {
    service,
    partner,
    creator: await accountOf(`creator.${name}@example.org`),
    other: await accountOf('other@example.org'),
    staff: await accountOf(`staff.${name}@example.org`, 'staff'),
  };
  const { fields } = (await ACTION_SAMPLES[name]?.(cast)) ?? {};
  const form = { lang: 'en', back: '/dashboard/there', ...fields };
  const send = async ({ email }: { email: string }) => {
    const cookie = await signIn(email);
    const reply = await submit(service, `/dashboard/actions/${name}`, form, { cookie });
    const { pathname, searchParams } = new URL(reply.headers.get('location') ?? '/', service.url);
    const result = await db().formResult.findUnique({ where: { id: searchParams.get('result') ?? '' } });
    return { status: reply.status, pathname, notice: result?.notice };
  };
  const done = () => db().auditEntry.count({ where: { action: name } });
  const sender = name === 'donor.erase' ? cast.staff : cast.creator;
  const first = await send(sender);
  expect(first).toMatchObject({ status: 303, notice: expect.any(String) });
  const before = await done();
  expect(await send(sender)).toEqual(first);
  expect(await done()).toBe(before);
  if (name === 'donor.erase') expect(await send(cast.creator)).toMatchObject({ status: 404 });
});

test.each([
  ['10', ['started', 'done']],
  // It waits for a second person.
  ['30', ['done']],
])('a refund of %s is asked for once, and the audit log says so once', async (amount, outcomes) => {
  const { payment } = await approvedPayment({ service, partner });
  const { email } = await accountOf('staff@example.org', 'staff');
  const cookie = await signIn(email);
  const form = { id: payment.id, amount, reason: 'Asked for', key: randomUUID(), seen: '0', confirmed: 'yes' };
  const send = async () => {
    const reply = await submit(service, '/dashboard/actions/payment.refund', { lang: 'en', ...form }, { cookie });
    expect(reply.headers.get('location')).toMatch(/result=/);
  };
  await Promise.all([send(), send()]);
  await send();
  const asked = { subject: payment.id, action: 'payment.refund' };
  const entries = await db().auditEntry.findMany({ where: asked, orderBy: [{ at: 'asc' }, { id: 'asc' }] });
  expect(entries.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(entries[0]?.data).toMatchObject({ amount, reason: 'Asked for' });
  expect(await db().refund.count({ where: { paymentId: payment.id } })).toBe(amount === '10' ? 1 : 0);
});

test('of two that are sent at once, the second waits for the first, and does it if that fails', async () => {
  const sent = {
    accountId: 'acc_1',
    action: 'note.add',
    form: randomUUID(),
    fields: { text: 'A note' },
    now: new Date(),
  };
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = transaction((tx) =>
    performOnce(tx, sent, async () => {
      begun.resolve();
      await end.promise;
      throw new Error('refused');
    }),
  );
  await begun.promise;
  let done = 0;
  const again = async () => {
    done += 1;
    return { to: `/done/${done}` };
  };
  const second = transaction((tx) => performOnce(tx, sent, again));
  await expect.poll(isLockAwaited).toBe(true);
  expect(done).toBe(0);
  end.resolve();
  await expect(first).rejects.toThrow('refused');
  expect(await second).toEqual({ to: '/done/1' });
  expect(await transaction((tx) => performOnce(tx, sent, again))).toEqual({ to: '/done/1' });
  // Somebody else's, another form, and one with something else in it are others.
  for (const other of [{ accountId: 'acc_2' }, { form: randomUUID() }, { fields: { text: 'Another' } }])
    expect((await transaction((tx) => performOnce(tx, { ...sent, ...other }, again))).to).toBe(`/done/${done}`);
  expect(done).toBe(4);
});
