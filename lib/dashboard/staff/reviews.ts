import { changeOf } from '#lib/causes/mail-change.ts';
import { type CauseState, isPubliclyVisible, STATE_RULES } from '#lib/causes/states.ts';
import type { Tx } from '#lib/db.ts';
import { isErasedAddress, readableEmail } from '#lib/email-key.ts';
import { env } from '#lib/env.ts';
import { gatewayName } from '#lib/i18n/gateway-words.ts';
import { refundableMinorOf } from '#lib/ledger/payment-postings.ts';
import { leastOf } from '#lib/money.ts';
import { type ReturnInput, reopensRefund, requirePossibleReturn } from '#lib/payments/refunds/record-returned.ts';
import {
  closedUnsent,
  isBeyondLeft,
  type PossibleTransfer,
  requirePossibleTransfer,
} from '#lib/payments/refunds/record-sent-by-hand.ts';
import { needsRefundApproval, type RefundRequest, requireRefundable } from '#lib/payments/refunds/request-refund.ts';
import { leftMinorOf } from '#lib/payments/refunds/resolve-failed-refunds.ts';
import { LIVE_STATES } from '#lib/payments/states.ts';
import { donorEmailOf, findDonorRecords } from '#lib/people/donor.ts';
import { countErasable, readErasableCreator } from '#lib/people/erase-creator.ts';
import { countRecords, requireNoOpenPayment } from '#lib/people/erase-donor.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { withdrawnMajor, withdrawnMinor } from '#lib/withdrawals/amount.ts';
import { requirePossibleDay, type SentTransfer } from '#lib/withdrawals/change.ts';
import { holdReason } from '#lib/withdrawals/checks.ts';
import type { Account, ApiKey, BankAccount, ManualRefund, Payment, Withdrawal } from '#prisma/generated/client.ts';
import type { Review, ReviewLine } from '../review-view.ts';
import { fromMinor } from './amounts.ts';
import type { AmountView } from './list-view.ts';

type CauseFacts = { key: string; title: string; currency: string; state: string };

/** Whether donations or withdrawals of a cause stop when it gets another state, or people think it a fraud. */
export function stopsMoney(from: CauseState, to: CauseState): boolean {
  const [before, after] = [STATE_RULES[from], STATE_RULES[to]];
  return to === 'fraud' || (before.collects && !after.collects) || (before.paysOut && !after.paysOut);
}

/** The review of a change of a cause's state. */
export async function reviewOfMove(
  tx: Tx,
  cause: CauseFacts,
  from: CauseState,
  to: CauseState,
  now: Date,
): Promise<Review> {
  const [before, after] = [STATE_RULES[from], STATE_RULES[to]];
  const stops = before.collects && !after.collects;
  const holds = before.paysOut && !after.paysOut;
  const { key, title, currency } = cause;
  const isHidden = isPubliclyVisible(from) && !isPubliclyVisible(to);
  return {
    subject: { text: title, path: `/dashboard/staff/causes/${encodeURIComponent(key)}` },
    lines: [
      ...(stops ? await stoppedPayments(tx, cause, now) : []),
      ...(holds ? await heldWithdrawals(tx, key, currency) : []),
      ...(isHidden ? [{ code: 'hidden' } as const] : []),
      { code: to === 'fraud' ? 'undoFraud' : 'undoMove' },
      await creatorOfMove(tx, key, changeOf(from, to) !== null),
    ],
  };
}

/** Who is mailed of a transition. A creator who was erased is not. */
async function creatorOfMove(tx: Tx, key: string, isMailed: boolean): Promise<ReviewLine> {
  const { owner } = await tx.cause.findUniqueOrThrow({
    where: { key },
    select: { owner: { select: { email: true } } },
  });
  if (!isMailed || isErasedAddress(owner.email)) return { code: 'nobodyTold' };
  return { code: 'creatorTold', values: { email: readableEmail(owner.email) } };
}

async function stoppedPayments(tx: Tx, { key, currency }: CauseFacts, now: Date): Promise<ReviewLine[]> {
  const attempts = await attemptsOf(tx, { causeKey: key }, currency);
  const openLinks = await countOpenLinks(tx, key, now);
  return [attempts, { code: 'openLinks', values: { count: openLinks } }];
}

/**
 * An open link is younger than the lifetime of links: only those are read, by their time of creation, because a cause can have
 * any number of older ones.
 */
