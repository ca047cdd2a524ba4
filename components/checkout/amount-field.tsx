import { currencyName, magnitude, money, number, type Texts } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import type { useAmount } from './use-amount.ts';

/** The ids that error messages link to. */
export const AMOUNT_IDS = { choice: 'amount-choice', text: 'amount' } as const;

type Props = { view: CheckoutView; amount: ReturnType<typeof useAmount>; error: string | undefined };

/** How much to give: amounts to choose from, then a free one. */
export function AmountField({ view, amount, error }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { currency } = view.link;
  const { presets, choice, text, change } = amount;
  return (
    <fieldset className="section">
      <legend className="section-title">{t('checkout.amount.legend')}</legend>
      <div className="choices">
        {presets.map((preset, index) => (
          <label className="choice" key={preset}>
            <input
              id={index === 0 ? AMOUNT_IDS.choice : undefined}
              type="radio"
              name="amount-choice"
              checked={choice === preset}
              onChange={() => change(preset, text)}
            />
            <span suppressHydrationWarning>{money(texts, preset, currency)}</span>
          </label>
        ))}
        <label className="choice">
          <input
            type="radio"
            name="amount-choice"
            checked={choice === 'other'}
            onChange={() => change('other', text)}
          />
          <span>{t('checkout.amount.other')}</span>
        </label>
      </div>
      {choice === 'other' && <FreeAmount {...{ view, amount, error }} />}
      {choice !== 'other' && error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

function FreeAmount({ view, amount, error }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { link } = view;
  return (
    <div className="field">
      <label htmlFor={AMOUNT_IDS.text}>
        {t('checkout.amount.otherLabel', { currency: currencyName(texts, link.currency) })}
      </label>
      <input
        id={AMOUNT_IDS.text}
        className="input input-amount"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={30}
        value={amount.text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? 'amount-hint amount-echo' : 'amount-error amount-hint'}
        onChange={(event) => amount.change('other', event.target.value)}
        onBlur={() => {
          if (amount.text.trim() !== '') amount.settle();
        }}
      />
      {error !== undefined && (
        <p className="field-error" id="amount-error">
          {error}
        </p>
      )}
      <p className="hint" id="amount-hint">
        {t('checkout.amount.otherHint', { example: number(texts, link.amount) })}
      </p>
      <p className="echo" id="amount-echo" aria-live="polite">
        {amount.draft.ok && <Echo {...{ texts, view }} amount={amount.draft.amount} />}
      </p>
    </div>
  );
}

/** The amount said back, large ones in words too, and a gentle question where a zero may have slipped in. */
function Echo({ texts, view, amount }: { texts: Texts; view: CheckoutView; amount: number }) {
  const { t } = texts;
  const { link } = view;
  const words = magnitude(texts, amount, link.currency);
  const said = { amount: money(texts, amount, link.currency) };
  const times = Math.floor(amount / link.amount);
  return (
    <>
      {words === undefined
        ? t('checkout.amount.echo', said)
        : t('checkout.amount.echoWords', { ...said, words })}
      {times >= 10 && (
        <strong className="echo-question">
          {t('checkout.amount.muchMore', { times, asked: money(texts, link.amount, link.currency) })}
        </strong>
      )}
    </>
  );
}
