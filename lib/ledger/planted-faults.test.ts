import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { db, type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { recordReturned } from '#lib/payments/refunds/record-returned.ts';
import { recordSentByHand } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { approveWriteOff, requestWriteOff } from '#lib/payments/refunds/write-off.ts';
import { reserveRefunds } from '#lib/payments/sync/reserve-refunds.ts';
import { writeRefund } from '#lib/payments/write-refund.ts';
import type { RemoteMovement } from '#lib/rails/port/payment.ts';
import { postAccountLines, storeLines } from '#lib/reconciliation/store-lines.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { PrismaClient } from '#prisma/generated/client.ts';
import { ownerUrl } from '#testing/as-owner.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import {
  applyReport,
  chargeback,
  differences,
  donation,
  movementCosts,
  ownDatabase,
  pendingPayment,
} from '#testing/ledger.ts';
import { creatorWith, sendWithdrawal, staffMember } from '#testing/withdrawals.ts';
import { ACCOUNTS, type LedgerAccount } from './accounts.ts';
import { checkLedger } from './check.ts';
import type { Difference } from './difference.ts';
import { ACCOUNTS_OF, KINDS, type TransactionKind } from './post.ts';

ownDatabase();

const DAY_MS = 86_400_000;
const days = (number: number) => new Date(NOW.getTime() + number * DAY_MS);

/** Objects in every state that the ledger tells apart, by name. All money is in dollars; payments are of 50. */
let world: Awaited<ReturnType<typeof createWorld>>;
/** The owner of the tables: what is planted must not be refused. */
let owner: PrismaClient;

/** Their open transaction, without triggers. All tests share it, so that statements are planned once. */
let planting: Tx;
let giveUp: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  world = await createWorld();
  const statementNameGenerator = ({ sql }: { sql: string }) => createHash('md5').update(sql).digest('hex');
  owner = new PrismaClient({ adapter: new PrismaPg({ connectionString: ownerUrl() }, { statementNameGenerator }) });
  const begun = Promise.withResolvers<Tx>();
  const undone = new Error('undone');
  const work = (tx: Tx) =>
    new Promise<void>((_, reject) => {
      giveUp = () => reject(undone);
      begun.resolve(tx);
    });
  ended = owner.$transaction(work, { timeout: 600_000 }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  planting = await begun.promise;
  for (const table of GUARDED) await planting.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});
afterAll(async () => {
  giveUp();
  await ended;
  await owner.$disconnect();
});

async function createWorld() {
  const { key: cause, ask, staff, creator } = await creatorWith(200);
  const { key: other } = await storedCause();
  const { key: inclusive } = await storedCause({ feeModel: 'all_inclusive' });
  const payments = {
    plain: await donation(cause),
    costed: await donation(cause, { costs: movementCosts('txn_costed', 5000n, 175n) }),
    fresh: await donation(cause, { costs: movementCosts('txn_fresh', 5000n, 175n) }),
    exchanged: await exchangedDonation(cause),
    named: await donationWithCostOfItsName(cause),
    ours: await donation(inclusive, { costs: movementCosts('txn_inclusive', 5000n, 175n) }),
    unposted: await donation(cause),
    pending: await pendingPayment(cause),
    ...(await refundedPayments(cause, staff.id)),
    ...(await disputedPayments(cause)),
    ...(await unmatchedPayments(cause, staff.id)),
  };
  await storeBooks(payments);
  const requested = (await ask(10)).id;
  const paid = (await ask(20)).id;
  await sendWithdrawal(staff, paid);
  const cancelled = (await ask(5)).id;
  await changeWithdrawal(creator, cancelled, 'cancel', null, NOW);
  return { cause, other, inclusive, ...payments, requested, paid, cancelled };
}

/** A donation that its gateway settled in euros. */
async function exchangedDonation(cause: string): Promise<string> {
  const movement: RemoteMovement = {
    id: 'txn_exchanged',
    amountMinor: 5000n,
    settledCurrency: 'EUR',
    settledMinor: 4600n,
    feeMinor: 150n,
  };
  return donation(cause, { costs: { ...movementCosts('', 0n, 0n), movements: [movement] } });
}

/** A donation whose fee has its own id, as at Mercado Pago, where lines have ids that payments do not tell. */
async function donationWithCostOfItsName(cause: string): Promise<string> {
  const id = await pendingPayment(cause);
  await applyReport(id, { costs: movementCosts(`pi_${id}`, 5000n, 175n) });
  return id;
}

/** A refund of 10 dollars that has its row, as its gateway reports it. */
async function refund(paymentId: string, status: 'pending' | 'succeeded', amountMinor = 1000n): Promise<void> {
  const asked = { paymentId, amountMinor, reason: 'Asked for', requestKey: 'form', requestedBy: 'acc_staff' };
  const { id: refundId } = await transaction(async (tx) => {
    const row = await writeRefund(tx, asked, NOW);
    await reserveRefunds(tx, paymentId, NOW);
    return row;
  });
  const remote = { id: `re_${refundId}`, refundId, amountMinor, status, hasLeft: true, createdAt: NOW };
  await applyReport(paymentId, {
    refundedMinor: status === 'succeeded' ? amountMinor : 0n,
    refunds: [remote],
  });
}

