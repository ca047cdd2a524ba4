import { expect, it } from 'vitest';
import { cardStartText } from './card-start-text.ts';

const viewOf = (id: string, stripeJsUrl: string) => ({
  link: { id, currency: 'CLP' as const },
  amountToPay: 5000,
  stripeJsUrl,
});

it('is a whole script by itself, of the amount in minor units', () => {
  const text = cardStartText(viewOf('chl_1', 'https://js.example/stripe.js'), 'es');
  expect(() => new Function(text)).not.toThrow();
  expect(text).toContain('"amount":5000,"currency":"clp"');
});

it('closes no script element with what it is given', () => {
  const text = cardStartText(viewOf('chl_</script><script>alert(1)', 'https://js.example/</script>'), 'en');
  expect(text).not.toMatch(/<\/?script/i);
  expect(text).toContain('\\u003c/script>');
});
