import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import { LOCALES, type Locale } from '#lib/i18n/locales.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';
import type { Failure } from './api.ts';
import type { WaitingStep } from './checkout-state.ts';
import { NotAccepting } from './outcomes/closed.tsx';
import { browserTexts, checkoutTexts } from './page-texts.ts';
import { Waiting } from './waiting.tsx';

/** How each language states that no money was taken. */
const NOT_CHARGED: Record<Locale, string> = {
  en: 'You were not charged',
  es: 'No se cobró nada',
  pt: 'Nenhum valor foi cobrado',
};

async function render(locale: Locale, screen: React.ReactNode): Promise<string> {
  const { formatLocale, ownCurrency } = checkoutTexts({ locale, place: null }, 'co');
  const language = { locale, formatLocale, ownCurrency, messages: browserTexts(locale, { isInteractive: true }) };
  const { prelude } = await prerender(<TextsProvider {...language}>{screen}</TextsProvider>);
  return new Response(prelude).text();
}

function waitingFor(method: 'bank_transfer' | 'wallet', resumeFailure: Failure): WaitingStep {
  return {
    kind: 'waiting',
    isSent: false,
    wasKnown: true,
    hasReturned: false,
    progress: { waitingFor: method, processing: false, declined: false, cardDeclined: false },
    hasEmail: true,
    polls: 1,
    isUnreachable: false,
    poll: { id: 1, delayMs: 1_000 },
    resume: null,
    resumeFailure,
  };
}

const FAILURES: Failure[] = [
  { kind: 'unreachable' },
  { kind: 'unavailable', seconds: 5 },
  { kind: 'too_many', seconds: 30 },
  { kind: 'not_payable', status: 'open' },
  { kind: 'not_accepting' },
  { kind: 'fields', fields: ['method'] },
];

describe.each(LOCALES)('of a payment that the bank or wallet may have approved, in %s', (locale) => {
  it.each(
    (['bank_transfer', 'wallet'] as const).flatMap((method) =>
      [true, false].flatMap((hasOtherMethods) => FAILURES.map((failure) => ({ method, hasOtherMethods, failure }))),
    ),
  )('nobody says that it was not charged because it cannot be opened again: %j', async (given) => {
    const { method, hasOtherMethods, failure } = given;
    const way = { href: '/' };
    const html = await render(
      locale,
      <Waiting
        step={waitingFor(method, failure)}
        dispatch={() => {}}
        tryAgain={way}
        payAnotherWay={way}
        hasOtherMethods={hasOtherMethods}
      />,
    );
    expect(/<p class="field-error" role="alert">(.+?)<\/p>/.exec(html)?.[1]).not.toContain(NOT_CHARGED[locale]);
  });

  it.each(['bank_transfer', 'wallet', 'card'] as const)(
    'a cause that stopped meanwhile says that it may still arrive: %s',
    async (method) => {
      const texts = checkoutTexts({ locale, place: null }, 'co');
      const view = { waitingFor: method, causeUrl: null, cancelUrl: null } as CheckoutView;
      const shown = (one: CheckoutView) => render(locale, <NotAccepting texts={texts} view={one} isNew={false} />);
      expect(await shown(view)).not.toContain(NOT_CHARGED[locale]);
      expect(await shown({ ...view, waitingFor: null })).toContain(NOT_CHARGED[locale]);
    },
  );

  it('a cause that stopped says of money that is refunded where it is', async () => {
    const texts = checkoutTexts({ locale, place: null }, 'co');
    const refund = { state: 'refund_due', amount: 50, currency: 'USD', reason: 'mismatch' } as const;
    const view = { waitingFor: null, refund, link: { id: 'chl_1' }, causeUrl: null, cancelUrl: null } as CheckoutView;
    const html = await render(locale, <NotAccepting texts={texts} view={view} isNew={false} />);
    expect(html).not.toContain(NOT_CHARGED[locale]);
    expect(html).toContain('notice-refund');
  });
});
