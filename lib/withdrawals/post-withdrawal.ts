import type { Tx } from '#lib/db.ts';
import { post } from '#lib/ledger/post.ts';
import { type WithdrawalEvent, withdrawalPosting } from '#lib/ledger/withdrawal-postings.ts';
import type { Withdrawal } from '#prisma/generated/client.ts';
import { withdrawnMinor } from './amount.ts';

/** Posts a withdrawal's change of state, in the transaction that changes its row, under the lock of the balance. */
export async function postWithdrawal(tx: Tx, withdrawal: Withdrawal, event: WithdrawalEvent, now: Date): Promise<void> {
  const { id, causeKey, currency } = withdrawal;
  const amountMinor = withdrawnMinor(withdrawal);
  const posted = await post(tx, {
    kind: 'withdrawal',
    dedupeKey: `withdrawal_${event}:${id}`,
    at: now,
    withdrawalId: id,
    entries: withdrawalPosting(event, { causeKey, currency, amountMinor }),
  });
  if (!posted) throw new Error('Bug: a withdrawal’s money moved twice');
}
