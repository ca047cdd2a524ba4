import type { DashboardAction } from './action.ts';
import { chooseTimeZoneAction } from './actions/account.ts';
import { changeCauseStateAction, closeCauseAction, editCauseAction } from './actions/cause.ts';
import {
  addPictureAction,
  deletePictureAction,
  deleteUpdateAction,
  editUpdateAction,
  hideMessageAction,
  publishUpdateAction,
  showMessageAction,
} from './actions/cause-page.ts';
import { createCauseAction } from './actions/new-cause.ts';
import { postponePasskeyAction, removePasskeyAction, resetPasskeysAction } from './actions/passkeys.ts';
import { resendReceiptAction } from './actions/receipts.ts';
import { endAllSessionsAction, endOneSessionAction, endSessionAction } from './actions/session.ts';
import { STAFF_ACTIONS } from './actions/staff.ts';
import {
  addBankAccountAction,
  cancelWithdrawalAction,
  requestWithdrawalAction,
  reviewWithdrawalAction,
} from './actions/withdrawal.ts';

/** Every action of the dashboard. A test calls each one signed out, as another creator, as the creator and as staff. */
export const ACTIONS: readonly DashboardAction[] = [
  endSessionAction,
  endAllSessionsAction,
  endOneSessionAction,
  chooseTimeZoneAction,
  postponePasskeyAction,
  removePasskeyAction,
  resetPasskeysAction,
  createCauseAction,
  editCauseAction,
  changeCauseStateAction,
  closeCauseAction,
  publishUpdateAction,
  editUpdateAction,
  deleteUpdateAction,
  addPictureAction,
  deletePictureAction,
  hideMessageAction,
  showMessageAction,
  resendReceiptAction,
  ...STAFF_ACTIONS,
  addBankAccountAction,
  reviewWithdrawalAction,
  requestWithdrawalAction,
  cancelWithdrawalAction,
];
