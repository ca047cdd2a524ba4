import { randomUUID } from 'node:crypto';
import { redirect } from 'next/navigation';
import { rulesOf } from '#lib/causes/states.ts';
import { timestamp } from '#lib/clock.ts';
import { COUNTRY_CODES, isCountry } from '#lib/countries.ts';
import type { Currency } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { readCursor } from '#lib/keyset.ts';
import { type Balance, creatorBalances } from '#lib/ledger/balance.ts';
import { type Withdrawable, withdrawableOfCreator } from '#lib/ledger/withdrawable.ts';
import { minorUnitsPerMajor, toMinor } from '#lib/money.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { type BankAccountView, listBankAccounts } from '#lib/withdrawals/bank-accounts.ts';
import { COLOMBIAN_DOCUMENTS } from '#lib/withdrawals/bank-format-view.ts';
import { bankFormat } from '#lib/withdrawals/bank-formats.ts';
import { expectedArrival } from '#lib/withdrawals/expected-arrival.ts';
import { isRequested, listOwnWithdrawals, listWithdrawalsOf, withdrawalAllowance } from '#lib/withdrawals/list.ts';
import type { WithdrawalView } from '#lib/withdrawals/present.ts';
import { reviewRequest } from '#lib/withdrawals/request.ts';
import { actionsOn } from '#lib/withdrawals/states.ts';
import { storedRequest } from './actions/withdrawal.ts';
import { type DashboardPage, loadDashboardPage, type Query } from './dashboard-page.ts';
import { findStop, headerOf, loadOwnCause } from './own-cause.ts';
import { causesOf } from './own-payments.ts';
import { passkeyPrompt } from './passkey-prompt.ts';
import { type WithdrawableView, withdrawableView } from './withdrawable-view.ts';
import type {
  BalanceView,
  BankAccountFormView,
  BankAccountRow,
  CauseWithdrawalsView,
  WithdrawalReview,
  WithdrawalRow,
  WithdrawalsView,
} from './withdrawal-view.ts';

/** The page of one cause's balance and withdrawals. */
export async function loadCauseWithdrawals(
  key: string,
  query: Query,
): Promise<DashboardPage & { view: CauseWithdrawalsView }> {
  const { cause, head, ...open } = await loadOwnCause(key, '/withdrawals', query);
  const { actor, page, now } = open;
  const [passkey, allowance, accounts, found, isDone] = await Promise.all([
    passkeyPrompt(open, { begins: false }),
    withdrawalAllowance(actor, cause.key, now),
    listBankAccounts(actor),
    listWithdrawalsOf(actor, cause.key, readCursor(page.query.after)),
    hasRequested(open),
  ]);
  const own = accounts.filter(({ currency }) => currency === cause.currency).map(bankAccountRow);
  const view = {
    cause: head,
    passkey,
    balance: balanceView(allowance.balance, allowance.withdrawable, cause.country),
    paysOut: rulesOf(cause.state).paysOut,
    stop: findStop(cause),
    mostMinor: Number(allowance.mostMinor),
    isUsedUp: allowance.leftTodayMinor < BigInt(minorUnitsPerMajor(cause.currency)),
    dailyLimitMajor: env().withdrawals.dailyLimit[cause.currency as Currency],
    approvalAboveMajor: allowance.approvalAboveMajor,
    accounts: own.filter(({ state }) => state === 'verified'),
    hasWaitingAccount: own.some(({ state }) => state === 'unverified'),
    once: randomUUID(),
    withdrawals: found.rows.map((one) => withdrawalRow(one, cause)),
    after: found.after,
  };
  return { ...open, page: isDone ? { ...page, result: null } : page, view };
}

/** Whether the kept form of a page has made its request, as it has for somebody who goes back: nothing is to be sent again. */
async function hasRequested({ actor, page: { result } }: DashboardPage): Promise<boolean> {
  if (result?.kind !== 'refused' || result.action !== 'withdrawal.request' || result.errors.length > 0) return false;
  const { once } = result.values;
  return typeof once === 'string' && isRequested(actor, once);
}

/**
 * The page on which a creator reviews a withdrawal, from the form that is kept under the query's `result`. A form that is gone,
 * has been requested, or can no longer be requested, leads back to the page of the withdrawals.
 */
