import { amountWords } from '#lib/i18n/amount-words.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

type ViewChanges = Partial<Omit<CheckoutView, 'link'>> & { link?: Partial<CheckoutView['link']> };

/** What the page of a link shows, in tests: of an open link over 50 dollars, that can be paid by card or wallet. */
export function checkoutView({ link, ...more }: ViewChanges = {}): CheckoutView {
  return {
    link: {
      id: 'chl_1',
      status: 'open',
      amount: 50,
      currency: 'USD',
      expires_at: '2026-11-23T02:53:00.000Z',
      cause: { key: 'k', name: 'A roof', image: '' },
      ...link,
    },
    url: 'https://give.example.org/checkout?ref=chl_1',
    amountToPay: 50,
    acceptance: 'accepting',
    methods: ['card', 'wallet'],
    cardBounds: { min: 1, max: 10_000 },
    redirects: [{ method: 'wallet', form: 'mercado-pago-wallet', min: 20, max: 500, options: [] }],
    prefill: { email: '', name: '', anonymous: false, message: '' },
    amountWords: amountWords('USD'),
    country: 'us',
    trust: {
      receiver: null,
      service: null,
      feePercent: 5,
      feeModel: 'plus_gateway_costs',
      termsUrl: null,
      privacyUrl: null,
      supportEmail: null,
    },
    causeUrl: null,
    successUrl: null,
    cancelUrl: null,
    cameFromCause: false,
    refund: null,
    testMode: true,
    stripeJsUrl: null,
    waitingFor: null,
    processing: false,
    declined: false,
    cardDeclined: false,
    confirming: false,
    ...more,
  };
}

/** The same for 50,000 Colombian pesos, by card or bank transfer, minted by a partner with a name of its own. */
export function colombianView({ link, ...more }: ViewChanges = {}): CheckoutView {
  return checkoutView({
    link: { amount: 50_000, currency: 'COP', branding: { display_name: 'Manos' }, ...link },
    amountToPay: 50_000,
    methods: ['card', 'bank_transfer'],
    cardBounds: { min: 1, max: 1_000_000 },
    redirects: [{ method: 'bank_transfer', form: 'pse', min: 1_600, max: 1_000_000, options: [] }],
    amountWords: amountWords('COP'),
    country: 'co',
    cancelUrl: 'https://partner.example.org/back',
    ...more,
  });
}
