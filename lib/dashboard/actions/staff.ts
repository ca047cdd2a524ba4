import type { DashboardAction } from '../action.ts';
import {
  cancelBatchAction,
  createBatchAction,
  markBatchNotSentAction,
  markBatchSentAction,
  startBatchAction,
} from './batches.ts';
import { restoreCauseAction } from './cause.ts';
import { approveTermsAction, createClientAction, editClientAction, refuseTermsAction } from './clients.ts';
import { handleEventAction } from './events.ts';
import {
  approveWriteOffAction,
  closeRefundAction,
  recordReturnAction,
  recordTransferAction,
  refuseWriteOffAction,
  requestWriteOffAction,
  retryRefundAction,
} from './failed-refunds.ts';
import {
  approveKeyAction,
  createKeyAction,
  refuseKeyAction,
  renameKeyAction,
  revokeKeyAction,
  rotateKeyAction,
} from './keys.ts';
import { acknowledgeDifferenceAction, checkLedgerAction } from './ledger.ts';
import { cancelLinkAction, liftLockAction, liftPauseAction } from './links.ts';
import { resolveInDoubtAction } from './mails.ts';
import { addNoteAction } from './notes.ts';
import { approveRefundAction, refundPaymentAction, refuseRefundAction } from './refunds.ts';
import {
  approveWithdrawalAction,
  failWithdrawalAction,
  markNotSentAction,
  markSentAction,
  refuseBankAccountAction,
  rejectWithdrawalAction,
  showBankAccountAction,
  startSendingAction,
  verifyBankAccountAction,
} from './staff-withdrawals.ts';

/** The actions of staff. */
export const STAFF_ACTIONS: readonly DashboardAction[] = [
  restoreCauseAction,
  createClientAction,
  editClientAction,
  approveTermsAction,
  refuseTermsAction,
  createKeyAction,
  renameKeyAction,
  rotateKeyAction,
  revokeKeyAction,
  approveKeyAction,
  refuseKeyAction,
  cancelLinkAction,
  liftLockAction,
  liftPauseAction,
  refundPaymentAction,
  approveRefundAction,
  refuseRefundAction,
  retryRefundAction,
  closeRefundAction,
  recordTransferAction,
  recordReturnAction,
  requestWriteOffAction,
  approveWriteOffAction,
  refuseWriteOffAction,
  handleEventAction,
  resolveInDoubtAction,
  checkLedgerAction,
  acknowledgeDifferenceAction,
  showBankAccountAction,
  verifyBankAccountAction,
  refuseBankAccountAction,
  approveWithdrawalAction,
  rejectWithdrawalAction,
  startSendingAction,
  markSentAction,
  markNotSentAction,
  failWithdrawalAction,
  createBatchAction,
  cancelBatchAction,
  startBatchAction,
  markBatchSentAction,
  markBatchNotSentAction,
  addNoteAction,
];
