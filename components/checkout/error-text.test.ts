import { describe, expect, it } from 'vitest';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Failure } from './api.ts';
import { failureText } from './error-text.ts';

const FAILURES: Failure[] = [
  { kind: 'too_many', seconds: 0 },
  { kind: 'too_many', seconds: 1 },
  { kind: 'too_many', seconds: 3_000 },
  { kind: 'unavailable', seconds: 5 },
  { kind: 'unreachable' },
];

describe('a request that came to nothing', () => {
  it.each(FAILURES)('%j tells the donor that nothing was charged', (failure) => {
    expect(failureText(translatorFor('en'), failure, 'start')).toContain('You were not charged');
    expect(failureText(translatorFor('es'), failure, 'save')).toContain('No se cobró nada');
    expect(failureText(translatorFor('pt'), failure, 'save')).toContain('Nenhum valor foi cobrado');
  });

  it('says how long to wait, in units that make sense', () => {
    const say = (seconds: number) => failureText(translatorFor('en'), { kind: 'too_many', seconds }, 'save');
    expect(say(1)).toContain('in 1\u00a0second.');
    expect(say(45)).toContain('in 45\u00a0seconds.');
    expect(say(3_000)).toContain('in 50\u00a0minutes.');
  });
});
