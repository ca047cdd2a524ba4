import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { browserTexts, checkoutTexts } from '#components/checkout/page-texts.ts';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView, DonorReceipt, RefundNotice } from '#lib/payments/views/checkout-view.ts';
import { colombianView } from '#testing/checkout-view.ts';
import { endedView } from '../checkout-state.ts';
import { NoMethod, NotAccepting, NotOpenYet } from './closed.tsx';
import { Declined } from './declined.tsx';
import { Outcome } from './outcome.tsx';
import { ReceiptSuggestion } from './receipt-suggestion.tsx';
import { ReturnCountdown } from './return-countdown.tsx';

const VIEW = colombianView({
  link: { cause: { key: 'k', name: 'Un techo <b>nuevo</b>', image: '' } },
  causeUrl: 'https://here.example.org/c/k',
  successUrl: 'https://partner.example.org/thanks',
});

const DUE = { state: 'refund_due', amount: 50_000, currency: 'COP', reason: 'late' } as const;

/** Waits for parts with a script of their own. */
async function render(
  Screen: typeof Outcome,
  view: CheckoutView,
  locale: Locale = 'en',
  isNew = false,
): Promise<string> {
  const texts = checkoutTexts({ locale, place: null }, view.country);
  const language = {
    locale,
    formatLocale: texts.formatLocale,
    ownCurrency: texts.ownCurrency,
    messages: browserTexts(locale, { isInteractive: isNew }),
  };
  const ofNew = isNew ? { ReturnCountdown, suggestion: <ReceiptSuggestion /> } : {};
  const screen = <Screen texts={texts} view={view} isNew={isNew} {...ofNew} />;
  const { prelude } = await prerender(<TextsProvider {...language}>{screen}</TextsProvider>);
  return new Response(prelude).text();
}

const ended = (status: 'expired' | 'cancelled', rest: Partial<CheckoutView> = {}): CheckoutView => ({
  ...VIEW,
  ...rest,
  link: { ...VIEW.link, status },
});
/** The heading of the notice about unmatched funds. */
function headingOf(html: string): string | undefined {
  return /<h2>(.*?)<\/h2>/.exec(html)?.[1];
}

const NO_MONEY: Record<Locale, string> = {
  en: 'You were not charged.',
  es: 'No se cobró nada.',
  pt: 'Nenhum valor foi cobrado.',
};

const WOULD_BE_REFUNDED: Record<Locale, string> = {
  en: 'and we will refund it',
  es: 'te lo devolveremos',
  pt: 'vamos devolver o valor',
};

describe.each(LOCALES)('a screen that takes no payment, in %s', (locale) => {
  it.each(['expired', 'cancelled'] as const)(
    '%s says that no money was taken and leads to the cause',
    async (status) => {
      const html = await render(Outcome, ended(status), locale);
      expect(html).toContain(NO_MONEY[locale]);
      expect(html).toContain('href="https://here.example.org/c/k"');
      expect(html).toContain('href="https://partner.example.org/back"');
    },
  );

  it.each([
    ['not open yet', NotOpenYet],
    ['not accepting', NotAccepting],
    ['without a method', NoMethod],
  ] as const)('%s says that no money was taken', async (_name, Screen) => {
    expect(await render(Screen, VIEW, locale)).toContain(NO_MONEY[locale]);
  });

  it('not open yet says until when the link lives', async () => {
    expect(await render(NotOpenYet, VIEW, locale)).toMatch(/<time[^>]*>[^<]*2026[^<]*UTC/);
  });

  it.each(['expired', 'cancelled'] as const)('%s does not say so where money came late', async (status) => {
    const html = await render(Outcome, ended(status, { refund: DUE }), locale);
    expect(html).not.toContain(NO_MONEY[locale]);
  });

  it.each(['expired', 'cancelled'] as const)(
    '%s does not say so while a payment may still arrive, but that it would be refunded',
    async (status) => {
      const html = await render(Outcome, ended(status, { waitingFor: 'bank_transfer' }), locale);
      expect(html).not.toContain(NO_MONEY[locale]);
      expect(html).toContain(WOULD_BE_REFUNDED[locale]);
    },
  );

  it('of an open link does not say so either while this browser’s card payment is confirmed', async () => {
    for (const Screen of [NotAccepting, NoMethod]) {
      const html = await render(Screen, { ...VIEW, confirming: true }, locale);
      expect(html).not.toContain(NO_MONEY[locale]);
    }
    const over = { ...VIEW, confirming: true, status: 'open', amountPaid: null, paymentId: null } as const;
    const declined = endedView(over, { ...over, pending: false, cardLocked: false, newLinkHelps: false });
    expect(await render(NotAccepting, declined, locale)).toContain(NO_MONEY[locale]);
  });

  it('without a method does not say so either, and where money is refunded it says that', async () => {
    expect(await render(NoMethod, { ...VIEW, waitingFor: 'bank_transfer' }, locale)).not.toContain(NO_MONEY[locale]);
    const refunded = await render(NoMethod, { ...VIEW, refund: { ...DUE, reason: 'mismatch' } }, locale);
    expect(refunded).not.toContain(NO_MONEY[locale]);
    expect(headingOf(refunded)).toMatch(/50[.,]000/);
  });
});

