import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { log } from '#lib/log.ts';
import { findReferenced } from '#lib/payments/receive-event.ts';
import { railOf, reviewPayment } from '#lib/payments/review.ts';
import { isGatewayError } from '#lib/rails/port.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import { lastFinished } from './begin.ts';
import { comparePayments, findOtherMovements, type Scope } from './compare.ts';
import { compareBalance, gapOf } from './compare-balance.ts';
import type { Difference, Findings, HeldBalance } from './difference.ts';
import { keepLines, postAccountLines } from './keep-books.ts';

/** Thrown while a gateway is still making its books: the job is to be tried again. */
export class BooksPending extends Error {}

/**
 * Reads the books of a gateway account, books what is missing, and keeps what differs afterwards. Repeated, or beside
 * another of the same account, it changes nothing more: lines are kept once, posted once, and payments are settled under
 * their link's lock. One that is finished is left alone.
 * @throws GatewayError after noting it, or BooksPending: to be tried again.
 */
export async function performReconciliation(id: string, now: Date): Promise<void> {
  const run = await db().reconciliation.findUnique({ where: { id } });
  if (!run || run.finishedAt) return;
  try {
    await readBooks(run);
    const scope: Scope = { ...run, told: run.routine ? await toldBefore(run.gateway) : [] };
    await postAccountLines(run.gateway, run);
    await bookPayments(scope, now);
    await finish(run, await compare(scope));
  } catch (error) {
    if (isGatewayError(error)) await noteProblem(run, error.code, error.failure === 'unreachable');
    throw error;
  }
}

/** @throws GatewayError, or BooksPending */
async function readBooks(run: Reconciliation): Promise<void> {
  const books = await railOf(run).readBooks(run, run.order);
  if (books.ready) {
    for await (const lines of books.pages) await keepLines(run.gateway, lines);
    return;
  }
  const { order } = books;
  await db().reconciliation.update({ where: { id: run.id }, data: { order, problem: null } });
  throw new BooksPending(`the books of ${run.gateway} are being made`);
}

/** What differed last is looked at until it agrees, however long ago it was. */
async function toldBefore(gateway: string): Promise<string[]> {
  const last = await lastFinished(db(), gateway);
  return differencesOf(last).map(({ subject }) => subject);
}

/** What a finished run found. */
export function differencesOf(run: Reconciliation | null): Difference[] {
  return (run?.differences ?? []) as Difference[];
}

/** The balances that a finished run found. */
export function balancesOf(run: Reconciliation | null): HeldBalance[] {
  return (run?.balances ?? []) as HeldBalance[];
}

/**
 * Reads back each payment that the books tell otherwise, and settles what its gateway says. What the gateway refuses to
 * tell stays a difference; any other failure is for the next try, after all others.
 * @throws GatewayError
 */
async function bookPayments(scope: Scope, now: Date): Promise<void> {
  const differing = await comparePayments(db(), scope, false);
  const failures: unknown[] = [];
  for (const subject of new Set(differing.map((one) => one.subject)))
    await bookPayment(scope.gateway, subject, now).catch((error: unknown) => {
      if (!isGatewayError(error) || error.failure !== 'refused') failures.push(error);
      else
        log().warn({ gateway: scope.gateway, subject, code: error.code }, 'a payment could not be read back');
    });
  if (failures.length > 0) throw failures[0];
}

async function bookPayment(gateway: string, gatewayPaymentId: string, now: Date): Promise<void> {
  const found = await findReferenced(gateway, gatewayPaymentId);
  if (found) await reviewPayment(found.paymentId, now, found.seen);
}

/** @throws GatewayError */
async function compare(scope: Scope): Promise<Findings> {
  const payments = await comparePayments(db(), scope, true);
  const movements = await findOtherMovements(db(), scope);
  const balances = await compareBalance(railOf(scope));
  const wrong = balances.filter((balance) => gapOf(balance) !== 0n);
  const held = wrong.map(
    (balance): Difference => ({
      ...{ about: 'balance', subject: balance.currency, paymentId: null },
      ...balance,
    }),
  );
  return { balances, differences: [...payments, ...movements, ...held] };
}

async function finish({ id, gateway }: Reconciliation, findings: Findings): Promise<void> {
  for (const difference of findings.differences)
    log().error({ gateway, difference }, 'the books of a gateway do not agree');
  const { count } = await db().reconciliation.updateMany({
    where: { id, finishedAt: null },
    data: { ...findings, finishedAt: readClock(), problem: null },
  });
  if (count === 0) log().warn({ gateway }, 'a reconciliation was finished twice');
}

/** An order that cannot be read is asked for anew. */
async function noteProblem({ id }: Reconciliation, problem: string, keepOrder: boolean): Promise<void> {
  await db().reconciliation.updateMany({
    where: { id, finishedAt: null },
    data: { problem, ...(keepOrder ? {} : { order: null }) },
  });
}
