import { randomUUID } from 'node:crypto';
import type { Currency } from '#lib/currencies.ts';
import { db, snapshot, transaction } from '#lib/db.ts';
import { causeBalance } from '#lib/ledger/balance.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { approveRefund, rejectRefund } from '#lib/payments/refunds/approve-refund.ts';
import { performRefund } from '#lib/payments/refunds/perform-refund.ts';
import { recordReturned } from '#lib/payments/refunds/record-returned.ts';
import { recordSentByHand } from '#lib/payments/refunds/record-sent-by-hand.ts';
import { refundedSoFar, requestRefund } from '#lib/payments/refunds/request-refund.ts';
import {
  closeFailedRefund,
  leftMinorOf,
  OPEN_REFUND,
  retryRefund,
} from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { approveWriteOff, rejectWriteOff, requestWriteOff } from '#lib/payments/refunds/write-off.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { cancelBatch, createBatch, markBatchNotSent, markBatchSent, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal, markWithdrawalSent } from '#lib/withdrawals/change.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { actionsOn, type WithdrawalAction } from '#lib/withdrawals/states.ts';
import { startChild } from '#testing/child-server.ts';
import { intentOf, pay } from '#testing/factories.ts';
import { accountStateIn, payPreference, startPreference, startTransfer } from '#testing/local-rails.ts';
import { donorReturns, runEveryJob, secondsAgo, setExpiry, until } from '#testing/money.ts';
import { reconcile } from '#testing/reconcile.ts';
import { sentOn } from '#testing/withdrawals.ts';
import {
  chosen,
  type Donation,
  type EventDelivery,
  GATEWAYS,
  type Gateway,
  outcomeOf,
  type Received,
  type World,
} from './world.ts';

/** One thing that happens. What its numbers choose depends on what there is: the same numbers choose the same again. */
export type Move = {
  does: MoveName;
  /** Which donation, refund or withdrawal it is about. */
  which: number;
  /** How many quarters of an amount. */
  quarters: number;
  how: number;
  news: EventDelivery;
};

type Play = (world: World, move: Move) => Promise<string | undefined>;

/** Everything that can happen, how often, and in words what did; undefined if there is nothing that it can be about. */
const MOVES = {
  'a donor gives': [6, give],
  'staff ask for a refund': [10, askForRefund],
  'a second person decides about a refund': [6, decideRefund],
  'a refund is performed': [4, perform],
  'the answer about a refund is lost': [3, loseAnswer],
  'the next answers about refunds are lost': [3, loseNext],
  'a refund is tried again while its list is cut': [9, retryUnlisted],
  'an answer is slow': [4, beSlow],
  'slow answers arrive': [2, arriveSlowly],
  'a worker dies': [2, die],
  'gateways refund otherwise': [4, changeRefunds],
  'gateways settle otherwise': [2, changeSettlement],
  'a refund ends at its gateway': [5, endRefund],
  'a refund bounces': [3, bounce],
  'somebody refunds at the gateway': [3, refundElsewhere],
  'a bank disputes': [4, dispute],
  'a dispute moves': [4, moveDispute],
  'staff resolve a failed refund': [6, resolve],
  'a bank returns a transfer': [5, returnTransfer],
  'a second person decides about a write-off': [3, decideWriteOff],
  'a creator asks for money': [6, withdraw],
  'a withdrawal moves': [8, moveWithdrawal],
  'a batch moves': [4, moveBatch],
  'a gateway pays out to our bank': [2, payOut],
  'a payout comes back': [1, returnPayout],
  'a side question fails': [4, failSideQuestion],
  'somebody syncs': [4, sync],
  'the donor returns': [2, comeBack],
  'the worker does what is due': [4, work],
  'the worker does everything': [2, workAll],
  'late events arrive': [3, arriveLate],
  'books are compared': [1, compareBooks],
} as const satisfies Record<string, readonly [weight: number, play: Play]>;
export type MoveName = keyof typeof MOVES;

/** How often each move is made. */
export const MOVE_WEIGHTS = Object.fromEntries(
  Object.entries(MOVES).map(([name, [weight]]) => [name, weight]),
) as Record<MoveName, number>;

/** Makes a move, lets the events about it arrive, and notes both. Returns whether anything could happen. */
export async function makeMove(world: World, move: Move): Promise<boolean> {
  const done = await MOVES[move.does][1](world, move).catch((error: unknown) => {
    world.history.push(`${move.does}, which fails`);
    throw error;
  });
  if (done === undefined) return false;
  world.history.push(`${done} (events: ${move.news})`);
  await world.deliver(move.news);
  return true;
}

/** How a donor pays: after the expiry. */
const PAID_LATE = 4;

