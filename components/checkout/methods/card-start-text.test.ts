import { expect, it } from 'vitest';
import { cardStartText } from './card-start-text.ts';

it('is a whole script by itself', () => {
  expect(() => new Function(cardStartText('chl_1', 'es', 'https://js.example/stripe.js'))).not.toThrow();
});

it('closes no script element with what it is given', () => {
  const text = cardStartText('chl_</script><script>alert(1)', 'en', 'https://js.example/</script>');
  expect(text).not.toMatch(/<\/?script/i);
  expect(text).toContain('\\u003c/script>');
});