describe('a refund', () => {
  it('is called done only once it is', async () => {
    const due = await render(Outcome, ended('expired', { refund: DUE }), 'es');
    const done = await render(Outcome, ended('expired', { refund: { ...DUE, state: 'refunded' } }), 'es');
    expect(due).toContain('Te estamos devolviendo $\u00a050.000');
    expect(done).toContain('Te devolvimos $\u00a050.000');
  });

  it.each(LOCALES)(
    'has a heading of its own when it is due, done, returned, disputed or charged back, in %s',
    async (locale) => {
      const shown = async (state: RefundNotice['state']) =>
        headingOf(await render(Outcome, ended('expired', { refund: { ...DUE, state } }), locale));
      const states = ['refund_due', 'refunded', 'returned', 'disputed', 'charged_back'] as const;
      const headings = await Promise.all(states.map(shown));
      expect(new Set(headings).size).toBe(5);
      for (const heading of headings) expect(heading).toMatch(/50[.,]000/);
    },
  );

  it.each(LOCALES)(
    'says in %s what the bank has besides, and promises nothing at once while it decides',
    async (locale) => {
      const [at, by] = [{ heldByBank: 20_000 }, { returnedByBank: 10_000 }];
      const [due, held, taken] = await Promise.all(
        [{}, at, by].map((bank) => render(Outcome, ended('expired', { refund: { ...DUE, ...bank } }), locale)),
      );
      expect(held).toMatch(/20[.,]000/);
      expect(taken).toMatch(/10[.,]000/);
      expect(headingOf(taken ?? '')).toBe(headingOf(due ?? ''));
      expect(headingOf(held ?? '')).not.toBe(headingOf(due ?? ''));
    },
  );

  it.each(LOCALES)(
    'says in %s to whom a donor tells their bank account: to us, not to the organization',
    async (locale) => {
      const unclaimed = { ...DUE, state: 'unclaimed' } as const;
      const ours = await render(
        Outcome,
        ended('expired', { refund: { ...unclaimed, contact: 'help@pay.example' } }),
        locale,
      );
      expect(ours).toContain('help@pay.example');
      expect(await render(Outcome, ended('expired', { refund: unclaimed }), locale)).not.toContain('@');
    },
  );
});

const RECEIPT: DonorReceipt = {
  path: '/receipt/rct_1',
  number: 'K7M-2PX-R94C',
  email: 'ana@example.org',
  completedAt: '2026-11-21T09:34:12.000Z',
  timeZone: 'America/Bogota',
  paidWith: { method: 'card', cardBrand: 'visa', cardLast4: '4242', cardWallet: null, bankName: null },
  statementDescriptor: null,
};

