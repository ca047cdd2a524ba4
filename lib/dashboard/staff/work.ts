import { AWAITING_APPROVAL } from '#lib/clients/key-approval.ts';
import { TERMS_AWAITING_APPROVAL } from '#lib/clients/terms.ts';
import { db } from '#lib/db.ts';
import type { Difference } from '#lib/ledger/difference.ts';
import { UNDELIVERED } from '#lib/outbox/undelivered.ts';
import { gatewayNames } from '#lib/rails/registry.ts';
import { knownDifferencesOf } from '#lib/reconciliation/acknowledge.ts';
import { lastFinished } from '#lib/reconciliation/begin.ts';
import { UNDECIDED } from './approvals.ts';
import { AWAITING_EVIDENCE } from './disputes.ts';
import { UNRESOLVED } from './failed-refunds.ts';
import { WORK_KINDS, type WorkItem, type WorkName } from './work-view.ts';

type Waiting = Omit<WorkItem, 'name'>;

/** An event is handled within a moment; only an older one waits for somebody. In milliseconds. */
const EVENT_MS = 60_000;

/** What waits for staff, the most urgent kind first. */
export async function listWork(now: Date): Promise<WorkItem[]> {
  const found = await Promise.all(WORK_KINDS.map(async (name) => ({ name, ...(await COUNT[name](now)) })));
  return found.filter(({ count }) => count > 0);
}

const COUNT: Readonly<Record<WorkName, (now: Date) => Promise<Waiting>>> = {
  disputes: () =>
    waiting(
      db().dispute.count({ where: AWAITING_EVIDENCE }),
      db().dispute.findFirst({ where: AWAITING_EVIDENCE, orderBy: [{ respondBy: 'asc' }, { id: 'asc' }] }),
      ({ respondBy }) => respondBy,
    ),
  failedRefunds: () =>
    waiting(
      db().refund.count({ where: UNRESOLVED }),
      db().refund.findFirst({ where: UNRESOLVED, orderBy: [{ settledAt: 'asc' }, { id: 'asc' }] }),
      ({ settledAt }) => settledAt,
    ),
  refundsDue() {
    const where = { state: 'refund_due' };
    return waiting(
      db().payment.count({ where }),
      db().payment.findFirst({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
      ({ settledAt, createdAt }) => settledAt ?? createdAt,
    );
  },
  async ledger() {
    const check = await db().ledgerCheck.findFirst({ orderBy: { checkedAt: 'desc' } });
    return { count: ((check?.differences ?? []) as Difference[]).length, at: check?.checkedAt ?? null };
  },
  async reconciliation() {
    const runs = await Promise.all(gatewayNames().map((gateway) => lastFinished(db(), gateway)));
    const counts = await Promise.all(
      runs.map(async (run) => {
        const known = await knownDifferencesOf(db(), run);
        const open = known.filter(({ acknowledged }) => acknowledged === null);
        return { count: open.length, at: run?.finishedAt ?? null };
      }),
    );
    const differing = counts.filter(({ count }) => count > 0);
    return {
      count: differing.reduce((sum, { count }) => sum + count, 0),
      at: earliest(differing.map(({ at }) => at)),
    };
  },
  toDecide: () => withdrawalsIn('requested'),
  toSend: () => withdrawalsIn('approved'),
  toRecord: () => withdrawalsIn('sending'),
  bankAccounts() {
    const where = { state: 'unverified' };
    return waiting(
      db().bankAccount.count({ where }),
      db().bankAccount.findFirst({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
      ({ createdAt }) => createdAt,
    );
  },
  async approvals() {
    const [refunds, writeOffs, keys, terms] = await Promise.all([
      waiting(
        db().refundApproval.count({ where: UNDECIDED }),
        db().refundApproval.findFirst({
          where: UNDECIDED,
          orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
        }),
        ({ requestedAt }) => requestedAt,
      ),
      waiting(
        db().writeOff.count({ where: UNDECIDED }),
        db().writeOff.findFirst({ where: UNDECIDED, orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }] }),
        ({ requestedAt }) => requestedAt,
      ),
      waiting(
        db().apiKey.count({ where: AWAITING_APPROVAL }),
        db().apiKey.findFirst({ where: AWAITING_APPROVAL, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
        ({ createdAt }) => createdAt,
      ),
      waiting(
        db().termsChange.count({ where: TERMS_AWAITING_APPROVAL }),
        db().termsChange.findFirst({
          where: TERMS_AWAITING_APPROVAL,
          orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
        }),
        ({ requestedAt }) => requestedAt,
      ),
    ]);
    return {
      count: refunds.count + writeOffs.count + keys.count + terms.count,
      at: earliest([refunds.at, writeOffs.at, keys.at, terms.at]),
    };
  },
  // Since when a cause is in its state is not stored with it: its trail says so.
  causes: async () => ({ count: await db().cause.count({ where: { state: 'in_verification' } }), at: null }),
  mails: () =>
    waiting(
      db().email.count({ where: UNDELIVERED }),
      db().email.findFirst({ where: UNDELIVERED, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
      ({ createdAt }) => createdAt,
    ),
  events(now) {
    const where = { handledAt: null, receivedAt: { lt: new Date(now.getTime() - EVENT_MS) } };
    return waiting(
      db().gatewayEvent.count({ where }),
      db().gatewayEvent.findFirst({ where, orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }] }),
      ({ receivedAt }) => receivedAt,
    );
  },
};

function withdrawalsIn(state: 'requested' | 'approved' | 'sending'): Promise<Waiting> {
  return waiting(
    db().withdrawal.count({ where: { state } }),
    db().withdrawal.findFirst({ where: { state }, orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }] }),
    ({ requestedAt }) => requestedAt,
  );
}

/** What two queries read: how many there are, and the first of them. */
async function waiting<Row>(
  counted: Promise<number>,
  found: Promise<Row | null>,
  atOf: (row: Row) => Date | null,
): Promise<Waiting> {
  const [count, first] = await Promise.all([counted, found]);
  return { count, at: first === null ? null : atOf(first) };
}

function earliest(instants: (Date | null)[]): Date | null {
  const times = instants.flatMap((at) => (at ? [at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
