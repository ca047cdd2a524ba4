import { afterEach, expect, test } from 'vitest';
import { type Env, env } from '#lib/env.ts';
import { presentIssuer, presentRecipient } from './recipient.ts';

const NOTHING = { displayName: null, legalName: null, termsUrl: null, privacyUrl: null, supportEmail: null };
const FEES = { feePercent: 5, feeModel: 'all_inclusive' };
const settings = env() as Env;
const { about } = settings;
afterEach(() => {
  settings.about = about;
});

test('a client’s own terms, privacy and contact come first, and the service’s stand in for each that it lacks', () => {
  settings.about = {
    serviceName: 'Give',
    supportEmail: 'help@give.example.org',
    termsUrl: 'https://give.example.org/terms',
    privacyUrl: 'https://give.example.org/privacy',
  };
  const own = {
    legalName: 'Fundación A',
    termsUrl: 'https://a.example.org/terms',
    supportEmail: 'hola@a.example.org',
  };
  expect(presentRecipient({ ...NOTHING, ...own }, FEES)).toEqual({
    ...FEES,
    receiver: 'Fundación A',
    service: 'Give',
    termsUrl: 'https://a.example.org/terms',
    privacyUrl: 'https://give.example.org/privacy',
    supportEmail: 'hola@a.example.org',
  });
});

test('the money goes through the legal name, else through the name that donors know, else nobody is named', () => {
  const receiverOf = (names: object) => presentRecipient({ ...NOTHING, ...names }, FEES).receiver;
  expect(receiverOf({ legalName: 'Fundación A', displayName: 'A' })).toBe('Fundación A');
  expect(receiverOf({ displayName: 'A' })).toBe('A');
  expect(receiverOf({})).toBeNull();
});

test('what does not hold in the database is not shown', () => {
  const stored = { legalName: '\u202e\u0000', termsUrl: 'javascript:alert(1)', supportEmail: 'nobody' };
  expect(presentRecipient({ ...NOTHING, ...stored }, FEES)).toMatchObject({
    receiver: null,
    termsUrl: null,
    supportEmail: null,
  });
  const named = { ...NOTHING, legalName: '\u202dFundación می\u200cخواهم\u202c' };
  expect(presentRecipient(named, FEES).receiver).toBe('Fundación می\u200cخواهم');
  const issuer = { legalName: 'A\u0007', taxId: ' ', deductible: 'perhaps', deductibleNote: null };
  expect(presentIssuer(issuer)).toEqual({
    legalName: 'A',
    taxId: null,
    deductible: null,
    deductibleNote: null,
  });
});
