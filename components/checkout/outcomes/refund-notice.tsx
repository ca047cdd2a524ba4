import { Icon } from '#components/ui/icon.tsx';
import { money, type Texts } from '#components/ui/texts.ts';
import type { RefundNotice as Refund } from '#lib/payments/checkout-view.ts';

/** Money that came too late or twice: on its way back, or back already. Never said before it is so. */
export function RefundNotice({
  texts,
  refund,
  currency,
}: {
  texts: Texts;
  refund: Refund;
  currency: string;
}) {
  const { t } = texts;
  const amount = money(texts, refund.amount, currency);
  const isDone = refund.state === 'refunded';
  return (
    <div className="notice notice-refund" role="status">
      <Icon name="back" />
      <div>
        <h2>{t(isDone ? 'checkout.refund.done' : 'checkout.refund.due', { amount })}</h2>
        <p>{t(isDone ? 'checkout.refund.doneBody' : 'checkout.refund.dueBody')}</p>
      </div>
    </div>
  );
}