/** A donor pays in time, after the expiry, or with a bank that decides later. */
export async function give(world: World, { which, quarters, how, news }: Move): Promise<string> {
  const { service } = world;
  const donation = await world.mint(which, quarters > 2 ? 2 : 1);
  const { linkId, name, way } = donation;
  const isLate = how === PAID_LATE;
  const expire = () => setExpiry(linkId, secondsAgo(2));
  let twice = '';
  if (way.rail === 'card') {
    const isDecidedLater = how === 5;
    const intent = await intentOf(service, linkId);
    if (isLate) await expire();
    if (isDecidedLater) await service.control('stripe/force', { reference: linkId, outcome: 'processing' });
    await pay(service, intent);
    if (isDecidedLater) return `${name} is confirmed, and its bank decides later`;
  } else if (way.rail === 'bank_transfer') {
    const payment_id = await startTransfer(service, linkId);
    if (isLate) await expire();
    if (how === 5) return `${name} is started, and its bank decides later`;
    await accountStateIn(service, 'co')('approve', { payment_id });
  } else {
    const preference = await startPreference(service, linkId);
    if (isLate) await expire();
    await payPreference(service, preference);
    if (how === 5) {
      await payPreference(service, preference);
      twice = ' twice';
    }
  }
  if (news === 'at once') await donorReturns(service, linkId);
  return `${name} is paid${isLate ? ' after its expiry' : twice}`;
}

/** Parts of an amount are of whole hundreds, because one currency has no cents. */
function part(amountMinor: bigint, quarters: number): bigint {
  return ((amountMinor * BigInt(quarters)) / 400n) * 100n;
}

const inWords = (amountMinor: bigint | number, currency: string) =>
  `${Number(amountMinor) / minorUnitsPerMajor(currency)} ${currency}`;

async function anyReceived(world: World, which: number): Promise<Received | undefined> {
  const all = await world.received();
  return all.length > 0 ? chosen(all, which) : undefined;
}

async function askForRefund(world: World, { which, quarters, how }: Move) {
  const counted = (await world.received()).filter(({ row }) => row.state === 'approved');
  if (counted.length === 0) return undefined;
  const { name, donation, row } = chosen(counted, which);
  const amountMinor = part(row.amountMinor ?? 0n, quarters);
  let refundId = '';
  let became = ', which waits for a second person';
  const outcome = await outcomeOf(
    requestRefund(
      {
        paymentId: row.id,
        amountMinor,
        seenMinor: refundedSoFar(row),
        reason: 'Asked for',
        key: randomUUID(),
        requestedBy: world.staff[0].id,
      },
      new Date(),
    ).then((asked) => {
      if (asked.kind === 'requested') refundId = asked.refund.id;
    }),
  );
  // The process of the request may end before it has performed it.
  if (refundId && how === 0) became = ', which is left to its job';
  else if (refundId) became = await performLosing(world, donation, refundId, how);
  const what = `${inWords(amountMinor, row.currency)} of ${name}`;
  return `staff ask to refund ${what}${outcome === '' ? became : outcome}`;
}

/** Refunds, approvals or write-offs of what was received, in the order of the donations and then of time. */
async function ofReceived<T>(
  world: World,
  read: (paymentId: string) => Promise<T[]>,
): Promise<(T & { received: Received })[]> {
  const found: (T & { received: Received })[] = [];
  for (const received of await world.received())
    for (const one of await read(received.row.id)) found.push({ ...one, received });
  return found;
}

async function decideRefund(world: World, { which, quarters, how }: Move) {
  const waiting = await ofReceived(world, (paymentId) =>
    db().refundApproval.findMany({ where: { paymentId, decidedAt: null }, orderBy: { requestedAt: 'asc' } }),
  );
  if (waiting.length === 0) return undefined;
  const one = chosen(waiting, which);
  const by = world.staff[1].id;
  const what = `the refund that waits of ${one.received.name}`;
  if (how < 2) return `a second person rejects ${what}${await outcomeOf(rejectRefund(one, by, 'No', new Date()))}`;
  let refundId = '';
  const outcome = await outcomeOf(
    approveRefund(one, by, new Date()).then(({ id }) => {
      refundId = id;
    }),
  );
  const isPerformed = refundId !== '' && how > 2;
  const became = isPerformed ? await performLosing(world, one.received.donation, refundId, quarters) : outcome;
  return `a second person approves ${what}${became}`;
}

const pendingRefunds = (world: World) =>
  ofReceived(world, (paymentId) =>
    db().refund.findMany({ where: { paymentId, state: 'pending' }, orderBy: { createdAt: 'asc' } }),
  );

