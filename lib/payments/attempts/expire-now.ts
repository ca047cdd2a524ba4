import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock, timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { isPayable, lockLink } from '#lib/payments/lock-link.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { audit } from '#lib/policy/audit.ts';
import { Problem } from '#lib/problems/problem.ts';

/**
 * Moves the expiry of an open link to now, audited. Nothing else is written: status, live attempts and late money follow
 * from `expires_at`, as for any expired link (ruling 41). Only the QA deck calls this, which does not exist with live keys:
 * partners were promised another expiry.
 * @param actor for the audit log
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable` when it has ended, or 503.
 */
export async function expireNow(id: string, actor: string, now: Date): Promise<void> {
  const link = await findCurrentLink(id, now);
  if (!link) throw linkNotFound();
  const ended = await transaction(async (tx) => {
    const locked = await lockLink(tx, id);
    // Read under the lock: whatever was recorded while we waited for the lock happened before the expiry.
    const end = readClock();
    if (!locked || !isPayable(locked, end)) return false;
    // A link never ends before it began (a constraint).
    const expiresAt = new Date(Math.max(end.getTime(), locked.createdAt.getTime() + 1));
    await tx.checkoutLink.update({ where: { id }, data: { expiresAt } });
    await audit(tx, {
      actor,
      action: 'link.expire',
      subject: id,
      data: { from: timestamp(locked.expiresAt), to: timestamp(expiresAt) },
      at: expiresAt,
    });
    await enqueue(tx, 'settle_link', { id }, new Date(expiresAt.getTime() + 1000));
    return true;
  });
  if (!ended) {
    const after = (await findCurrentLink(id, readClock())) ?? link;
    const statusDetail = linkStatus(after);
    throw new Problem('checkout_link_not_payable', `The link is ${statusDetail} already.`, { statusDetail });
  }
}
