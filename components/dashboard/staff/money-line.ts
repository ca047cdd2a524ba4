import { day } from '#components/ui/texts.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { MoneyClause } from '#lib/dashboard/staff/money-line-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { majorMoney } from '../money.ts';

/** Where a payment's money is now, as one sentence. */
export function writeMoneyLine(page: PageView, clauses: readonly MoneyClause[]): string {
  return `${clauses.map((clause) => writeClause(page, clause)).join('; ')}.`;
}

function writeClause(page: PageView, clause: MoneyClause): string {
  const t = translatorFor(page.locale);
  if ('at' in clause) {
    // Gateways release money by days of UTC: its creator reads the same one.
    const written = day(formattingLocale(page.locale, page.place), clause.at.toISOString(), 'UTC');
    return t(`staff.money.line.${clause.says}`, { day: written });
  }
  if (!('amount' in clause)) return t(`staff.money.line.${clause.says}`);
  const amount = majorMoney(page, clause.amount);
  if (clause.says !== 'kept') return t(`staff.money.line.${clause.says}`, { amount });
  const commission = clause.commission && majorMoney(page, clause.commission);
  const cost = clause.cost && majorMoney(page, clause.cost);
  if (commission && cost) return t('staff.money.line.keptAfterBoth', { amount, commission, cost });
  if (commission) return t('staff.money.line.keptAfterCommission', { amount, commission });
  return cost ? t('staff.money.line.keptAfterCost', { amount, cost }) : t('staff.money.line.kept', { amount });
}
