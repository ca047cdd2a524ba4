import { expect, test } from 'vitest';
import { updateBase } from '#lib/causes/updates.ts';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { IN_DOUBT } from '#lib/outbox/in-doubt.ts';
import { FRESH_SECONDS } from '#lib/sessions/session.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { staffBrowser } from '#testing/browser-session.ts';
import { dayFromNow, sendByHand } from '#testing/by-hand.ts';
import { storedCause } from '#testing/causes.ts';
import { CLIENT_FORM } from '#testing/client-form.ts';
import { createPartner, intentOf, openLink, pay } from '#testing/factories.ts';
import { donorReturns, onlyAttemptOf } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { bouncedInDatabase } from '#testing/staff-actions.ts';
import { creatorWith, staffMember } from '#testing/withdrawals.ts';
import { clientBase } from './staff/clients.ts';
import { findFailedRefund } from './staff/failed-refunds.ts';

/** Forms that were filled in before somebody else changed what they are about. */

const { service, partner } = runningService();

test.each(['', 'yes'])('"not sent" of an earlier sending ends no later one (confirmed: %j)', async (confirmed) => {
  const { send, resultOf } = await staffBrowser(service);
  const [ana, leo] = [await staffMember(), await staffMember()];
  const { ask } = await creatorWith(100);
  const { id } = await ask(50);
  const now = new Date();
  const { version } = await changeWithdrawal(ana, id, 'start_sending', null, now);
  const form = { id, seen: String(version), note: 'The bank refused the file', confirmed };
  await changeWithdrawal(ana, id, 'mark_not_sent', 'The bank refused the file', now);
  await changeWithdrawal(leo, id, 'approve', null, now);
  const again = await changeWithdrawal(ana, id, 'start_sending', null, now);
  const refused = await resultOf(await send('withdrawal.mark_not_sent', form));
  // What was typed is kept; what was seen is not, so that the page names what it shows now.
  expect(refused).toMatchObject({
    errors: [{ field: '', code: 'wrongState' }],
    values: { id, note: 'The bank refused the file' },
  });
  expect(refused).not.toHaveProperty('values.seen');
  const read = () => db().withdrawal.findUniqueOrThrow({ where: { id } });
  expect(await read()).toMatchObject({ state: 'sending', version: again.version });
  await send('withdrawal.mark_not_sent', { ...form, seen: String(again.version), confirmed: 'yes' });
  expect(await read()).toMatchObject({ state: 'requested' });
});

test('a form that waited for a fresh sign-in still names what its sender had seen, until it is refused for that', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { clientId: id } = await createPartner();
  const base = clientBase(await db().client.findUniqueOrThrow({ where: { id } }));
  const form = { ...CLIENT_FORM, id, base };
  await db().session.updateMany({ data: { provenAt: new Date(Date.now() - FRESH_SECONDS * 1000) } });
  const asked = await send('client.update', form);
  const to = new URL(asked.headers.get('location') ?? '', service.url).searchParams.get('to');
  const waits = await resultOf({ ...asked, headers: new Headers({ location: to ?? '' }) });
  expect(waits).toMatchObject({ kind: 'refused', values: { name: 'Manos', base }, errors: [] });
  await db().session.updateMany({ data: { provenAt: new Date() } });
  await db().client.update({ where: { id }, data: { legalName: 'Manos Unidas, A.C.' } });
  const refused = await resultOf(await send('client.update', form));
  expect(refused).toMatchObject({ values: { name: 'Manos' }, errors: [{ code: 'clientChanged' }] });
  expect(refused).not.toHaveProperty('values.base');
  expect(await db().client.findUniqueOrThrow({ where: { id } })).not.toMatchObject({ name: 'Manos' });
});

test('"End pause" ends the pause that the page showed, and no later one', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { id: linkId } = await openLink(service, partner);
  const id = newId('cardPause');
  const minutes = (number: number) => new Date(Date.now() + number * 60_000);
  const counted = { linkId, declines: 50, approvals: 0 };
  const pause = { startedAt: minutes(-60), endsAt: minutes(-45) };
  await db().cardPause.create({ data: { id, kind: 'cause', subject: id, ...counted, ...pause } });
  const form = { id, seen: pause.startedAt.toISOString(), reason: 'The telethon of an hour ago' };
  const wasRefused = { errors: [{ field: '', code: 'wrongState' }] };
  expect(await resultOf(await send('card_pause.lift', form))).toMatchObject(wasRefused);
  const later = { startedAt: minutes(-1), endsAt: minutes(14) };
  await db().cardPause.update({ where: { id }, data: later });
  expect(await resultOf(await send('card_pause.lift', form))).toMatchObject(wasRefused);
  expect(await db().cardPause.findUniqueOrThrow({ where: { id } })).toMatchObject({ ...later, liftedAt: null });
  const seen = later.startedAt.toISOString();
  expect(await resultOf(await send('card_pause.lift', { ...form, seen }))).toMatchObject({ notice: 'pauseLifted' });
});

