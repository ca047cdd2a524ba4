import type { Kind } from './kinds.ts';

/** A deliberate fault: in a file, text that occurs exactly once is replaced. */
export type Mutant = {
  /** What it breaks, in words. */
  breaks: string;
  file: string;
  find: string;
  replace: string;
  /** The kind of test that misses such faults, the test file that notices this one, and in which environment it runs. */
  noticed?: { kind: Kind; test: string; env: Record<string, string> };
};

const STATUS = 'lib/checkout-links/status.ts';
const LOCK = 'lib/payments/lock-link.ts';
const STATES = 'lib/payments/states.ts';
const STARTING = 'lib/payments/attempts/decisions.ts';
const SYNCING = 'lib/payments/sync/decisions.ts';
const REVERSALS = 'lib/payments/sync/reversals.ts';
const POSTINGS = 'lib/ledger/payment-postings.ts';
const APPLY = 'lib/payments/sync/apply-gateway-state.ts';
const RECORD = 'lib/payments/sync/record-reversals.ts';
const SYNC = 'lib/payments/sync/sync-payment.ts';
const END_LINK = 'lib/payments/sync/end-link.ts';
const ATTEMPT = 'lib/payments/attempts/attempt.ts';
const INTENT = 'lib/payments/attempts/create-intent.ts';
const PERFORM = 'lib/payments/refunds/perform-refund.ts';
const RESERVE = 'lib/payments/sync/reserve-refunds.ts';