async function countOpenLinks(tx: Tx, causeKey: string, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - env().checkoutLinkTtlSeconds * 1000);
  const [row] = await tx.$queryRaw<{ count: bigint }[]>`
    WITH recent AS MATERIALIZED (
      SELECT id, cause_key, expires_at, cancelled_at, expired_at FROM checkout_links WHERE created_at > ${oldest})
    SELECT count(*) FROM recent
     WHERE cause_key = ${causeKey} AND expires_at > ${now} AND cancelled_at IS NULL AND expired_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.link_id = recent.id AND p.state = 'approved')`;
  return Number(row?.count ?? 0);
}

/** The live attempts of a cause or a link, which are cancelled. */
async function attemptsOf(
  tx: Tx,
  where: { causeKey: string } | { linkId: string },
  currency: string,
): Promise<ReviewLine> {
  const { _count: count, _sum: sum } = await tx.payment.aggregate({
    where: { ...where, state: { in: [...LIVE_STATES] } },
    _count: true,
    _sum: { amount: true },
  });
  const total = { amountMajor: Number(sum.amount ?? 0n), currency };
  return { code: 'attempts', values: { count, sum: [total] } };
}

async function heldWithdrawals(tx: Tx, causeKey: string, currency: string): Promise<ReviewLine[]> {
  const open = (await openWithdrawals(tx)).filter((one) => one.causeKey === causeKey);
  return [{ code: 'heldWithdrawals', values: totalOf(open.filter(isWaiting), currency) }, ...beingSent(open, currency)];
}

/** All withdrawals that wait for staff: a queue that people empty, so it is read whole. */
function openWithdrawals(tx: Tx) {
  return tx.withdrawal.findMany({ where: { state: { in: ['requested', 'approved', 'sending'] } } });
}

/** Whether it can still be held back. */
function isWaiting({ state }: Withdrawal): boolean {
  return state !== 'sending';
}

/** What of it is being sent already, which nothing stops. */
function beingSent(open: Withdrawal[], currency: string): ReviewLine[] {
  const sending = open.filter((one) => !isWaiting(one));
  if (sending.length === 0) return [];
  return [{ code: 'beingSent', values: totalOf(sending, currency) }];
}

function totalOf(withdrawals: Withdrawal[], currency: string) {
  const minor = withdrawals.reduce((total, one) => total + withdrawnMinor(one), 0n);
  return { count: withdrawals.length, sum: [fromMinor(minor, currency)] };
}

/** The review of undoing that a cause was marked as fraud. */
export function reviewOfRestoredCause(cause: CauseFacts, to: CauseState): Review {
  const { collects, paysOut } = STATE_RULES[to];
  return {
    subject: { text: cause.title, path: `/dashboard/staff/causes/${encodeURIComponent(cause.key)}` },
    lines: [
      { code: collects ? 'collectsAgain' : 'restsStill' },
      { code: paysOut ? 'paysOutAgain' : 'holdsStill' },
      { code: 'canceledStay' },
    ],
  };
}