test('a transfer that a second person has sent too is recorded, once they have read of the first', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { paymentId, refundId: id } = await bouncedInDatabase();
  const sent = { id, amount: '50', reference: 'TRX 2', sent_on: dayFromNow(0), zone: 'UTC', reason: 'Account closed' };
  const shown = async () => (await findFailedRefund('somebody', id))?.sendable;
  const form = { ...sent, seen: (await shown())?.seenMinor ?? '' };
  await sendByHand(id, { reference: 'TRX 1' });
  for (const confirmed of ['', 'yes']) {
    const refused = await resultOf(await send('refund.record_transfer', { ...form, confirmed }));
    const code = confirmed === 'yes' ? 'refundSeenTo' : 'refundStale';
    expect(refused).toMatchObject({ errors: [{ field: '', code }], values: { reference: 'TRX 2', amount: '50' } });
    expect(refused).not.toHaveProperty('values.seen');
  }
  expect(await shown()).toMatchObject({ why: 'beyond', seenMinor: '0', amountText: '' });
  const again = { ...sent, seen: '0' };
  expect(await resultOf(await send('refund.record_transfer', again))).toMatchObject({
    kind: 'review',
    lines: [
      { code: 'sentByHand' },
      { code: 'sentOutside' },
      { code: 'sentBeyond', values: { amount: [{ amountMajor: 50 }] } },
      { code: 'sentBefore', values: { references: 'TRX 1', reference: 'TRX 2' } },
      { code: 'donorNotMailed' },
      { code: 'noUndo' },
    ],
  });
  const recorded = await send('refund.record_transfer', { ...again, confirmed: 'yes' });
  expect(await resultOf(recorded)).toMatchObject({ notice: 'refundSentBeyond' });
  const transfers = await db().manualRefund.findMany({ where: { paymentId }, orderBy: { reference: 'asc' } });
  expect(transfers).toMatchObject([{ reference: 'TRX 1' }, { reference: 'TRX 2' }]);
  const back = { id: transfers[1]?.id ?? '', returned_on: dayFromNow(0), reason: 'Sent back', confirmed: 'yes' };
  expect(await resultOf(await send('refund.record_return', back))).toMatchObject({ notice: 'transferReturnedExtra' });
});

test('a second transfer of a part names the first too, and what it takes from the cause', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { refundId: id } = await bouncedInDatabase(2000n);
  await sendByHand(id, { amountMinor: 2000n, reference: 'TRX 1' });
  const sent = { id, amount: '20', reference: 'TRX 2', sent_on: dayFromNow(0), zone: 'UTC', reason: 'Sent twice' };
  expect(await resultOf(await send('refund.record_transfer', { ...sent, seen: '3000' }))).toMatchObject({
    kind: 'review',
    lines: [
      { code: 'sentByHand', values: { left: [{ amountMajor: 10 }] } },
      { code: 'sentOutside' },
      { code: 'refundCollected', values: { amount: [{ amountMajor: 20 }] } },
      { code: 'sentBefore', values: { references: 'TRX 1' } },
      { code: 'donorMail' },
      { code: 'noUndo' },
    ],
  });
});

test('a transfer that left although a colleague closed the refund is recorded on the page of that refund', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { paymentId, refundId: id } = await bouncedInDatabase();
  const shown = async () => (await findFailedRefund('somebody', id))?.sendable;
  expect(await shown()).toMatchObject({ why: 'open', amountText: '50' });
  const closed = await send('refund.close', { id, note: 'They gave up', confirmed: 'yes' });
  expect(await resultOf(closed)).toMatchObject({ notice: 'refundSeenTo' });
  expect(await shown()).toMatchObject({ why: 'closed', seenMinor: '5000', amountText: '' });
  const typed = { amount: '50', reference: 'TRX 1', sent_on: dayFromNow(0), zone: 'UTC', reason: 'Sent already' };
  const form = { id, ...typed, seen: '5000' };
  expect(await resultOf(await send('refund.record_transfer', form))).toMatchObject({
    kind: 'review',
    lines: [
      { code: 'sentByHand', values: { left: [{ amountMajor: 0 }] } },
      { code: 'sentOutside' },
      { code: 'sentClosed' },
      { code: 'refundCollected', values: { amount: [{ amountMajor: 50 }] } },
      { code: 'donorMail' },
      { code: 'noUndo' },
    ],
  });
  const recorded = await send('refund.record_transfer', { ...form, confirmed: 'yes' });
  expect(await resultOf(recorded)).toMatchObject({ notice: 'refundSentByHand' });
  expect(await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).toMatchObject({ sentByHandMinor: 5000n });
  expect(await shown()).toMatchObject({ why: 'beyond', seenMinor: '0' });
});

