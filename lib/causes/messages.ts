import { timestamp } from '#lib/clock.ts';
import { db, type Tx } from '#lib/db.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { actorName, type CauseActor, roleOn } from './lock-cause.ts';
import type { DonorMessage } from './message-view.ts';

/** Messages on one page of the dashboard's list. */
const PAGE_SIZE = 20;

type Row = {
  id: string;
  at: Date;
  name: string | null;
  text: string;
  hiddenBy: string | null;
  isHidden: boolean;
  counts: boolean;
};

/** The messages of the donors of a cause, newest first, a page at a time. Anonymous donors leave none. */
export async function listMessages(
  causeKey: string,
  after: Cursor | undefined,
): Promise<{ rows: DonorMessage[]; after: string | null }> {
  const from = after ?? { at: LATEST, id: '' };
  const found = await db().$queryRaw<Row[]>`
    SELECT id, succeeded_at AS at, donor_name AS name, donor_message AS text, message_hidden_at IS NOT NULL AS "isHidden",
           CASE WHEN message_hidden_at IS NOT NULL THEN (
             SELECT actor FROM audit_entries a
              WHERE a.subject = p.id AND action = 'message.hide' AND outcome = 'done' ORDER BY a.at DESC LIMIT 1) END AS "hiddenBy",
           counts(p) AS counts
      FROM payments p
     WHERE cause_key = ${causeKey} AND state = 'approved' AND donor_message IS NOT NULL
       AND (succeeded_at, id) < (${from.at}, ${from.id})
     ORDER BY succeeded_at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`;
  const page = cutPage(found, PAGE_SIZE, ({ at, id }) => ({ at, id }));
  const rows = page.rows.map(({ id, at, name, text, isHidden, hiddenBy, counts }) => ({
    paymentId: id,
    name,
    text,
    counts,
    at: timestamp(at),
    isHidden,
    hiddenBy,
  }));
  return { rows, after: page.after };
}

/** Later than any payment. */
const LATEST = new Date(8_000_000_000_000);

/**
 * Hides a donor's message from the page of the cause, or shows it again. Doing it twice changes nothing, but that staff hide what
 * its creator has hidden: a creator shows only what they have hidden last themselves.
 * @throws DomainError `payment_not_found` for a payment without a message, `not_allowed`
 */
export async function setMessageShown(
  tx: Tx,
  actor: CauseActor,
  { paymentId, isShown }: { paymentId: string; isShown: boolean },
  now: Date,
): Promise<void> {
  const ofDonation = { id: paymentId, state: 'approved', donorMessage: { not: null } };
  const cause = { select: { ownerId: true } };
  const found = await tx.payment.findFirst({ where: ofDonation, select: { link: { select: { cause } } } });
  if (!found) throw new DomainError('payment_not_found');
  const { count } = await tx.payment.updateMany({
    where: { ...ofDonation, messageHiddenAt: isShown ? { not: null } : null },
    data: { messageHiddenAt: isShown ? null : now },
  });
  const { cause: ofMessage } = found.link;
  const isOfCreator = (await roleOn(tx, actor, ofMessage)) === 'creator';
  const isTakenOver = !isShown && !isOfCreator && (await hiddenBy(tx, paymentId)) === ofMessage.ownerId;
  if (count === 0 && !isTakenOver) return;
  if (isShown && isOfCreator && (await hiddenBy(tx, paymentId)) !== actorName(actor))
    throw new DomainError('not_allowed');
  await audit(tx, {
    actor: actorName(actor),
    action: isShown ? 'message.show' : 'message.hide',
    subject: paymentId,
    data: { before: { isShown: count > 0 ? !isShown : isShown }, after: { isShown } },
  });
}

/** Who hid a message last. */
async function hiddenBy(tx: Tx, paymentId: string): Promise<string | undefined> {
  const hiding = { subject: paymentId, action: 'message.hide', outcome: 'done' };
  return (await tx.auditEntry.findFirst({ where: hiding, orderBy: { at: 'desc' } }))?.actor;
}
