import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { amountWords } from '#lib/i18n/amount-words.ts';
import { parseAmountWithCents } from '#lib/i18n/parse-amount.ts';
import { supportedLocale } from '#lib/i18n/supported-locale.ts';
import { writeDay } from '#lib/i18n/write-day.ts';
import type { Withdrawable } from '#lib/ledger/withdrawable.ts';
import { toMinor } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { bankAccountInput } from '#lib/withdrawals/bank-account-input.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { withdrawalAllowance } from '#lib/withdrawals/list.ts';
import { requestWithdrawal, reviewRequest, type WithdrawalRequest } from '#lib/withdrawals/request.ts';
import { dashboardAction, NO_RESOURCE, OPTIONAL_REASON } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import { rejectAmount } from '../reject-amount.ts';
import { causeOfForm } from './cause.ts';

/** Adds a bank account of the actor. Staff have to verify it. */
export const addBankAccountAction = dashboardAction({
  name: 'bank_account.add',
  creates: true,
  auditedBy: 'domain',
  input: bankAccountInput,
  find: NO_RESOURCE,
  async act(tx, { actor, input, now }) {
    await addBankAccount(tx, actor, input, now);
    return { to: '/dashboard/withdrawals', notice: 'bankAccountAdded' };
  },
});

/** `once` identifies the form: sent twice, it makes one request. `locale` is the reader's number format. */
const request = z.object({
  key: z.string(),
  once: z.string(),
  locale: z.string(),
  amount: z.string(),
  bankAccountId: z.string().min(1),
  reason: OPTIONAL_REASON,
});

type RequestForm = z.output<typeof request>;
type OwnCause = { key: string; currency: string };

/** What a form requests. @throws InvalidForm at an amount that cannot be parsed. */
function requestOf(form: RequestForm, { key: causeKey, currency }: OwnCause): WithdrawalRequest {
  const formatLocale = supportedLocale(form.locale);
  const parsed = parseAmountWithCents(form.amount, formatLocale, amountWords(currency));
  const texts = { empty: 'required', not_whole: 'amount', too_large: 'overBalance' } as const;
  if (!parsed.ok) return rejectAmount(parsed, { field: 'amount', currency, formatLocale, texts });
  const { bankAccountId, reason, once } = form;
  return { causeKey, currency, amountMajor: parsed.amount, bankAccountId, reason, key: once };
}

/** The same for the page on which a kept form is reviewed; null for one that is incomplete. */
export function storedRequest(values: Record<string, unknown>, cause: OwnCause): WithdrawalRequest | null {
  const form = request.safeParse({ ...values, key: cause.key });
  if (!form.success) return null;
  const { amount, locale } = form.data;
  const parsed = parseAmountWithCents(amount, supportedLocale(locale), amountWords(cause.currency));
  return parsed.ok ? requestOf(form.data, cause) : null;
}

/** Says in the form on which day enough money will have arrived, where the processor has said so. */
async function withDayOfEnough<T>(
  actor: Actor,
  wanted: WithdrawalRequest,
  locale: string,
  now: Date,
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error: unknown) => {
    if (!isDomainError(error) || error.code !== 'not_released') throw error;
    const { withdrawable } = await withdrawalAllowance(actor, wanted.causeKey, now);
    const day = dayOfEnough(withdrawable, wanted);
    if (day === null) throw error;
    return rejectField('amount', 'notReleased', { date: writeDay(supportedLocale(locale), day) });
  });
}

/** Checks a request, and leads to the page on which its sender reviews it. Nothing is requested yet. */
export const reviewWithdrawalAction = dashboardAction({
  name: 'withdrawal.review',
  input: request,
  find: causeOfForm,
  async run({ actor, resource: cause, input, now }) {
    const wanted = requestOf(input, cause);
    await withDayOfEnough(actor, wanted, input.locale, now, reviewRequest(actor, wanted, now));
    return {
      to: `/dashboard/causes/${encodeURIComponent(cause.key)}/withdrawals/review`,
      review: { action: 'withdrawal.request', values: input },
    };
  },
});

/** Requests a withdrawal from the actor's cause to the actor's bank account. */
export const requestWithdrawalAction = dashboardAction({
  name: 'withdrawal.request',
  auditedBy: 'domain',
  input: request,
  find: causeOfForm,
  async run({ actor, resource: cause, input, now }) {
    const wanted = requestOf(input, cause);
    const asked = requestWithdrawal(actor, wanted, now);
    const { state } = await withDayOfEnough(actor, wanted, input.locale, now, asked);
    return {
      to: `/dashboard/causes/${encodeURIComponent(cause.key)}/withdrawals`,
      notice: state === 'approved' ? 'payoutApproved' : 'withdrawalRequested',
    };
  },
});

/** The first day (UTC) on which enough is released, by the dates that gateways have reported; null if they have not. */
function dayOfEnough(
  { releasedMinor, onItsWay }: Withdrawable,
  { amountMajor, currency }: { amountMajor: number; currency: string },
): string | null {
  const wantedMinor = toMinor(amountMajor, currency);
  let total = releasedMinor;
  for (const { day, amountMinor } of onItsWay) {
    total += amountMinor;
    if (total >= wantedMinor) return day;
  }
  return null;
}

/** Cancels a withdrawal that is not sent yet. */
export const cancelWithdrawalAction = dashboardAction({
  name: 'withdrawal.cancel',
  auditedBy: 'domain',
  input: z.object({ id: z.string() }),
  find: (tx: Tx, { id }) => withdrawalOfForm(tx, id),
  subject: ({ id }) => String(id),
  async run({ actor, input: { id }, resource: { state }, now }) {
    // Sent twice, the form has done it.
    if (state !== 'cancelled') await changeWithdrawal({ id: actor.id, role: actor.role }, id, 'cancel', null, now);
    return { notice: 'withdrawalCancelled' };
  },
});

/** The requester owns it. */
async function withdrawalOfForm(tx: Tx, id: unknown) {
  if (typeof id !== 'string' || !/^\w+$/.test(id)) return null;
  const found = await tx.withdrawal.findUnique({ where: { id }, select: { requestedBy: true, state: true } });
  return found && { ownerId: found.requestedBy, state: found.state };
}
