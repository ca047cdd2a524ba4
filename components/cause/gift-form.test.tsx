import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { translatorFor } from '#lib/i18n/translate.ts';
import { type GiftDraft, GiftForm } from './gift-form.tsx';

const texts = { t: translatorFor('en'), locale: 'en', formatLocale: 'en-US', ownCurrency: null } as const;
const page = { currency: 'USD', path: '/c/well' } as const;

function fieldOf(error: GiftDraft['error']): string {
  const draft = { error, amount: '30', choice: 'other' };
  const html = renderToStaticMarkup(<GiftForm texts={texts} page={page} draft={draft} />);
  return /<input id="gift-amount"[^>]*>/.exec(html)?.[0] ?? '';
}

test.each(['not_collecting', 'too_many', 'refused'] as const)(
  'an amount is not called wrong where the error is %s',
  (error) => {
    expect(fieldOf(error)).toContain('aria-invalid="false"');
    expect(fieldOf(error)).not.toContain('gift-error');
  },
);

test.each(['not_a_number', 'too_large', 'ambiguous'] as const)(
  'an amount that is wrong, %s, is marked as it',
  (error) => {
    expect(fieldOf(error)).toContain('aria-invalid="true"');
    expect(fieldOf(error)).toContain('gift-error');
  },
);
