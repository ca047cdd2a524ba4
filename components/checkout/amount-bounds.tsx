import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { type CheckoutState, offeredAmount } from './checkout-state.ts';
import { boundsOf, methodsTaking } from './methods/offer.ts';
import { OtherMethods } from './other-methods.tsx';

type Props = { state: CheckoutState; onChoose: (method: PaymentMethod) => void };

/** Tells what the chosen method takes before anything is sent, and offers the methods that take the amount on the page. */
export function AmountBounds({ state, onChoose }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { view } = state;
  const { method } = state.form;
  if (method === null) return null;
  const bounds = boundsOf(view, method);
  const taking = methodsTaking(view, offeredAmount(state));
  const isTaken = taking.includes(method);
  // Where no method takes the amount, the message at the amount says so, and within which bounds one does.
  if (bounds === null || taking.length === 0 || (method === 'card' && isTaken)) return null;
  const { currency } = view.link;
  const range = { min: money(texts, bounds.min, currency), max: money(texts, bounds.max, currency) };
  const takes = t(`redirect.bounds.${method}`, range);
  return (
    <div className="bounds" aria-live="polite">
      {isTaken ? (
        <p className="hint">{takes}</p>
      ) : (
        <div className="notice">
          <h2>{t('redirect.outOfBounds')}</h2>
          <p>{`${takes} ${t('redirect.changeAmount')}`}</p>
          <OtherMethods others={taking} onChoose={onChoose} />
        </div>
      )}
    </div>
  );
}
