import type { PageView } from '#lib/dashboard/page-view.ts';
import type { PaymentDetail } from '#lib/dashboard/staff/payment.ts';
import { gatewayName } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { exampleAmountText } from '#lib/money.ts';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';

/** The form that refunds a payment, all or a part of it. Renders nothing if it cannot be refunded by hand. */
export function RefundPanel({ page, payment }: { page: PageView; payment: PaymentDetail }) {
  const { refundable, gateway, id, amount } = payment;
  if (refundable === null) return null;
  const t = translatorFor(page.locale);
  const form = { page, action: 'payment.refund', isRequired: true } as const;
  const left = majorMoney(page, refundable.left);
  return (
    <Panel
      id="refund"
      title={t('staff.money.refund.title')}
      intro={t('staff.money.refund.intro', { gateway: gatewayName(gateway), left })}
    >
      <ActionForm
        page={page}
        action={form.action}
        hidden={{ id, key: refundable.key }}
        kept={{ seen: refundable.seenMinor }}
      >
        <TextField
          {...form}
          name="amount"
          label={t('staff.money.refund.amount', { currency: amount.currency })}
          hint={t('staff.money.refund.amountHint', { example: exampleAmountText(amount.currency) })}
          value={refundable.leftText}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form}
          name="reason"
          label={t('staff.money.refund.reason')}
          hint={t('staff.money.refund.reasonHint')}
          maxLength={500}
        />
        {refundable.approvalAbove && (
          <p>
            {t('staff.approvals.refund.above', {
              amount: majorMoney(page, refundable.approvalAbove),
            })}
          </p>
        )}
        <button type="submit" className="button button-danger">
          {t('staff.money.refund.submit')}
        </button>
      </ActionForm>
    </Panel>
  );
}