async function refundedPayments(cause: string, staff: string) {
  const [refunded, reserved, byHand] = [await donation(cause), await donation(cause), await donation(cause)];
  const returned = await donation(cause);
  await refund(refunded, 'succeeded');
  await refund(reserved, 'pending');
  const refundId = await failedRefund(byHand);
  await sendByHand(byHand, refundId, staff);
  const { id: transferId } = await sendByHand(returned, await failedRefund(returned), staff);
  const back = { transferId, returnedOn: NOW.toISOString().slice(0, 10), timeZone: 'UTC' };
  await transaction((tx) => recordReturned(tx, { ...back, reason: 'Account unknown', recordedBy: staff }, NOW));
  return { refunded, reserved, byHand, returned };
}

async function failedRefund(paymentId: string): Promise<string> {
  const row = {
    id: newId('refund'),
    paymentId,
    requestKey: 'failed',
    amountMinor: 5000n,
    reason: 'Asked for',
  };
  await db().refund.create({ data: { ...row, state: 'failed', createdAt: NOW, settledAt: NOW } });
  return row.id;
}

async function sendByHand(
  paymentId: string,
  refundId: string,
  staff: string,
  { amountMinor = 5000n, at = NOW } = {},
): Promise<{ id: string }> {
  const sent = {
    refundId,
    amountMinor,
    reference: `TRX ${paymentId}`,
    sentOn: at.toISOString().slice(0, 10),
    timeZone: 'UTC',
    reason: 'Their account is closed',
    seenMinor: 5000n,
    recordedBy: staff,
  };
  return transaction((tx) => recordSentByHand(tx, sent, at));
}

async function disputedPayments(cause: string) {
  // The fee of a dispute comes after that of its payment, and before both are in the books.
  const charged = movementCosts('txn_disputed', 5000n, 175n);
  const disputed = await donation(cause, { costs: charged });
  await applyReport(disputed, { disputes: [chargeback('du_open', 'open', { amountMinor: 2000n })] });
  const feeOfDispute = movementCosts('txn_dispute', -2000n, 1500n);
  await applyReport(disputed, {
    costs: { ...charged, movements: [...charged.movements, ...feeOfDispute.movements] },
  });
  const [lost, beyond] = [await donation(cause), await donation(cause)];
  await applyReport(lost, { disputes: [chargeback('du_lost', 'lost', { amountMinor: 2000n })] });
  await refund(beyond, 'succeeded', 5000n);
  await applyReport(beyond, { disputes: [chargeback('du_beyond', 'lost')] });
  return { disputed, lost, beyond };
}

async function unmatchedPayments(cause: string, staff: string) {
  const late = async () => {
    const id = await pendingPayment(cause);
    await applyReport(id, { succeededAt: days(2) }, days(2));
    return id;
  };
  const unmatched = { late: await late(), lateAndBack: await late(), unclaimed: await late() };
  const [returned] = await db().refund.findMany({ where: { paymentId: unmatched.lateAndBack } });
  await applyReport(unmatched.lateAndBack, {
    refundedMinor: 5000n,
    refunds: [
      {
        id: 're_late',
        refundId: returned?.id ?? '',
        amountMinor: 5000n,
        status: 'succeeded',
        hasLeft: true,
        createdAt: NOW,
      },
    ],
  });
  await db().refund.updateMany({
    where: { paymentId: unmatched.unclaimed },
    data: { state: 'failed', settledAt: NOW, lastError: 'refused' },
  });
  await transaction((tx) => reserveRefunds(tx, unmatched.unclaimed, NOW));
  const { id: refundId } = await db().refund.findFirstOrThrow({ where: { paymentId: unmatched.unclaimed } });
  const { id: second } = await staffMember();
  const asked = { refundId, reason: 'Not found', seenMinor: 5000n, requestedBy: staff };
  const { id } = await transaction((tx) => requestWriteOff(tx, asked, NOW));
  await transaction((tx) => approveWriteOff(tx, id, second, NOW));
  await sendByHand(unmatched.unclaimed, refundId, staff, { amountMinor: 1500n, at: days(2) });
  return unmatched;
}

