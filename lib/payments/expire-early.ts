import { audit } from '#lib/audit.ts';
import { linkNotFound } from '#lib/checkout-links/find.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock, timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import { Problem } from '#lib/problems/problem.ts';
import { findSettledLink } from './end-link.ts';
import { isOpen, lockLink } from './lock-link.ts';

/**
 * Brings the end of an open link forward to this moment, audited. Nothing else is written: status, settling of live
 * attempts and late money then follow from `expires_at` as they do of a link whose time ran out by itself (decisions.md
 * 41). Reached from QA's deck alone, which is not there with real keys: partners were told another end.
 * @param actor who does it, for the audit log
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable` when it has ended, or 503.
 */
export async function expireEarly(id: string, actor: string, now: Date): Promise<void> {
  const link = await findSettledLink(id, now);
  if (!link) throw linkNotFound();
  const ended = await transaction(async (tx) => {
    const locked = await lockLink(tx, id);
    // Read under the lock: what was recorded while we waited for it happened in time.
    const end = readClock();
    if (!locked || !isOpen(locked, end)) return false;
    // A link never ends before it began (a constraint).
    const expiresAt = new Date(Math.max(end.getTime(), locked.createdAt.getTime() + 1));
    await tx.checkoutLink.update({ where: { id }, data: { expiresAt } });
    await audit(tx, {
      actor,
      action: 'link expire',
      subject: id,
      data: { from: timestamp(locked.expiresAt), to: timestamp(expiresAt) },
      at: expiresAt,
    });
    await enqueue(tx, 'settle_link', { id }, new Date(expiresAt.getTime() + 1000));
    return true;
  });
  if (!ended) {
    const after = (await findSettledLink(id, readClock())) ?? link;
    const statusDetail = linkStatus(after);
    throw new Problem('checkout_link_not_payable', `The link is ${statusDetail} already.`, { statusDetail });
  }
}
