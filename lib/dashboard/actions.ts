import type { DashboardAction } from './action.ts';
import { closeCauseAction, editCauseAction, moveCauseAction } from './actions/cause.ts';
import { removePasskeyAction, resetPasskeysAction } from './actions/passkeys.ts';
import { endAllSessionsAction, endOneSessionAction, endSessionAction } from './actions/session.ts';
import { STAFF_ACTIONS } from './actions/staff.ts';
import {
  addBankAccountAction,
  cancelWithdrawalAction,
  requestWithdrawalAction,
} from './actions/withdrawal.ts';

/** Every action of the dashboard. A test tries each as somebody signed out, as another creator, as the creator and as staff. */
export const ACTIONS: readonly DashboardAction[] = [
  endSessionAction,
  endAllSessionsAction,
  endOneSessionAction,
  removePasskeyAction,
  resetPasskeysAction,
  editCauseAction,
  moveCauseAction,
  closeCauseAction,
  ...STAFF_ACTIONS,
  addBankAccountAction,
  requestWithdrawalAction,
  cancelWithdrawalAction,
];
