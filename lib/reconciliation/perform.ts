import { now as readClock } from '#lib/clock.ts';
import { db, transaction } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { log } from '#lib/log.ts';
import { findReferenced } from '#lib/payments/events/receive-event.ts';
import { railOf, syncFoundPayment } from '#lib/payments/sync/sync-payment.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { Reconciliation } from '#prisma/generated/client.ts';
import { lastFinished } from './begin.ts';
import { comparePayments, findOtherMovements, findUnread, type Scope } from './compare.ts';
import { compareBalance, differenceOf } from './compare-balance.ts';
import { compareBorneCosts, comparePaidOut } from './compare-sums.ts';
import type { AccountBalance, Findings, LostLink, ReconciledDifference } from './difference.ts';
import { isUnexplained, knownDifferences } from './known-differences.ts';
import { findLostLink } from './lost-links.ts';
import { postLaterFees } from './post-later-fees.ts';
import { postAccountLines, storeLines } from './store-lines.ts';

/** Thrown while a gateway is preparing its report: the job retries. */
export class ReportPending extends Error {}

/**
 * Reads the books of a gateway account, records what is missing in the ledger, and stores the remaining differences.
 * Repeated or concurrent runs of an account change nothing more: lines are stored once, posted once, and payments are
 * synced under their link's lock. A finished run is left alone.
 * @throws GatewayError after storing it, or ReportPending: the job retries.
 */
export async function performReconciliation(id: string, now: Date): Promise<void> {
  const run = await db().reconciliation.findUnique({ where: { id } });
  if (!run || run.finishedAt) return;
  try {
    await readBooks(run);
    const scope: Scope = { ...run, earlier: run.routine ? await earlierSubjects(run.gateway) : [] };
    await postAccountLines(run.gateway, run);
    const synced = await syncDiffering(scope, now);
    await postLaterFees(scope, now);
    await finish(run, await compare(scope, synced));
  } catch (error) {
    if (isGatewayError(error)) await noteProblem(run, error.code, error.failure === 'unreachable');
    throw error;
  }
}

/** @throws GatewayError, or ReportPending */
async function readBooks(run: Reconciliation): Promise<void> {
  const books = await railOf(run).readBooks(run, run.order);
  if (books.ready) {
    for await (const lines of books.pages) await storeLines(run.gateway, lines);
    return;
  }
  const { reportId: order } = books;
  await db().reconciliation.update({ where: { id: run.id }, data: { order, problem: null } });
  throw new ReportPending(`${run.gateway} is preparing its books`);
}

/** The subjects of the last run's differences: they are compared again until they agree, at any age. */
async function earlierSubjects(gateway: string): Promise<string[]> {
  const last = await lastFinished(db(), gateway);
  return differencesOf(last).map(({ subject }) => subject);
}

/** The differences of a finished run. */
export function differencesOf(run: Reconciliation | null): ReconciledDifference[] {
  return (run?.differences ?? []) as ReconciledDifference[];
}

/** The balances of a finished run. */
export function balancesOf(run: Reconciliation | null): AccountBalance[] {
  return (run?.balances ?? []) as AccountBalance[];
}

/** What a run did not sync, by the gateway's ids: what failed, and payments whose links are lost. */
type Synced = { failed: string[]; lost: Map<string, LostLink> };

/**
 * Syncs each payment whose lines differ from ours, or of which the gateway did not tell everything when it was asked last. One that cannot be retrieved stops no other: if the gateway refuses to
 * return it, it stays the difference that it was; after any other failure it is synced again by a job.
 */
async function syncDiffering(scope: Scope, now: Date): Promise<Synced> {
  const differing = [...(await comparePayments(db(), scope, false)), ...(await findUnread(db(), scope, []))];
  const payments = new Map(differing.map(({ subject, paymentId }) => [subject, paymentId]));
  const synced: Synced = { failed: [], lost: new Map() };
  for (const [subject, paymentId] of payments)
    try {
      const lostLink = await syncReferenced(scope.gateway, subject, now);
      if (lostLink) synced.lost.set(subject, lostLink);
    } catch (error) {
      log().warn({ gateway: scope.gateway, subject, err: error }, 'a payment could not be retrieved');
      if (isGatewayError(error) && error.failure === 'refused') continue;
      synced.failed.push(subject);
      if (paymentId) await transaction((tx) => enqueue(tx, 'check_payment', { id: paymentId }));
    }
  return synced;
}

/** Syncs a payment, or returns the lost link that it is for. @throws GatewayError */
async function syncReferenced(gateway: string, gatewayPaymentId: string, now: Date): Promise<LostLink | undefined> {
  const found = await findReferenced(gateway, gatewayPaymentId);
  if (!found) return findLostLink(gateway, gatewayPaymentId);
  await syncFoundPayment(found.payment, now, found.seen);
  return undefined;
}

/** @throws GatewayError */
async function compare(scope: Scope, { failed, lost }: Synced): Promise<Findings> {
  const unread = await findUnread(db(), scope, failed);
  const isUnread = new Set(unread.map(({ subject }) => subject));
  // What differs is not known before all of a payment is.
  const payments = (await comparePayments(db(), scope, true))
    .filter(({ subject }) => !isUnread.has(subject))
    .map((one): ReconciledDifference => {
      const lostLink = one.paymentId === null ? lost.get(one.subject) : undefined;
      return lostLink ? { ...one, lostLink } : one;
    });
  const movements = await findOtherMovements(db(), scope);
  const balances = await compareBalance(railOf(scope));
  const wrong = balances.filter((balance) => differenceOf(balance) !== 0n);
  const held = wrong.map(
    (balance): ReconciledDifference => ({
      about: 'balance',
      subject: balance.currency,
      paymentId: null,
      ...balance,
    }),
  );
  const sums = [
    ...(await comparePaidOut(db(), scope)),
    // What differs of a payment is named with it, and not a second time in its sum.
    ...(await compareBorneCosts(
      db(),
      scope,
      [...payments, ...unread].map(({ subject }) => subject),
    )),
  ];
  return { balances, differences: [...payments, ...movements, ...unread, ...held, ...sums] };
}

async function finish({ id, gateway }: Reconciliation, findings: Findings): Promise<void> {
  const known = await knownDifferences(db(), gateway, findings.differences);
  const open = known.filter(isUnexplained);
  for (const { acknowledged: _, ...difference } of open)
    log().error({ gateway, difference }, 'the books of a gateway do not agree');
  if (open.length === 0 && known.length > 0)
    log().info({ gateway, acknowledged: known.length }, 'the books of a gateway agree, but for what is acknowledged');
  const { count } = await db().reconciliation.updateMany({
    where: { id, finishedAt: null },
    data: { ...findings, finishedAt: readClock(), problem: null },
  });
  if (count === 0) log().warn({ gateway }, 'a reconciliation was finished twice');
}

/** A report that cannot be read is requested again. */
async function noteProblem({ id }: Reconciliation, problem: string, keepReport: boolean): Promise<void> {
  await db().reconciliation.updateMany({
    where: { id, finishedAt: null },
    data: { problem, ...(keepReport ? {} : { order: null }) },
  });
}
