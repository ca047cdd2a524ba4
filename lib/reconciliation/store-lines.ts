import { db, transaction } from '#lib/db.ts';
import { accountFeePosting, payoutPosting } from '#lib/ledger/account-postings.ts';
import { post } from '#lib/ledger/post.ts';
import type { BookLine, Period } from '#lib/rails/port/books.ts';

/** Stores lines of a gateway account's books, each once even if it is read repeatedly. */
export async function storeLines(gateway: string, lines: readonly BookLine[]): Promise<void> {
  const data = lines.map(({ id: lineId, ...line }) => ({ gateway, lineId, ...line }));
  await db().bookLine.createMany({ data, skipDuplicates: true });
}

/**
 * Posts a period's movements of a gateway account that belong to no payment, each line once: payouts to our bank, returned
 * payouts, and account fees.
 */
export async function postAccountLines(gateway: string, { from, to }: Period): Promise<void> {
  const kinds = ['payout', 'fee'];
  const lines = await db().bookLine.findMany({
    where: { gateway, at: { gte: from, lte: to }, kind: { in: kinds }, gatewayPaymentId: null },
    orderBy: { at: 'asc' },
  });
  for (const { kind: lineKind, lineId, at, ...movement } of lines) {
    const kind = lineKind === 'payout' ? 'payout' : 'account_fee';
    const entries = kind === 'payout' ? payoutPosting(movement) : accountFeePosting(movement);
    const dedupeKey = `${kind}:${gateway}:${lineId}`;
    await transaction((tx) => post(tx, { kind, dedupeKey, at, entries }));
  }
}
