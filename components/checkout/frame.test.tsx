import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import { CheckoutFrame } from './frame.tsx';
import { browserTexts, checkoutTexts } from './page-texts.ts';

const VIEW = {
  link: {
    id: 'chl_1',
    status: 'open',
    amount: 50,
    currency: 'USD',
    expires_at: '2026-11-22T02:53:00.000Z',
    cause: { key: 'k', name: 'A well', image: '' },
  },
  url: 'https://here.example.org/checkout?ref=chl_1',
  amountToPay: 50,
  trust: { receiver: null, service: null, feePercent: 5, feeModel: 'all_inclusive' },
  causeUrl: null,
  cancelUrl: null,
} as CheckoutView;

function withoutScripts(locale: Locale, isScreen: boolean): string {
  const texts = checkoutTexts({ locale, place: null }, 'us');
  const { t: _, ...language } = texts;
  const html = renderToStaticMarkup(
    <TextsProvider {...language} messages={browserTexts(locale, { isInteractive: true })}>
      <CheckoutFrame texts={texts} view={VIEW} path="/checkout" isPayable isScreen={isScreen} statusHref="/checkout?x">
        <p>form or screen</p>
      </CheckoutFrame>
    </TextsProvider>,
  );
  return [...html.matchAll(/<noscript>(.*?)<\/noscript>/g)].map(([, shown]) => shown).join('');
}

describe.each(LOCALES)('a page of a link without JavaScript, in %s', (locale) => {
  const t = translatorFor(locale);

  it('with the form says that nothing was charged', () => {
    expect(withoutScripts(locale, false)).toContain(t('checkout.noScript'));
  });

  it('that waits for a payment leads to its status, and does not say so', () => {
    const html = withoutScripts(locale, true);
    expect(html).not.toContain(t('checkout.noScript'));
    expect(html).toContain('href="/checkout?x"');
    expect(html).toContain(t('checkout.confirming.status'));
  });
});
