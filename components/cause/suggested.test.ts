import { expect, test } from 'vitest';
import { CURRENCIES } from '#lib/currencies.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { cardOffer } from '#lib/rails/stripe/translate.ts';
import { suggestedAmounts } from './suggested.ts';

test.each(CURRENCIES)('every amount suggested in %s can be paid', (currency) => {
  const bounds = cardOffer(currency) ?? { min: 1, max: MAX_AMOUNT_MAJOR };
  for (const amount of suggestedAmounts(currency)) {
    expect(amount).toBeGreaterThanOrEqual(bounds.min);
    expect(amount).toBeLessThanOrEqual(bounds.max);
  }
});
