import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { type AmountFault, parseAmount } from '#lib/i18n/parse-amount.ts';
import { writeDay } from '#lib/i18n/write-day.ts';
import type { Withdrawable } from '#lib/ledger/withdrawable.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { bankAccountInput } from '#lib/withdrawals/bank-account-input.ts';
import { addBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { withdrawalAllowance } from '#lib/withdrawals/list.ts';
import { isWithdrawalRefusal, type RefusalCode } from '#lib/withdrawals/refusal.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { ACTOR_ALONE, dashboardAction, refuse } from '../action.ts';
import type { FaultCode } from '../page-view.ts';
import { causeOfForm } from './cause.ts';

/** What is said of a refusal of the domain, at its field. */
const FAULTS: Record<RefusalCode, FaultCode> = {
  not_found: 'refused',
  not_allowed: 'refused',
  own_request: 'refused',
  verified_by_payer: 'refused',
  wrong_state: 'tooLate',
  key_reused: 'sentBefore',
  amount_not_positive: 'amount',
  currency_differs: 'otherCurrency',
  over_available: 'overBalance',
  not_released: 'notReleasedUndated',
  over_creator_sum: 'overCreatorSum',
  over_daily_limit: 'overDailyLimit',
  bank_account_not_verified: 'notVerified',
  cause_on_hold: 'onHold',
  invalid: 'invalid',
};
const AMOUNT_FAULTS: Record<AmountFault, FaultCode> = {
  empty: 'required',
  not_a_number: 'amount',
  not_whole: 'amountWhole',
  ambiguous: 'amountAmbiguous',
  too_small: 'amount',
  too_large: 'overBalance',
};

/** Says in the form's words what the domain refuses. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isWithdrawalRefusal(error)) throw error;
    return refuse(FAULTS[error.code], error.field === 'key' ? '' : error.field);
  }
}

/** Adds a bank account of one's own. It waits for staff to verify it. */
export const addBankAccountAction = dashboardAction({
  name: 'bank_account.add',
  needsFreshSignIn: true,
  auditedBy: 'domain',
  input: bankAccountInput,
  find: ACTOR_ALONE,
  async run({ actor, input, now }) {
    await told(addBankAccount({ accountId: actor.id, role: actor.role }, input, now));
    return { to: '/dashboard/withdrawals', notice: 'bankAccountAdded' };
  },
});

/** `once` names the form: sent twice, it asks once. `locale` is how its reader writes numbers. */
const request = z.object({
  key: z.string(),
  once: z.string(),
  locale: z.string(),
  amount: z.string(),
  bankAccountId: z.string().min(1),
  reason: z.string().transform((text) => text.trim()),
});

/** Asks for money of an own cause to be sent to a bank account of one's own. */
export const requestWithdrawalAction = dashboardAction({
  name: 'withdrawal.request',
  needsFreshSignIn: true,
  auditedBy: 'domain',
  input: request,
  find: causeOfForm,
  async run({ actor, resource: cause, input, now }) {
    const { once, amount, bankAccountId, reason, locale } = input;
    const parsed = parseAmount(amount, knownLocale(locale));
    if (!parsed.ok) return refuse(AMOUNT_FAULTS[parsed.fault], 'amount');
    const who = { accountId: actor.id, role: actor.role };
    const wanted = { causeKey: cause.key, currency: cause.currency, amountMajor: parsed.amount };
    const asked = requestWithdrawal(who, { ...wanted, bankAccountId, reason, key: once }, now);
    const { state } = await told(
      asked.catch(async (error: unknown) => {
        if (!isWithdrawalRefusal(error) || error.code !== 'not_released') throw error;
        const { withdrawable } = await withdrawalAllowance(who, cause.key, now);
        const day = dayOfEnough(withdrawable, wanted);
        if (day === null) throw error;
        return refuse('notReleased', 'amount', { date: writeDay(knownLocale(locale), day) });
      }),
    );
    return { notice: state === 'approved' ? 'payoutApproved' : 'withdrawalRequested' };
  },
});

/** The day (UTC) on which as much is released as is wanted, as far as gateways have said; null where they have not. */
function dayOfEnough(
  { releasedMinor, onItsWay }: Withdrawable,
  { amountMajor, currency }: { amountMajor: number; currency: string },
): string | null {
  const wantedMinor = BigInt(amountMajor) * BigInt(minorUnitsPerMajor(currency));
  let there = releasedMinor;
  for (const { day, amountMinor } of onItsWay) {
    there += amountMinor;
    if (there >= wantedMinor) return day;
  }
  return null;
}

function knownLocale(text: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Takes back what was asked for, while nobody has decided about it. */
export const cancelWithdrawalAction = dashboardAction({
  name: 'withdrawal.cancel',
  auditedBy: 'domain',
  input: z.object({ id: z.string() }),
  find: (tx: Tx, { id }) => withdrawalOfForm(tx, id),
  subject: ({ id }) => String(id),
  async run({ actor, input: { id }, now }) {
    await told(changeWithdrawal({ accountId: actor.id, role: actor.role }, id, 'cancel', null, now));
    return { notice: 'withdrawalCancelled' };
  },
});

/** Whoever asked for it owns it. */
async function withdrawalOfForm(tx: Tx, id: unknown) {
  if (typeof id !== 'string' || !/^\w+$/.test(id)) return null;
  const found = await tx.withdrawal.findUnique({ where: { id }, select: { requestedBy: true } });
  return found && { ownerId: found.requestedBy };
}
