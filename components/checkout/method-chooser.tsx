import { money } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import { type CheckoutState, offeredAmount } from './checkout-state.ts';
import { FIELD_IDS } from './error-text.ts';
import { boundsOf, methodsTaking, usableMethods } from './methods/offer.ts';

type Props = { state: CheckoutState; onChoose: (method: PaymentMethod) => void };

/**
 * Which method to pay with; nothing where there is only one. In the order of their names in the donor's language, and none is
 * chosen beforehand: we have no preference. A method that does not take the amount says what it takes.
 */
export function MethodChooser({ state, onChoose }: Props) {
  const texts = useTexts();
  const { t, locale } = texts;
  const { view, form } = state;
  const nameOf = (method: PaymentMethod) => t(`checkout.payment.${method}`);
  const methods = usableMethods(view).sort((one, other) => nameOf(one).localeCompare(nameOf(other), locale));
  const error = form.methodErrors.find(({ target }) => target === FIELD_IDS.method)?.text(t);
  if (methods.length < 2) return null;
  const amount = offeredAmount(state);
  const taking = methodsTaking(view, amount);
  const boundText = (method: PaymentMethod) => {
    const bounds = boundsOf(view, method);
    if (bounds === null || taking.includes(method)) return null;
    const { currency } = view.link;
    return amount < bounds.min
      ? t('checkout.payment.from', { min: money(texts, bounds.min, currency) })
      : t('checkout.payment.upTo', { max: money(texts, bounds.max, currency) });
  };
  return (
    <fieldset className="section" aria-describedby={error === undefined ? undefined : 'method-error'}>
      <legend className="section-title">{t('checkout.payment.method')}</legend>
      <div className="choices">
        {methods.map((method, index) => (
          <label className="choice choice-text" key={method}>
            <input
              id={index === 0 ? FIELD_IDS.method : undefined}
              type="radio"
              name="method"
              value={method}
              checked={method === form.method}
              disabled={!taking.includes(method)}
              onChange={() => onChoose(method)}
            />
            <span>
              <span>{`${nameOf(method)} `}</span>
              {!taking.includes(method) && <small className="choice-bound">{boundText(method)}</small>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="field-error" id="method-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