/**
 * A first try whose answer is lost, and a second one for which the list of refunds leaves out all but one, or all. If no refund is
 * pending, staff ask for one of at most half, of which a second one could be made.
 */
async function retryUnlisted(world: World, move: Move) {
  const { which, how, quarters } = move;
  let pending = await pendingRefunds(world);
  if (pending.length === 0) await askForRefund(world, { ...move, how: 0, quarters: quarters > 2 ? 2 : 1 });
  pending = await pendingRefunds(world);
  if (pending.length === 0) return undefined;
  const { id, received } = chosen(pending, which);
  const gateway = world.gatewayOf(received.donation);
  // After a 500 it is asked for with another key, so that its gateway does not know it again.
  const tried = await performLosing(world, received.donation, id, how < 4 ? MADE_AND_500 : how - 3);
  const keep = quarters === 4 ? 1 : 0;
  await world.at(gateway, 'fail', { kind: 'part', keep, times: 20, method: 'GET', path: 'refunds$' });
  const outcome = await outcomeOf(performRefund(id, new Date()));
  await world.at(gateway, 'gateway_up');
  return `there is a pending refund of ${received.name}${tried}; it is performed again, while ${keep} refunds are listed${outcome}`;
}

async function perform(world: World, { which, how }: Move) {
  const pending = await pendingRefunds(world);
  if (pending.length === 0) return undefined;
  const { id, received } = chosen(pending, which);
  const isTwice = how === 5;
  const workers = Array.from({ length: isTwice ? 2 : 1 }, () => outcomeOf(performRefund(id, new Date())));
  const outcomes = await Promise.all(workers);
  return `the pending refund of ${received.name} is performed${isTwice ? ' by two workers' : ''}${outcomes.join('')}`;
}

/** What can become of a request that makes a refund. The SDK repeats what brought no answer. */
const LOST = [
  ['its answer is lost', { kind: 'reset_after', times: 2 }],
  ['it is made, and answered with 500', { kind: 'status', status: 500, executed: true, times: 1 }],
  ['it is answered with 500', { kind: 'status', status: 500, times: 1 }],
] as const;
const MADE_AND_500 = 2;

/** Performs a refund, where its gateway may answer it wrongly or not at all. */
async function performLosing(world: World, donation: Donation, refundId: string, how: number) {
  const gateway = world.gatewayOf(donation);
  const lost = LOST[how - 1];
  if (lost) await world.at(gateway, 'fail', { ...lost[1], method: 'POST', path: 'refunds$' });
  const outcome = await outcomeOf(performRefund(refundId, new Date()));
  if (lost) await world.at(gateway, 'gateway_up');
  return `, which is performed${lost ? `, and ${lost[0]}` : ''}${outcome}`;
}

/** Whoever makes the next refunds gets no answer, or a wrong one: a job, too. */
async function loseNext(world: World, { which, quarters, how }: Move) {
  const gateway = chosen(GATEWAYS, which);
  const [words, failure] = chosen(LOST, how);
  await world.at(gateway, 'fail', {
    ...failure,
    times: failure.times * quarters,
    method: 'POST',
    path: 'refunds$',
  });
  return `from now on ${gateway} is asked for a refund, and ${words}, ${quarters} times`;
}

async function loseAnswer(world: World, { which, how }: Move) {
  const pending = await pendingRefunds(world);
  if (pending.length === 0) return undefined;
  const { id, received } = chosen(pending, which);
  return `there is a pending refund of ${received.name}${await performLosing(world, received.donation, id, how)}`;
}

/** A gateway does what it is asked at once, and its answer arrives after other moves. */
async function beSlow(world: World, { which, how }: Move) {
  const pending = await pendingRefunds(world);
  const isRefund = how > 2 && pending.length > 0;
  const found = isRefund ? chosen(pending, which).received : await anyReceived(world, which);
  if (!found) return undefined;
  const gateway = world.gatewayOf(found.donation);
  if (world.slow.has(gateway)) return undefined;
  const path = isRefund ? 'refunds$' : gateway === 'stripe' ? '/payment_intents/' : '/payments/';
  await world.at(gateway, 'fail', { kind: 'held', executed: true, method: isRefund ? 'POST' : 'GET', path });
  const work = isRefund ? performRefund(chosen(pending, which).id, new Date()) : syncPayment(found.row.id, new Date());
  let isOver = false;
  const outcome = outcomeOf(work).finally(() => {
    isOver = true;
  });
  // Its error is thrown when the answer arrives.
  outcome.catch(() => {});
  world.slow.set(gateway, outcome);
  const isHeld = await until('the request is held, or not made', async () => {
    const held: unknown[] = await world.at(gateway, 'held');
    return held.length > 0 ? 'yes' : isOver && 'no';
  });
  // Nobody else's request may be held in its place.
  if (isHeld === 'no') await world.at(gateway, 'gateway_up');
  const what = isRefund ? `the pending refund of ${found.name} is performed` : `somebody syncs ${found.name}`;
  return `${what}, and the answer is slow`;
}

