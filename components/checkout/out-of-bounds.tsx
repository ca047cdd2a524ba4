import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView, PaymentMethod } from '#lib/payments/checkout-view.ts';
import { Instead } from './instead.tsx';
import { boundsOf, methodsTaking } from './methods/offer.ts';
import type { useAmount } from './use-amount.ts';

type Props = {
  view: CheckoutView;
  method: PaymentMethod;
  amount: ReturnType<typeof useAmount>;
  onChoose: (method: PaymentMethod) => void;
};

/** Says what the chosen method takes before anything is sent, and offers the methods that take this amount. */
export function OutOfBounds({ view, method, amount, onChoose }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const bounds = boundsOf(view, method);
  const wanted = amount.beyond;
  const others = wanted === null ? [] : methodsTaking(view, wanted, method);
  // Where cards are all there is, the message at the amount says enough.
  if (bounds === null || (method === 'card' && others.length === 0)) return null;
  const [min, max] = [
    money(texts, bounds.min, view.link.currency),
    money(texts, bounds.max, view.link.currency),
  ];
  const takes = t(`redirect.bounds.${method}`, { min, max });
  return (
    <div className="bounds" aria-live="polite">
      {wanted === null ? (
        method !== 'card' && <p className="hint">{takes}</p>
      ) : (
        <div className="notice">
          <h2>{t('redirect.outOfBounds')}</h2>
          <p>
            {takes} {t('redirect.changeAmount')}
          </p>
          <Instead {...{ others, onChoose }} />
        </div>
      )}
    </div>
  );
}