/** The review of revoking, replacing or rejecting a key. */
export async function reviewOfKey(
  tx: Tx,
  key: Pick<ApiKey, 'id' | 'name' | 'clientId' | 'lastUsedAt'>,
  now: Date,
  isRefusal = false,
): Promise<Review> {
  const { id, name, clientId, lastUsedAt } = key;
  const others = await tx.apiKey.count({
    where: {
      clientId,
      id: { not: id },
      revokedAt: null,
      awaitsApproval: false,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
  });
  return {
    subject: { text: name === '' ? id : name, path: `/dashboard/staff/keys/${encodeURIComponent(id)}` },
    lines: [
      { code: isRefusal ? 'keyNever' : 'keyStops' },
      ...(isRefusal
        ? []
        : [
            lastUsedAt
              ? ({ code: 'keyUsed', values: { ago: { at: lastUsedAt.toISOString() } } } as const)
              : ({ code: 'keyUnused' } as const),
          ]),
      { code: 'keyOthers', values: { count: others } },
      { code: 'noUndo' },
    ],
  };
}

/** The review of cancelling a link. */
export async function reviewOfLink(tx: Tx, id: string): Promise<Review> {
  const link = await tx.checkoutLink.findUniqueOrThrow({
    where: { id },
    select: {
      currency: true,
      amount: true,
      client: { select: { name: true } },
    },
  });
  const { currency } = link;
  return {
    subject: { text: id, path: `/dashboard/staff/links/${encodeURIComponent(id)}` },
    lines: [
      {
        code: 'linkEnds',
        values: { amount: [{ amountMajor: Number(link.amount), currency }], client: link.client.name },
      },
      await attemptsOf(tx, { linkId: id }, currency),
      { code: 'paidMeanwhile' },
      { code: 'noUndo' },
    ],
  };
}

/**
 * The review of refunding a part of a payment, or all of it.
 * @throws DomainError if it cannot be refunded now (`requireRefundable`)
 */
export async function reviewOfRefund(
  tx: Tx,
  id: string,
  { amountMinor, seenMinor }: Pick<RefundRequest, 'amountMinor' | 'seenMinor'>,
): Promise<Review> {
  const payment = await tx.payment.findUniqueOrThrow({
    where: { id },
    include: { link: { select: { cause: { select: { title: true } } } } },
  });
  await requireRefundable(tx, payment, { amountMinor, seenMinor });
  const { title } = payment.link.cause;
  const money = (minor: bigint): AmountView[] => [fromMinor(minor, payment.currency)];
  const left = refundableMinorOf(payment.amountMinor ?? 0n, payment) - amountMinor;
  return {
    subject: paymentSubject(payment),
    lines: [
      {
        code: 'refund',
        values: { amount: money(amountMinor), gateway: gatewayName(payment.gateway), left: money(left) },
      },
      { code: 'refundCollected', values: { amount: money(amountMinor), cause: title } },
      donorTold(payment),
      ...(needsRefundApproval(payment, { amountMinor }) ? [{ code: 'secondPerson' } as const] : []),
      { code: 'noUndo' },
    ],
  };
}

/**
 * The review of recording a bank transfer in place of a failed refund. Whether the refund still waits for it is checked
 * when it is confirmed.
 * @throws DomainError `refund_stale`, `over_refundable`, `sent_on_impossible`
 */
export async function reviewOfTransfer(tx: Tx, refundId: string, sent: PossibleTransfer, now: Date): Promise<Review> {
  const { payment, ...refund } = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    include: {
      payment: { include: { manualRefunds: true, link: { select: { cause: { select: { title: true } } } } } },
    },
  });
  const { title } = payment.link.cause;
  const money = (minor: bigint): AmountView[] => [fromMinor(minor, payment.currency)];
  requirePossibleTransfer(payment, refund, sent, now);
  const { amountMinor, reference, sentOn } = sent;
  const leftMinor = leftMinorOf(payment);
  const owedMinor = leastOf(amountMinor, leftMinor);
  const isDonation = payment.state === 'approved' && owedMinor > 0n;
  return {
    subject: paymentSubject(payment),
    lines: [
      {
        code: 'sentByHand',
        values: {
          amount: money(amountMinor),
          reference,
          date: { day: sentOn },
          left: money(leftMinor - owedMinor),
        },
      },
      { code: 'sentOutside' },
      ...(closedUnsent(refund) ? [{ code: 'sentClosed' } as const] : []),
      ...(isDonation ? [{ code: 'refundCollected', values: { amount: money(owedMinor), cause: title } } as const] : []),
      ...(isBeyondLeft(payment, sent)
        ? [{ code: 'sentBeyond', values: { amount: money(amountMinor - owedMinor) } } as const]
        : []),
      ...linesOfOthers(payment.manualRefunds, reference),
      isBeyondLeft(payment, sent) ? { code: 'donorNotMailed' } : donorTold(payment),
      { code: 'noUndo' },
    ],
  };
}

/** What was sent by hand before, so that nobody records the same transfer twice, or does not notice that it was sent twice. */
function linesOfOthers(transfers: readonly ManualRefund[], reference: string): ReviewLine[] {
  const notReturned = transfers.filter(({ returnedAt }) => returnedAt === null);
  const references = notReturned.map((one) => one.reference).join(', ');
  return references === '' ? [] : [{ code: 'sentBefore', values: { references, reference } }];
}