export async function loadWithdrawalReview(
  key: string,
  query: Query,
): Promise<DashboardPage & { view: WithdrawalReview }> {
  const { cause, head, ...open } = await loadOwnCause(key, '/withdrawals/review', query);
  const { actor, page, now } = open;
  const back = `/dashboard/causes/${encodeURIComponent(cause.key)}/withdrawals`;
  const { result } = page;
  if (typeof query.result !== 'string' || result?.kind !== 'refused' || result.action !== 'withdrawal.request')
    redirect(back);
  if (await hasRequested(open)) redirect(back);
  const toForm = `${back}?${new URLSearchParams({ result: query.result })}`;
  const request = result.errors.length === 0 ? storedRequest(result.values, cause) : null;
  if (!request) redirect(toForm);
  const [reviewed, { withdrawable }, accounts] = await Promise.all([
    reviewRequest(actor, request, now).catch((error: unknown) => {
      if (isDomainError(error)) return null;
      throw error;
    }),
    withdrawalAllowance(actor, cause.key, now),
    listBankAccounts(actor),
  ]);
  const account = accounts.find(({ id }) => id === request.bankAccountId);
  if (!reviewed || !account) redirect(toForm);
  const { amountMajor, reason } = request;
  const dates = { requestedAt: now, decidedAt: null, sendingAt: null, paidAt: null, sentOn: null, heldFor: null };
  const view = {
    cause: head,
    amountMajor,
    reason,
    account: bankAccountRow(account),
    state: reviewed.state,
    result: query.result,
    restMinor: Number(withdrawable.availableMinor - toMinor(amountMajor, cause.currency)),
    expectedDay: expectedArrival({ ...dates, state: reviewed.state }),
    values: Object.fromEntries(Object.entries(result.values).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
  };
  return { ...open, view };
}

/** The page of all money that a creator can withdraw. */
export async function loadWithdrawals(query: Query): Promise<DashboardPage & { view: WithdrawalsView }> {
  const open = await loadDashboardPage('/dashboard/withdrawals', query, 'creator');
  const { actor, page, now } = open;
  const [passkey, balances, causes, accounts, found] = await Promise.all([
    passkeyPrompt(open, { begins: false }),
    creatorBalances(db(), actor.id),
    db().cause.findMany({ where: { ownerId: actor.id }, orderBy: { createdAt: 'desc' } }),
    listBankAccounts(actor),
    listOwnWithdrawals(actor, readCursor(page.query.after)),
  ]);
  const { byCause, byCurrency } = await withdrawableOfCreator(db(), causes, now);
  const countryOf = (currency: string) => causes.find((cause) => cause.currency === currency)?.country ?? '';
  const causeOf = (key: string) => causes.find((cause) => cause.key === key) ?? { title: '', country: '' };
  const view = {
    passkey,
    balances: balances.map((balance) =>
      balanceView(balance, byCurrency.get(balance.currency), countryOf(balance.currency)),
    ),
    causes: causes.map((cause) => ({
      ...headerOf(cause),
      ...withdrawableView(byCause.get(cause.key)),
      paysOut: rulesOf(cause.state).paysOut,
    })),
    accounts: accounts.map(bankAccountRow),
    withdrawals: found.rows.map((one) => withdrawalRow(one, causeOf(one.causeKey))),
    after: found.after,
  };
  return { ...open, view };
}

/**
 * The form that adds a bank account: of the country in the query, or of a form that comes back. Its defaults are those of the
 * creator's cause in the query, from whose page they came; of their newest one without.
 */
export async function loadBankAccountForm(query: Query): Promise<DashboardPage & { form: BankAccountFormView }> {
  const open = await loadDashboardPage('/dashboard/withdrawals/bank-account', query, 'creator');
  const [causes, passkey] = await Promise.all([causesOf(open.actor.id), passkeyPrompt(open, { begins: true })]);
  const cause = causes.find(({ key }) => key === open.page.query.cause) ?? causes[0];
  const typed = open.page.result?.kind === 'refused' ? [open.page.result.values.country ?? ''].flat()[0] : '';
  const code = (open.page.query.country || typed || '').toUpperCase();
  const format = bankFormat(code);
  const form = {
    passkey,
    countries: COUNTRY_CODES,
    usualCountry: cause?.country.toUpperCase() ?? null,
    usualCurrency: cause?.currency ?? null,
    country: isCountry(code)
      ? { code, format, documentTypes: format.document === 'colombia' ? COLOMBIAN_DOCUMENTS : ([] as const) }
      : null,
  };
  return { ...open, form };
}

function balanceView(balance: Balance, of: Withdrawable | undefined, country: string): BalanceView {
  const { currency, leftMinor: _, ...sums } = balance;
  const numbers = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]));
  return { currency, country, ...withdrawableView(of), ...(numbers as Figures) };
}

type Figures = Omit<BalanceView, 'currency' | 'country' | keyof WithdrawableView>;

function bankAccountRow(account: BankAccountView): BankAccountRow {
  const { id, bankName, maskedNumber, holderName, currency, state, reviewNote: note } = account;
  return { id, bankName, maskedNumber, holderName, currency, state: state as BankAccountRow['state'], note };
}

function withdrawalRow(one: WithdrawalView, cause: { title: string; country: string }): WithdrawalRow {
  const { id, causeKey, state, amountMajor, currency, reason, note, requestedAt } = one;
  const changedAt = one.failedAt ?? one.paidAt ?? one.sendingAt ?? one.decidedAt;
  const isLater = changedAt !== null && changedAt.getTime() !== requestedAt.getTime();
  return {
    id,
    causeKey,
    causeTitle: cause.title,
    country: cause.country,
    state,
    amountMajor,
    currency,
    account: `${one.bankName} ${one.maskedNumber}`,
    reason,
    note,
    requestedAt: timestamp(requestedAt),
    changedAt: isLater ? timestamp(changedAt) : null,
    heldFor: one.heldFor,
    isAccountRejected: one.isAccountRejected,
    sentReference: one.sentReference,
    sentOn: one.sentOn,
    mayCancel: actionsOn(state).includes('cancel'),
    expectedDay: one.isAccountRejected ? null : expectedArrival(one),
  };
}
