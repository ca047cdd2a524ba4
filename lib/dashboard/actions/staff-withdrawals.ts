import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import type { Actor } from '#lib/sessions/session.ts';
import { revealBankAccount, reviewBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { isWithdrawalRefusal } from '#lib/withdrawals/refusal.ts';
import { dashboardAction, refuse } from '../action.ts';
import type { FaultCode, NoticeName } from '../page-view.ts';
import type { PermissionName } from '../permissions.ts';

const asParty = ({ id: accountId, role }: Actor) => ({ accountId, role });

const WHY_NOT: Readonly<Record<string, FaultCode>> = {
  own_request: 'ownRequest',
  verified_by_payer: 'verifiedByYou',
  wrong_state: 'wrongState',
  cause_on_hold: 'causeOnHold',
  over_available: 'overAvailable',
  not_released: 'moneyNotReleased',
  over_creator_sum: 'overSumOfCreator',
  bank_account_not_verified: 'accountNotVerified',
};

/** A refusal of the domain, said to whoever asked. */
async function said<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isWithdrawalRefusal(error)) throw error;
    return refuse(WHY_NOT[error.code] ?? 'refused', error.field ?? '');
  });
}

/** Its owner is who asked: staff never looks after an account of their own. */
async function findBankAccount(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const account = await tx.bankAccount.findUnique({ where: { id }, select: { id: true, ownerId: true } });
  return account && { id: account.id, requesterId: account.ownerId };
}

/** Shows the whole number and the document of the holder, a single time. */
export const showBankAccountAction = dashboardAction({
  name: 'bank_account.show',
  input: z.object({}),
  find: findBankAccount,
  auditedBy: 'domain',
  run: async ({ actor, resource: { id } }) => {
    const { accountNumber, holderDocument } = await said(revealBankAccount(asParty(actor), id));
    return { notice: 'accountShown', reveal: `${accountNumber} · ${holderDocument}` };
  },
});

function reviewAction(name: PermissionName, verdict: 'verified' | 'rejected', notice: NoticeName) {
  const note = z.string().trim().max(500);
  return dashboardAction({
    name,
    input: z.object({ note: verdict === 'rejected' ? note.min(1) : note }),
    find: findBankAccount,
    auditedBy: 'domain',
    run: async ({ actor, input, resource: { id }, now }) => {
      await said(reviewBankAccount(asParty(actor), id, verdict, input.note || null, now));
      return { notice };
    },
  });
}

export const verifyBankAccountAction = reviewAction('bank_account.verify', 'verified', 'accountVerified');
export const refuseBankAccountAction = reviewAction('bank_account.refuse', 'rejected', 'accountRejected');

type StaffChange = {
  name: PermissionName;
  action: 'approve' | 'reject' | 'pay' | 'fail';
  notice: NoticeName;
};

function withdrawalAction({ name, action, notice }: StaffChange) {
  const note = z.string().trim().max(500);
  return dashboardAction({
    name,
    // Approving needs no word; the others tell the creator why, or the bank's reference.
    input: z.object({ note: action === 'approve' ? note.optional() : note.min(1) }),
    find: async (tx, { id }) => {
      if (typeof id !== 'string') return null;
      const asked = await tx.withdrawal.findUnique({
        where: { id },
        select: { id: true, requestedBy: true },
      });
      return asked && { id: asked.id, requesterId: asked.requestedBy };
    },
    auditedBy: 'domain',
    needsFreshSignIn: action === 'pay',
    run: async ({ actor, input, resource: { id }, now }) => {
      const { heldFor } = await said(changeWithdrawal(asParty(actor), id, action, input.note || null, now));
      return { notice: heldFor === null ? notice : 'withdrawalPutBack' };
    },
  });
}

export const approveWithdrawalAction = withdrawalAction({
  name: 'withdrawal.approve',
  action: 'approve',
  notice: 'withdrawalApproved',
});
export const rejectWithdrawalAction = withdrawalAction({
  name: 'withdrawal.reject',
  action: 'reject',
  notice: 'withdrawalRejected',
});
export const payWithdrawalAction = withdrawalAction({
  name: 'withdrawal.pay',
  action: 'pay',
  notice: 'withdrawalPaid',
});
export const failWithdrawalAction = withdrawalAction({
  name: 'withdrawal.fail',
  action: 'fail',
  notice: 'withdrawalFailed',
});
