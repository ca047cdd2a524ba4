import { describe, expect, it } from 'vitest';
import { translatorFor } from '#lib/i18n/translate.ts';
import { chargeAfter, type FailedStep, type NoAnswer } from './failed-step.ts';

const SILENCES: NoAnswer[] = ['unreachable', 'unavailable', 'offline'];
/** How each language says that no money was taken. */
const NOT_CHARGED = {
  en: 'You were not charged',
  es: 'No se cobró nada',
  pt: 'Nenhum valor foi cobrado',
} as const;
const SAFE_TO_CLOSE = /safe|be lost|not lost|no se perd|nada se perd|não se perd/i;
const DO_NOT_PAY = { en: 'do not pay again', es: 'no vuelvas a pagar', pt: 'não pague de novo' } as const;
const LANGUAGES = ['en', 'es', 'pt'] as const;

const cases = (steps: FailedStep[]) =>
  steps.flatMap((step) => SILENCES.flatMap((silence) => LANGUAGES.map((lang) => ({ step, silence, lang }))));

describe('a step of the payment that gets no answer', () => {
  it.each(cases(['check', 'save', 'start']))(
    'before the gateway confirms, nothing was charged: $step, $silence, $lang',
    ({ step, silence, lang }) => {
      const { charge, text } = chargeAfter(step, silence);
      expect(charge).toBe('not_charged');
      expect(translatorFor(lang)(text)).toContain(NOT_CHARGED[lang]);
    },
  );

  it.each(cases(['confirm']))(
    'while it confirms, nobody knows yet, and the donor must not pay twice: $silence, $lang',
    ({ step, silence, lang }) => {
      const { charge, text } = chargeAfter(step, silence);
      expect(charge).toBe('unknown');
      expect(translatorFor(lang)(text)).toContain(DO_NOT_PAY[lang]);
      expect(translatorFor(lang)(text)).not.toContain(NOT_CHARGED[lang]);
      expect(translatorFor(lang)(text)).not.toMatch(SAFE_TO_CLOSE);
    },
  );

  it.each(cases(['record']))(
    'after it has confirmed, the donor was charged: $silence, $lang',
    ({ step, silence, lang }) => {
      const { charge, text } = chargeAfter(step, silence);
      expect(charge).toBe('charged');
      expect(translatorFor(lang)(text)).not.toContain(NOT_CHARGED[lang]);
    },
  );
});
