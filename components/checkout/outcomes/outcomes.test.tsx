import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { browserTexts, checkoutTexts } from '#components/checkout/page-texts.ts';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView, RefundNotice } from '#lib/payments/checkout-view.ts';
import { NoMethod, NotAccepting, NotOpenYet } from './closed.tsx';
import { Settled } from './settled.tsx';

const VIEW = {
  link: {
    id: 'chl_1',
    status: 'open',
    amount: 50_000,
    currency: 'COP',
    expires_at: '2026-11-22T02:53:00.000Z',
    cause: { key: 'k', name: 'Un techo <b>nuevo</b>', image: '' },
    branding: { display_name: 'Manos' },
  },
  country: 'co',
  causeUrl: 'https://here.example.org/c/k',
  successUrl: 'https://partner.example.org/thanks',
  cancelUrl: 'https://partner.example.org/back',
  refund: null,
} as CheckoutView;

const DUE = { state: 'refund_due', amount: 50_000, currency: 'COP', reason: 'late' } as const;

function render(Screen: typeof Settled, view: CheckoutView, locale: Locale = 'en', isNew = false): string {
  const texts = checkoutTexts(locale, view.country);
  const language = {
    locale,
    formatLocale: texts.formatLocale,
    messages: browserTexts(locale, { moves: isNew }),
  };
  const screen = <Screen texts={texts} view={view} isNew={isNew} />;
  return renderToStaticMarkup(<TextsProvider {...language}>{screen}</TextsProvider>);
}

const ended = (status: 'expired' | 'cancelled', rest: Partial<CheckoutView> = {}): CheckoutView => ({
  ...VIEW,
  ...rest,
  link: { ...VIEW.link, status },
});
/** The heading of the notice about money that does not count. */
function headingOf(html: string): string | undefined {
  return /<h2>(.*?)<\/h2>/.exec(html)?.[1];
}

const NO_MONEY: Record<Locale, string> = {
  en: 'No money was taken.',
  es: 'No se cobró nada.',
  pt: 'Nenhum valor foi cobrado.',
};

describe.each(LOCALES)('a screen that takes no payment, in %s', (locale) => {
  it.each(['expired', 'cancelled'] as const)(
    '%s says that no money was taken and leads to the cause',
    (status) => {
      const html = render(Settled, ended(status), locale);
      expect(html).toContain(NO_MONEY[locale]);
      expect(html).toContain('href="https://here.example.org/c/k"');
      expect(html).toContain('href="https://partner.example.org/back"');
    },
  );

  it.each([
    ['not open yet', NotOpenYet],
    ['not accepting', NotAccepting],
    ['without a method', NoMethod],
  ] as const)('%s says that no money was taken', (_name, Screen) => {
    expect(render(Screen, VIEW, locale)).toContain(NO_MONEY[locale]);
  });

  it.each(['expired', 'cancelled'] as const)('%s does not say so where money came late', (status) => {
    const html = render(Settled, ended(status, { refund: DUE }), locale);
    expect(html).not.toContain(NO_MONEY[locale]);
  });
});

describe('money on its way back', () => {
  it('is said to be given back only once it is', () => {
    const due = render(Settled, ended('expired', { refund: DUE }), 'es');
    const done = render(Settled, ended('expired', { refund: { ...DUE, state: 'refunded' } }), 'es');
    expect(due).toContain('Te estamos devolviendo $\u00a050.000');
    expect(done).toContain('Te devolvimos $\u00a050.000');
  });

  it.each(LOCALES)(
    'is not said to be given back, or on its way, where it came back or a bank took it, in %s',
    (locale) => {
      const shown = (state: RefundNotice['state']) =>
        headingOf(render(Settled, ended('expired', { refund: { ...DUE, state } }), locale));
      const headings = (['refund_due', 'refunded', 'returned', 'charged_back'] as const).map(shown);
      expect(new Set(headings).size).toBe(4);
      for (const heading of headings) expect(heading).toMatch(/50[.,]000/);
    },
  );
});

describe('a completed donation', () => {
  const link = { ...VIEW.link, status: 'completed', amount_paid: 80_000, payment_id: 'pay_1' } as const;
  const paid: CheckoutView = { ...VIEW, link };

  it('shows what was paid, not what was asked, and its receipt number', () => {
    const html = render(Settled, paid, 'es');
    expect(html).toContain('$\u00a080.000');
    expect(html).not.toContain('50.000');
    expect(html).toContain('pay_1');
  });

  it('returns to the partner by itself only when it is new', () => {
    expect(render(Settled, paid, 'en', true)).toContain('role="timer"');
    expect(render(Settled, paid, 'en', false)).not.toContain('role="timer"');
  });

  it('renders names as text', () => {
    expect(render(Settled, paid)).toContain('Un techo &lt;b&gt;nuevo&lt;/b&gt;');
  });
});
