import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { colombianView } from '#testing/checkout-view.ts';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { ReturnedCheckout } from './returned-checkout.tsx';

const REFUND = { state: 'refund_due', amount: 50_000, currency: 'COP', reason: 'mismatch' } as const;
const VIEW = colombianView();

async function render(view: Partial<CheckoutView>, isSynced: boolean): Promise<string> {
  const { t: _, ...language } = checkoutTexts({ locale: 'en', place: null }, 'co');
  const messages = browserTexts('en', { isInteractive: true });
  const page = <ReturnedCheckout view={{ ...VIEW, ...view }} isSynced={isSynced} checkoutHref="/checkout?ref=chl_1" />;
  const { prelude } = await prerender(
    <TextsProvider {...language} messages={messages}>
      {page}
    </TextsProvider>,
  );
  return new Response(prelude).text();
}

const partnerLinks = (html: string) => html.match(/<a[^>]* href="https:\/\/partner\.example\.org\/back"/g) ?? [];

describe('a donor whom a bank or wallet sent back can return to the partner', () => {
  it.each<[string, Partial<CheckoutView>, boolean, string]>([
    ['after a declined transfer', { declined: true }, true, 'You were not charged.'],
    ['after a declined card', { cardDeclined: true }, true, 'You were not charged.'],
    ['while it is decided', { waitingFor: 'bank_transfer' }, true, 'Waiting for your bank to confirm'],
    ['while nothing is known of it', {}, false, 'Confirming your donation'],
    ['when money is refunded', { refund: REFUND }, true, 'refund'],
    ['once the link is cancelled', { link: { ...VIEW.link, status: 'cancelled' } }, true, 'canceled'],
  ])('%s, by one link', async (_when, view, isSynced, shown) => {
    const html = await render(view, isSynced);
    expect(html).toContain(shown);
    expect(partnerLinks(html)).toHaveLength(1);
    expect(html).toContain('Manos');
  });

  it('unless the partner gave no address', async () => {
    expect(partnerLinks(await render({ cancelUrl: null }, true))).toEqual([]);
  });
});
