import { describe, expect, it } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { CheckoutView, ConfirmationView } from '#lib/payments/views/checkout-view.ts';
import type { CheckoutState, Notice } from './checkout-state.ts';
import { openCheckout, openReturn } from './machine.ts';
import { closedTitle, titleOf } from './page-title.ts';

const VIEW = {
  link: {
    id: 'chl_1',
    status: 'open',
    amount: 50,
    currency: 'USD',
    cause: { key: 'k', name: 'A roof', image: '' },
  },
  amountToPay: 50,
  acceptance: 'accepting',
  methods: ['card'],
  cardBounds: null,
  redirects: [],
  prefill: { email: '', name: '', anonymous: false },
  refund: null,
  waitingFor: null,
} as unknown as CheckoutView;
const opened = (view: Partial<CheckoutView> = {}): CheckoutState =>
  openCheckout({ view: { ...VIEW, ...view }, formatLocale: 'en-US', pay: null });
const withNotice = (notice: Notice): CheckoutState => ({
  ...opened(),
  form: { ...opened().form, notice },
});
const ended = (status: ConfirmationView['status'], known: object = {}): CheckoutState => ({
  ...opened(),
  step: {
    kind: 'ended',
    status: {
      status,
      refund: null,
      amountPaid: null,
      paymentId: null,
      ...known,
    } as unknown as ConfirmationView,
  },
});

const SCREENS: Readonly<Record<string, CheckoutState>> = {
  form: opened(),
  error: withNotice({ kind: 'incomplete' }),
  notice: withNotice({ kind: 'started_again', amount: 80 }),
  declined: withNotice({ kind: 'card_declined', text: 'generic' }),
  'declined later': withNotice({ kind: 'declined_later', method: 'card' }),
  confirming: opened({ confirming: true }),
  'not received': openReturn({ view: VIEW, formatLocale: 'en-US', isSynced: true }),
  processing: opened({ waitingFor: 'card', processing: true }),
  'at the bank': opened({ waitingFor: 'bank_transfer' }),
  'at the wallet': opened({ waitingFor: 'wallet' }),
  thanks: ended('completed', { receipt: {} }),
  'paid elsewhere': ended('completed'),
  expired: ended('expired'),
  cancelled: ended('cancelled'),
  'not accepting': ended('open', { acceptance: 'not_accepting' }),
};
/** Screens that say the same. */
const SAME = [
  ['form', 'notice'],
  ['declined', 'declined later'],
];

describe.each(LOCALES)('the title of the tab, in %s', (locale) => {
  const texts = { t: translatorFor(locale), locale, formatLocale: 'en-US', ownCurrency: 'USD' } as const;
  const titles = Object.fromEntries(Object.entries(SCREENS).map(([name, state]) => [name, titleOf(state, texts)]));

  it('names the cause on every screen, and tells the screens apart', () => {
    for (const title of Object.values(titles)) expect(title).toContain('A roof');
    for (const [one, other] of SAME) expect(titles[one ?? '']).toBe(titles[other ?? '']);
    expect(new Set(Object.values(titles)).size).toBe(Object.keys(SCREENS).length - SAME.length);
  });

  it('begins with what a donor has to know', () => {
    expect(titles.error).toBe(`${{ en: 'Error', es: 'Error', pt: 'Erro' }[locale]}: ${titles.form}`);
    expect(titles.declined).toMatch(/^(Payment declined|Pago rechazado|Pagamento recusado) · /);
    expect(titles.thanks).toBe(`${texts.t('checkout.completed.title')} · A roof`);
  });

  it('is the same whether the server or the browser shows that a link is over', () => {
    const link = { ...VIEW.link, status: 'expired' } as const;
    expect(closedTitle(texts, { ...VIEW, link })).toBe(titles.expired);
    expect(closedTitle(texts, { ...VIEW, acceptance: 'not_accepting' })).toBe(titles['not accepting']);
  });
});
