import { db, transaction } from '#lib/db.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { postMovements } from '#lib/payments/sync/post-to-ledger.ts';
import type { Scope } from './compare.ts';

type FeeLine = {
  id: string;
  paymentId: string;
  linkId: string;
  currency: string;
  grossMinor: bigint;
  feeMinor: bigint;
};

/**
 * Posts the fees of refunds and disputes that a gateway reports in its books alone, each line once, such as the part of a fee
 * that Mercado Pago returns with a refund. Those of Stripe are posted with their payment, by the id of the same line.
 */
export async function postLaterFees(scope: Scope, now: Date): Promise<void> {
  for (const { id, paymentId, linkId, currency, grossMinor, feeMinor } of await findFees(scope))
    await transaction(async (tx) => {
      const link = await lockLink(tx, linkId);
      const payment = link?.payments.find((one) => one.id === paymentId);
      if (!link || !payment) throw new Error('Bug: a payment without its link');
      const movement = {
        id,
        amountMinor: grossMinor,
        settledCurrency: currency,
        settledMinor: grossMinor,
        feeMinor,
      };
      await postMovements(tx, payment, link, [movement], now);
    });
}

/** Only in the currency of the payment: what another one is worth in it, the line does not tell. */
function findFees({ gateway, from, to, earlier }: Scope): Promise<FeeLine[]> {
  return db().$queryRaw<FeeLine[]>`
    SELECT l.line_id AS id, p.id AS "paymentId", p.link_id AS "linkId", l.currency,
           l.gross_minor AS "grossMinor", l.fee_minor AS "feeMinor"
      FROM book_lines l JOIN payments p ON p.gateway = l.gateway AND p.gateway_payment_id = l.gateway_payment_id
     WHERE l.gateway = ${gateway} AND l.kind IN ('refund', 'dispute') AND l.fee_minor <> 0 AND l.currency = p.currency
       AND p.amount_minor IS NOT NULL
       AND (l.at BETWEEN ${from} AND ${to} OR l.gateway_payment_id = ANY(${earlier as string[]}))
       AND NOT EXISTS (
         SELECT 1 FROM ledger_transactions t WHERE t.dedupe_key = 'settlement:' || l.gateway || ':' || l.line_id)
     ORDER BY l.at, l.line_id`;
}
