import type { DashboardAction } from '../action.ts';
import {
  cancelBatchAction,
  createBatchAction,
  markBatchNotSentAction,
  markBatchSentAction,
  startBatchAction,
} from './batches.ts';
import { restoreCauseAction } from './cause.ts';
import { approveTermsAction, createClientAction, editClientAction, rejectTermsAction } from './clients.ts';
import { handleEventAction } from './events.ts';
import {
  approveWriteOffAction,
  closeRefundAction,
  recordReturnAction,
  recordTransferAction,
  rejectWriteOffAction,
  requestWriteOffAction,
  retryRefundAction,
} from './failed-refunds.ts';
import {
  approveKeyAction,
  createKeyAction,
  rejectKeyAction,
  renameKeyAction,
  revokeKeyAction,
  rotateKeyAction,
} from './keys.ts';
import { acknowledgeDifferenceAction, checkLedgerAction } from './ledger.ts';
import { cancelLinkAction, liftPauseAction, unlockLinkAction } from './links.ts';
import { resolveMailAction } from './mails.ts';
import { addNoteAction } from './notes.ts';
import { eraseCreatorAction, eraseDonorAction } from './people.ts';
import { approveRefundAction, refundPaymentAction, rejectRefundAction } from './refunds.ts';
import {
  approveWithdrawalAction,
  failWithdrawalAction,
  markNotSentAction,
  markSentAction,
  rejectBankAccountAction,
  rejectWithdrawalAction,
  revealBankAccountAction,
  startSendingAction,
  verifyBankAccountAction,
} from './staff-withdrawals.ts';

/** The actions of staff. */
export const STAFF_ACTIONS: readonly DashboardAction[] = [
  restoreCauseAction,
  createClientAction,
  editClientAction,
  approveTermsAction,
  rejectTermsAction,
  createKeyAction,
  renameKeyAction,
  rotateKeyAction,
  revokeKeyAction,
  approveKeyAction,
  rejectKeyAction,
  cancelLinkAction,
  unlockLinkAction,
  liftPauseAction,
  refundPaymentAction,
  approveRefundAction,
  rejectRefundAction,
  retryRefundAction,
  closeRefundAction,
  recordTransferAction,
  recordReturnAction,
  requestWriteOffAction,
  approveWriteOffAction,
  rejectWriteOffAction,
  handleEventAction,
  resolveMailAction,
  checkLedgerAction,
  acknowledgeDifferenceAction,
  revealBankAccountAction,
  verifyBankAccountAction,
  rejectBankAccountAction,
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
  eraseDonorAction,
  eraseCreatorAction,
];
