import { areLong, currencyName, magnitude, money, number, type Texts } from '#components/ui/texts.ts';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { type CheckoutState, exampleAmount, presetsOf, readAmount } from './checkout-state.ts';
import { amountErrorText, FIELD_IDS } from './error-text.ts';
import type { Checkout } from './use-checkout.ts';

type Props = Pick<Checkout, 'state' | 'dispatch'>;

/** How much to give: amounts to choose from, then a free one. */
export function AmountField({ state, dispatch }: Props) {
  const texts = useTexts();
  const { t } = texts;
  const { currency } = state.view.link;
  const { choice, text, error } = state.form.amount;
  const errorText = error === null ? undefined : amountErrorText(error, state, texts);
  const presets = presetsOf(state);
  const choose = (chosen: number | 'other') => dispatch({ type: 'amount_changed', choice: chosen, text });
  return (
    <fieldset
      className="section"
      aria-describedby={choice === 'other' || errorText === undefined ? undefined : 'amount-error'}
    >
      <legend className="section-title">{t('checkout.amount.legend')}</legend>
      <div className={areLong(texts, presets, currency) ? 'choices choices-long' : 'choices'}>
        {presets.map((preset, index) => (
          <label className="choice" key={preset}>
            <input
              id={index === 0 ? FIELD_IDS.choice : undefined}
              type="radio"
              name="amount-choice"
              value={preset}
              checked={choice === preset}
              onChange={() => choose(preset)}
            />
            <span translate="no">{money(texts, preset, currency)}</span>
          </label>
        ))}
        <label className="choice">
          <input
            type="radio"
            name="amount-choice"
            value="other"
            checked={choice === 'other'}
            onChange={() => choose('other')}
          />
          <span>{t('checkout.amount.other')}</span>
        </label>
      </div>
      {choice === 'other' && <FreeAmount state={state} dispatch={dispatch} error={errorText} />}
      {choice !== 'other' && errorText !== undefined && (
        <p className="field-error" id="amount-error">
          {errorText}
        </p>
      )}
    </fieldset>
  );
}

function FreeAmount({ state, dispatch, error }: Props & { error: string | undefined }) {
  const texts = useTexts();
  const { t } = texts;
  const { view } = state;
  const { link } = view;
  const draft = readAmount(state);
  return (
    <div className="field">
      {/* Names of currencies come from the browser, and differ in old ones. */}
      <label htmlFor={FIELD_IDS.amount} suppressHydrationWarning>
        {t('checkout.amount.otherLabel', { currency: currencyName(texts, link.currency) })}
      </label>
      <input
        id={FIELD_IDS.amount}
        className="input input-amount"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={30}
        value={state.form.amount.text}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? 'amount-hint amount-echo' : 'amount-error amount-hint'}
        onChange={(event) => dispatch({ type: 'amount_changed', choice: 'other', text: event.target.value })}
        onBlur={() => dispatch({ type: 'amount_left' })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A keypad's "done" key ends typing. It must not pay an amount that nobody has read yet.
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      {error !== undefined && (
        <p className="field-error" id="amount-error">
          {error}
        </p>
      )}
      <p className="hint" id="amount-hint">
        {t('checkout.amount.otherHint', { example: number(texts, exampleAmount(state)) })}
      </p>
      <p className="echo" id="amount-echo" aria-live="polite" suppressHydrationWarning>
        {draft.ok && <Echo texts={texts} state={state} amount={draft.amount} />}
      </p>
    </div>
  );
}

/** Repeats the amount, large ones in words too, and asks where it is much more than was suggested. */
function Echo({ texts, state, amount }: { texts: Texts; state: CheckoutState; amount: number }) {
  const { t } = texts;
  const { currency } = state.view.link;
  const asked = exampleAmount(state);
  const words = magnitude(texts, amount, currency);
  const values = { amount: money(texts, amount, currency) };
  const times = Math.floor(amount / asked);
  return (
    <>
      <span>
        {words === undefined ? t('checkout.amount.echo', values) : t('checkout.amount.echoWords', { ...values, words })}
      </span>
      {times >= 10 && (
        <strong className="echo-question">
          {t('checkout.amount.muchMore', { times, asked: money(texts, asked, currency) })}
        </strong>
      )}
    </>
  );
}
