import { useTexts } from '#components/ui/texts-provider.tsx';
import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';

type Props = { others: readonly PaymentMethod[]; onChoose: (method: PaymentMethod) => void };

/** The other methods that the donor can pay with, a button each. */
export function OtherMethods({ others, onChoose }: Props) {
  const { t } = useTexts();
  return others.map((method) => (
    <button key={method} type="button" className="button" onClick={() => onChoose(method)}>
      {t(`redirect.instead.${method}`)}
    </button>
  ));
}
