import { db } from '#lib/db.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { oneOf } from '#lib/one-of.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import type { PolicyAction } from '#lib/policy/table.ts';
import { withdrawnMajor, withdrawnMinor } from '#lib/withdrawals/amount.ts';
import { maskedNumber } from '#lib/withdrawals/bank-accounts.ts';
import { BATCH_ORDER } from '#lib/withdrawals/batch-file.ts';
import { countUnbatched } from '#lib/withdrawals/batches.ts';
import { holdReason, partiesOf } from '#lib/withdrawals/checks.ts';
import { WITHDRAWAL_STATES } from '#lib/withdrawals/states.ts';
import type { PayoutBatch, Prisma, Withdrawal } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { type ListQuery, withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

export type BatchRow = ReturnType<typeof batchRow>;
/** Approved withdrawals in a currency that are in no batch. */
export type UnbatchedRow = Awaited<ReturnType<typeof listUnbatched>>[number];
export type BatchItemRow = Awaited<ReturnType<typeof itemRow>>;
export type BatchDetail = NonNullable<Awaited<ReturnType<typeof findBatchDetail>>>;
/** `open`: nobody has started to send it. */
export type BatchState = 'open' | 'sending' | 'sent' | 'cancelled';

const COUNTED = {
  items: {
    select: {
      releasedAt: true,
      withdrawal: { select: { amount: true, remainderMinor: true, currency: true } },
    },
  },
} as const;

/** Payout batches, newest first. */
export function batchList(query: ListQuery): StaffList<Counted, BatchRow> {
  return {
    where: withinDays(query, 'createdAt'),
    orders: byTime('createdAt'),
    find: (where, paging) => db().payoutBatch.findMany({ where, ...paging, include: COUNTED }),
    count: (where, paging) => db().payoutBatch.count({ where, ...paging }),
    present: async (batches) => {
      const nameOf = await actorNames(batches.map(({ createdBy }) => createdBy));
      return batches.map((batch) => batchRow(batch, nameOf));
    },
  };
}

/** A page of that list. */
export function listBatches(query: ListQuery): Promise<Listed<BatchRow>> {
  return listPage(batchList(query), query);
}

/** Approved withdrawals that are in no batch, by currency. */
export async function listUnbatched() {
  const groups = await countUnbatched();
  return groups.map(({ currency, count, amountMajor }) => ({
    currency,
    count,
    amount: { amountMajor, currency },
  }));
}

type Counted = PayoutBatch & { items: { releasedAt: Date | null; withdrawal: StoredAmount }[] };
type StoredAmount = Pick<Withdrawal, 'amount' | 'remainderMinor' | 'currency'>;

function batchRow(
  { id, currency, createdAt, createdBy, ...batch }: Counted,
  nameOf: Awaited<ReturnType<typeof actorNames>>,
) {
  const state = stateOf(batch);
  const items = batch.items.filter(({ releasedAt }) => releasedAt === null || state === 'cancelled');
  const amountMinor = items.reduce((sum, { withdrawal }) => sum + withdrawnMinor(withdrawal), 0n);
  const amountMajor = Number(amountMinor) / minorUnitsPerMajor(currency);
  return {
    id,
    state,
    createdAt,
    /** Of withdrawals that are, or were, paid with it. */
    count: items.length,
    by: nameOf(createdBy),
    amount: { amountMajor, currency },
  };
}

type Steps = Pick<PayoutBatch, 'startedAt' | 'sentAt' | 'cancelledAt'>;

function stateOf({ startedAt, sentAt, cancelledAt }: Steps): BatchState {
  if (sentAt) return 'sent';
  if (cancelledAt) return 'cancelled';
  return startedAt ? 'sending' : 'open';
}

const SHOWN = {
  items: {
    orderBy: BATCH_ORDER,
    include: {
      withdrawal: {
        include: { bankAccount: true, cause: { select: { title: true, ownerId: true } } },
      },
    },
  },
} as const satisfies Prisma.PayoutBatchInclude;
type Found = Prisma.PayoutBatchGetPayload<{ include: typeof SHOWN }>;

const NEXT_STEP: Partial<Record<BatchState, PolicyAction>> = {
  open: 'withdrawal.start_sending',
  sending: 'withdrawal.mark_sent',
};

/** A payout batch with its withdrawals; null if there is none. */
export async function findBatchDetail(actor: Actor, id: string, now: Date) {
  const batch = await db().payoutBatch.findUnique({ where: { id }, include: SHOWN });
  if (!batch) return null;
  const { createdBy, startedBy, startedAt, sentBy, sentAt, cancelledBy, cancelledAt, exportedAt } = batch;
  const endedBy = sentBy ?? cancelledBy;
  const nameOf = await actorNames([createdBy, startedBy, endedBy]);
  const state = stateOf(batch);
  const inBatch = batch.items.filter(({ releasedAt }) => releasedAt === null);
  const items = await itemRows(batch.items, state === 'open', now);
  const { debtorName, debtorAccount } = batch;
  const step = NEXT_STEP[state];
  return {
    ...batchRow(batch, nameOf),
    items,
    startedAt,
    startedBy: startedBy === null ? null : nameOf(startedBy),
    exportedAt,
    /** The day of the transfers, `2026-12-03`; null before it is sent. */
    sentOn: sentAt === null ? null : (inBatch[0]?.withdrawal.sentOn?.toISOString().slice(0, 10) ?? null),
    endedAt: sentAt ?? cancelledAt,
    endedBy: endedBy === null ? null : nameOf(endedBy),
    /** The account that pays, by its end; null without one, and then there is no XML file. */
    debtor: debtorAccount === null ? null : `${debtorName} •••• ${debtorAccount.slice(-4)}`,
    isHeld: items.some((item) => item.holdReason !== null),
    /** The viewer requested a withdrawal, or verified a bank account of an open batch: somebody else goes on. */
    requiresOtherStaff: step !== undefined && (await requiresOtherStaff(actor, inBatch, step)),
  };
}

async function itemRows(items: Found['items'], isOpen: boolean, now: Date): Promise<BatchItemRow[]> {
  const rows: BatchItemRow[] = [];
  for (const item of items) rows.push(await itemRow(item, isOpen, now));
  return rows;
}

async function itemRow({ reference, releasedAt, withdrawal }: Found['items'][number], isOpen: boolean, now: Date) {
  const { id, causeKey, cause, bankAccount, bankAccountId, currency, state } = withdrawal;
  return {
    reference,
    withdrawalId: id,
    causeKey,
    causeTitle: cause.title,
    bankAccountId,
    holderName: bankAccount.holderName,
    account: `${bankAccount.bankName} ${maskedNumber(bankAccount)}`,
    amount: { amountMajor: withdrawnMajor(withdrawal), currency },
    state: oneOf(WITHDRAWAL_STATES, state),
    /** It left the batch: one of them was cancelled, or it was put back to be decided again. */
    isReleased: releasedAt !== null,
    /** What prevents that it is sent now; null if nothing does, or the batch is not open. */
    holdReason:
      isOpen && releasedAt === null ? await holdReason(db(), { causeKey, bankAccountId, amountMajor: 0 }, now) : null,
  };
}

/** Whether the policy refuses the viewer the next step of one of the withdrawals, and with it the batch's. */
async function requiresOtherStaff(actor: Actor, items: Found['items'], step: PolicyAction): Promise<boolean> {
  // Those of one creator have the same parties.
  const parties = new Map(
    items.map(({ withdrawal }) => {
      const { asked, owns, verified } = partiesOf(withdrawal);
      return [`${asked} ${owns} ${verified}`, { asked, owns, verified }];
    }),
  );
  for (const one of parties.values()) if ((await partsOf(db(), step, actor.id, one)).size > 0) return true;
  return false;
}