/** The review of recording that a donor's bank returned a transfer. Whether it can be is checked when it is confirmed. */
export async function reviewOfReturn(
  tx: Tx,
  transferId: string,
  returned: Pick<ReturnInput, 'returnedOn' | 'timeZone'>,
  now: Date,
): Promise<Review> {
  const { payment, ...transfer } = await tx.manualRefund.findUniqueOrThrow({
    where: { id: transferId },
    include: {
      payment: { include: { manualRefunds: true, link: { select: { cause: { select: { title: true } } } } } },
    },
  });
  if (transfer.returnedAt !== null) throw new DomainError('transfer_returned');
  requirePossibleReturn(transfer, returned, now);
  const { amountMinor, reference } = transfer;
  const { title } = payment.link.cause;
  const money = (minor: bigint): AmountView[] => [fromMinor(minor, payment.currency)];
  const after = {
    ...payment,
    refundedMinor: payment.refundedMinor - amountMinor,
    sentByHandMinor: payment.sentByHandMinor - amountMinor,
  };
  const leftMinor = leftMinorOf(after);
  const moreMinor = leftMinor - leftMinorOf(payment);
  const owed: ReviewLine[] =
    payment.state === 'approved'
      ? [{ code: 'returnedCollected', values: { amount: money(moreMinor), cause: title } }]
      : [{ code: 'returnedUnmatched' }];
  return {
    subject: paymentSubject(payment),
    lines: [
      {
        code: 'transferReturned',
        values: { amount: money(amountMinor), reference, date: { day: returned.returnedOn }, left: money(leftMinor) },
      },
      ...(moreMinor > 0n ? owed : []),
      ...(reopensRefund(after, payment.manualRefunds, transfer) ? [{ code: 'returnedQueue' } as const] : []),
      leftMinor === 0n ? { code: 'donorNotAsked' } : donorTold(payment, 'donorAsked'),
      { code: 'noUndo' },
    ],
  };
}

/** The review of rejecting a refund that waits for approval. */
export async function reviewOfRefusedRefund(tx: Tx, id: string): Promise<Review> {
  const { amountMinor, payment } = await tx.refundApproval.findUniqueOrThrow({
    where: { id },
    include: { payment: true },
  });
  const amount = [fromMinor(amountMinor, payment.currency)];
  return {
    subject: paymentSubject(payment),
    lines: [{ code: 'refundEnds', values: { amount } }, { code: 'anotherRequest' }],
  };
}

/** Whom a mail about a payment reaches, as `mailDonor` addresses it. */
function donorTold(
  payment: Pick<Payment, 'donorEmail' | 'receiptEmail'>,
  code: 'donorMail' | 'donorAsked' = 'donorMail',
): ReviewLine {
  const email = donorEmailOf(payment);
  return email === null ? { code: 'donorUnknown' } : { code, values: { email: readableEmail(email) } };
}

function paymentSubject({ id }: Pick<Payment, 'id'>): Review['subject'] {
  return { text: id, path: `/dashboard/staff/payments/${encodeURIComponent(id)}` };
}

/** The steps of a withdrawal that are reviewed. */
export type ReviewedStep = 'reject' | 'start_sending' | 'mark_sent' | 'mark_not_sent' | 'fail';

/** The review of such a step. */
export async function reviewOfWithdrawal(tx: Tx, withdrawal: Withdrawal, action: ReviewedStep): Promise<Review> {
  const { id, causeKey, currency, bankAccountId } = withdrawal;
  const [cause, account] = await Promise.all([
    tx.cause.findUniqueOrThrow({ where: { key: causeKey }, include: { owner: true } }),
    tx.bankAccount.findUniqueOrThrow({ where: { id: bankAccountId } }),
  ]);
  const amount = [{ amountMajor: withdrawnMajor(withdrawal), currency }];
  const mail = mailTo(cause.owner);
  const subject = { text: id, path: `/dashboard/staff/withdrawals/${encodeURIComponent(id)}` };
  const to = `${account.bankName} •••• ${account.accountNumberEnd}`;
  const transfer = { amount, account: to, holder: account.holderName };
  const told = { code: 'creatorTold', values: { email: readableEmail(cause.owner.email) } } as const;
  const lines: Record<ReviewedStep, ReviewLine[]> = {
    reject: [{ code: 'moneyBack', values: { amount, cause: cause.title } }, ...mail, { code: 'noUndo' }],
    start_sending: [
      { code: 'toSend', values: transfer },
      { code: 'paidOutside' },
      { code: 'noCancel' },
      told,
      { code: 'undoSending' },
    ],
    mark_sent: [{ code: 'paid', values: transfer }, told, { code: 'undoPaid' }],
    mark_not_sent: [{ code: 'notSent', values: transfer }, { code: 'decideAgain', values: { amount } }, ...mail],
    fail: [{ code: 'moneyBack', values: { amount, cause: cause.title } }, ...mail, { code: 'noUndo' }],
  };
  return { subject, lines: lines[action] };
}

