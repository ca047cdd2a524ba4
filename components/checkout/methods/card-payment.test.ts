import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCardFailure } from './card-payment.ts';

describe('a failed card payment', () => {
  it.each([
    ['card_declined', 'insufficient_funds', 'insufficientFunds'],
    ['card_declined', 'generic_decline', 'generic'],
    ['card_declined', 'a_code_of_tomorrow', 'generic'],
    ['expired_card', undefined, 'expiredCard'],
    ['incorrect_cvc', undefined, 'wrongCode'],
    ['processing_error', undefined, 'processing'],
  ])('with code %s and decline code %s says %s', (code, decline_code, text) => {
    expect(readCardFailure({ type: 'card_error', code, decline_code })).toEqual({ kind: 'declined', text });
  });

  it('does not tell whoever holds a lost or stolen card', () => {
    for (const decline_code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])
      expect(readCardFailure({ type: 'card_error', code: 'card_declined', decline_code })).toEqual({
        kind: 'declined',
        text: 'generic',
      });
  });

  it('counts a failed bank approval as a decline', () => {
    const code = 'payment_intent_authentication_failure';
    expect(readCardFailure({ type: 'invalid_request_error', code })).toEqual({
      kind: 'declined',
      text: 'authentication',
    });
  });

  it('asks for a new intent when the one at hand is of no more use', () => {
    const code = 'payment_intent_unexpected_state';
    expect(readCardFailure({ type: 'invalid_request_error', code })).toEqual({ kind: 'stale' });
  });

  it('leaves what is missing in the card form to be filled in', () => {
    expect(readCardFailure({ type: 'validation_error', code: 'incomplete_number' })).toEqual({
      kind: 'incomplete',
    });
  });

  it('never says that no money was taken when the connection broke', () => {
    const types = fc.constantFrom('api_connection_error', 'api_error', 'rate_limit_error', undefined, '');
    fc.assert(
      fc.property(types, fc.constantFrom(undefined, '', 'lock_timeout', 'processing_error'), (type, code) => {
        fc.pre(type !== undefined && type !== '');
        expect(readCardFailure({ type, code }).kind).toBe('uncertain');
      }),
    );
    expect(readCardFailure({}).kind).toBe('uncertain');
  });
});
