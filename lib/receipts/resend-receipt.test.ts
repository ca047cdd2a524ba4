import { expect, test } from 'vitest';
import { db, transaction } from '#lib/db.ts';
import { renderEmail } from '#lib/emails/render.ts';
import { NOW, STAFF, storedCause } from '#testing/causes.ts';
import { donation, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { resendReceipt } from './resend-receipt.ts';

ownDatabase();

type Actor = Parameters<typeof resendReceipt>[1];
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const resend = (actor: Actor, id: string, now = NOW) => transaction((tx) => resendReceipt(tx, actor, id, now));
const mailsAbout = async (paymentId: string) =>
  (await db().email.findMany({ orderBy: { createdAt: 'asc' } })).filter(
    ({ data }) => (data as { paymentId: string }).paymentId === paymentId,
  );

async function given(row: object) {
  const { key, owner } = await storedCause();
  const id = await donation(key);
  await db().payment.update({ where: { id }, data: row });
  return { id, owner };
}

test('a receipt goes once more to the address of its donation, in the donor’s language, and says that it is a copy', async () => {
  const { id, owner } = await given({
    donorName: 'Ana',
    donorEmail: 'ana@example.org',
    donorLocale: 'es-CO',
    receiptEmail: 'later@example.org',
  });
  expect(await resend(owner, id)).toBe('sent');
  const [mail] = await mailsAbout(id);
  expect(mail).toMatchObject({
    recipient: 'ana@example.org',
    locale: 'es-CO',
    template: 'donation_completed',
  });
  const context = { trust: null, timeZone: null, receipt: null, testMode: false };
  const { subject, text } = renderEmail('donation_completed', 'es-CO', {
    ...(mail?.data as object),
    context,
  } as never);
  expect([subject, text].join()).toContain('Comprobante de tu donación');
  expect(text).not.toContain('¡Gracias!');
  const audited = await db().auditEntry.findMany({ where: { subject: id } });
  expect(audited).toMatchObject([{ actor: owner.id, action: 'receipt.resend', outcome: 'done' }]);
  expect(JSON.stringify(audited)).not.toContain('ana@');
});

test('an address that was only entered for the receipt is used, and without any nothing is mailed or recorded', async () => {
  const withReceipt = await given({ receiptEmail: 'later@example.org' });
  expect(await resend(STAFF, withReceipt.id)).toBe('sent');
  expect(await mailsAbout(withReceipt.id)).toMatchObject([{ recipient: 'later@example.org' }]);
  const without = await given({});
  expect(await resend(without.owner, without.id)).toBe('no_address');
  expect(await mailsAbout(without.id)).toEqual([]);
  expect(await db().auditEntry.count({ where: { subject: without.id } })).toBe(0);
});

test('three copies a day of one receipt, however many people ask at the same moment', async () => {
  const { id, owner } = await given({ donorEmail: 'ana@example.org' });
  const asked = await Promise.allSettled([owner, STAFF, owner, STAFF, owner].map((who) => resend(who, id)));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(resend(owner, id, later(23))).rejects.toMatchObject({ code: 'too_many_receipts' });
  expect(await resend(owner, id, later(25))).toBe('sent');
  expect(await mailsAbout(id)).toHaveLength(4);
});

test('an account has a limit too', async () => {
  const { id, owner } = await given({ donorEmail: 'ana@example.org' });
  await db().auditEntry.createMany({
    data: Array.from({ length: 100 }, (_, n) => ({
      id: `aud_${id}_${n}`,
      actor: owner.id,
      action: 'receipt.resend',
      subject: `pay_${n}`,
      data: {},
      at: NOW,
    })),
  });
  await expect(resend(owner, id)).rejects.toMatchObject({ code: 'too_many_receipts' });
  expect(await resend(STAFF, id)).toBe('sent');
});

test('no creator has a receipt sent for another one’s donation, and nobody for a payment without a receipt', async () => {
  const { id } = await given({ donorEmail: 'ana@example.org' });
  const { owner, key } = await storedCause();
  await expect(resend(owner, id)).rejects.toMatchObject({ code: 'payment_not_found' });
  const pending = await pendingPayment(key);
  await expect(resend(owner, pending)).rejects.toMatchObject({ code: 'payment_not_approved' });
  expect(await mailsAbout(id)).toEqual([]);
});