/** That a creator is mailed. One who was erased is not: their mail is dropped. */
function mailTo({ email }: Pick<Account, 'email'>): ReviewLine[] {
  return isErasedAddress(email) ? [] : [{ code: 'creatorMail', values: { email: readableEmail(email) } }];
}

/** The review of rejecting a bank account. */
export async function reviewOfAccount(
  tx: Tx,
  account: Pick<BankAccount, 'id' | 'bankName' | 'accountNumberEnd' | 'ownerId' | 'currency'>,
): Promise<Review> {
  const { id, bankName, accountNumberEnd, ownerId } = account;
  const open = (await openWithdrawals(tx)).filter((one) => one.bankAccountId === id);
  const owner = await tx.account.findUniqueOrThrow({ where: { id: ownerId } });
  // A bank account takes one currency.
  const values = totalOf(open.filter(isWaiting), account.currency);
  return {
    subject: {
      text: `${bankName} •••• ${accountNumberEnd}`,
      path: `/dashboard/staff/bank-accounts/${encodeURIComponent(id)}`,
    },
    lines: [
      { code: 'accountNever' },
      ...(values.count > 0 ? [{ code: 'accountWithdrawals', values } as const] : []),
      ...beingSent(open, account.currency),
      ...mailTo(owner),
      { code: 'noUndo' },
    ],
  };
}

/** The steps of a payout batch that are reviewed. */
type BatchStep = 'start_sending' | 'mark_sent' | 'mark_not_sent';
type SentDay = Omit<SentTransfer, 'reference'>;
const NO_DAY: SentDay = { day: '', zone: 'UTC' };

/**
 * The review of such a step for all withdrawals of the batch. Whether it can be taken is checked when it is confirmed.
 * @param sent with `mark_sent`: the day on which the bank has sent them, in a time zone
 * @throws DomainError `invalid`, `sent_in_future`, `sent_before_start` for a day that is impossible
 */
export async function reviewOfBatch(
  tx: Tx,
  id: string,
  { step, sent = NO_DAY, now }: { step: BatchStep; sent?: SentDay; now: Date },
): Promise<Review> {
  const { currency, items, startedAt } = await tx.payoutBatch.findUniqueOrThrow({
    where: { id },
    include: {
      items: {
        where: { releasedAt: null },
        include: { withdrawal: { include: { cause: { select: { ownerId: true } } } } },
      },
    },
  });
  if (step === 'mark_sent') requirePossibleDay({ startedAt, currency }, sent, now);
  const withdrawals = items.map(({ withdrawal }) => withdrawal);
  const held = new Set<string>();
  if (step === 'start_sending')
    for (const { id: withdrawal, causeKey, bankAccountId } of withdrawals)
      if (await holdReason(tx, { causeKey, bankAccountId, amountMajor: 0 }, now)) held.add(withdrawal);
  const moved = withdrawals.filter((one) => !held.has(one.id));
  const total = totalOf(moved, currency);
  const creators = { count: new Set(withdrawals.map(({ cause }) => cause.ownerId)).size };
  const accounts = { count: new Set(moved.map(({ bankAccountId }) => bankAccountId)).size };
  const putBack: ReviewLine[] = held.size > 0 ? [{ code: 'batchHeld', values: { count: held.size } }] : [];
  const told: ReviewLine = { code: 'batchTold', values: creators };
  const lines: Record<BatchStep, ReviewLine[]> = {
    start_sending:
      moved.length > 0
        ? [
            { code: 'batchToSend', values: total },
            { code: 'batchAccounts', values: accounts },
            ...putBack,
            { code: 'paidOutside' },
            { code: 'batchNoCancel' },
            told,
            { code: 'batchUndoSending' },
          ]
        : [...putBack, { code: 'batchNothing' }, ...(held.size > 0 ? [told] : [])],
    mark_sent: [{ code: 'batchPaid', values: { ...total, date: { day: sent.day } } }, told, { code: 'batchUndoPaid' }],
    mark_not_sent: [
      { code: 'batchNotSent', values: total },
      { code: 'batchDecideAgain' },
      { code: 'batchMail', values: creators },
    ],
  };
  return {
    subject: { text: id, path: `/dashboard/staff/withdrawals/batches/${encodeURIComponent(id)}` },
    lines: lines[step],
  };
}