describe('a completed donation', () => {
  const link = { ...VIEW.link, status: 'completed', amount_paid: 80_000, payment_id: 'pay_1' } as const;
  const paid: CheckoutView = { ...VIEW, link, receipt: RECEIPT, acceptance: 'accepting' };

  it('shows what was paid, not what was asked, and its receipt number', async () => {
    const html = await render(Outcome, paid, 'es');
    expect(html).toContain('$\u00a080.000');
    expect(html).not.toContain('50.000');
    expect(html).toContain('K7M-2PX-R94C');
  });

  it('says what was refunded since', async () => {
    const refunded = { ...paid, receipt: { ...RECEIPT, notices: ['Se devolvió el monto completo: $ 80.000.'] } };
    expect(await render(Outcome, refunded, 'es')).toContain('Se devolvió el monto completo: $ 80.000.');
  });

  it('isolates a name in Hebrew once where it is shared, and leaves it as it is in the subject of a mail', async () => {
    const cause = { key: 'k', name: 'גג לבית הספר', image: '' };
    const html = decodeURIComponent(await render(Outcome, { ...paid, link: { ...link, cause } }, 'es'));
    expect(html).toContain('subject=גג לבית הספר&');
    expect(html).not.toContain('\u2068\u2068');
  });

  it.each([
    ['accepting', true],
    ['not_accepting', false],
  ] as const)('invites others to give to a cause that is %s: %j', async (acceptance, invites) => {
    const html = decodeURIComponent(await render(Outcome, { ...paid, acceptance }));
    expect(html.includes('You can donate here')).toBe(invites);
    expect(html).toContain(`href="${VIEW.causeUrl}`);
  });

  it('returns to the partner by itself only when it is new', async () => {
    expect(await render(Outcome, paid, 'en', true)).toContain('role="timer"');
    expect(await render(Outcome, paid, 'en', false)).not.toContain('role="timer"');
  });

  it('has a place for a suggestion beside the field that asks where to send the receipt', async () => {
    const asked = await render(Outcome, { ...paid, receipt: { ...RECEIPT, email: null } }, 'en', true);
    expect(asked).toMatch(/<input id="receipt-email"(?:(?!<\/form>).)*aria-live="polite"/s);
  });

  it('renders names as text', async () => {
    expect(await render(Outcome, paid)).toContain('Un techo &lt;b&gt;nuevo&lt;/b&gt;');
  });
});

describe.each(LOCALES)('a donation completed in another browser, in %s', (locale) => {
  const link = { ...VIEW.link, status: 'completed' } as const;
  const completed: CheckoutView = { ...VIEW, link, acceptance: 'accepting', successUrl: null };
  const title = { en: 'was completed', es: 'ya se completó', pt: 'foi concluída' }[locale];

  it('thanks nobody and leads to the form of the cause', async () => {
    const html = await render(Outcome, completed, locale, true);
    expect(html).toContain(title);
    expect(html).toContain(`href="${VIEW.causeUrl}#give"`);
    expect(html).not.toMatch(/50[.,]000|role="timer"|partner\.example/);
  });

  it('promises no new link where the cause takes none', async () => {
    const paused = await render(Outcome, { ...completed, acceptance: 'not_accepting' }, locale);
    expect(paused).toContain(`href="${VIEW.causeUrl}"`);
    expect(paused).not.toContain('#give');
    expect(await render(Outcome, { ...completed, causeUrl: null }, locale)).not.toContain('href');
  });
});

describe('a declined payment', () => {
  const pse = { method: 'bank_transfer', form: 'pse', min: 1_600, max: 340_000_000, options: [] } as const;
  const view = (amountToPay: number): CheckoutView => ({
    ...VIEW,
    amountToPay,
    methods: ['bank_transfer', 'card'],
    cardBounds: { min: 2_500, max: 99_999_999 },
    redirects: [{ ...pse, options: [] }],
  });
  const declined = async (amountToPay: number) => {
    const texts = checkoutTexts({ locale: 'en', place: null }, 'co');
    const screen = (
      <Declined texts={texts} view={view(amountToPay)} method="bank_transfer" hrefOf={(method) => `#${method}`} />
    );
    const { prelude } = await prerender(screen);
    return [...(await new Response(prelude).text()).matchAll(/href="#(\w+)"/g)].map(([, method]) => method);
  };

  it('can be tried again, and paid by each other method that takes the amount', async () => {
    expect(await declined(50_000)).toEqual(['bank_transfer', 'card']);
    expect(await declined(2_000)).toEqual(['bank_transfer']);
  });
});
