import type { Texts } from '#components/ui/texts.ts';
import { pageSecret } from '../api.ts';

type Props = {
  texts: Texts;
  linkId: string;
  /** What was entered before was no email address. */
  isInvalid: boolean;
};

/** Asks a donor who gave without an email address where to send the receipt: a plain form, which works without scripts. */
export function ReceiptEmail({ texts: { t, locale }, linkId, isInvalid }: Props) {
  const described = isInvalid ? 'receipt-email-error receipt-email-hint' : 'receipt-email-hint';
  return (
    <form className="receipt-email" method="post" action="/checkout/receipt">
      <input type="hidden" name="ref" value={linkId} />
      <input type="hidden" name="lang" value={locale} />
      {pageSecret() !== '' && <input type="hidden" name="secret" value={pageSecret()} />}
      <div className="field">
        <label htmlFor="receipt-email">{t('checkout.completed.emailLabel')}</label>
        {/* Not of type email: browsers refuse addresses with letters such as é. */}
        <input
          id="receipt-email"
          name="email"
          className="input"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          required
          pattern="\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*"
          title={t('errors.emailRequired')}
          aria-describedby={described}
          aria-invalid={isInvalid || undefined}
        />
        {isInvalid && (
          <p className="field-error" id="receipt-email-error" role="alert">
            {t('errors.emailRequired')}
          </p>
        )}
        <p className="hint" id="receipt-email-hint">
          {t('checkout.completed.emailHint')}
        </p>
      </div>
      <button type="submit" className="button">
        {t('checkout.completed.emailSend')}
      </button>
    </form>
  );
}
