import { useEffect, useState } from 'react';
import { typedAddress } from '#lib/i18n/typed-address.ts';
import { EmailSuggestion } from '../email-suggestion.tsx';

const receiptField = () => document.getElementById('receipt-email') as HTMLInputElement | null;

/**
 * Suggests the address that a mistyped one probably means, below the field of `receipt-email.tsx`: a receipt is mailed once, and what
 * a stranger gets of it cannot be taken back. Only pages that see a payment complete import it, as `ReturnCountdown`.
 */
export function ReceiptSuggestion() {
  const [email, setEmail] = useState('');
  useEffect(() => {
    const field = receiptField();
    const read = () => setEmail(typedAddress(field?.value ?? ''));
    field?.addEventListener('input', read);
    return () => field?.removeEventListener('input', read);
  }, []);

  function use(suggested: string): void {
    const field = receiptField();
    if (field) field.value = suggested;
    setEmail(suggested);
    // The button disappears.
    field?.focus();
  }

  return (
    <p className="hint" aria-live="polite">
      {email.includes('@') && <EmailSuggestion email={email} onUse={use} />}
    </p>
  );
}
