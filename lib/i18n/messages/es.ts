import { causeEs } from './es/cause.ts';
import { checkoutEs } from './es/checkout.ts';
import { dashboardEs } from './es/dashboard.ts';
import { listsEs } from './es/lists.ts';
import { mailEs } from './es/mail.ts';
import { receiptEs } from './es/receipt.ts';
import { reviewEs } from './es/review.ts';
import { staffEs } from './es/staff.ts';
import { uiEs } from './es/ui.ts';
import type { Messages } from './shape.ts';

/** The Spanish texts. */
export const es: Messages = {
  ...uiEs,
  ...checkoutEs,
  ...causeEs,
  ...receiptEs,
  ...dashboardEs,
  ...staffEs,
  ...listsEs,
  ...reviewEs,
  ...mailEs,
};
