import { db, transaction } from '#lib/db.ts';
import { accountFeePosting, payoutPosting } from '#lib/ledger/account-postings.ts';
import { post } from '#lib/ledger/post.ts';
import type { BookLine, BookPeriod } from '#lib/rails/port/books.ts';
import type { BookLine as BookLineRow, Prisma } from '#prisma/generated/client.ts';

/** Stores lines of a gateway account's books, each once even if it is read repeatedly. */
export async function storeLines(gateway: string, lines: readonly BookLine[]): Promise<void> {
  const data: Prisma.BookLineCreateManyInput[] = [];
  const at = { in: [...new Set(lines.map((line) => line.at.getTime()))].map((time) => new Date(time)) };
  const stored = await db().bookLine.findMany({ where: { gateway, at } });
  for (const [id, alike] of Map.groupBy(lines, (line) => line.ambiguousWithId ?? line.id)) {
    const known = stored.filter(({ lineId }) => lineId === id || lineId.startsWith(`${id}:`));
    for (const [lineId, line] of newLines(id, alike, known)) {
      const { id: _id, ambiguousWithId: _sharedId, ...facts } = line;
      data.push({ gateway, lineId, ...facts });
    }
  }
  await db().bookLine.createMany({ data, skipDuplicates: true });
}

type Amounts = Pick<BookLine, 'grossMinor' | 'netMinor'>;

/**
 * Those of some lines that are not stored yet, with the ids to store them under: in the same order whoever stores them. Lines
 * with the same id are told apart by their amounts, and by their number where those are the same.
 */
function newLines(id: string, alike: readonly BookLine[], known: readonly BookLineRow[]): Map<string, BookLine> {
  const left = [...known];
  const taken = new Set(known.map(({ lineId }) => lineId));
  const found = new Map<string, BookLine>();
  for (const line of alike.toSorted(byAmounts)) {
    const same = left.findIndex((row) => byAmounts(row, line) === 0);
    if (same >= 0) left.splice(same, 1);
    else {
      const lineId = freeId(id, line, taken);
      taken.add(lineId);
      found.set(lineId, line);
    }
  }
  return found;
}

function byAmounts(a: Amounts, b: Amounts): number {
  return Number(a.grossMinor - b.grossMinor) || Number(a.netMinor - b.netMinor);
}

function freeId(id: string, { grossMinor, netMinor }: Amounts, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const named = `${id}:${grossMinor}:${netMinor}`;
  let number = 1;
  while (taken.has(number === 1 ? named : `${named}:${number}`)) number += 1;
  return number === 1 ? named : `${named}:${number}`;
}

/**
 * Posts a period's movements of a gateway account that belong to no payment, each line once: payouts to our bank, returned
 * payouts, and account fees.
 */
export async function postAccountLines(gateway: string, { from, to }: BookPeriod): Promise<void> {
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
