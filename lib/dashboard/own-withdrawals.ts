import { randomUUID } from 'node:crypto';
import { rulesOf } from '#lib/causes/states.ts';
import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { readCursor, writeCursor } from '#lib/keyset.ts';
import { type Balance, creatorBalances } from '#lib/ledger/balance.ts';
import { type Withdrawable, withdrawableOfCreator } from '#lib/ledger/withdrawable.ts';
import type { Currency } from '#lib/money.ts';
import { type BankAccountView, listBankAccounts } from '#lib/withdrawals/bank-accounts.ts';
import { listOwnWithdrawals, listWithdrawalsOf, PAGE, withdrawalAllowance } from '#lib/withdrawals/list.ts';
import type { WithdrawalView } from '#lib/withdrawals/present.ts';
import { actionsOn } from '#lib/withdrawals/states.ts';
import { type OpenPage, openPage, type Query } from './open-page.ts';
import { headOf, openOwnCause } from './own-cause.ts';
import { type WithdrawableView, withdrawableView } from './withdrawable-view.ts';
import type {
  BalanceView,
  BankAccountRow,
  CauseWithdrawalsView,
  WithdrawalRow,
  WithdrawalsView,
} from './withdrawal-view.ts';

/** The page of one cause's balance and withdrawals. */
export async function openCauseWithdrawals(
  key: string,
  query: Query,
): Promise<OpenPage & { view: CauseWithdrawalsView }> {
  const { cause, head, ...open } = await openOwnCause(key, '/withdrawals', query);
  const { actor, page, now } = open;
  const who = { accountId: actor.id, role: actor.role };
  const [allowance, accounts, found] = await Promise.all([
    withdrawalAllowance(who, cause.key, now),
    listBankAccounts(who),
    listWithdrawalsOf(who, cause.key, readCursor(page.query.after)),
  ]);
  const own = accounts.filter(({ currency }) => currency === cause.currency).map(bankAccountRow);
  const view = {
    cause: head,
    balance: balanceView(allowance.balance, allowance.withdrawable, cause.country),
    paysOut: rulesOf(cause.state).paysOut,
    leftTodayMajor: allowance.leftTodayMajor,
    dailyLimitMajor: env().withdrawals.dailyLimit[cause.currency as Currency],
    approvalAboveMajor: allowance.approvalAboveMajor,
    leftAtOnceMajor: allowance.leftAtOnceMajor,
    accounts: own.filter(({ state }) => state === 'verified'),
    hasWaitingAccount: own.some(({ state }) => state === 'unverified'),
    once: randomUUID(),
    withdrawals: found.map((one) => withdrawalRow(one, cause)),
    after: afterOf(found),
  };
  return { ...open, view };
}

/** The page of everything that a creator can withdraw. */
export async function openWithdrawals(query: Query): Promise<OpenPage & { view: WithdrawalsView }> {
  const open = await openPage('/dashboard/withdrawals', query, 'creator');
  const { actor, page, now } = open;
  const who = { accountId: actor.id, role: actor.role };
  const [balances, causes, accounts, found] = await Promise.all([
    creatorBalances(db(), actor.id),
    db().cause.findMany({ where: { ownerId: actor.id }, orderBy: { createdAt: 'desc' } }),
    listBankAccounts(who),
    listOwnWithdrawals(who, readCursor(page.query.after)),
  ]);
  const { byCause, byCurrency } = await withdrawableOfCreator(db(), causes, now);
  const countryOf = (currency: string) => causes.find((cause) => cause.currency === currency)?.country ?? '';
  const causeOf = (key: string) => causes.find((cause) => cause.key === key) ?? { title: '', country: '' };
  const view = {
    balances: balances.map((balance) =>
      balanceView(balance, byCurrency.get(balance.currency), countryOf(balance.currency)),
    ),
    causes: causes.map((cause) => ({ ...headOf(cause), ...withdrawableView(byCause.get(cause.key)) })),
    accounts: accounts.map(bankAccountRow),
    withdrawals: found.map((one) => withdrawalRow(one, causeOf(one.causeKey))),
    after: afterOf(found),
  };
  return { ...open, view };
}

/** A page that is full may have been the last: the next one then says that it is empty. */
function afterOf(found: readonly WithdrawalView[]): string | null {
  const last = found.at(-1);
  return last && found.length === PAGE ? writeCursor({ at: last.requestedAt, id: last.id }) : null;
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
  const changedAt = one.failedAt ?? one.paidAt ?? one.decidedAt;
  const isLater = changedAt !== null && changedAt.getTime() !== requestedAt.getTime();
  return {
    ...{ id, causeKey, causeTitle: cause.title, country: cause.country, state, amountMajor, currency },
    ...{ account: `${one.bankName} ${one.maskedNumber}`, reason, note },
    requestedAt: timestamp(requestedAt),
    changedAt: isLater ? timestamp(changedAt) : null,
    heldFor: one.heldFor,
    mayCancel: actionsOn(state).includes('cancel'),
  };
}
