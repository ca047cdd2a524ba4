import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import type { Actor } from '#lib/sessions/session.ts';
import { rejectBankAccount, revealBankAccount, verifyBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { evidenceTypeOf } from '#lib/withdrawals/evidence.ts';
import { dashboardAction } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import type { NoticeName } from '../page-view.ts';
import type { PermissionName } from '../permissions.ts';
import { reviewOfAccount, reviewOfWithdrawal } from '../staff/consequences.ts';

const asParty = ({ id: accountId, role }: Actor) => ({ accountId, role });

/** The owner counts as the requester: nobody verifies their own bank account. */
async function findBankAccount(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const account = await tx.bankAccount.findUnique({ where: { id }, select: { id: true, ownerId: true } });
  return account && { id: account.id, requesterId: account.ownerId };
}

/** Reveals the whole account number and the holder's document, once. */
export const showBankAccountAction = dashboardAction({
  name: 'bank_account.show',
  input: z.object({}),
  find: findBankAccount,
  auditedBy: 'domain',
  run: async ({ actor, resource: { id } }) => {
    const { accountNumber, holderDocument } = await revealBankAccount(asParty(actor), id);
    return { notice: 'accountShown', reveal: `${accountNumber} · ${holderDocument}` };
  },
});

/** Verifies a bank account by a file or a link that shows whose it is. */
export const verifyBankAccountAction = dashboardAction({
  name: 'bank_account.verify',
  input: z.object({
    note: z.string().trim().max(500),
    link: z
      .string()
      .trim()
      .max(2000)
      .refine((link) => link === '' || isHttpsUrl(link), 'httpsUrl'),
  }),
  find: findBankAccount,
  auditedBy: 'domain',
  takesFile: true,
  run: async ({ actor, input: { note, link }, file, resource: { id }, now }) => {
    if (file === 'too_large') return rejectField('file', 'evidenceSize');
    if (file !== null && evidenceTypeOf(file) === null) return rejectField('file', 'evidenceType');
    if (file === null && link === '') return rejectField('file', 'evidenceNeeded');
    const evidence = file === null ? { link } : { file };
    await verifyBankAccount(asParty(actor), id, { note: note || null, evidence }, now);
    return { notice: 'accountVerified' };
  },
});

/** Rejects a bank account, with a reason for its owner. */
export const refuseBankAccountAction = dashboardAction({
  name: 'bank_account.refuse',
  input: z.object({ note: z.string().trim().min(1).max(500) }),
  find: findBankAccount,
  auditedBy: 'domain',
  review: async (tx: Tx, { resource: { id } }) =>
    reviewOfAccount(tx, await tx.bankAccount.findUniqueOrThrow({ where: { id } })),
  run: async ({ actor, input: { note }, resource: { id }, now }) => {
    await rejectBankAccount(asParty(actor), id, note, now);
    return { notice: 'accountRejected' };
  },
});

function isHttpsUrl(text: string): boolean {
  return URL.parse(text)?.protocol === 'https:';
}

type StaffChange = {
  name: PermissionName;
  action: 'approve' | 'reject' | 'pay' | 'fail';
  notice: NoticeName;
};

function withdrawalAction({ name, action, notice }: StaffChange) {
  const note = z.string().trim().max(500);
  return dashboardAction({
    name,
    // Approval needs no note; the other decisions give the creator a reason, or the bank's reference.
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
    data: ({ note: typed }) => ({ note: typed }),
    ...(action === 'approve'
      ? {}
      : {
          review: async (tx: Tx, { resource: { id } }: { resource: { id: string } }) =>
            reviewOfWithdrawal(tx, await tx.withdrawal.findUniqueOrThrow({ where: { id } }), action),
        }),
    run: async ({ actor, input, resource: { id }, now }) => {
      const { heldFor } = await changeWithdrawal(asParty(actor), id, action, input.note || null, now);
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