test('whoever goes back to a review that they have confirmed reads that, unless it was refused', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { refundId: id } = await bouncedInDatabase();
  const sent = { id, amount: '50', reference: 'TRX 1', sent_on: dayFromNow(0), zone: 'UTC', reason: 'Account closed' };
  const asked = await send('refund.record_transfer', { ...sent, seen: '5000' });
  const form = new URL(asked.headers.get('location') ?? '', service.url).searchParams.get('form') ?? '';
  expect(await resultOf(asked)).toMatchObject({ kind: 'review', isDone: false });
  await send('refund.record_transfer', { ...sent, seen: '4000', form, confirmed: 'yes' });
  expect(await resultOf(asked)).toMatchObject({ kind: 'review', isDone: false });
  await send('refund.record_transfer', { ...sent, seen: '5000', form, confirmed: 'yes' });
  expect(await resultOf(asked)).toMatchObject({ kind: 'review', isDone: true, values: { reference: 'TRX 1' } });
});

test('nor does the review of a refund that its gateway rejected say that nothing has been changed', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { id: linkId } = await openLink(service, partner);
  await pay(service, await intentOf(service, linkId));
  await donorReturns(service, linkId);
  const { id } = await onlyAttemptOf(linkId);
  const form = { id, amount: '5', reason: 'Asked for', key: newId('formResult'), seen: '0' };
  const asked = await send('payment.refund', form);
  const review = new URL(asked.headers.get('location') ?? '', service.url).searchParams.get('form') ?? '';
  const rejection = { kind: 'status', status: 400, code: 'charge_disputed', times: 1000 };
  await service.control('stripe/fail', { ...rejection, method: 'POST', path: '^/v1/refunds$' });
  const refused = await send('payment.refund', { ...form, form: review, confirmed: 'yes' });
  await service.control('stripe/gateway_up');
  expect(await resultOf(refused)).toMatchObject({ errors: [{ code: 'refundRefused' }] });
  expect(await resultOf(asked)).toMatchObject({ kind: 'review', isDone: true });
});

test('what was found out of a mail is said once: later forms read that it has been, and the log names the mail', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const id = newId('email');
  const mail = { id, recipient: 'ana@example.org', template: 'refund_returned', locale: 'en', data: {} };
  await db().email.create({ data: { ...mail, begunAt: new Date(), lastError: IN_DOUBT } });
  expect(await resultOf(await send('mail.resolve', { id, end: 'delivered' }))).toMatchObject({
    notice: 'mailDelivered',
  });
  for (const end of ['delivered', 'send_again'])
    expect(await resultOf(await send('mail.resolve', { id, end }))).toMatchObject({ errors: [{ code: 'wrongState' }] });
  expect(await db().auditEntry.findMany({ where: { subject: id, outcome: 'done' } })).toMatchObject([
    { action: 'mail.resolve', data: { end: 'delivered' } },
  ]);
});

test('an edited update comes back with what somebody else has written meanwhile to compare', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const { key } = await storedCause();
  const [id, texts] = [newId('causeUpdate'), { title: 'The pump', body: 'It is on its way.' }];
  await db().causeUpdate.create({ data: { id, causeKey: key, ...texts, publishedAt: new Date() } });
  const form = { id, title: texts.title, body: 'It is here.', base: updateBase(texts) };
  const body = 'It is late.';
  await db().causeUpdate.update({ where: { id }, data: { body } });
  const base = updateBase({ ...texts, body });
  expect(await resultOf(await send('update.edit', form))).toMatchObject({
    errors: [{ field: 'body', code: 'changedMeanwhile' }],
    values: { body: 'It is here.', base },
  });
  expect(await db().causeUpdate.findUniqueOrThrow({ where: { id } })).toMatchObject({ body });
  expect(await resultOf(await send('update.edit', { ...form, base }))).toMatchObject({ notice: 'saved' });
});

test('what was typed about an update that somebody else has deleted meanwhile waits to be published', async () => {
  const { send, resultOf } = await staffBrowser(service);
  const form = { id: newId('causeUpdate'), title: 'The pump', body: 'It is here.', base: 'one' };
  expect(await resultOf(await send('update.edit', form))).toEqual({
    kind: 'refused',
    action: 'update.publish',
    values: { title: 'The pump', body: 'It is here.' },
    errors: [],
  });
});