async function arriveSlowly(world: World) {
  const outcomes = await world.endSlow();
  return outcomes.length > 0 ? `slow answers arrive${outcomes.join('')}` : undefined;
}

/** A worker is killed while one of its requests is at the gateway: before it is done there, or before its answer arrives. */
async function die(world: World, { which, quarters, how }: Move) {
  const pending = await pendingRefunds(world);
  const refund = how > 1 && pending.length > 0 ? chosen(pending, which) : undefined;
  const attempt = await anyAttempt(world, which);
  const donation = refund?.received.donation ?? attempt?.donation;
  if (!donation) return undefined;
  const job = refund ? `perform_refund ${refund.id}` : `check_payment ${attempt?.id}`;
  const gateway = world.gatewayOf(donation);
  for (let before = 1; before < quarters; before++) await world.at(gateway, 'fail', { kind: 'slow', delayMs: 0 });
  const executed = how % 2 === 0;
  await world.at(gateway, 'fail', { kind: 'held', executed });
  const child = await startChild('testing/proof/game/one-job.ts', { ONE_JOB: job });
  await until('the worker waits for the gateway, or is done', async () => {
    const held: unknown[] = await world.at(gateway, 'held');
    return held.length > 0 || child.output().endsWith('over');
  });
  await child.kill();
  await world.at(gateway, 'gateway_up');
  const what = refund ? `performs the pending refund of ${donation.name}` : `syncs ${donation.name}`;
  return `a worker that ${what} dies ${executed ? 'after' : 'before'} its ${quarters}. request is done`;
}

const REFUNDS = [
  ['never', 'failed', 'rejected'],
  ['at once', 'succeeded', 'approved'],
  ['later', 'pending', 'in_process'],
  ['once the donor has acted', 'requires_action', 'in_process'],
  ['when there is money', 'insufficient_balance', 'approved'],
] as const;

async function changeRefunds(world: World, { how }: Move) {
  const [words, mode, refunds] = chosen(REFUNDS, how);
  await world.at('stripe', 'refunds', { mode });
  for (const gateway of GATEWAYS) if (gateway !== 'stripe') await world.at(gateway, 'switches', { refunds });
  return `from now on gateways refund ${words}`;
}

const SETTLEMENTS = [
  ['say later what they take', { late: true }],
  ['say at once what they take', { late: false }],
  ['release new money after two days', { releaseSeconds: 172_800 }],
  ['release new money at once', { releaseSeconds: 0 }],
  ['hold all money', { held: true }],
  ['hold no money', { held: false }],
] as const;

async function changeSettlement(world: World, { how }: Move) {
  const [words, settlement] = chosen(SETTLEMENTS, how);
  await world.at('stripe', 'settlement', settlement);
  return `from now on cards ${words}`;
}

type Ended = 'succeeded' | 'failed';
const ENDS = {
  stripe: { succeeded: 'succeeded', failed: 'failed' },
  other: { succeeded: 'approved', failed: 'cancelled' },
};
/** The statuses of refunds that have not ended at their gateways. */
const UNDECIDED = ['pending', 'requires_action', 'in_process'];
const SUCCEEDED = ['succeeded', 'approved'];

function settleRefund(world: World, { gateway, id }: { gateway: Gateway; id: string }, end: Ended) {
  return gateway === 'stripe'
    ? world.at(gateway, 'settle_refund', { refund: id, outcome: ENDS.stripe[end] })
    : world.at(gateway, 'settle_refund', { refund_id: id, outcome: ENDS.other[end] });
}

async function endRefund(world: World, { which, how }: Move) {
  const undecided = (await world.refundsAtGateways()).filter(({ status }) => UNDECIDED.includes(status));
  if (undecided.length === 0) return undefined;
  const one = chosen(undecided, which);
  const end = how < 3 ? 'succeeded' : 'failed';
  const outcome = await outcomeOf(settleRefund(world, one, end));
  return `the refund of ${one.of} that was pending at its gateway has ${end}${outcome}`;
}

/** Lets every refund that is pending at its gateway succeed. Returns how many there were. */
export async function endEveryRefund(world: World): Promise<number> {
  const undecided = (await world.refundsAtGateways()).filter(({ status }) => UNDECIDED.includes(status));
  for (const one of undecided) await settleRefund(world, one, 'succeeded');
  return undecided.length;
}

