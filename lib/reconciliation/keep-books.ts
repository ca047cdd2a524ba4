import { db, transaction } from '#lib/db.ts';
import { accountFeePosting, payoutPosting } from '#lib/ledger/account-postings.ts';
import { post } from '#lib/ledger/post.ts';
import type { BookLine, Period } from '#lib/rails/port.ts';

/** Keeps lines of a gateway account's books, each once however often it is read. */
export async function keepLines(gateway: string, lines: readonly BookLine[]): Promise<void> {
  const data = lines.map(({ id: lineId, ...line }) => ({ gateway, lineId, ...line }));
  await db().bookLine.createMany({ data, skipDuplicates: true });
}

/**
 * Posts what a gateway moved in a period for no payment, each line once: payouts to our bank, those that came back, and
 * fees of the account itself.
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
