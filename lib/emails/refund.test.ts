import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { renderEmail } from './render.ts';

const DATA = {
  ...{ name: 'Ana', title: 'Agua para Ráquira', country: 'co', amountMajor: 50_000, currency: 'COP' },
  ...{ paymentId: 'pay_1', backMajor: 20_000 },
};

test.each(LOCALES)(
  'in %s, a refund that came back is named with its amount, and not called done',
  (locale) => {
    const returned = renderEmail('refund_returned', locale, DATA);
    const given = renderEmail('donation_given_back', locale, { ...DATA, isWhole: false });
    expect(returned.subject).toMatch(/20[.,]000/);
    for (const part of [/20[.,]000/, /50[.,]000/, /Agua para Ráquira/, /pay_1/, /Ana/])
      expect(returned.text).toMatch(part);
    const said = (text: string) => text.split('\n\n');
    // The greeting, the number of the payment and the signature alone are said in both.
    expect(said(returned.text).filter((paragraph) => said(given.text).includes(paragraph))).toHaveLength(3);
  },
);
