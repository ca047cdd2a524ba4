import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import type { DonationContext } from './donation-context.ts';
import { contactOf, renderEmail } from './render.ts';

const NO_CONTEXT: DonationContext = {
  name: null,
  logoUrl: null,
  accentColour: null,
  trust: null,
  timeZone: null,
  statementDescriptor: null,
  otherwise: null,
  receipt: null,
  testMode: false,
};
const DATA = {
  name: 'Ana',
  title: 'Agua para Ráquira',
  country: 'co',
  amountMajor: 50_000,
  currency: 'COP',
  paymentId: 'pay_1',
  backMajor: 20_000,
  context: NO_CONTEXT,
};

test.each(LOCALES)('in %s, the mail about a returned refund names its amount and does not call it done', (locale) => {
  const returned = renderEmail('refund_returned', locale, DATA);
  const refunded = renderEmail('donation_given_back', locale, { ...DATA, isWhole: false });
  expect(returned.subject).toMatch(/20[.,]000/);
  for (const part of [/20[.,]000/, /50[.,]000/, /Agua para Ráquira/, /pay_1/, /Ana/])
    expect(returned.text).toMatch(part);
  const paragraphsOf = (text: string) => text.split('\n\n');
  // The greeting, the number of the payment and the signature are in both mails.
  expect(
    paragraphsOf(returned.text).filter((paragraph) => paragraphsOf(refunded.text).includes(paragraph)),
  ).toHaveLength(3);
});

test.each(LOCALES)(
  'in %s, the mail about a returned transfer says what is held, and asks for an account and no secret',
  (locale) => {
    const data = { ...DATA, owedMajor: 15_000, reference: 'TRX 4711', returnedOn: '2026-11-26' };
    const { subject, text } = renderEmail('transfer_returned', locale, data);
    expect(subject).toMatch(/20[.,]000/);
    for (const part of [/15[.,]000/, /50[.,]000/, /Agua para Ráquira/, /pay_1/, /TRX 4711/, /26.*2026/])
      expect(text).toMatch(part);
    expect(text).toMatch(/account number|número de cuenta|número da conta/);
    expect(text).toMatch(/never ask|Nunca/);
  },
);

test('no answer with a bank account goes to the client', () => {
  const trust = {
    receiver: 'Manos Unidas',
    service: null,
    feePercent: 5,
    feeModel: 'all_inclusive',
    termsUrl: null,
    privacyUrl: null,
    supportEmail: 'hola@manos.example',
  };
  const data = { ...DATA, context: { ...NO_CONTEXT, trust } };
  const sent = { ...data, reference: 'TRX 4711', sentOn: '2026-11-25', isWhole: true };
  const returned = { ...data, owedMajor: 20_000, reference: 'TRX 4711', returnedOn: '2026-11-26' };
  for (const { text } of [
    renderEmail('transfer_returned', 'es', returned),
    renderEmail('refund_sent_by_hand', 'es', sent),
    renderEmail('refund_returned', 'es', data),
  ])
    expect(text).not.toContain('hola@manos.example');
  expect(contactOf('transfer_returned', data.context)).toBeNull();
  expect(contactOf('donation_given_back', data.context)).toBe('hola@manos.example');
  expect(renderEmail('donation_given_back', 'es', { ...data, isWhole: true }).text).toContain('hola@manos.example');
});

test.each([
  ['en', 'We refunded COP 30,000 of it', 'we sent you COP 15,000 of it by bank transfer', 'already returned COP 5,000'],
  ['es', 'Devolvimos $ 30.000 COP', 'te enviamos $ 15.000 COP por transferencia', 'ya te devolvió $ 5.000 COP'],
  ['pt', 'Devolvemos COP 30.000', 'enviamos COP 15.000 para você por transferência', 'já devolveu COP 5.000'],
] as const)(
  'in %s, what was sent by hand of unmatched funds is not said to come from a bank or card',
  (locale, ...parts) => {
    const mail = (takenMajor: number, backMajor: number, reason: string) => {
      const context = { ...NO_CONTEXT, otherwise: { byHandMajor: 15_000, takenMajor } };
      const { text } = renderEmail('donation_refunded', locale, { ...DATA, backMajor, reason, context });
      return text.replaceAll('\u00a0', ' ');
    };
    for (const reason of ['late', 'mismatch']) {
      for (const part of parts) expect(mail(5_000, 30_000, reason)).toContain(part);
      expect(mail(0, 35_000, reason)).toContain(parts[1]);
      expect(mail(0, 35_000, reason)).not.toMatch(/Your bank|[Tt]u banco|[Ss]eu banco/);
    }
  },
);
