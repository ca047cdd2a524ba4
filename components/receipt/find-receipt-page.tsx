import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { PlainPage } from '#components/ui/plain-page.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './find-receipt-page.css';

type Props = {
  locale: Locale;
  nonce: string | undefined;
  /** What was entered, if it is the link of no receipt. */
  typed: string | undefined;
  /** How all links of receipts begin. */
  prefix: string;
  testMode: boolean;
};

/** The page that asks for the link of a receipt. It needs no script. */
export function FindReceiptPage({ locale, nonce, typed, prefix, testMode }: Props) {
  const t = translatorFor(locale);
  const isWrong = typed !== undefined;
  return (
    <PlainPage
      locale={locale}
      t={t}
      nonce={nonce}
      testMode={testMode}
      Languages={LanguageSwitcher}
      title={t('receipt.verification.ask')}
      path="/verify"
    >
      <p>{t('receipt.verification.askBody')}</p>
      <form method="get" className="ask-receipt" noValidate>
        <input type="hidden" name="lang" value={locale} />
        <div className="field">
          <label htmlFor="link">{t('receipt.verification.link')}</label>
          <p className="hint" id="link-hint">
            {t('receipt.verification.linkHint', { prefix })}
          </p>
          {isWrong && (
            <p className="field-error" id="link-error" role="alert">
              {t('receipt.verification.linkWrong')}
            </p>
          )}
          <input
            id="link"
            name="link"
            className="input"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed}
            aria-required
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={isWrong ? 'link-error link-hint' : 'link-hint'}
          />
        </div>
        <button type="submit" className="button">
          {t('receipt.verification.submit')}
        </button>
      </form>
    </PlainPage>
  );
}
