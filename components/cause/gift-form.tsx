import { areLong, currencyName, money, number, type Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { suggestedAmounts, usualAmount } from './suggested.ts';

/** The donor's form that was not accepted, and why. */
export type GiftDraft = {
  error: keyof Messages['cause']['errors'];
  amount: string;
  /** The suggested amount that was chosen, in whole major units. */
  choice: string;
  /** What the cause can be given, in whole major units, where the amount was not within it. */
  bounds?: { min: number; max: number } | null;
  /** What an amount with a word such as `mil` was understood as, in whole major units. */
  understood?: number;
};

/** Errors that no other amount would mend. */
const NOT_OF_THE_AMOUNT: readonly GiftDraft['error'][] = ['not_collecting', 'too_many', 'refused'];

type Props = { texts: Texts; page: Pick<CausePageView, 'currency' | 'path'>; draft: GiftDraft | undefined };

/** Chooses an amount and continues to the checkout. A plain form that works without scripts. */
export function GiftForm({ texts, page, draft }: Props) {
  const { t, locale } = texts;
  const { currency, path } = page;
  const presets = suggestedAmounts(currency);
  const usual = usualAmount(currency);
  const error =
    draft &&
    t(`cause.errors.${draft.error}`, {
      example: errorExample(texts, draft, usual),
      amount: money(texts, draft.understood ?? usual, currency),
      currency: currencyName(texts, currency),
      min: money(texts, draft.bounds?.min ?? 1, currency),
      max: money(texts, draft.bounds?.max ?? MAX_AMOUNT_MAJOR, currency),
    });
  const isTyped = draft !== undefined && draft.amount !== '';
  const isOther = isTyped || draft?.error === 'empty';
  const isWrong = isOther && draft !== undefined && !NOT_OF_THE_AMOUNT.includes(draft.error);
  const chosen = presets.find((preset) => String(preset) === draft?.choice) ?? usual;
  return (
    <form className="gift" id="give" method="post" action={`${path}/give`} aria-labelledby="gift-title">
      <h2 id="gift-title">{t('cause.give.title')}</h2>
      {error !== undefined && (
        <p className="gift-error" id="gift-error" role="alert">
          {error}
        </p>
      )}
      <input type="hidden" name="lang" value={locale} />
      <fieldset className={areLong(texts, presets, currency) ? 'gift-long' : undefined}>
        <legend>{t('cause.give.legend')}</legend>
        <div className="gift-choices">
          {presets.map((preset) => (
            <label className="gift-choice" key={preset}>
              <input type="radio" name="choice" value={preset} defaultChecked={!isOther && preset === chosen} />
              <span translate="no">{money(texts, preset, currency)}</span>
            </label>
          ))}
        </div>
        <div className="gift-other">
          <input
            id="gift-other"
            className="gift-other-choice"
            type="radio"
            name="choice"
            value="other"
            defaultChecked={isOther}
          />
          <label className="gift-choice" htmlFor="gift-other">
            <span>{t('cause.give.other')}</span>
          </label>
          <div className="gift-free">
            <label htmlFor="gift-amount">
              {t('cause.give.otherLabel', { currency: currencyName(texts, currency) })}
            </label>
            <input
              id="gift-amount"
              name="amount"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={30}
              defaultValue={draft?.amount}
              // biome-ignore lint/a11y/noAutofocus: the donor was in this field a moment ago, and has to correct it.
              autoFocus={isWrong}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? 'gift-error gift-hint' : 'gift-hint'}
            />
            <p id="gift-hint">{t('cause.give.otherHint', { example: number(texts, usual) })}</p>
          </div>
        </div>
      </fieldset>
      {/* People never see it; programs that fill in whatever they find do. */}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          <span>{t('cause.give.notFilled')}</span>
          <input name="message_subject" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button className="button button-accent button-wide" type="submit">
        {t('cause.give.submit')}
      </button>
      <p className="gift-next">{t('cause.give.next')}</p>
    </form>
  );
}

/** What to type: what was understood, or an example, without separators if those were the error. */
function errorExample(texts: Texts, { error, understood }: GiftDraft, usual: number): string {
  return error === 'ambiguous' ? String(usual) : number(texts, understood ?? usual);
}