async function bounce(world: World, { which }: Move) {
  const made = (await world.refundsAtGateways()).filter(({ status }) => SUCCEEDED.includes(status));
  if (made.length === 0) return undefined;
  const one = chosen(made, which);
  return `a refund of ${one.of} comes back${await outcomeOf(settleRefund(world, one, 'failed'))}`;
}

async function refundElsewhere(world: World, { which, quarters }: Move) {
  const charges = await world.charges();
  if (charges.length === 0) return undefined;
  const { id, name, gateway, amountMinor } = chosen(charges, which);
  const amount = Number(part(BigInt(amountMinor), quarters));
  const known = new Set((await world.refundsAtGateways()).map((one) => one.id));
  const outcome = await outcomeOf(
    gateway === 'stripe'
      ? world.service.stripe().refunds.create({ payment_intent: id, amount })
      : world.at(gateway, 'refund', { payment_id: id, amount: amount / 100 }),
  );
  for (const one of await world.refundsAtGateways()) if (!known.has(one.id)) world.elsewhere.add(one.id);
  return `somebody refunds ${amount / 100} of ${name} at the gateway itself${outcome}`;
}

async function dispute(world: World, { which, quarters, how }: Move) {
  const charges = await world.charges();
  if (charges.length === 0) return undefined;
  const { id, name, gateway, amountMinor } = chosen(charges, which);
  const amount = Number(part(BigInt(amountMinor), quarters));
  const kind = how === 0 ? 'inquiry' : 'fraudulent';
  const outcome = await outcomeOf(
    gateway === 'stripe'
      ? world.at(gateway, 'dispute', { payment_intent: id, kind, amount })
      : world.at(gateway, 'charge_back', { payment_id: id, amount: amount / 100 }),
  );
  const what = gateway === 'stripe' && how === 0 ? 'asks about' : 'charges back';
  return `a bank ${what} ${amount / 100} of ${name}${outcome}`;
}

const DISPUTE_MOVES = ['needs_response', 'under_review', 'won', 'lost', 'warning_closed', 'prevented'] as const;

async function moveDispute(world: World, { which, how }: Move) {
  const charges = await world.charges();
  if (charges.length === 0) return undefined;
  const { id, name, gateway } = chosen(charges, which);
  if (gateway === 'stripe') {
    const { data } = await world.service.stripe().disputes.list({ payment_intent: id, limit: 1 });
    const [latest] = data;
    if (!latest) return undefined;
    const status = chosen(DISPUTE_MOVES, how);
    const outcome = await outcomeOf(world.at(gateway, 'move_dispute', { dispute: latest.id, status }));
    return `the dispute of ${name} is ${status}${outcome}`;
  }
  const status_detail = how % 2 === 0 ? 'settled' : 'reimbursed';
  const { status } = await world.service
    .control(`${gateway}/payments`, {})
    .then(({ payments }) => payments.find((one: { id: number }) => String(one.id) === id));
  if (status !== 'charged_back') return undefined;
  const outcome = await outcomeOf(world.at(gateway, 'charge_back', { payment_id: id, status_detail }));
  return `the chargeback of ${name} is ${status_detail}${outcome}`;
}

/** How staff resolve a failed refund: from the second number on they send money by hand. */
const WRITE_OFF = 2;
const BY_HAND = 3;

async function resolve(world: World, move: Move) {
  // A transfer can have left although its refund was closed.
  const sendable = move.how >= BY_HAND ? { OR: [OPEN_REFUND, { resolution: 'nothing_sent' }] } : OPEN_REFUND;
  const failed = await ofReceived(world, (paymentId) =>
    db().refund.findMany({ where: { paymentId, ...sendable }, orderBy: { createdAt: 'asc' } }),
  );
  if (failed.length === 0) return undefined;
  const { id, received } = chosen(failed, move.which);
  return resolveRefund(world, move, id, received);
}

async function resolveRefund(world: World, { quarters, how }: Move, refundId: string, { row: { id }, name }: Received) {
  const row = await db().payment.findUniqueOrThrow({ where: { id } });
  const [now, by, left] = [new Date(), world.staff[0].id, leftMinorOf(row)];
  const what = `the failed refund of ${name}`;
  switch (how) {
    case 0:
      return `staff retry ${what}${await outcomeOf(transaction((tx) => retryRefund(tx, refundId, now)))}`;
    case 1:
      return `staff close ${what}${await outcomeOf(transaction((tx) => closeFailedRefund(tx, refundId, by, now)))}`;
    case WRITE_OFF: {
      const asked = { refundId, reason: 'Nobody answers', seenMinor: left, requestedBy: by };
      const outcome = await outcomeOf(transaction((tx) => requestWriteOff(tx, asked, now)));
      return `staff ask to write off ${name}${outcome}`;
    }
    default: {
      const amountMinor = quarters === 4 ? left : part(left, quarters);
      const sent = {
        refundId,
        amountMinor,
        reference: `TRX ${world.history.length}`,
        sentOn: now.toISOString().slice(0, 10),
        timeZone: 'UTC',
        seenMinor: left,
        recordedBy: by,
        reason: 'Their account is closed',
      };
      const outcome = await outcomeOf(transaction((tx) => recordSentByHand(tx, sent, now)));
      return `staff send ${inWords(amountMinor, row.currency)} by hand for ${what}${outcome}`;
    }
  }
}

