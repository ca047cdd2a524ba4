import { wrongTotals } from '#lib/causes/check-totals.ts';
import type { Tx } from '#lib/db.ts';
import { checkAccountLines, checkSettlements } from './check-books.ts';
import { checkPayments, checkUnclaimed, checkWithdrawals } from './check-postings.ts';
import { checkDisputes, checkManualRefunds, checkRefunded, checkReserved } from './check-reversals.ts';
import { type Difference, MAX_DIFFERENCES } from './difference.ts';

/** The parts of the check, in the order in which their differences are listed. */
const PARTS: readonly ((tx: Tx) => Promise<Difference[]>)[] = [
  checkCurrencies,
  checkTransactions,
  checkPayments,
  checkUnclaimed,
  checkSettlements,
  checkWithdrawals,
  checkAccountLines,
  checkManualRefunds,
  checkDisputes,
  checkReserved,
  checkRefunded,
  checkTotals,
  checkStoredTotals,
];

/**
 * Checks that every currency and every transaction sums to zero; that the postings of each kind are what their own source says:
 * payments, refunds, disputes, transfers by hand, write-offs, withdrawals, and the gateways' books; that payments agree with
 * their refunds and disputes; and that the stored totals of causes equal the sums of their contributions. Run it in one
 * repeatable read transaction, because payments go on meanwhile. Each part is one statement, however many payments there are.
 * @returns the differences, the first of each part; empty when all is well.
 */
export async function checkLedger(tx: Tx): Promise<Difference[]> {
  // Compiling statements that run once an hour takes longer than it saves.
  await tx.$executeRaw`SET LOCAL jit = off`;
  const found: Difference[] = [];
  for (const part of PARTS) found.push(...(await part(tx)));
  return found;
}

function checkCurrencies(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    SELECT 'currency' AS about, NULL AS kind, currency AS subject, NULL AS "causeKey", currency, NULL AS account,
           '0' AS "expectedMinor", SUM(amount_minor)::text AS "foundMinor"
      FROM ledger_entries GROUP BY currency HAVING SUM(amount_minor) <> 0`;
}

function checkTransactions(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    SELECT 'transaction' AS about, t.kind, t.id AS subject, MIN(e.cause_key) AS "causeKey", COALESCE(e.currency, '') AS currency,
           NULL AS account, '0' AS "expectedMinor", COALESCE(SUM(e.amount_minor), 0)::text AS "foundMinor"
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
     GROUP BY t.id, e.currency HAVING COALESCE(SUM(e.amount_minor), 0) <> 0 OR COUNT(e.line) = 0
     LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the contributions of a cause with its donations in the ledger. */
function checkTotals(tx: Tx): Promise<Difference[]> {
  return tx.$queryRaw<Difference[]>`
    WITH shown AS (
      SELECT cause_key, SUM(collected) AS collected FROM contributions GROUP BY cause_key
    ), posted AS (
      SELECT e.cause_key, e.currency, -SUM(e.amount_minor) AS collected
        FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
       WHERE e.account IN ('creator', 'commission', 'refunds_reserved')
         AND t.kind IN ('donation', 'refund_reserved', 'refund', 'dispute') GROUP BY 1, 2
    ), both_sides AS (
      SELECT c.key, c.currency, COALESCE(p.collected, 0) AS found,
             ROUND(COALESCE(s.collected, 0) * minor_units_per_major(c.currency)) AS expected
        FROM causes c
        LEFT JOIN shown s ON s.cause_key = c.key
        LEFT JOIN posted p ON p.cause_key = c.key AND p.currency = c.currency
    )
    SELECT 'totals' AS about, NULL AS kind, key AS subject, key AS "causeKey", currency, NULL AS account,
           expected::text AS "expectedMinor", found::text AS "foundMinor"
      FROM both_sides WHERE expected <> found ORDER BY key LIMIT ${MAX_DIFFERENCES}`;
}

/** Compares the stored totals of a cause with its contributions. */
async function checkStoredTotals(tx: Tx): Promise<Difference[]> {
  const wrong = await wrongTotals(tx, MAX_DIFFERENCES);
  return wrong.map(({ about, causeKey, currency, expected, found }) => ({
    about,
    kind: null,
    subject: causeKey,
    causeKey,
    currency,
    account: null,
    expectedMinor: expected,
    foundMinor: found,
  }));
}
