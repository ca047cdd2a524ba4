import { describe, expect, it } from 'vitest';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Failure } from './api.ts';
import { failureText } from './failure-text.ts';

const FAILURES: Failure[] = [
  { kind: 'too_many', seconds: 0 },
  { kind: 'too_many', seconds: 1 },
  { kind: 'too_many', seconds: 3_000 },
  { kind: 'unavailable', seconds: 5 },
  { kind: 'unreachable' },
];

describe('a request that came to nothing', () => {
  it.each(FAILURES)('%j tells the donor that nothing was charged', (failure) => {
    expect(failureText(translatorFor('en'), failure, 'gatewayDown')).toContain('Nothing was charged');
    expect(failureText(translatorFor('es'), failure, 'notSaved')).toContain('No se cobró nada');
    expect(failureText(translatorFor('pt'), failure, 'notSaved')).toContain('Nenhum valor foi cobrado');
  });

  it('says how long to wait, in units that make sense', () => {
    const say = (seconds: number) =>
      failureText(translatorFor('en'), { kind: 'too_many', seconds }, 'notSaved');
    expect(say(1)).toContain('in 1 second.');
    expect(say(45)).toContain('in 45 seconds.');
    expect(say(3_000)).toContain('in 50 minutes.');
  });
});
