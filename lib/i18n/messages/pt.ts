import { causePt } from './pt/cause.ts';
import { checkoutPt } from './pt/checkout.ts';
import { dashboardPt } from './pt/dashboard.ts';
import { listsPt } from './pt/lists.ts';
import { mailPt } from './pt/mail.ts';
import { receiptPt } from './pt/receipt.ts';
import { reviewPt } from './pt/review.ts';
import { staffPt } from './pt/staff.ts';
import { uiPt } from './pt/ui.ts';
import type { Messages } from './shape.ts';

/** The Portuguese texts, as Brazil writes them. */
export const pt: Messages = {
  ...uiPt,
  ...checkoutPt,
  ...causePt,
  ...receiptPt,
  ...dashboardPt,
  ...staffPt,
  ...listsPt,
  ...reviewPt,
  ...mailPt,
};