/** The books of a gateway until now: two payments' lines, one that was not posted, payouts and a fee. */
async function storeBooks(payments: Record<'costed' | 'exchanged' | 'named' | 'unposted', string>): Promise<void> {
  const line = (id: string, grossMinor: bigint, feeMinor: bigint, more = {}) => ({
    id,
    kind: 'payment' as const,
    gatewayPaymentId: null,
    currency: 'USD',
    at: NOW,
    grossMinor,
    feeMinor,
    netMinor: grossMinor - feeMinor,
    ...more,
  });
  await storeLines('stripe', [
    line('txn_costed', 5000n, 175n, { gatewayPaymentId: `pi_${payments.costed}` }),
    line('txn_exchanged', 4600n, 150n, { gatewayPaymentId: `pi_${payments.exchanged}`, currency: 'EUR' }),
    line('SETTLEMENT:1', 5000n, 175n, { gatewayPaymentId: `pi_${payments.named}` }),
    line('txn_unposted', 5000n, 175n, { gatewayPaymentId: `pi_${payments.unposted}` }),
    line('txn_payout', -1000n, 15n, { kind: 'payout' }),
    line('txn_payout_back', 300n, 0n, { kind: 'payout' }),
    line('txn_fee', -250n, 0n, { kind: 'fee' }),
    line('txn_new_payout', -400n, 0n, { kind: 'payout', at: days(1) }),
  ]);
  await postAccountLines('stripe', { from: days(-1), to: NOW });
  const now = new Date();
  await db().reconciliation.create({
    data: {
      id: newId('reconciliation'),
      gateway: 'stripe',
      from: days(-60),
      to: now,
      routine: true,
      startedAt: now,
      finishedAt: now,
      balances: [],
      differences: [],
    },
  });
}

type World = typeof world;
type Line = {
  account: LedgerAccount;
  amount: number;
  detail?: string;
  currency?: string;
  cause?: string | null;
};
type About = { payment?: string; withdrawal?: string; key?: string; daysAgo?: number };

let planted = 0;
const text = (value: string | null | undefined) => (value == null ? 'NULL' : `'${value}'`);

/** Statements that write a transaction; by default its entries are of the first cause, at Stripe, in dollars. */
function posting(kind: TransactionKind, { payment, withdrawal, key, daysAgo = 0 }: About, lines: Line[]): string[] {
  planted += 1;
  const id = `ltx_planted_${planted}`;
  const values = lines.map(({ account, amount, detail, currency = 'USD', cause = world.cause }, index) => {
    const of = detail ?? (account === 'gateway' ? 'stripe' : account === 'exchange' ? 'USD/EUR' : '');
    return `('${id}', ${index + 1}, '${account}', '${of}', '${currency}', ${amount}, ${text(cause)})`;
  });
  return [
    `INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, withdrawal_id, at, created_at)
       VALUES ('${id}', '${kind}', '${key ?? `${kind}:${id}`}', ${text(payment)}, ${text(withdrawal)}, now(),
               now() - interval '${daysAgo} days')`,
    ...(values.length > 0
      ? [
          `INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key) VALUES ${values.join(', ')}`,
        ]
      : []),
  ];
}

