import { useTexts } from '#components/ui/texts-provider.tsx';
import type { PaymentMethod } from '#lib/payments/checkout-view.ts';

type Props = { methods: PaymentMethod[]; chosen: PaymentMethod; onChoose: (method: PaymentMethod) => void };

/** Which way to pay; nothing to choose, and nothing shown, where there is one. */
export function MethodChooser({ methods, chosen, onChoose }: Props) {
  const { t } = useTexts();
  if (methods.length < 2) return null;
  return (
    <fieldset className="section">
      <legend className="section-title">{t('checkout.payment.method')}</legend>
      <div className="choices">
        {methods.map((method) => (
          <label className="choice choice-text" key={method}>
            <input type="radio" name="method" checked={method === chosen} onChange={() => onChoose(method)} />
            <span>{t(`checkout.payment.${method}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
