import { z } from 'zod';
import { db, type Tx, transaction } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { audit } from '#lib/policy/audit.ts';
import type { RefundInput } from '#lib/rails/port/reversals.ts';
import type { Payment, Refund } from '#prisma/generated/client.ts';

/** The entry of the audit log before a refund is first asked for at a gateway that does not know our id of it. */
const ASK = { actor: 'service', action: 'refund.ask', outcome: 'started' } as const;

const asked = z.object({ earlierRefundIds: z.array(z.string()) });

/**
 * What tells a refund that staff requested from those that its gateway listed before it was first asked for. The audit log
 * keeps them, because neither clocks nor amounts tell a refund that somebody made by hand at the gateway from ours. For
 * unmatched funds it does not matter who has refunded them.
 */
export async function earlierRefunds(
  refund: Refund & { payment: Payment },
): Promise<Pick<RefundInput, 'earlierRefundIds' | 'keepEarlier'>> {
  const { id: refundId, payment, requestedBy } = refund;
  if (requestedBy === null) return {};
  const kept = await findStoredIds(db(), refundId);
  if (kept) return { earlierRefundIds: kept };
  return {
    keepEarlier: (earlierRefundIds) =>
      transaction(async (tx) => {
        await lockLink(tx, payment.linkId);
        // Another process can have asked since: what it has kept is older than its refund.
        if (!(await findStoredIds(tx, refundId)))
          await audit(tx, { ...ASK, subject: refundId, data: { earlierRefundIds } });
      }),
  };
}

async function findStoredIds(tx: Tx, subject: string): Promise<Set<string> | undefined> {
  const entry = await tx.auditEntry.findFirst({ where: { ...ASK, subject }, select: { data: true } });
  return entry ? new Set(asked.parse(entry.data).earlierRefundIds) : undefined;
}
