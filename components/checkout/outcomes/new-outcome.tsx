import { useTexts } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { Outcome } from './outcome.tsx';
import { ReceiptSuggestion } from './receipt-suggestion.tsx';
import { ReturnCountdown } from './return-countdown.tsx';

/** How a link ended, for the donor who has just seen it end. */
export function NewOutcome({ view }: { view: CheckoutView }) {
  const texts = useTexts();
  return (
    <Outcome texts={texts} ReturnCountdown={ReturnCountdown} suggestion={<ReceiptSuggestion />} view={view} isNew />
  );
}
