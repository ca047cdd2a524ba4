import { timestamp } from '#lib/clock.ts';
import { db, type Tx } from '#lib/db.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { actorName, type CauseActor } from './lock-cause.ts';
import type { DonorMessage } from './message-view.ts';

/** Messages on one page of the dashboard's list. */
const PAGE_SIZE = 20;

type Row = {
  id: string;
  at: Date;
  name: string | null;
  text: string;
  hiddenAt: Date | null;
  counts: boolean;
};

/** The messages of the donors of a cause, newest first, a page at a time. Anonymous donors leave none. */
export async function listMessages(
  causeKey: string,
  after: Cursor | undefined,
): Promise<{ rows: DonorMessage[]; after: string | null }> {
  const from = after ?? { at: LATEST, id: '' };
  const found = await db().$queryRaw<Row[]>`
    SELECT id, succeeded_at AS at, donor_name AS name, donor_message AS text, message_hidden_at AS "hiddenAt",
           counts(p) AS counts
      FROM payments p
     WHERE cause_key = ${causeKey} AND state = 'approved' AND donor_message IS NOT NULL
       AND (succeeded_at, id) < (${from.at}, ${from.id})
     ORDER BY succeeded_at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`;
  const page = cutPage(found, PAGE_SIZE, ({ at, id }) => ({ at, id }));
  const rows = page.rows.map(({ id, at, name, text, hiddenAt, counts }) => ({
    paymentId: id,
    name,
    text,
    counts,
    at: timestamp(at),
    isHidden: hiddenAt !== null,
  }));
  return { rows, after: page.after };
}

/** Later than any payment. */
const LATEST = new Date(8_000_000_000_000);

/**
 * Hides a donor's message from the page of the cause, or shows it again. Doing it twice changes nothing.
 * @throws DomainError `payment_not_found` for a payment without a message
 */
export async function setMessageShown(
  tx: Tx,
  actor: CauseActor,
  { paymentId, isShown }: { paymentId: string; isShown: boolean },
  now: Date,
): Promise<void> {
  const { count } = await tx.payment.updateMany({
    where: { id: paymentId, state: 'approved', donorMessage: { not: null } },
    data: { messageHiddenAt: isShown ? null : now },
  });
  if (count === 0) throw new DomainError('payment_not_found');
  await audit(tx, {
    actor: actorName(actor),
    action: isShown ? 'message.show' : 'message.hide',
    subject: paymentId,
    data: { before: { isShown: !isShown }, after: { isShown } },
  });
}