/** A refund comes back, everybody knows it, and staff send its money by hand. Returns what of it happened. */
async function sendInItsPlace(world: World, move: Move): Promise<string> {
  const bounced = await bounce(world, move);
  for (const { row } of await world.received()) await outcomeOf(syncPayment(row.id, new Date()));
  return [bounced, await resolve(world, { ...move, how: BY_HAND })].map((one) => (one ? `${one}; ` : '')).join('');
}

/**
 * A donor pays after the expiry, no refund arrives, and staff ask to write off what is left. Returns what of it happened.
 */
async function askForWriteOff(world: World, move: Move): Promise<string> {
  const given = await give(world, { ...move, how: PAID_LATE, news: 'at once' });
  const late = (await world.received()).at(-1);
  if (!late) return given;
  const { row, name } = late;
  // The service tries again by itself, until it leaves the refund to staff.
  for (let tried = 0; tried < 4; tried++) {
    const pending = await db().refund.findMany({ where: { paymentId: row.id, state: 'pending' } });
    for (const { id } of pending) await outcomeOf(performRefund(id, new Date()));
    for (const one of await world.refundsAtGateways())
      if (one.of === name && one.status !== 'failed') await outcomeOf(settleRefund(world, one, 'failed'));
    await outcomeOf(syncPayment(row.id, new Date()));
  }
  const failed = await db().refund.findFirst({ where: { paymentId: row.id, ...OPEN_REFUND } });
  const asked = failed && (await resolveRefund(world, { ...move, how: WRITE_OFF }, failed.id, late));
  return [given, 'each refund of it comes back', asked].filter(Boolean).join('; ');
}

/**
 * A transfer that staff sent by hand comes back; or the form about one that had come back is sent again. If there is none, staff
 * send one before, if they can.
 */
async function returnTransfer(world: World, move: Move) {
  const { which, how } = move;
  const transfers = () =>
    ofReceived(world, (paymentId) =>
      db().manualRefund.findMany({
        where: { paymentId, ...(how > 0 ? { returnedAt: null } : {}) },
        orderBy: { recordedAt: 'asc' },
      }),
    );
  let sent = await transfers();
  const first = sent.length === 0 ? await sendInItsPlace(world, move) : '';
  if (first) sent = await transfers();
  if (sent.length === 0) return first === '' ? undefined : first;
  const { id: transferId, amountMinor, received } = chosen(sent, which);
  const now = new Date();
  const returned = {
    transferId,
    returnedOn: now.toISOString().slice(0, 10),
    timeZone: 'UTC',
    reason: 'Account unknown',
    recordedBy: world.staff[0].id,
  };
  const outcomes: string[] = [];
  const isTwice = how > 2;
  for (let sent = 0; sent < (isTwice ? 2 : 1); sent++)
    outcomes.push(await outcomeOf(transaction((tx) => recordReturned(tx, returned, now))));
  const amount = inWords(amountMinor, received.row.currency);
  const twice = isTwice ? ', and the form about it is sent twice' : '';
  return `${first}a donor’s bank returns ${amount} that was sent by hand for ${received.name}${twice}${outcomes.join('')}`;
}

/** A second person decides about a write-off. If none waits, there is one before, if a refund comes back. */
async function decideWriteOff(world: World, move: Move) {
  const { which, how } = move;
  const undecided = () =>
    ofReceived(world, (paymentId) =>
      db().writeOff.findMany({ where: { paymentId, decidedAt: null }, orderBy: { requestedAt: 'asc' } }),
    );
  let waiting = await undecided();
  const first = waiting.length === 0 ? `${await askForWriteOff(world, move)}; ` : '';
  if (first) waiting = await undecided();
  if (waiting.length === 0) return first;
  const { id, received } = chosen(waiting, which);
  const by = world.staff[1].id;
  const isApproved = how > 1;
  const outcome = await outcomeOf(
    transaction((tx) =>
      isApproved ? approveWriteOff(tx, id, by, new Date()) : rejectWriteOff(tx, id, by, 'No', new Date()),
    ),
  );
  return `${first}a second person ${isApproved ? 'approves' : 'rejects'} the write-off of ${received.name}${outcome}`;
}

