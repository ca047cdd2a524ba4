import { causeEn } from './en/cause.ts';
import { checkoutEn } from './en/checkout.ts';
import { dashboardEn } from './en/dashboard.ts';
import { listsEn } from './en/lists.ts';
import { mailEn } from './en/mail.ts';
import { receiptEn } from './en/receipt.ts';
import { reviewEn } from './en/review.ts';
import { staffEn } from './en/staff.ts';
import { uiEn } from './en/ui.ts';

/** The English texts, in ICU syntax, by group: the source that every other language follows key by key. */
export const en = {
  ...uiEn,
  ...checkoutEn,
  ...causeEn,
  ...receiptEn,
  ...dashboardEn,
  ...staffEn,
  ...listsEn,
  ...reviewEn,
  ...mailEn,
} as const;
