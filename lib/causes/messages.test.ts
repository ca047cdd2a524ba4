import { describe, expect, it } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { NOW, STAFF, storedCause, storedContribution } from '#testing/causes.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { refusalOf } from '#testing/refusals.ts';
import { recentContributions } from './contributions.ts';
import type { CauseActor } from './lock-cause.ts';
import { listMessages, setMessageShown } from './messages.ts';

ownDatabase();

/** A cause with a donation for each message, each a minute older than the one before. */
async function causeWith(...messages: (string | null)[]) {
  const { key, owner } = await storedCause();
  const ids = [];
  for (const [index, donorMessage] of messages.entries()) {
    const succeededAt = new Date(NOW.getTime() - index * 60_000);
    ids.push(await storedContribution(key, { succeededAt, row: { donorName: 'Ana', donorMessage } }));
  }
  const shown = async () => (await recentContributions(key, undefined, true)).shown.map(({ message }) => message);
  return { key, owner, ids, shown };
}

describe('a donor’s message', () => {
  it('is hidden and shown again by the creator and by staff, and each time is in the audit log', async () => {
    const { owner, ids, shown } = await causeWith('Good luck!');
    const [paymentId = ''] = ids;
    for (const [actor, isShown] of [
      [owner, false],
      [STAFF, true],
    ] as const) {
      await transaction((tx) => setMessageShown(tx, actor, { paymentId, isShown }, NOW));
      expect(await shown()).toEqual([isShown ? 'Good luck!' : null]);
    }
    const entries = await db().auditEntry.findMany({ where: { subject: paymentId }, orderBy: { at: 'asc' } });
    expect(entries.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual(
      [`${owner.id} message.hide`, 'acc_staff message.show'].sort(),
    );
  });

  it('that staff have hidden is shown again by staff alone; what changes nothing is not in the audit log', async () => {
    const { key, owner, ids } = await causeWith('An insult');
    const [paymentId = ''] = ids;
    const set = (actor: CauseActor, isShown: boolean) =>
      refusalOf(transaction((tx) => setMessageShown(tx, actor, { paymentId, isShown }, NOW)));
    const listed = async () => (await listMessages(key, undefined)).rows[0];
    for (const _twice of [1, 2]) await set(owner, false);
    expect(await listed()).toMatchObject({ isHidden: true, hiddenBy: owner.id });
    for (const _twice of [1, 2]) await set(owner, true);
    await set(STAFF, false);
    expect(await set(owner, true)).toBe('not_allowed');
    expect(await listed()).toMatchObject({ isHidden: true, hiddenBy: STAFF.id });
    await set(owner, false);
    expect(await set(owner, true)).toBe('not_allowed');
    for (const _twice of [1, 2]) await set(STAFF, true);
    expect(await listed()).toMatchObject({ isHidden: false, hiddenBy: null });
    const entries = await db().auditEntry.findMany({ where: { subject: paymentId } });
    const hides = [`${owner.id} message.hide`, `${STAFF.id} message.hide`];
    const shows = [`${owner.id} message.show`, `${STAFF.id} message.show`];
    expect(entries.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([...hides, ...shows].sort());
  });

  it('that its creator has hidden is hidden by staff as well, without being shown in between', async () => {
    const { key, owner, ids, shown } = await causeWith('An insult');
    const [paymentId = ''] = ids;
    const set = (actor: CauseActor, isShown: boolean) =>
      refusalOf(transaction((tx) => setMessageShown(tx, actor, { paymentId, isShown }, NOW)));
    await set(owner, false);
    for (const _twice of [1, 2]) await set(STAFF, false);
    expect((await listMessages(key, undefined)).rows).toMatchObject([{ isHidden: true, hiddenBy: STAFF.id }]);
    expect(await set(owner, true)).toBe('not_allowed');
    expect(await shown()).toEqual([null]);
    const hides = await db().auditEntry.findMany({ where: { subject: paymentId, actor: STAFF.id } });
    expect(hides).toMatchObject([{ data: { before: { isShown: false }, after: { isShown: false } } }]);
  });

  it('cannot be hidden where there is none', async () => {
    const { owner, ids } = await causeWith(null);
    const hide = transaction((tx) => setMessageShown(tx, owner, { paymentId: ids[0] ?? '', isShown: false }, NOW));
    await expect(hide).rejects.toMatchObject({ code: 'payment_not_found' });
  });

  it('is on the list of the creator with whether the public sees it', async () => {
    const { key, ids } = await causeWith('Shown', 'Hidden', null, 'Refunded');
    await db().payment.update({ where: { id: ids[1] ?? '' }, data: { messageHiddenAt: NOW } });
    await db().payment.update({ where: { id: ids[3] ?? '' }, data: { refundedMinor: 5_000n } });
    const { rows, after } = await listMessages(key, undefined);
    expect(rows.map(({ text, isHidden, counts }) => [text, isHidden, counts])).toEqual([
      ['Shown', false, true],
      ['Hidden', true, true],
      ['Refunded', false, false],
    ]);
    expect(after).toBeNull();
  });

  it('leaves the page of the cause with its donation, once that was refunded in full', async () => {
    const { ids, shown } = await causeWith('Good luck!');
    await db().payment.update({ where: { id: ids[0] ?? '' }, data: { refundedMinor: 4_999n } });
    expect(await shown()).toEqual(['Good luck!']);
    await db().payment.update({ where: { id: ids[0] ?? '' }, data: { refundedMinor: 5_000n } });
    expect(await shown()).toEqual([]);
  });
});