/** An amount that goes from one account to another. */
const move = (amount: number, from: LedgerAccount, to: LedgerAccount): Line[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** A fee in dollars, borne by the creator of a cause or by us. */
const fee = (amount: number, bearer: string | null = world.cause, cause = world.cause): Line[] => [
  { account: 'gateway', amount: -amount, cause },
  { account: 'gateway_cost', amount, cause },
  ...(bearer === null
    ? []
    : [
        { account: 'creator' as const, amount, cause: bearer },
        { account: 'gateway_cost_recovery' as const, amount: -amount, cause },
      ]),
];
const line = (id: string) => `settlement:stripe:${id}`;

const GUARDED = [
  'ledger_entries',
  'payments',
  'refunds',
  'disputes',
  'withdrawals',
  'cause_totals',
  'manual_refunds',
  'write_offs',
];

/** What the check finds once something is planted, which is undone again. */
async function foundAfter(statements: readonly string[]): Promise<Difference[]> {
  await planting.$executeRawUnsafe('SAVEPOINT planted');
  try {
    for (const statement of statements)
      expect(await planting.$executeRawUnsafe(statement), statement).toBeGreaterThan(0);
    return await checkLedger(planting);
  } finally {
    await planting.$executeRawUnsafe('ROLLBACK TO SAVEPOINT planted');
  }
}

/** A statement that marks the transfers by hand of a payment as returned. */
const markReturned = (payment: string) =>
  `UPDATE manual_refunds SET returned_on = sent_on, returned_by = 'acc_staff', returned_at = now() WHERE payment_id = '${payment}'`;

type Fault = [name: string, plant: (w: World) => string[], named: (w: World) => Partial<Difference>[]];
const ofPayment = (kind: TransactionKind | null, subject: string, ...accounts: LedgerAccount[]) =>
  accounts.map((account) => ({ about: 'payment' as const, kind, subject, account }));
const ofWithdrawal = (subject: string, ...accounts: LedgerAccount[]) =>
  accounts.map((account) => ({
    about: 'withdrawal' as const,
    kind: 'withdrawal' as const,
    subject,
    account,
  }));
const ofAccount = (subject: string, ...accounts: LedgerAccount[]) =>
  accounts.map((account) => ({ about: 'account_line' as const, subject, account }));

const FAULTS: Fault[] = [
  // What gateways took.
  [
    'the same fee is charged twice',
    (w) => posting('settlement', { payment: w.costed, key: line('txn_costed_again') }, fee(175)),
    (w) => ofPayment('settlement', w.costed, 'gateway_cost', 'creator', 'gateway', 'gateway_cost_recovery'),
  ],
  [
    'the same fee is charged twice before the books have it',
    (w) => posting('settlement', { payment: w.fresh, key: line('txn_fresh_again') }, fee(175)),
    (w) => ofPayment('settlement', w.fresh, 'gateway_cost', 'creator'),
  ],
  [
    'the same fee is charged for its line and for its payment',
    (w) => posting('settlement', { payment: w.costed, key: line(`pi_${w.costed}`) }, fee(175)),
    (w) => ofPayment('settlement', w.costed, 'gateway_cost', 'creator'),
  ],
  [
    'the same fee is charged for its payment and for its line',
    (w) => posting('settlement', { payment: w.named, key: line('SETTLEMENT:1') }, fee(175)),
    (w) => ofPayment('settlement', w.named, 'gateway_cost', 'creator'),
  ],
  [
    'a cost that no gateway took',
    (w) => posting('settlement', { payment: w.refunded, key: line('txn_none'), daysAgo: 10 }, fee(30)),
    (w) => ofPayment('settlement', w.refunded, 'gateway_cost', 'creator'),
  ],
  [
    'a cost that no gateway took, given to the creator',
    (w) => posting('settlement', { payment: w.disputed, key: line('txn_none'), daysAgo: 10 }, fee(-30)),
    (w) => ofPayment('settlement', w.disputed, 'gateway_cost', 'creator'),
  ],
  [
    'a cost is put on another cause',
    (w) => posting('settlement', { payment: w.plain, key: line('txn_plain') }, fee(175, w.other)),
    (w) => [
      {
        ...ofPayment('settlement', w.plain, 'creator')[0],
        causeKey: w.other,
        expectedMinor: '0',
        foundMinor: '175',
      },
      {
        ...ofPayment('settlement', w.plain, 'creator')[0],
        causeKey: w.cause,
        expectedMinor: '175',
        foundMinor: '0',
      },
    ],
  ],
  [
    'a cost is the expense of another cause',
    (w) => posting('settlement', { payment: w.plain, key: line('txn_plain') }, fee(175, w.cause, w.other)),
    (w) => ofPayment('settlement', w.plain, 'gateway_cost', 'gateway', 'gateway_cost_recovery'),
  ],
  [
    'a cost is more than the gateway took',
    (w) => posting('settlement', { payment: w.unposted, key: line('txn_unposted') }, fee(200)),
    (w) => [{ ...ofPayment('settlement', w.unposted, 'gateway_cost')[0], expectedMinor: '175', foundMinor: '200' }],
  ],
  [
    'a cost of another payment',
    (w) => posting('settlement', { payment: w.plain, key: line('txn_unposted') }, fee(175)),
    (w) => ofPayment('settlement', w.plain, 'gateway_cost', 'creator'),
  ],
  [
    'a cost of another gateway',
    (w) => posting('settlement', { payment: w.plain, key: 'settlement:mercado-pago-co:1' }, fee(175)),
    (w) => ofPayment('settlement', w.plain, 'gateway_cost'),
  ],
  [
    'a cost of a payment that nobody made',
    (w) => posting('settlement', { payment: w.pending, key: line('txn_pending') }, fee(175)),
    (w) => ofPayment('settlement', w.pending, 'gateway_cost'),
  ],
  [
    'a creator bears what we bear',
    (w) => [
      ...posting('settlement', { payment: w.ours, key: line('txn_more'), daysAgo: 0 }, [
        { account: 'creator', amount: 175, cause: w.inclusive },
        { account: 'gateway_cost_recovery', amount: -175, cause: w.inclusive },
      ]),
    ],
    (w) => ofPayment('settlement', w.ours, 'creator', 'gateway_cost_recovery'),
  ],
  [
    'we bear what a creator bears',
    (w) => posting('settlement', { payment: w.plain, key: line('txn_plain') }, fee(175, null)),
    (w) => ofPayment('settlement', w.plain, 'creator', 'gateway_cost_recovery'),
  ],
  [
    'an exchange at another rate',
    (w) =>
      posting('settlement', { payment: w.exchanged, key: line('txn_exchange'), daysAgo: 10 }, [
        { account: 'exchange', amount: -100, currency: 'EUR' },
        { account: 'gateway', amount: 100, currency: 'EUR' },
      ]),
    (w) => ofPayment('settlement', w.exchanged, 'exchange', 'gateway'),
  ],
  // Donations and unmatched funds.
  [
    'a donation is posted twice',
    (w) =>
      posting('donation', { payment: w.plain, key: `donation:${w.plain}:again` }, [
        { account: 'gateway', amount: 5000 },
        { account: 'creator', amount: -4750 },
        { account: 'commission', amount: -250 },
      ]),
    (w) => ofPayment('donation', w.plain, 'gateway', 'creator', 'commission'),
  ],
  [
    'a commission that nobody agreed to',
    (w) => posting('donation', { payment: w.plain }, move(100, 'commission', 'creator')),
    (w) => ofPayment('donation', w.plain, 'commission', 'creator'),
  ],
  [
    'a donation is at another gateway',
    (w) =>
      posting('donation', { payment: w.plain }, [
        { account: 'gateway', amount: -5000 },
        { account: 'gateway', amount: 5000, detail: 'mercado-pago-co' },
      ]),
    (w) => ofPayment('donation', w.plain, 'gateway'),
  ],
  [
    'a donation is in another currency',
    (w) =>
      posting('donation', { payment: w.plain }, [
        { account: 'gateway', amount: 5000, currency: 'EUR' },
        { account: 'creator', amount: -5000, currency: 'EUR' },
      ]),
    (w) => ofPayment('donation', w.plain, 'gateway', 'creator').map((one) => ({ ...one, currency: 'EUR' })),
  ],
  [
    'a donation of a payment that is pending',
    (w) => posting('donation', { payment: w.pending }, move(5000, 'creator', 'gateway')),
    (w) => ofPayment('donation', w.pending, 'gateway', 'creator'),
  ],
  [
    'unmatched funds are counted',
    (w) => [
      ...posting('uncounted', { payment: w.late }, move(5000, 'gateway', 'to_give_back')),
      ...posting('donation', { payment: w.late }, move(5000, 'creator', 'gateway')),
    ],
    (w) => [
      ...ofPayment('donation', w.late, 'gateway', 'creator'),
      ...ofPayment('uncounted', w.late, 'gateway', 'to_give_back'),
    ],
  ],
  [
    'a donation becomes unmatched funds',
    (w) => posting('uncounted', { payment: w.plain }, move(5000, 'to_give_back', 'gateway')),
    (w) => ofPayment('uncounted', w.plain, 'to_give_back', 'gateway'),
  ],
  // Refunds.
  [
    'a refund that nobody made',
    (w) => posting('refund', { payment: w.plain }, move(1000, 'gateway', 'creator')),
    (w) => ofPayment('refund', w.plain, 'gateway', 'creator'),
  ],
  [
    'a refund has succeeded and nothing was returned',
    (w) => [
      `INSERT INTO refunds (id, payment_id, request_key, amount_minor, reason, state, created_at, settled_at)
         VALUES ('ref_planted', '${w.plain}', 'planted', 1000, 'Asked for', 'succeeded', now(), now())`,
    ],
    (w) => [{ about: 'refunded', subject: w.plain, expectedMinor: '1000', foundMinor: '0' }],
  ],
  [
    'a refund was returned and is not posted',
    (w) => [`UPDATE payments SET refunded_minor = 1000 WHERE id = '${w.plain}'`],
    (w) => ofPayment('refund', w.plain, 'gateway', 'creator', 'commission'),
  ],
  [
    'a refund is posted as a dispute',
    (w) => [
      ...posting('refund', { payment: w.refunded }, move(950, 'creator', 'gateway')),
      ...posting('dispute', { payment: w.refunded }, move(950, 'gateway', 'creator')),
    ],
    (w) => [
      ...ofPayment('refund', w.refunded, 'creator', 'gateway'),
      ...ofPayment('dispute', w.refunded, 'creator', 'gateway'),
    ],
  ],
  [
    'a refund is taken from us alone',
    (w) => posting('refund', { payment: w.refunded }, move(900, 'creator', 'commission')),
    (w) => ofPayment('refund', w.refunded, 'creator', 'commission'),
  ],
  [
    'a refund is our loss',
    (w) => posting('refund', { payment: w.refunded }, move(950, 'creator', 'dispute_losses')),
    (w) => ofPayment('refund', w.refunded, 'creator', 'dispute_losses'),
  ],
  [
    'a transfer by hand that nobody recorded',
    (w) => posting('refund', { payment: w.plain }, move(1000, 'bank', 'creator')),
    (w) => ofPayment('refund', w.plain, 'bank', 'creator'),
  ],
  [
    'a transfer by hand that is not posted',
    (w) => [
      `INSERT INTO manual_refunds (id, payment_id, refund_id, amount_minor, reference, sent_on, recorded_by, recorded_at)
         SELECT 'mrf_planted', payment_id, id, 100, 'planted', now(), 'acc_staff', now() FROM refunds
          WHERE payment_id = '${w.refunded}'`,
    ],
    (w) => [{ about: 'manual_refund', subject: w.refunded }, ...ofPayment('refund', w.refunded, 'bank')],
  ],
  [
    'a transfer by hand is taken from the gateway',
    (w) => posting('refund', { payment: w.byHand }, move(5000, 'gateway', 'bank')),
    (w) => ofPayment('refund', w.byHand, 'gateway', 'bank'),
  ],
  [
    'a transfer was returned and still counts as given back',
    (w) => [markReturned(w.byHand)],
    (w) => [
      { about: 'manual_refund', subject: w.byHand, expectedMinor: '0', foundMinor: '5000' },
      ...ofPayment('refund', w.byHand, 'bank', 'gateway'),
    ],
  ],
  [
    'a transfer was returned and is not posted',
    (w) => [
      markReturned(w.byHand),
      `UPDATE payments SET refunded_minor = 0, sent_by_hand_minor = 0 WHERE id = '${w.byHand}'`,
    ],
    (w) => ofPayment('refund', w.byHand, 'bank', 'creator', 'commission'),
  ],
  [
    'a transfer that is posted as returned was not',
    (w) => posting('refund', { payment: w.byHand }, move(5000, 'creator', 'bank')),
    (w) => ofPayment('refund', w.byHand, 'bank', 'creator'),
  ],
  [
    'a returned transfer is back at the gateway, and not in our bank',
    (w) => posting('refund', { payment: w.returned }, move(5000, 'bank', 'gateway')),
    (w) => ofPayment('refund', w.returned, 'bank', 'gateway'),
  ],
  [
    'a returned transfer is posted twice',
    (w) => posting('refund', { payment: w.returned }, move(5000, 'creator', 'bank')),
    (w) => ofPayment('refund', w.returned, 'bank', 'creator'),
  ],
  [
    'a reservation that nobody asked for',
    (w) => posting('refund_reserved', { payment: w.plain }, move(1000, 'refunds_reserved', 'creator')),
    (w) => ofPayment('refund', w.plain, 'refunds_reserved', 'creator'),
  ],
  [
    'a refund waits for a second person and nothing is reserved',
    (w) => [
      `INSERT INTO refund_approvals (id, payment_id, request_key, amount_minor, seen_minor, reason, requested_by, requested_at)
         VALUES ('rfa_planted', '${w.plain}', 'planted', 1000, 0, 'Asked for', 'acc_staff', now())`,
    ],
    (w) => [{ about: 'refunds', subject: w.plain, expectedMinor: '1000', foundMinor: '0' }],
  ],
  [
    'a gateway has taken nothing for a refund',
    (w) => posting('refund_reserved', { payment: w.plain }, move(500, 'gateway', 'refunds_in_transit')),
    (w) => ofPayment('refund', w.plain, 'gateway', 'refunds_in_transit'),
  ],
  // Disputes and write-offs.
  [
    'a chargeback that nobody opened',
    (w) => posting('dispute', { payment: w.plain }, move(2000, 'gateway', 'creator')),
    (w) => ofPayment('dispute', w.plain, 'gateway', 'creator'),
  ],
  [
    'a chargeback was won and still holds its money',
    (w) => [`UPDATE disputes SET status = 'won', ended_at = now() WHERE payment_id = '${w.disputed}'`],
    (w) => [{ about: 'dispute', subject: w.disputed, expectedMinor: '0', foundMinor: '2000' }],
  ],
  [
    'an open chargeback counts as lost',
    (w) => [`UPDATE payments SET charged_back_minor = disputed_minor, disputed_minor = 0 WHERE id = '${w.disputed}'`],
    (w) => [
      { about: 'dispute', subject: w.disputed, expectedMinor: '2000', foundMinor: '0' },
      { about: 'dispute', subject: w.disputed, expectedMinor: '0', foundMinor: '2000' },
    ],
  ],
  [
    'our loss is the creator’s',
    (w) => posting('dispute', { payment: w.beyond }, move(5000, 'dispute_losses', 'creator')),
    (w) => ofPayment('dispute', w.beyond, 'dispute_losses', 'creator'),
  ],
  [
    'unmatched funds are written off by nobody',
    (w) => posting('write_off', { payment: w.late }, move(5000, 'unclaimed', 'to_give_back')),
    (w) => [...ofPayment('write_off', w.late, 'unclaimed', 'to_give_back'), ...ofPayment(null, w.late, 'unclaimed')],
  ],
  [
    'a write-off was decided and not posted',
    (w) => [
      `INSERT INTO write_offs (id, payment_id, amount_minor, reason, requested_by, requested_at, decided_by, decided_at, outcome)
         VALUES ('wof_planted', '${w.late}', 5000, 'Not found', 'acc_staff', now(), 'acc_other', now(), 'written_off')`,
    ],
    (w) => ofPayment('write_off', w.late, 'unclaimed', 'to_give_back'),
  ],
  [
    'what a donor is owed is forgotten',
    (w) => posting('refund', { payment: w.unclaimed }, move(1000, 'to_give_back', 'unclaimed')),
    (w) => ofPayment(null, w.unclaimed, 'unclaimed'),
  ],
  // Withdrawals.
  [
    'a withdrawal that nobody requested',
    (w) => posting('withdrawal', { withdrawal: w.cancelled }, move(500, 'withdrawal_reserved', 'creator')),
    (w) => ofWithdrawal(w.cancelled, 'withdrawal_reserved', 'creator'),
  ],
  [
    'a withdrawal is paid out twice',
    (w) => posting('withdrawal', { withdrawal: w.paid }, move(2000, 'paid_out', 'withdrawal_reserved')),
    (w) => ofWithdrawal(w.paid, 'paid_out', 'withdrawal_reserved'),
  ],
  [
    'a withdrawal is paid out and nobody sent it',
    (w) => posting('withdrawal', { withdrawal: w.requested }, move(1000, 'paid_out', 'withdrawal_reserved')),
    (w) => ofWithdrawal(w.requested, 'paid_out', 'withdrawal_reserved'),
  ],
  [
    'a withdrawal was cancelled and stays reserved',
    (w) => [
      `UPDATE withdrawals SET state = 'cancelled', decided_at = now(), decided_by = requested_by WHERE id = '${w.requested}'`,
    ],
    (w) => ofWithdrawal(w.requested, 'withdrawal_reserved', 'creator'),
  ],
  [
    'a withdrawal takes from another cause',
    (w) =>
      posting('withdrawal', { withdrawal: w.paid }, [
        { account: 'creator', amount: -2000 },
        { account: 'creator', amount: 2000, cause: w.other },
      ]),
    (w) =>
      ofWithdrawal(w.paid, 'creator').flatMap((one) => [w.cause, w.other].map((causeKey) => ({ ...one, causeKey }))),
  ],
  // Payouts and fees of accounts.
  [
    'a payout that nobody made',
    () => posting('payout', { key: 'payout:stripe:txn_none' }, own(move(1000, 'gateway', 'bank'))),
    () => ofAccount('payout:stripe:txn_none', 'gateway', 'bank'),
  ],
  [
    'a payout is posted twice',
    () => posting('payout', { key: 'payout:stripe:txn_payout:again' }, own(move(1000, 'gateway', 'bank'))),
    () => ofAccount('payout:stripe:txn_payout:again', 'gateway', 'bank'),
  ],
  [
    'a payout of another amount',
    () => posting('payout', { key: 'payout:stripe:txn_new_payout' }, own(move(500, 'gateway', 'bank'))),
    () => ofAccount('payout:stripe:txn_new_payout', 'gateway', 'bank'),
  ],
  [
    'a payout of another gateway',
    () =>
      posting('payout', { key: 'payout:stripe:txn_new_payout' }, [
        { account: 'gateway', amount: -400, detail: 'mercado-pago-co', cause: null },
        { account: 'bank', amount: 400, cause: null },
      ]),
    () => ofAccount('payout:stripe:txn_new_payout', 'gateway'),
  ],
  [
    'a payout of a cause',
    (w) =>
      posting('payout', { key: 'payout:stripe:txn_new_payout' }, [
        { account: 'gateway', amount: -400, cause: null },
        { account: 'bank', amount: 400, cause: w.cause },
      ]),
    (w) => ofAccount('payout:stripe:txn_new_payout', 'bank').map((one) => ({ ...one, causeKey: w.cause })),
  ],
  [
    'a payout costs what its gateway did not take',
    () => posting('payout', { key: 'payout:stripe:txn_none' }, own(move(100, 'gateway', 'gateway_cost'))),
    () => ofAccount('payout:stripe:txn_none', 'gateway', 'gateway_cost'),
  ],
  [
    'a fee that no account was charged',
    () => posting('account_fee', { key: 'account_fee:stripe:txn_none' }, own(move(100, 'gateway', 'gateway_cost'))),
    () => ofAccount('account_fee:stripe:txn_none', 'gateway', 'gateway_cost'),
  ],
  [
    'money moves between causes as the fee of an account',
    (w) =>
      posting('account_fee', { key: 'account_fee:stripe:txn_none' }, [
        { account: 'creator', amount: 1000 },
        { account: 'creator', amount: -1000, cause: w.other },
      ]),
    () => ofAccount('account_fee:stripe:txn_none', 'creator'),
  ],
  // The whole.
  [
    'a transaction that is not zero',
    (w) => posting('donation', { payment: w.plain, key: 'donation:lame' }, [{ account: 'gateway', amount: 100 }]),
    () => [
      { about: 'currency', subject: 'USD', foundMinor: '100' },
      { about: 'transaction', kind: 'donation' },
    ],
  ],
  [
    'a transaction without entries',
    (w) => posting('dispute', { payment: w.plain }, []),
    () => [{ about: 'transaction', kind: 'dispute', foundMinor: '0' }],
  ],
  [
    'a stored total of a cause',
    (w) => [
      `UPDATE cause_totals SET collected = collected + 1, contributions = contributions + 1 WHERE cause_key = '${w.cause}'
               AND shard = (SELECT MIN(shard) FROM cause_totals WHERE cause_key = '${w.cause}')`,
    ],
    (w) => [
      { about: 'collected', subject: w.cause },
      { about: 'contributions', subject: w.cause },
    ],
  ],
];

/** Of no cause, as what a gateway account moves. */
function own(lines: Line[]): Line[] {
  return lines.map((one) => ({ ...one, cause: null }));
}

test('nothing is planted yet: the check agrees', async () => {
  expect(await differences()).toEqual([]);
});

test('a cost that differs from the books counts as posted once staff have acknowledged it', async () => {
  const cost = posting('settlement', { payment: world.unposted, key: line('txn_unposted') }, fee(200));
  const named = `'amount', 'pi_${world.unposted}', 'USD', '4800', '4825'`;
  const acknowledged = `INSERT INTO reconciliation_acknowledgements
    (id, gateway, about, subject, currency, ours_minor, theirs_minor, reason, acknowledged_by, acknowledged_at)
    VALUES ('rak_planted', 'stripe', ${named}, 'A fee of the past', 'console', now())`;
  expect(await foundAfter(cost)).not.toEqual([]);
  expect(await foundAfter([...cost, acknowledged])).toEqual([]);
});

test.each(FAULTS)('the check names: %s', async (_name, plant, named) => {
  const found = await foundAfter(plant(world));
  expect(found).toEqual(expect.arrayContaining(named(world).map((one) => expect.objectContaining(one))));
});

/** Each kind with each of its accounts. */
const PAIRS = KINDS.flatMap((kind) => ACCOUNTS_OF[kind].map((account) => [kind, account] as const));

/** An object whose postings of a kind are there already, so that another one is only a wrong amount. */
function aboutOf(kind: TransactionKind, w: World): About {
  if (kind === 'withdrawal') return { withdrawal: w.paid };
  if (kind === 'payout' || kind === 'account_fee') return { key: `${kind}:stripe:txn_planted` };
  const payments: Partial<Record<TransactionKind, string>> = {
    uncounted: w.lateAndBack,
    dispute: w.disputed,
    write_off: w.unclaimed,
    refund: w.refunded,
    refund_reserved: w.reserved,
    settlement: w.costed,
    donation: w.plain,
  };
  return {
    payment: payments[kind] ?? w.plain,
    ...(kind === 'settlement' ? { key: line('txn_planted') } : {}),
  };
}

const isOwedToDonor = (account: LedgerAccount) => account === 'unclaimed' || account === 'to_give_back';

/** Whether a difference names an account of a kind, as the check does for kinds that it sums up. */
function names({ kind, account }: Difference, ofKind: TransactionKind, of: LedgerAccount): boolean {
  const isKind = kind === (ofKind === 'refund_reserved' ? 'refund' : ofKind);
  const sums = of === 'unclaimed' && /^(refund|dispute)$/.test(ofKind) ? 'to_give_back' : of;
  return isKind && account === sums;
}

test.each(PAIRS)('of %s, the account %s that gives to another is named', async (kind, account) => {
  const others = ACCOUNTS_OF[kind].filter((one) => one !== account);
  // Which of the two owes it to a donor is only known of a write-off, and of the payment as a whole.
  const other = others.find((one) => !isOwedToDonor(one) || !isOwedToDonor(account)) ?? others[0];
  const lines = move(77, account, other ?? account);
  const found = await foundAfter(posting(kind, aboutOf(kind, world), lines));
  expect(
    found.filter((one) => names(one, kind, account)),
    JSON.stringify(found),
  ).not.toEqual([]);
});

/** The accounts of each kind; what the check adds to another account is by itself, so that it is noticed alone. */
const APART = KINDS.flatMap((kind) => {
  const [alone, others] = [true, false].map((is) => ACCOUNTS_OF[kind].filter((one) => (one === 'unclaimed') === is));
  return [others, alone].flatMap((accounts) => (accounts?.length ? [[kind, accounts] as const] : []));
});

test.each(APART)('of %s, each account that gives to another cause is named: %s', async (kind, accounts) => {
  const lines = accounts.flatMap((account): Line[] => [
    { account, amount: -77 },
    { account, amount: 77, cause: world.other },
  ]);
  const found = await foundAfter(posting(kind, aboutOf(kind, world), lines));
  for (const account of accounts) {
    const causes = found.filter((one) => names(one, kind, account)).map(({ causeKey }) => causeKey);
    expect(new Set(causes), `${account}: ${JSON.stringify(found)}`).toEqual(new Set([world.cause, world.other]));
  }
});

test.each(KINDS)(
  'each account that is not of the kind %s is named where it was written before that was refused',
  async (kind) => {
    const wrong = (Object.keys(ACCOUNTS) as LedgerAccount[]).filter((account) => !ACCOUNTS_OF[kind].includes(account));
    const [own = 'gateway'] = ACCOUNTS_OF[kind];
    const lines = wrong.flatMap((account) => move(77, account, own));
    const found = await foundAfter(posting(kind, aboutOf(kind, world), lines));
    for (const account of wrong)
      expect(
        found.filter((one) => names(one, kind, account)),
        `${account}: ${JSON.stringify(found)}`,
      ).not.toEqual([]);
  },
);
