import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { trimmedLine } from '#lib/fields.ts';
import type { PolicyAction } from '#lib/policy/table.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { rejectBankAccount, revealBankAccount, verifyBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import {
  changeWithdrawal,
  LONGEST_REFERENCE,
  markWithdrawalSent,
  requirePossibleDay,
} from '#lib/withdrawals/change.ts';
import { partiesOf } from '#lib/withdrawals/checks.ts';
import { evidenceTypeOf } from '#lib/withdrawals/evidence.ts';
import { dashboardAction, OPTIONAL_REASON, REASON } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import type { NoticeName } from '../page-view.ts';
import { type ReviewedStep, reviewOfAccount, reviewOfWithdrawal } from '../staff/reviews.ts';
import { SENT_DAY } from './batches.ts';

async function findBankAccount(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  return tx.bankAccount.findUnique({ where: { id }, select: { id: true, ownerId: true } });
}

/** Reveals the whole account number and the holder's document, once. */
export const revealBankAccountAction = dashboardAction({
  name: 'bank_account.reveal',
  input: z.object({}),
  find: findBankAccount,
  auditedBy: 'domain',
  run: async ({ actor, resource: { id } }) => {
    const { accountNumber, holderDocument } = await revealBankAccount(actor, id);
    return { notice: 'accountShown', reveal: `${accountNumber} · ${holderDocument}` };
  },
});

/** Verifies a bank account by a file or a link that shows whose it is. */
export const verifyBankAccountAction = dashboardAction({
  name: 'bank_account.verify',
  input: z.object({
    note: OPTIONAL_REASON,
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
    await verifyBankAccount(actor, id, { note: note || null, evidence }, now);
    return { notice: 'accountVerified' };
  },
});

/** Rejects a bank account, with a reason for its owner. */
export const rejectBankAccountAction = dashboardAction({
  name: 'bank_account.reject',
  input: z.object({ note: REASON }),
  find: findBankAccount,
  auditedBy: 'domain',
  review: async (tx: Tx, { resource: { id } }) =>
    reviewOfAccount(tx, await tx.bankAccount.findUniqueOrThrow({ where: { id } })),
  run: async ({ actor, input: { note }, resource: { id }, now }) => {
    await rejectBankAccount(actor, id, note, now);
    return { notice: 'accountRejected' };
  },
});

function isHttpsUrl(text: string): boolean {
  return URL.parse(text)?.protocol === 'https:';
}

async function findWithdrawal(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const asked = await tx.withdrawal.findUnique({
    where: { id },
    include: { cause: true, bankAccount: true },
  });
  return asked && { id: asked.id, parties: partiesOf(asked) };
}

/** The version of the withdrawal that the page showed. */
const SEEN = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

type Seen = { input: { seen: number }; resource: { id: string } };

function reviewOf(action: ReviewedStep) {
  return async (tx: Tx, { input: { seen }, resource: { id } }: Seen) => {
    const withdrawal = await tx.withdrawal.findUniqueOrThrow({ where: { id } });
    if (withdrawal.version !== seen) throw new DomainError('wrong_state');
    return reviewOfWithdrawal(tx, withdrawal, action);
  };
}

type StaffChange = {
  name: PolicyAction;
  action: 'approve' | 'reject' | 'start_sending' | 'mark_not_sent' | 'fail';
  notice: NoticeName;
};

function withdrawalAction({ name, action, notice }: StaffChange) {
  // What goes on needs no note; the other decisions give the creator a reason.
  const goesOn = action === 'approve' || action === 'start_sending';
  return dashboardAction({
    name,
    input: z.object({ seen: SEEN, note: goesOn ? OPTIONAL_REASON.optional() : REASON }),
    find: findWithdrawal,
    auditedBy: 'domain',
    data: ({ note: typed }) => ({ note: typed }),
    ...(action === 'approve' ? {} : { review: reviewOf(action) }),
    run: async ({ actor, input, resource: { id }, now }) => {
      const { state } = await changeWithdrawal(actor, id, action, input.note || null, now, input.seen);
      const isHeld = action === 'start_sending' && state !== 'sending';
      return { notice: isHeld ? 'withdrawalPutBack' : notice };
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
export const startSendingAction = withdrawalAction({
  name: 'withdrawal.start_sending',
  action: 'start_sending',
  notice: 'withdrawalSending',
});
export const markNotSentAction = withdrawalAction({
  name: 'withdrawal.mark_not_sent',
  action: 'mark_not_sent',
  notice: 'withdrawalNotSent',
});
export const failWithdrawalAction = withdrawalAction({
  name: 'withdrawal.fail',
  action: 'fail',
  notice: 'withdrawalFailed',
});

/** Records that the bank has sent a withdrawal. */
export const markSentAction = dashboardAction({
  name: 'withdrawal.mark_sent',
  input: z.object({ ...SENT_DAY, seen: SEEN, reference: trimmedLine(LONGEST_REFERENCE) }),
  find: findWithdrawal,
  auditedBy: 'domain',
  data: ({ reference, day }) => ({ reference, day }),
  review: async (tx, call) => {
    const review = await reviewOf('mark_sent')(tx, call);
    const { sendingAt, currency } = await tx.withdrawal.findUniqueOrThrow({ where: { id: call.resource.id } });
    requirePossibleDay({ startedAt: sendingAt, currency }, call.input, call.now);
    return review;
  },
  run: async ({ actor, input: { seen, ...sent }, resource: { id }, now }) => {
    await markWithdrawalSent(actor, id, sent, now, seen);
    return { notice: 'withdrawalSent' };
  },
});
