import type { Tx } from '#lib/db.ts';
import { post } from '#lib/ledger/post.ts';
import { type WithdrawalEvent, withdrawalPosting } from '#lib/ledger/withdrawal-postings.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { Withdrawal } from '#prisma/generated/client.ts';

/** Posts what becomes of a withdrawal's money, in the transaction that changes its row, under the lock of the balance. */
export async function bookWithdrawal(
  tx: Tx,
  { id, causeKey, currency, amount }: Withdrawal,
  event: WithdrawalEvent,
  now: Date,
): Promise<void> {
  const amountMinor = amount * BigInt(minorUnitsPerMajor(currency));
  const posted = await post(tx, {
    kind: 'withdrawal',
    dedupeKey: `withdrawal_${event}:${id}`,
    at: now,
    withdrawalId: id,
    entries: withdrawalPosting(event, { causeKey, currency, amountMinor }),
  });
  if (!posted) throw new Error('Bug: a withdrawal’s money moved twice');
}