async function withdraw(world: World, { which, quarters, how }: Move) {
  const { key, currency, creator, bankAccountId } = chosen(world.causes, which);
  const cause = await db().cause.findUniqueOrThrow({ where: { key } });
  const { availableMinor } = await snapshot((tx) => withdrawableOf(tx, cause, new Date()));
  const isTooMuch = how === 5;
  const wantedMinor = isTooMuch ? availableMinor + 100n : part(availableMinor, quarters);
  // All of it, with its cents.
  const amountMinor = quarters === 4 && !isTooMuch ? availableMinor : (wantedMinor / 100n) * 100n;
  if (amountMinor <= 0n) return undefined;
  const request = {
    causeKey: key,
    amountMajor: Number(amountMinor) / minorUnitsPerMajor(currency),
    currency,
    bankAccountId,
    reason: 'Pipes',
    key: randomUUID(),
  };
  let state = '';
  const outcome = await outcomeOf(
    requestWithdrawal(creator, request, new Date()).then((asked) => {
      world.withdrawals.push(asked.id);
      state = asked.state === 'requested' ? ', which waits for staff' : '';
    }),
  );
  if (isTooMuch && outcome === '') throw new Error(`${inWords(amountMinor, currency)} was not available`);
  if (outcome === '') await requireCovered(key);
  return `a creator asks for ${inWords(amountMinor, currency)}${isTooMuch ? ', more than there is' : ''}${state}${outcome}`;
}

/** What is paid out, or about to be, is never more than there is. */
async function requireCovered(key: string): Promise<void> {
  const { leftMinor } = await snapshot((tx) => causeBalance(tx, key));
  if (leftMinor < 0n) throw new Error(`a withdrawal is granted, and ${key} lacks ${-leftMinor}`);
}

async function moveWithdrawal(world: World, { which, how }: Move) {
  const rows = await db().withdrawal.findMany({ where: { id: { in: world.withdrawals } } });
  const movable = world.withdrawals.flatMap(
    (id) => rows.find((one) => one.id === id && actionsOn(one.state).length > 0) ?? [],
  );
  if (movable.length === 0) return undefined;
  const { id, state, causeKey, requestedBy } = chosen(movable, which);
  const actions = actionsOn(state);
  const onward = actions.filter((one) => one !== 'reject' && one !== 'cancel');
  const action: WithdrawalAction = chosen(how < 4 ? onward : actions, how);
  const [now, staff] = [new Date(), world.staff[1]];
  const actor = action === 'cancel' ? ({ id: requestedBy, role: 'creator' } as const) : staff;
  let became = '';
  const outcome = await outcomeOf(
    (action === 'mark_sent'
      ? markWithdrawalSent(actor, id, sentOn(now), now)
      : changeWithdrawal(actor, id, action, null, now)
    ).then((after) => {
      became = ` and becomes ${after.state}`;
    }),
  );
  if (/approved|sending/.test(became)) await requireCovered(causeKey);
  return `withdrawal ${world.withdrawals.indexOf(id) + 1} (${state}): ${action}${became}${outcome}`;
}

/** A batch is created of what is approved; it is cancelled, or started, and then sent or not sent. */
async function moveBatch(world: World, { which, how }: Move) {
  const [now, staff] = [new Date(), world.staff[1]];
  const open = await db().payoutBatch.findFirst({
    where: { sentAt: null, cancelledAt: null },
    orderBy: { createdAt: 'asc' },
  });
  const { currency } = chosen(world.causes, which);
  if (!open) {
    const outcome = await outcomeOf(createBatch(staff, currency as Currency, now));
    return outcome.includes('batch_empty') ? undefined : `a batch of ${currency} is created${outcome}`;
  }
  const { id, startedAt } = open;
  const { day, zone } = sentOn(now);
  const [words, work] = startedAt
    ? how > 1
      ? ['sent', () => markBatchSent(staff, id, { day, zone }, now)]
      : ['not sent', () => markBatchNotSent(staff, id, 'The bank refused', now)]
    : how > 0
      ? ['started', () => startBatch(staff, id, now)]
      : ['cancelled', () => cancelBatch(staff, id, now)];
  return `the batch of ${open.currency} is ${words}${await outcomeOf((work as () => Promise<unknown>)())}`;
}