/** Faults in the code that decides and records. Each must be caught; one whose text is not found is an error. */
export const MUTANTS: readonly Mutant[] = [
  // Status and expiry.
  fault('at its expiry a link is past it', STATUS, 'instant.getTime() > expiresAt', 'instant.getTime() >= expiresAt'),
  fault('no link is ever past its expiry', STATUS, "linkStatus(link) === 'open' && isPastExpiry(link, now)", 'false'),
  fault('a cancelled link is open', STATUS, "if (link.cancelledAt) return 'cancelled';", ''),
  fault('an expired link is open', STATUS, "if (link.expiredAt) return 'expired';", ''),
  fault(
    'a completed link is open',
    STATUS,
    "return link.approved ? 'completed' : unpaidStatus(link);",
    'return unpaidStatus(link);',
  ),
  // Classification.
  fault('a second payment counts too', SYNCING, "if (link.isPaid) return 'duplicate';", ''),
  fault('money after the expiry counts', SYNCING, ' || isPastExpiry(link, money.succeededAt)', ''),
  fault(
    'money on a cancelled link counts',
    SYNCING,
    'link.cancelledAt || link.expiredAt || is',
    'link.expiredAt || is',
  ),
  fault('money on an expired link counts', SYNCING, 'link.expiredAt || is', 'is'),
  fault('money of another amount counts', SYNCING, 'money.amountMajor !== Number(attempt.amount)', 'false'),
  fault(
    'money of another amount counts if it comes twice',
    SYNCING,
    "if (attempt.refundReason === 'mismatch')",
    'if (false)',
  ),
  fault(
    'money in time is late',
    SYNCING,
    "return 'approved';",
    "return isPastExpiry(link, now) ? 'late' : 'approved';",
  ),
  // Starting.
  fault('a completed link can be paid again', LOCK, 'return !link.isPaid && ', 'return '),
  fault('a cancelled link can be paid', LOCK, '!link.cancelledAt && ', ''),
  fault('an expired link can be paid', LOCK, '!link.expiredAt && ', ''),
  fault('a link can be paid past its expiry', LOCK, ' && !isPastExpiry(link, now)', ''),
  fault(
    'a second attempt is started beside one that is being started',
    STARTING,
    'one.rail === rail && isLive(one.state)',
    "one.rail === rail && one.state === 'pending'",
  ),
  fault(
    'a second attempt is started beside a live one',
    STARTING,
    "if (attempt.state === 'pending') return { kind: 'exists', attempt };",
    "if (attempt.state === 'pending') return { kind: 'create' };",
  ),
  fault(
    'a start without an answer is never repeated',
    STARTING,
    "return isClaimed ? { kind: 'wait' } : { kind: 'take_over', attempt };",
    "return isClaimed || attempt ? { kind: 'wait' } : { kind: 'take_over', attempt };",
  ),
  fault(
    'what was started is shown on a link that has ended',
    STARTING,
    'return isPayable(link, now) && isLive(row.state)',
    'return isLive(row.state)',
  ),
  fault('what was started is shown although it was cancelled', STARTING, ' && isLive(row.state)', ''),
  fault('what was started is shown although the cause stopped', STARTING, "&& isWanted ? 'live'", "? 'live'"),
  // Ending.
  fault(
    'a payment that is being processed has ended',
    STATES,
    "return status === 'live' || status === 'processing';",
    "return status === 'live';",
  ),
  fault(
    'an attempt that its gateway has ended stays',
    SYNCING,
    "return remote.status === 'declined' ? 'declined' : 'canceled';",
    "return remote.status === 'declined' ? 'declined' : undefined;",
  ),
  fault(
    'nothing is cancelled at its gateway',
    SYNCING,
    'return isUndecided(found, attemptId) && !isKept;',
    'return false;',
  ),
  fault(
    'a link ends beside a payment that completed it',
    SYNCING,
    "if (link.isPaid || link.cancelledAt || link.expiredAt) return 'ended';",
    "if (link.cancelledAt || link.expiredAt) return 'ended';",
  ),
  fault(
    'a cancelled link expires too',
    SYNCING,
    "if (link.isPaid || link.cancelledAt || link.expiredAt) return 'ended';",
    "if (link.isPaid) return 'ended';",
  ),
  fault(
    'attempts of a link that has ended stay',
    SYNCING,
    "return linkStatus(link) !== 'open' || !collects;",
    'return !collects;',
  ),
  fault(
    'attempts of a cause that stopped stay',
    SYNCING,
    "return linkStatus(link) !== 'open' || !collects;",
    "return linkStatus(link) !== 'open';",
  ),
  // Refunds and chargebacks.
  fault('a refund of a donation makes it unmatched', REVERSALS, "if (before === 'approved') return 'approved';", ''),
  fault(
    'a refund that is pending is given up once a bank has taken the money',
    REVERSALS,
    "if (refunds.some(({ status }) => status === 'pending')) return owed;",
    '',
  ),
  fault(
    'funds that were refunded are still due',
    REVERSALS,
    'after.refundedMinor >= amountMinor',
    'after.refundedMinor > amountMinor',
  ),
  fault('an open chargeback is a lost one', REVERSALS, ' || after.disputedMinor > 0n ?', ' ?'),
  fault('an open chargeback holds nothing back', REVERSALS, "disputedMinor: sum('open')", 'disputedMinor: 0n'),
  fault('a lost chargeback takes nothing', REVERSALS, "chargedBackMinor: sum('lost')", 'chargedBackMinor: 0n'),
  fault(
    'a refund that arrives stays pending',
    REVERSALS,
    "row.state === 'pending' && status === 'succeeded'",
    "row.state === 'none' && status === 'succeeded'",
  ),
  fault(
    'a refund that failed stays pending',
    REVERSALS,
    "row.state === 'pending' && status === 'failed'",
    "row.state === 'none' && status === 'failed'",
  ),
  fault(
    'a refund that came back has arrived',
    REVERSALS,
    "row.state === 'succeeded' && status === 'failed'",
    "row.state === 'none' && status === 'failed'",
  ),
  fault(
    'donations are refunded unasked',
    REVERSALS,
    "payment.state !== 'refund_due' || payment.disputedMinor",
    'payment.disputedMinor',
  ),
  fault(
    'unmatched funds are never refunded',
    REVERSALS,
    "return amountMinor > 0n ? { kind: 'new', amountMinor, failed } : { kind: 'none' };",
    "return { kind: 'none' };",
  ),
  fault('a failed refund is not repeated', REVERSALS, 'failed >= MAX_FAILED', 'failed >= 1'),
  fault(
    'a refund of money that a bank took is never closed',
    REVERSALS,
    "return state === 'charged_back' ? 'outdated' : 'perform';",
    "return state === 'charged_back' ? 'wait' : 'perform';",
  ),
  fault(
    'a transfer that was returned is refunded automatically',
    REVERSALS,
    'unresolved.some(isRefused) || unresolved.some(hasReturnedTransfer)',
    'unresolved.some(isRefused)',
  ),
  fault(
    'what a gateway refused for good is asked for again',
    REVERSALS,
    'unresolved.some(isRefused) || unresolved.some(hasReturnedTransfer)',
    'unresolved.some(hasReturnedTransfer)',
  ),
  fault(
    'what was written off is due again',
    REVERSALS,
    "const owed = before === 'unclaimed' ? 'unclaimed' : 'refund_due';",
    "const owed = 'refund_due';",
  ),
  fault(
    'what comes back of written-off funds is due again',
    REVERSALS,
    "return isOver && isWrittenOff ? 'unclaimed' : state;",
    'return state;',
  ),
  fault(
    'only what had all left written-off funds is told to staff when it comes back',
    REVERSALS,
    "(before.state !== 'unclaimed' || after.refundedMinor < before.refundedMinor)",
    "before.state !== 'unclaimed'",
  ),
  fault(
    'what comes back of written-off funds is in no queue',
    REVERSALS,
    'resolvedAt === null) ? undefined : failed.at(-1)',
    'resolvedAt === null) ? undefined : failed.at(-1 - failed.length)',
  ),
  // The ledger.
  fault(
    'written-off funds are still to be given back',
    POSTINGS,
    "payment.isUnclaimed ? 'unclaimed' : 'to_give_back'",
    "'to_give_back'",
  ),
  fault(
    'a write-off takes nothing from what is to be given back',
    POSTINGS,
    'return mergeEntries([...negateEntries(paymentEntries(payment, reversals)), ...unclaimed]);',
    'return mergeEntries(unclaimed);',
  ),
  fault(
    'the ledger forgets what chargebacks hold',
    POSTINGS,
    'return amountMinor - byGatewayOf(amountMinor, reversals) - reversals.disputedMinor - reversals.chargedBackMinor;',
    'return amountMinor - byGatewayOf(amountMinor, reversals) - reversals.chargedBackMinor;',
  ),
  fault(
    'the ledger forgets refunds',
    POSTINGS,
    'return amountMinor - byGatewayOf(amountMinor, reversals) - reversals.disputedMinor - reversals.chargedBackMinor;',
    'return amountMinor - reversals.disputedMinor - reversals.chargedBackMinor;',
  ),
  fault(
    'a posting lacks the line of unmatched funds',
    POSTINGS,
    'return mergeEntries([...ours, line(owedToDonor, -owed)]);',
    'return mergeEntries(ours);',
  ),
  fault(
    'what was sent by hand is still owed',
    POSTINGS,
    'return heldOf(amountMinor, reversals) - reversals.sentByHandMinor;',
    'return heldOf(amountMinor, reversals);',
  ),
  fault('what was sent by hand has not left our bank', POSTINGS, "    line('bank', -sentByHandMinor),\n", ''),
  fault(
    'what was sent by hand counts as refunded by the gateway',
    POSTINGS,
    'return leastOf(refundedMinor - sentByHandMinor, amountMinor);',
    'return leastOf(refundedMinor, amountMinor);',
  ),
  fault('a posting lacks the commission', POSTINGS, "    line('commission', -commission),\n", ''),
  fault(
    'a pending refund is reserved and still owed to the creator',
    POSTINGS,
    'const kept = positive(refundableMinorOf(amountMinor, reversals));',
    'const kept = owed;',
  ),
  fault(
    'received money is not posted',
    APPLY,
    '  await postReceived(tx, payment, link, cause, money.costs, now);\n',
    '',
  ),
  fault(
    'refunds and chargebacks are not posted',
    RECORD,
    'if (amounts) await postEach(tx, before, after, { elsewhere: elsewhere ?? [], claims }, link, now);',
    '',
  ),
  fault(
    'a chargeback is posted twice',
    POSTINGS,
    "    { kind: 'dispute', entries: mergeEntries([...negateEntries(disputes(before)), ...disputes(after)]) },\n",
    "    { kind: 'dispute', entries: mergeEntries([...negateEntries(disputes(before)), ...disputes(after)]) },\n".repeat(
      2,
    ),
  ),
  // Recording.
  fault(
    'unmatched funds are recorded and forgotten',
    APPLY,
    '    await refundUnmatchedFunds(tx, payment.id, now);\n',
    '',
  ),
  fault(
    'attempts that are being started stay when the link is completed',
    APPLY,
    "  if (others.some(({ state }) => state === 'starting')) await cancelStartingAttempts(tx, [linkId], now);\n",
    '',
  ),
  fault(
    'how an attempt ended is not recorded',
    APPLY,
    '    if (isLive(attempt.state)) await recordStatus(tx, attempt, remote, now);\n',
    '',
  ),
  fault(
    'reports about known money are ignored',
    APPLY,
    'if (revisions && upToDate) await recordReversals',
    'if (!revisions && upToDate) await recordReversals',
  ),
  fault(
    'refunds are not followed',
    RECORD,
    'const refunds = await followRefunds(tx, { ...payment, leftMinor }, listed, now);',
    'const refunds = false;',
  ),
  // Calls to gateways, and what follows.
  fault('one idempotency key for all attempts', ATTEMPT, 'attempt.attempt}', '1}'),
  fault(
    'an attempt that is not wanted stays at its gateway',
    ATTEMPT,
    "if (stored === 'superseded') return undefined;",
    "if (stored !== 'live') return undefined;",
  ),
  fault(
    'a start without an answer counts as refused',
    ATTEMPT,
    "if (!isGatewayError(error) || error.failure === 'unreachable')",
    'if (!isGatewayError(error))',
  ),
  fault(
    'syncing cancels nothing',
    SYNC,
    'if (canBePaid && (isPaid || (await shouldCancel(payment, now))))',
    'if (canBePaid && (isPaid || (await shouldCancel(payment, now))) && !payment)',
  ),
  fault(
    'a link ends before its attempts',
    END_LINK,
    '    for (const attempt of live) await endAttempt(attempt);\n',
    '',
  ),
  fault(
    'a link ends and leaves what is being started',
    END_LINK,
    '    await cancelStartingAttempts(tx, [id], now);\n    await tx.checkoutLink',
    '    await tx.checkoutLink',
  ),
  fault(
    'a poll past the expiry stores nothing',
    END_LINK,
    '  if (!isOverdue(link, now)) return link;\n  const whole',
    '  if (link) return link;\n  const whole',
  ),
  fault(
    'an intent of another amount is used',
    INTENT,
    'isProcessing || intent.amountMajor === amountMajor',
    'isProcessing || intent.amountMajor > 0',
  ),
  fault(
    'a refund is recorded as made without its gateway',
    PERFORM,
    'const made = await madeAtGateway(refund, due);',
    "const made = { id: 'none', due, madeAtGateway };",
  ),
  // What only the random game plays.
  fault(
    'a refund that waits for a second person is not reserved',
    RESERVE,
    'AND decided_at IS NULL',
    'AND decided_at IS NULL AND false',
  ),
  fault(
    'a rejected refund stays reserved',
    'lib/payments/refunds/approve-refund.ts',
    '    await reserveRefunds(tx, approval.paymentId, now);\n',
    '',
  ),
  fault(
    'what is sent by hand is not posted',
    'lib/payments/refunds/record-sent-by-hand.ts',
    '  await postReversalChanges(tx, payment, after, link, now);\n',
    '',
  ),
  fault(
    'a transfer that was returned is not posted',
    'lib/payments/refunds/record-returned.ts',
    '  await postReversalChanges(tx, before, after, link, now);\n',
    '',
  ),
  fault(
    'a transfer that was returned is posted as refunded by the gateway',
    'lib/payments/refunds/record-returned.ts',
    'sentByHandMinor: payment.sentByHandMinor - amountMinor,',
    'sentByHandMinor: payment.sentByHandMinor,',
  ),
  fault(
    'a transfer that was returned is counted as returned each time that its form is sent',
    'lib/payments/refunds/record-returned.ts',
    '  if (transfer.returnedOn?.getTime() === storedDay(returnedOn).getTime()) return transfer;\n  if (transfer.returnedOn) throw',
    '  if (transfer.returnedOn && transfer.returnedOn.getTime() !== storedDay(returnedOn).getTime()) throw',
  ),
  fault(
    'a write-off is not posted',
    'lib/payments/refunds/write-off.ts',
    '  await postWriteOff(tx, payment, link, writeOffId, now);\n',
    '',
  ),
  fault(
    'a withdrawal that was not sent is released, although it waits to be decided again',
    'lib/withdrawals/states.ts',
    "mark_not_sent: { by: 'staff', to: 'requested', from: { sending: 'stays' } }",
    "mark_not_sent: { by: 'staff', to: 'requested', from: { sending: 'released' } }",
  ),
  fault(
    'money is withdrawn that is not there',
    'lib/withdrawals/request.ts',
    '    await requirePossible(tx, actor, cause, request, now);\n    return presentWithdrawal(await write',
    '    return presentWithdrawal(await write',
  ),
  fault(
    'what is being refunded is still shown as the creator’s',
    'lib/ledger/payment-figures.ts',
    'const keptMinor = split.keptMinor - refundingMinor;',
    'const { keptMinor } = split;',
  ),
];

function fault(breaks: string, file: string, find: string, replace: string): Mutant {
  return { breaks, file, find, replace };
}

/** A source with a fault; undefined if the text to replace does not occur exactly once. */
export function mutate(source: string, { find, replace }: Pick<Mutant, 'find' | 'replace'>): string | undefined {
  const [before, after, ...more] = source.split(find);
  return before === undefined || after === undefined || more.length > 0 ? undefined : before + replace + after;
}
