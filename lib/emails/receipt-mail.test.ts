import { expect, test } from 'vitest';
import type { ReceiptView, ReversalsView } from '#lib/receipts/receipt-view.ts';
import { renderEmail } from './render.ts';

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

function mailed(reversals: ReversalsView | null, more: { isCopy?: true; title?: string } = {}) {
  const { subject, text } = renderEmail('donation_completed', 'en-US', {
    name: 'Ana',
    title: 'Agua para Ráquira',
    amountMajor: 50_000,
    currency: 'COP',
    country: 'co',
    paymentId: 'pay_1',
    receiptUrl: 'https://give.example/receipt/rct_1',
    completedAt: RECEIPT.completedAt,
    ...more,
    context: {
      name: null,
      logoUrl: null,
      accentColour: null,
      trust: TRUST,
      timeZone: null,
      statementDescriptor: null,
      receipt: { ...RECEIPT, reversals },
      testMode: false,
    },
  });
  return { subject, text: text.replaceAll('\u00a0', ' ') };
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
