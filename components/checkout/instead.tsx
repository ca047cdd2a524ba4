import { useTexts } from '#components/ui/texts-provider.tsx';
import type { PaymentMethod } from '#lib/payments/checkout-view.ts';

type Props = { others: readonly PaymentMethod[]; onChoose: (method: PaymentMethod) => void };

/** The other methods that a donor could pay with, a button each. */
export function Instead({ others, onChoose }: Props) {
  const { t } = useTexts();
  return others.map((method) => (
    <button key={method} type="button" className="button" onClick={() => onChoose(method)}>
      {t(`redirect.instead.${method}`)}
    </button>
  ));
}