/** The review of closing a failed refund. Whether it can be is checked when it is confirmed. */
export async function reviewOfClosedRefund(tx: Tx, id: string): Promise<Review> {
  const { amountMinor, payment } = await tx.refund.findUniqueOrThrow({
    where: { id },
    include: { payment: true },
  });
  const amount = [fromMinor(amountMinor, payment.currency)];
  const after: Partial<Record<string, ReviewLine>> = {
    approved: { code: 'refundClosedLeft' },
    unclaimed: { code: 'refundClosedWrittenOff' },
  };
  return {
    subject: paymentSubject(payment),
    lines: [
      { code: 'refundClosed', values: { amount } },
      ...[after[payment.state] ?? []].flat(),
      { code: 'nobodyTold' },
      { code: 'noUndo' },
    ],
  };
}

/** The review of removing the passkeys of an account; null without an account, or without passkeys. */
export async function reviewOfPasskeys(
  tx: Tx,
  account: Pick<Account, 'id' | 'email' | 'name'> | null,
  now: Date,
): Promise<Review | null> {
  if (!account) return null;
  const { id, email, name } = account;
  const [passkeys, sessions] = [
    await tx.passkey.count({ where: { accountId: id } }),
    await tx.session.count({ where: { accountId: id, expiresAt: { gt: now } } }),
  ];
  if (passkeys === 0) return null;
  return {
    subject: { text: name, path: `/dashboard/staff/creators/${encodeURIComponent(id)}` },
    lines: [
      { code: 'passkeysGone', values: { count: passkeys, name } },
      { code: 'sessionsEnd', values: { count: sessions } },
      { code: 'holderMail', values: { email: readableEmail(email) } },
      { code: 'passkeyAgain' },
    ],
  };
}

/** The review of erasing the donor of a payment, who is everybody with its address. */
export async function reviewOfErasedDonor(tx: Tx, paymentId: string, email: string): Promise<Review> {
  const records = await findDonorRecords(tx, email);
  requireNoOpenPayment(records);
  const { payments, links, mails, notes } = countRecords(records);
  return {
    subject: { text: readableEmail(email), path: `/dashboard/staff/donors/${encodeURIComponent(paymentId)}` },
    lines: [
      { code: 'erasedPayments', values: { count: payments } },
      { code: 'erasedLinks', values: { count: links } },
      { code: 'erasedMails', values: { count: mails } },
      ...(notes > 0 ? [{ code: 'erasedNotes', values: { count: notes } } as const] : []),
      { code: 'booksStay' },
      { code: 'gatewaysKeep' },
      { code: 'weakerAnswers' },
      { code: 'nobodyTold' },
      { code: 'noUndo' },
    ],
  };
}

/** The review of erasing the holder of a creator's account. @throws DomainError if that cannot be */
export async function reviewOfErasedCreator(tx: Tx, accountId: string, now: Date): Promise<Review> {
  const records = await readErasableCreator(tx, accountId, now);
  const { passkeys, mails, notes, bankAccounts } = countErasable(records);
  const { name } = records.account;
  // One that has ended is kept for an hour.
  const sessions = records.sessions.filter(({ expiresAt }) => expiresAt > now).length;
  return {
    subject: { text: name, path: `/dashboard/staff/creators/${encodeURIComponent(accountId)}` },
    lines: [
      { code: 'erasedAccount', values: { name } },
      { code: 'sessionsEnd', values: { count: sessions } },
      ...(passkeys > 0 ? [{ code: 'passkeysGone', values: { count: passkeys, name } } as const] : []),
      { code: 'erasedCreatorMails', values: { count: mails } },
      ...(notes > 0 ? [{ code: 'erasedCreatorNotes', values: { count: notes } } as const] : []),
      { code: 'erasedBankAccounts', values: { count: bankAccounts } },
      { code: 'causesStay', values: { count: records.causes.length } },
      { code: 'nobodyTold' },
      { code: 'noUndo' },
    ],
  };
}
