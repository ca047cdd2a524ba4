import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { ReceiptView, ReversalsView } from '#lib/receipts/receipt-view.ts';
import { type DonorTemplate, type EmailFacts, renderEmail } from './render.ts';

const TRUST = {
  receiver: 'Casa Abierta',
  service: 'Give',
  feePercent: 5,
  feeModel: 'all_inclusive',
  termsUrl: null,
  privacyUrl: null,
  supportEmail: null,
};
const RECEIPT: ReceiptView = {
  path: '/receipt/rct_1',
  number: 'K7M-2PX-R94C',
  paymentId: 'pay_1',
  amountMajor: 50_000,
  currency: 'COP',
  completedAt: '2026-11-21T12:00:00.000Z',
  causeTitle: 'Agua para Ráquira',
  causeUrl: null,
  country: 'co',
  partner: null,
  accentColour: null,
  donorName: 'Ana',
  isAnonymous: false,
  donorLocale: 'en',
  donorTimeZone: null,
  reversals: null,
  testMode: false,
  verifyUrl: 'https://give.example/verify/pay_1/x',
  qr: { size: 1, path: '' },
  issuer: { legalName: 'Casa Abierta', taxId: null, deductible: 'yes', deductibleNote: null },
  trust: TRUST,
  paidWith: { method: 'bank_transfer', cardBrand: null, cardLast4: null, cardWallet: null, bankName: null },
};
const NOTHING: ReversalsView = {
  refundedMajor: 0,
  byHandMajor: 0,
  isFullRefund: false,
  disputedMajor: 0,
  chargedBackMajor: 0,
  leftMajor: 0,
  isReturned: false,
};
const WHOLE = { ...NOTHING, refundedMajor: 50_000, isFullRefund: true, isReturned: true };
const PART = { ...NOTHING, refundedMajor: 20_000, leftMajor: 30_000 };

const about = (reversals: ReversalsView | null) => ({
  name: 'Ana',
  title: 'Agua para Ráquira',
  amountMajor: 50_000,
  currency: 'COP',
  country: 'co',
  paymentId: 'pay_1',
  context: {
    name: null,
    logoUrl: null,
    accentColour: null,
    trust: TRUST,
    timeZone: null,
    statementDescriptor: null,
    otherwise: null,
    receipt: { ...RECEIPT, reversals },
    testMode: false,
  },
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function mailed(reversals: ReversalsView | null, more: { isCopy?: true; title?: string } = {}) {
  const { subject, text } = renderEmail('donation_completed', 'en-US', {
    ...about(reversals),
    receiptUrl: 'https://give.example/receipt/rct_1',
    completedAt: RECEIPT.completedAt,
    ...more,
  });
  return { subject, text: plain(text) };
}

test.each([{}, { isCopy: true as const }])(
  'a receipt that is mailed after all was refunded says so, and neither thanks nor speaks of taxes: %j',
  (more) => {
    const { subject, text } = mailed(WHOLE, more);
    expect(subject).toBe('Receipt for your donation of COP 50,000');
    expect(text).toContain('The full amount, COP 50,000, was refunded.');
    expect(text).not.toMatch(/Thank you|has arrived|tax-deductible|went to this cause/);
  },
);

test('one that is mailed after a part was refunded says how much, and what is left', () => {
  const { text } = mailed(PART, { isCopy: true });
  expect(text).toContain('COP 20,000 of it was refunded.');
  expect(text).toContain('COP 30,000 of it stays with the cause.');
  expect(text).toContain('tax-deductible');
});

test('one of a donation that nothing was taken from thanks for it', () => {
  const { subject, text } = mailed(null);
  expect(subject).toBe('Your donation of COP 50,000');
  expect(text).toContain('Thank you! Your donation to “Agua para Ráquira” has arrived.');
  expect(text).toContain('tax-deductible');
});

test('a copy names the cause as the receipt that it brings, although it was renamed since', () => {
  const { text } = mailed(null, { isCopy: true, title: 'Renamed since' });
  expect(text).toContain('the receipt for your donation to “Agua para Ráquira”');
  expect(text).not.toContain('Renamed');
});

test.each<[string, ReversalsView, string]>([
  ['the first of two', PART, 'COP 30,000 of it stays with the cause.'],
  ['the second', { ...NOTHING, refundedMajor: 35_000, leftMajor: 15_000 }, 'COP 15,000 of it stays with the cause.'],
  ['the last', WHOLE, 'With this, all of it has been returned to you.'],
  ['one beside a lost dispute', { ...PART, chargedBackMajor: 10_000, leftMajor: 20_000 }, 'COP 20,000 of it stays'],
])('the mail about a partial refund, %s, names what is left after all of them', (_, reversals, rest) => {
  const refunded = { ...about(reversals), backMajor: 15_000, isWhole: false };
  const { text } = renderEmail('donation_given_back', 'en-US', refunded);
  expect(plain(text)).toContain(
    `We refunded COP 15,000 of your donation of COP 50,000 to “Agua para Ráquira”. ${rest}`,
  );
});

test('a partial refund that came back, or whose rest is in dispute, leaves nothing that could be named', () => {
  for (const reversals of [null, { ...NOTHING, disputedMajor: 20_000, leftMajor: 30_000 }, { ...PART, leftMajor: 0 }]) {
    const { text } = renderEmail('donation_given_back', 'en-US', {
      ...about(reversals),
      backMajor: 15_000,
      isWhole: false,
    });
    expect(plain(text)).not.toMatch(/stays with the cause|all of it/);
  }
});

test('the mail about a part that was sent by hand says what is left, not that all was to be refunded', () => {
  const sent = { backMajor: 20_000, reference: 'TRX 4711', sentOn: '2026-11-25', isWhole: false };
  const { text } = renderEmail('refund_sent_by_hand', 'en-US', { ...about({ ...PART, byHandMajor: 20_000 }), ...sent });
  expect(plain(text)).toContain('We could not refund COP 20,000 of your payment of COP 50,000');
  expect(plain(text)).toContain('so we sent it by bank transfer. COP 30,000 of it stays with the cause.');
});

/** A mail of each kind to a donor. */
const TO_DONORS: { [T in DonorTemplate]: EmailFacts[T] } = {
  donation_completed: { ...about(null), receiptUrl: 'https://give.example/r', completedAt: RECEIPT.completedAt },
  donation_refunded: { ...about(null), reason: 'late', backMajor: 50_000 },
  donation_given_back: { ...about(WHOLE), backMajor: 50_000, isWhole: true },
  refund_returned: { ...about(null), backMajor: 50_000 },
  refund_sent_by_hand: { ...about(WHOLE), backMajor: 50_000, isWhole: true, reference: 'T1', sentOn: '2026-11-25' },
  transfer_returned: { ...about(null), backMajor: 5, owedMajor: 5, reference: 'T1', returnedOn: '2026-11-26' },
};

test.each(Object.keys(TO_DONORS) as DonorTemplate[])(
  '%s says of a test that no money moved, and only of one',
  (kind) => {
    for (const locale of LOCALES) {
      const note = translatorFor(locale)('receipt.testNote');
      for (const testMode of [true, false]) {
        const data = TO_DONORS[kind];
        const { text, html } = renderEmail(kind, locale, { ...data, context: { ...data.context, testMode } });
        for (const part of [text, html]) expect(part.includes(note)).toBe(testMode);
      }
    }
  },
);
