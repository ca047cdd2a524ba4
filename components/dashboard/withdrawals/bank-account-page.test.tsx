import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { COLOMBIAN_DOCUMENTS } from '#lib/withdrawals/bank-format-view.ts';
import { bankFormat } from '#lib/withdrawals/bank-formats.ts';
import { pageView } from '#testing/page-view.ts';
import { BankAccountPage } from './bank-account-page.tsx';

/** What the lists of a country's form have chosen before anybody has. */
function chosenFor(code: string, usualCurrency: string | null = null): Record<string, string> {
  const documentTypes = code === 'CO' ? COLOMBIAN_DOCUMENTS : ([] as const);
  const country = { code, format: bankFormat(code), documentTypes };
  const form = { country, usualCurrency, usualCountry: null, countries: [], passkey: null };
  const html = renderToStaticMarkup(<BankAccountPage page={pageView()} form={form} />);
  const lists = [...html.matchAll(/<select[^>]* name="([^"]*)".*?<\/select>/g)];
  return Object.fromEntries(
    lists.map(([list, name = '']) => [name, /<option value="([^"]*)"[^>]* selected=""/.exec(list)?.[1] ?? 'none']),
  );
}

test('neither kind of account, type of document nor one of several currencies is chosen for the holder', () => {
  expect(chosenFor('CO')).toEqual({ currency: 'COP', accountType: '', documentType: '' });
  expect(chosenFor('PE')).toEqual({ currency: '', accountType: '' });
  expect(chosenFor('PE', 'USD')).toEqual({ currency: 'USD', accountType: '' });
  // The account before was of another country.
  expect(chosenFor('PE', 'COP')).toEqual({ currency: '', accountType: '' });
  expect(chosenFor('CO', 'USD').currency).toBe('COP');
});

test('the cause that the account is needed for is kept from the country to the form, and back', () => {
  const query = { cause: 'a-well' };
  const form = { usualCurrency: null, usualCountry: null, countries: ['CO'], passkey: null };
  const html = (country: Parameters<typeof BankAccountPage>[0]['form']['country']) =>
    renderToStaticMarkup(<BankAccountPage page={pageView({ query })} form={{ ...form, country }} />);
  expect(html(null)).toContain('<input type="hidden" name="cause" value="a-well"/>');
  const co = { code: 'CO', format: bankFormat('CO'), documentTypes: COLOMBIAN_DOCUMENTS };
  expect(html(co)).toContain('?cause=a-well&amp;country="');
});