async function payOut(world: World, { which, quarters }: Move) {
  const gateway = chosen(GATEWAYS, which);
  const { available }: { available: Record<string, number> } = await world.at(gateway, 'books');
  const [currency, availableMinor] = Object.entries(available).find(([, sum]) => sum > 0) ?? [];
  if (!currency || !availableMinor) return undefined;
  const amount = Number(part(BigInt(availableMinor), quarters));
  if (amount < 100) return undefined;
  const outcome = await outcomeOf(
    (gateway === 'stripe'
      ? world.at(gateway, 'payout', { amount, currency: currency.toLowerCase() })
      : world.at(gateway, 'payout', { amount: amount / 100 })
    ).then((made) => world.payouts.push({ gateway, id: gateway === 'stripe' ? made.id : made.payout.id })),
  );
  return `${gateway} pays out ${inWords(amount, currency)} to our bank${outcome}`;
}

async function returnPayout(world: World, { which }: Move) {
  if (world.payouts.length === 0) return undefined;
  const payout = chosen(world.payouts, which);
  const { gateway, id } = payout;
  world.payouts.splice(world.payouts.indexOf(payout), 1);
  const outcome = await outcomeOf(
    gateway === 'stripe'
      ? world.at(gateway, 'settle_payout', { payout: id, outcome: 'failed' })
      : world.at(gateway, 'return_payout', { payout_id: id }),
  );
  return `a payout of ${gateway} comes back${outcome}`;
}

/** What a gateway is asked beside a payment itself. */
const SIDE_QUESTIONS: Record<Gateway, string> = {
  stripe: '^/v1/(disputes|charges|refunds)$',
  'mercado-pago-co': '(chargebacks/search|refunds)$',
  'mercado-pago-mx': '(chargebacks/search|refunds)$',
};
const WRONG_ANSWERS = [
  ['403', { kind: 'status', status: 403 }],
  ['404', { kind: 'status', status: 404 }],
  ['500', { kind: 'status', status: 500 }],
  ['an empty list', { kind: 'part', keep: 0 }],
  ['a part of the list', { kind: 'part', keep: 1 }],
] as const;

async function failSideQuestion(world: World, { which, how }: Move) {
  const found = await anyReceived(world, which);
  if (!found) return undefined;
  const gateway = world.gatewayOf(found.donation);
  const [words, failure] = chosen(WRONG_ANSWERS, how);
  await world.at(gateway, 'fail', { ...failure, times: 20, method: 'GET', path: SIDE_QUESTIONS[gateway] });
  const outcome = await outcomeOf(syncPayment(found.row.id, new Date()));
  // Cards have no other word of a dispute. A list that is cut looks like any other.
  if (gateway === 'stripe' && failure.kind === 'status') await requireSameDisputes(found);
  await world.at(gateway, 'gateway_up');
  return `somebody syncs ${found.name}, and its gateway answers side questions with ${words}${outcome}`;
}

/** What could not be read of a payment changes nothing that is known of it. */
async function requireSameDisputes({ name, row }: Received): Promise<void> {
  const { disputedMinor, chargedBackMinor } = await db().payment.findUniqueOrThrow({ where: { id: row.id } });
  if (disputedMinor !== row.disputedMinor || chargedBackMinor !== row.chargedBackMinor)
    throw new Error(`the disputes of ${name} could not be read, and are others than before`);
}

async function anyAttempt(world: World, which: number): Promise<{ donation: Donation; id: string } | undefined> {
  const donation = chosen(world.donations, which);
  const row = await db().payment.findFirst({
    where: { linkId: donation.linkId },
    orderBy: { attempt: 'asc' },
  });
  return row ? { donation, id: row.id } : undefined;
}

async function sync(world: World, { which }: Move) {
  const found = await anyAttempt(world, which);
  if (!found) return undefined;
  return `somebody syncs ${found.donation.name}${await outcomeOf(syncPayment(found.id, new Date()))}`;
}

async function comeBack(world: World, { which }: Move) {
  const { linkId, name } = chosen(world.donations, which);
  await donorReturns(world.service, linkId);
  return `the donor of ${name} returns`;
}

async function work(world: World) {
  await world.service.runJobs();
  return 'the worker does what is due';
}

async function workAll(world: World) {
  await minutePasses();
  await runEveryJob(world.service);
  return 'a minute passes, and the worker does everything that is scheduled';
}

/** What a worker that died had claimed is free again after a minute. */
export async function minutePasses(): Promise<void> {
  await db().refund.updateMany({
    where: { claimedUntil: { not: null } },
    data: { claimedUntil: secondsAgo(1) },
  });
}

async function arriveLate(world: World) {
  const count = await world.deliverLate();
  return count > 0 ? `${count} late events arrive` : undefined;
}

async function compareBooks(_: World, { which }: Move) {
  const gateway = chosen(GATEWAYS, which);
  return `the books of ${gateway} are compared${await outcomeOf(reconcile(gateway))}`;
}
