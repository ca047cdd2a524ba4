import type { DashboardAction } from '../action.ts';
import { createClientAction, editClientAction } from './clients.ts';
import { handleEventAction } from './events.ts';
import { retryRefundAction, seeToRefundAction } from './failed-refunds.ts';
import {
  approveKeyAction,
  createKeyAction,
  refuseKeyAction,
  revokeKeyAction,
  rotateKeyAction,
} from './keys.ts';
import { checkLedgerAction } from './ledger.ts';
import { cancelLinkAction, liftLockAction, liftPauseAction } from './links.ts';
import { approveRefundAction, refundPaymentAction, refuseRefundAction } from './refunds.ts';
import {
  approveWithdrawalAction,
  failWithdrawalAction,
  payWithdrawalAction,
  refuseBankAccountAction,
  rejectWithdrawalAction,
  showBankAccountAction,
  verifyBankAccountAction,
} from './staff-withdrawals.ts';

/** What staff alone do. */
export const STAFF_ACTIONS: readonly DashboardAction[] = [
  createClientAction,
  editClientAction,
  createKeyAction,
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
  seeToRefundAction,
  handleEventAction,
  checkLedgerAction,
  showBankAccountAction,
  verifyBankAccountAction,
  refuseBankAccountAction,
  approveWithdrawalAction,
  rejectWithdrawalAction,
  payWithdrawalAction,
  failWithdrawalAction,
];
