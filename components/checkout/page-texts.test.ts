import { expect, it } from 'vitest';
import { createTranslate } from '#lib/i18n/translator.ts';
import { interactiveTexts } from './page-texts.ts';

it('the texts that change the language in place are those that the page would be sent in that language', () => {
  const { messages, ...style } = interactiveTexts({ locale: 'es', place: 'co' }, 'us');
  expect(style).toEqual({ locale: 'es', formatLocale: 'es-CO', ownCurrency: 'COP' });
  const t = createTranslate('es', JSON.parse(messages));
  expect(t('ui.skipToContent')).toBe('Ir al contenido principal');
  expect(t('checkout.details.legend')).toBe('Tus datos');
});
