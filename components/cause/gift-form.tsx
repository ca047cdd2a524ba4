import { currencyName, money, number, type Texts } from '#components/ui/texts.ts';
import type { CausePageView } from '#lib/causes/page-view.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { suggestedAmounts, usualAmount } from './suggested.ts';

/** What a donor sent that was not accepted, and why. */
export type GiftDraft = { fault: keyof Messages['cause']['faults']; amount: string };

type Props = { texts: Texts; page: CausePageView; draft: GiftDraft | undefined };

/** Chooses an amount and goes on to the checkout. A plain form: it works without scripts. */
export function GiftForm({ texts, page, draft }: Props) {
  const { t, locale } = texts;
  const { currency, path } = page;
  const presets = suggestedAmounts(currency);
  const usual = usualAmount(currency);
  const error = draft && t(`cause.faults.${draft.fault}`, { example: faultExample(texts, draft, usual) });
  const isTyped = draft !== undefined && draft.amount !== '';
  const isOther = isTyped || draft?.fault === 'empty';
  return (
    <form className="gift" id="give" method="post" action={`${path}/give`} aria-labelledby="gift-title">
      <h2 id="gift-title">{t('cause.give.title')}</h2>
      {error !== undefined && (
        <p className="gift-error" id="gift-error" role="alert">
          {error}
        </p>
      )}
      <input type="hidden" name="lang" value={locale} />
      <fieldset>
        <legend>{t('cause.give.legend')}</legend>
        <div className="gift-choices">
          {presets.map((preset) => (
            <label className="gift-choice" key={preset}>
              <input
                type="radio"
                name="choice"
                value={preset}
                defaultChecked={!isOther && preset === usual}
              />
              <span>{money(texts, preset, currency)}</span>
            </label>
          ))}
          <label className="gift-choice gift-choice-other">
            <input type="radio" name="choice" value="other" defaultChecked={isOther} />
            <span>{t('cause.give.other')}</span>
          </label>
        </div>
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
            // biome-ignore lint/a11y/noAutofocus: the donor was here a moment ago, and is told what to correct.
            autoFocus={isOther && error !== undefined}
            aria-invalid={isOther && error !== undefined}
            aria-describedby={isOther && error !== undefined ? 'gift-error gift-hint' : 'gift-hint'}
          />
          <p id="gift-hint">{t('cause.give.otherHint', { example: number(texts, usual) })}</p>
        </div>
      </fieldset>
      {/* People never see it; programs that fill in whatever they find do. */}
      <div className="gift-trap" aria-hidden="true">
        <label>
          {t('cause.give.notFilled')}
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

/** An amount without marks where marks were the trouble. */
function faultExample(texts: Texts, { fault }: GiftDraft, usual: number): string {
  return fault === 'ambiguous' ? String(usual) : number(texts, usual);
}
