'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { typedAddress } from '#lib/i18n/typed-address.ts';
import { pageSecret } from '../api.ts';
import { checkEmail } from '../check-details.ts';

type Props = {
  texts: { label: string; hint: string; error: string; send: string };
  locale: Locale;
  linkId: string;
  /** What was entered before was no email address. */
  isInvalid: boolean;
  /** What is said below the field while the donor types. */
  suggestion: ReactNode;
};

/**
 * Asks a donor who gave without an email address where to send the receipt: a plain form, which works without scripts. With them,
 * an address that the server would not take stays in its field.
 */
export function ReceiptEmail({ texts, locale, linkId, isInvalid, suggestion }: Props) {
  const [isWrong, setIsWrong] = useState(isInvalid);
  const described = isWrong ? 'receipt-email-error receipt-email-hint' : 'receipt-email-hint';

  function check(event: FormEvent<HTMLFormElement>): void {
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const isRefused = checkEmail(typedAddress(field.value)) !== undefined;
    setIsWrong(isRefused);
    if (!isRefused) return;
    event.preventDefault();
    field.focus();
  }

  return (
    <form className="receipt-email" method="post" action="/checkout/receipt" onSubmit={check}>
      <input type="hidden" name="ref" value={linkId} />
      <input type="hidden" name="lang" value={locale} />
      {pageSecret() !== '' && <input type="hidden" name="secret" value={pageSecret()} />}
      <div className="field">
        <label htmlFor="receipt-email">{texts.label}</label>
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
          pattern=".*[^\s@]+@[^\s@]+\.[^\s@]+\s*"
          title={texts.error}
          // biome-ignore lint/a11y/noAutofocus: the page was loaded again because of this field.
          autoFocus={isInvalid}
          aria-describedby={described}
          aria-invalid={isWrong || undefined}
        />
        {isWrong && (
          <p className="field-error" id="receipt-email-error" role="alert">
            {texts.error}
          </p>
        )}
        <p className="hint" id="receipt-email-hint">
          {texts.hint}
        </p>
        {suggestion}
      </div>
      <button type="submit" className="button">
        {texts.send}
      </button>
    </form>
  );
}
