import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES, negotiateLocale } from './locales.ts';

describe('the language of a page', () => {
  it.each([
    ['what the address asks for wins over all', { explicit: 'en', cookie: 'es', acceptLanguage: 'es' }, 'en'],
    ['a language in capitals in the address is the same', { explicit: 'ES', cookie: 'en' }, 'es'],
    ['an unknown language in the address is passed over', { explicit: 'xx', cookie: 'es' }, 'es'],
    ['the cookie wins over the browser', { cookie: 'en', acceptLanguage: 'es-CO' }, 'en'],
    ['the browser wins over the country', { acceptLanguage: 'en-GB,en;q=0.9', country: 'co' }, 'en'],
    ['the heaviest of the browser’s languages counts', { acceptLanguage: 'en;q=0.4, es-MX;q=0.8' }, 'es'],
    ['a language of weight zero is refused', { acceptLanguage: 'es;q=0', country: 'us' }, 'en'],
    ['languages we lack are passed over', { acceptLanguage: 'fr-FR,fr;q=0.9,es;q=0.1' }, 'es'],
    ['`*` names none: the country decides', { acceptLanguage: '*', country: 'mx' }, 'es'],
    ['a browser that names none of ours leaves it to the country', { acceptLanguage: 'de', country: 'CO' }, 'es'],
    ['Portuguese of Brazil', { acceptLanguage: 'pt-BR,pt;q=0.9,en;q=0.8' }, 'pt'],
    ['Portuguese of Portugal is the Portuguese we have', { acceptLanguage: 'pt-PT,en;q=0.5' }, 'pt'],
    ['Portuguese of no country', { acceptLanguage: 'pt' }, 'pt'],
    ['the country of a Brazilian cause', { acceptLanguage: '*', country: 'br' }, 'pt'],
    ['the country of a Portuguese cause', { country: 'PT' }, 'pt'],
    ['English where nothing says anything', {}, 'en'],
    ['English where the country speaks none of ours', { country: 'fr' }, 'en'],
  ] as const)('%s', (_sentence, preferences, expected) => {
    expect(negotiateLocale(preferences)).toBe(expected);
  });

  it('is one of ours for any header, even a malformed one', () => {
    const text = fc.option(fc.string(), { nil: null });
    fc.assert(
      fc.property(text, text, text, text, (explicit, cookie, acceptLanguage, country) => {
        expect(LOCALES).toContain(negotiateLocale({ explicit, cookie, acceptLanguage, country }));
      }),
    );
  });
});
